// Two hundred boxes of mixed sizes dropped on each other: many contacts, no joints. Once while they fall and come to rest, once
// at rest.

import type { EntityInput } from "../../src/describe/entity/Entity.js";
import { flatGround } from "../../src/describe/world/WorldDescription.js";
import { fromAxisAngle } from "../../src/math/Quat.js";
import { RandomStream } from "../../src/math/RandomStream.js";
import { TAU } from "../../src/math/Trigonometry.js";
import { Physics } from "../../src/physics/Physics.js";
import type { RunningScene, Scene } from "./BenchScene.js";

const BOXES = 200;
const ROW = 5;
const STEP_SEC = 0.002;
const DENSITY = 500;

export const boxPile: Scene = {
  name: `pile of ${BOXES} boxes`,
  stepSec: STEP_SEC,
  frameSec: 0.01,
  settleSec: 1.5,
  seconds: 1,
  robots: BOXES,
  build: buildPile,
};

export const fallingPile: Scene = {
  ...boxPile,
  name: `${BOXES} boxes fall into a pile`,
  settleSec: 0,
  seconds: 1.5,
  isFresh: true,
};

async function buildPile(stepSec = STEP_SEC): Promise<RunningScene> {
  const random = new RandomStream(1).split("pile");
  const boxes = Array.from({ length: BOXES }, (_, i) => looseBox(`box${String(i).padStart(3, "0")}`, random, i));
  return {
    physics: await Physics.create({ name: "pile", stepSec, entities: [flatGround(), ...boxes] }),
    control: () => {},
  };
}

/** A box at its start pose: boxes are in layers, each with a random orientation. */
function looseBox(name: string, random: RandomStream, i: number): EntityInput {
  const size = [random.uniform(0.08, 0.12), random.uniform(0.08, 0.12), random.uniform(0.08, 0.12)] as const;
  const layer = Math.floor(i / (ROW * ROW));
  const shift = () => random.uniform(-0.02, 0.02);
  const position = [
    0.16 * (i % ROW) + shift(),
    0.16 * (Math.floor(i / ROW) % ROW) + shift(),
    0.1 + 0.18 * layer,
  ] as const;
  return {
    name,
    bodies: [
      {
        name: "Box",
        solids: [
          {
            name: "Solid",
            shape: { kind: "Box", size },
            position,
            orientation: fromAxisAngle([0, 0, 1], random.uniform(0, TAU)),
            mass: DENSITY * size[0] * size[1] * size[2],
            material: "Wood",
          },
        ],
      },
    ],
  };
}
