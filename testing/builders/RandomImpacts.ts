// Random impacts without gravity: a box, rod, cylinder or ball is thrown, turning, at a plane or at another one of them. Their
// kinetic energy must never exceed that before the first touch.

import type { Shape } from "../../src/describe/entity/Solid.js";
import { diagonal } from "../../src/math/Mat3.js";
import { conjugate, normalizeQuat, rotate } from "../../src/math/Quat.js";
import type { RandomStream } from "../../src/math/RandomStream.js";
import { dot, length, scale, type Vec3 } from "../../src/math/Vec3.js";
import { moveBody, readBody, setVelocity } from "../../src/physics/Bodies.js";
import { Physics } from "../../src/physics/Physics.js";
import { listContacts } from "../../src/physics/Queries.js";

const MASS = 1;
const KINDS: readonly { name: string; shape: Shape; inertia: Vec3 }[] = [
  {
    name: "box",
    shape: { kind: "Box", size: [0.1, 0.2, 0.3] },
    inertia: [0.13, 0.1, 0.05].map((x) => x / 12) as never,
  },
  { name: "rod", shape: { kind: "CappedCylinder", radius: 0.02, length: 0.4 }, inertia: [0.0134, 0.0134, 0.0002] },
  { name: "cylinder", shape: { kind: "Cylinder", radius: 0.1, length: 0.1 }, inertia: [0.00333, 0.005, 0.00333] },
  { name: "ball", shape: { kind: "Sphere", radius: 0.1 }, inertia: [0.004, 0.004, 0.004] },
];

interface ImpactTally {
  /** Throws with at least one touch. */
  impacts: number;
  /** Throws with more energy after a touch than before the first one, and the largest gain as a share. */
  gains: number;
  worst: number;
  /** What was thrown then. */
  text: string;
}

/** Smaller gains are rounding. */
const ROUNDING = 1e-6;

/** One world for all throws; bodies that are not used are far away. */
export async function throwBodies(stream: RandomStream, throws: number, stepSec: number): Promise<ImpactTally> {
  const entities = [
    {
      name: "plane",
      isStatic: true,
      bodies: [{ name: "Body", solids: [{ name: "S", shape: { kind: "Plane" as const }, material: "Test" }] }],
    },
    ...[1, 2].flatMap((n) =>
      KINDS.map(({ name, shape, inertia }) => ({
        name: `${name}${n}`,
        bodies: [
          { name: "Body", mass: MASS, inertia: diagonal(...inertia), solids: [{ name: "S", shape, material: "Test" }] },
        ],
      })),
    ),
  ];
  const tally: ImpactTally = { impacts: 0, gains: 0, worst: 0, text: "" };
  const p = await Physics.create({ stepSec, gravity: [0, 0, 0], materials: [{ name: "Test" }], entities });
  KINDS.forEach(({ name }, i) => {
    for (const n of [1, 2])
      moveBody(p, `${name}${n}`, "Body", { position: [10 * (i + 1), 10 * n, 5], orientation: [0, 0, 0, 1] });
  });
  const start = p.snapshot();
  for (let i = 0; i < throws; i++) {
    p.restore(start);
    throwOnce(p, stream, tally);
  }
  p.dispose();
  return tally;
}

function throwOnce(p: Physics, stream: RandomStream, tally: ImpactTally): void {
  const direction = (): Vec3 => unit([stream.normal(0, 1), stream.normal(0, 1), stream.normal(0, 1)]);
  const friction = stream.uniform(0, 1) < 0.1 ? 0 : stream.uniform(0, 2);
  const restitution = stream.uniform(0, 1) < 0.2 ? 1 : stream.uniform(0.05, 1);
  p.materials.setMaterial({ name: "Test", friction, restitution });
  const pick = () => Math.min(Math.floor(stream.uniform(0, KINDS.length)), KINDS.length - 1);
  const [one, two, pairs] = [pick(), pick(), stream.uniform(0, 1) < 0.5];
  const names = pairs ? [`${KINDS[one].name}1`, `${KINDS[two].name}2`] : [`${KINDS[one].name}1`];
  const speed = stream.uniform(0.5, 6);
  names.forEach((name, n) => {
    const position: Vec3 = n === 0 ? [0, 0, pairs ? 1 : 0.35] : [0.45, stream.uniform(-0.1, 0.1), 1];
    const q = [...direction(), stream.normal(0, 0.6)] as const;
    moveBody(p, name, "Body", { position, orientation: normalizeQuat(q) });
    const aim = pairs ? (n === 0 ? [1, 0, 0] : [-1, 0, 0]) : [0, 0, -1];
    const off = direction();
    const v = unit([aim[0] + 0.4 * off[0], aim[1] + 0.4 * off[1], aim[2] + 0.4 * off[2]]);
    setVelocity(
      p,
      name,
      "Body",
      scale(v, n === 0 ? speed : stream.uniform(0, 3)),
      scale(direction(), stream.uniform(0, 20)),
    );
  });
  const start = energyOf(p, names);
  let [touched, gain] = [false, 0];
  for (let i = Math.ceil(0.6 / speed / p.stepSec); i > 0; i--) {
    p.step();
    if (!touched && !listContacts(p).some(({ normalForce }) => normalForce > 0)) continue;
    touched = true;
    gain = Math.max(gain, energyOf(p, names) / start - 1);
  }
  if (touched) tally.impacts++;
  if (gain > ROUNDING) tally.gains++;
  if (gain <= tally.worst) return;
  tally.worst = gain;
  tally.text = `${names.join(" and ")}, friction ${friction}, restitution ${restitution}`;
}

const unit = (v: Vec3): Vec3 => scale(v, 1 / length(v));

function energyOf(p: Physics, names: readonly string[]): number {
  let sum = 0;
  for (const name of names) {
    const { linearVelocity: v, angularVelocity, orientation } = readBody(p, name, "Body");
    const w = rotate(conjugate(orientation), angularVelocity);
    const { inertia } = KINDS.find((kind) => name.startsWith(kind.name))!;
    sum += MASS * dot(v, v) + inertia[0] * w[0] * w[0] + inertia[1] * w[1] * w[1] + inertia[2] * w[2] * w[2];
  }
  return sum / 2;
}
