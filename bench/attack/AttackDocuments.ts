// Documents within all limits that cost the server much. A generator over the whole vocabulary may take the place of this
// list: it has to give an endless series for a seed.

import type { RandomStream } from "../../src/math/RandomStream.js";

const wrap = (name: string, at: string, bodies: string, joints = ""): string =>
  `<Client><CSettings><Name>${name}</Name><Offset>${at}</Offset></CSettings><Entity><RigidBodies>${bodies}</RigidBodies>${joints}</Entity></Client>`;
const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const box = (name: string, position: string): string =>
  `<Body name="${name}"><Box name="S"><Mass>1</Mass><XSize>0.2</XSize><YSize>0.2</YSize><ZSize>0.2</ZSize><Position>${position}</Position></Box></Body>`;

const KINDS: readonly ((name: string, at: string, size: number) => string)[] = [
  // a pile at one place
  (name, at, size) =>
    wrap(
      name,
      at,
      range(size)
        .map((i) => box(`B${i}`, `${0.001 * i} 0 1`))
        .join(""),
    ),
  // a chain
  (name, at, size) =>
    wrap(
      name,
      at,
      range(size)
        .map((i) => box(`B${i}`, `${0.3 * i} 0 1`))
        .join(""),
      `<Joints>${range(size - 1)
        .map(
          (i) =>
            `<JointHinge name="J${i}"><Body1>B${i}</Body1><Body2>B${i + 1}</Body2><AnchorPos>${0.3 * i + 0.15} 0 1</AnchorPos><Axis>0 1 0</Axis></JointHinge>`,
        )
        .join("")}</Joints>`,
    ),
  // balls in one cup
  (name, at, size) =>
    wrap(
      name,
      at,
      range(size)
        .map(
          (i) =>
            `<Body name="B${i}"><Sphere name="S"><Mass>1</Mass><Radius>0.05</Radius><Position>${0.002 * (i % 5)} ${0.002 * (i % 7)} ${0.5 + 0.01 * i}</Position></Sphere></Body>`,
        )
        .join(""),
    ),
];

/** An endless series of documents; `maxSize` is the largest number of bodies. */
export function* attackDocuments(random: RandomStream, maxSize: number): Generator<string> {
  for (let i = 0; ; i++) {
    const kind = KINDS[random.integer(KINDS.length)];
    yield kind(
      `Attack${i}`,
      `${100 + 20 * random.integer(10)} ${100 + 20 * random.integer(10)} 0`,
      2 + random.integer(maxSize),
    );
  }
}
