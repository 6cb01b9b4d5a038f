// Bounds of the motors in the last step are state, and spare Newton steps where targets jump.

import { afterEach, expect, test } from "vitest";
import { quadruped, quadrupedOnGround } from "../../robots/Quadruped.js";
import { sin } from "../../src/math/Trigonometry.js";
import { readSolver } from "../../src/physics/Diagnostics.js";
import type { Physics } from "../../src/physics/Physics.js";
import { disposeWorlds, makeWorld } from "../../testing/builders/SmallWorlds.js";

afterEach(disposeWorlds);

const STEPS_PER_COMMAND = 4;
const ROBOT = quadruped({ name: "Walker" });
const JOINTS = (ROBOT.joints ?? []).map(({ name }) => name).filter((name) => /Rotator|Shin/.test(name));

async function walker(): Promise<Physics> {
  const physics = await makeWorld({ stepSec: 0.002 });
  physics.add(ROBOT, quadrupedOnGround(0, 0, 0));
  return physics;
}

/** Servos whose targets swing, and change in every fourth step. */
function walk(physics: Physics, from: number, to: number): Physics {
  for (let k = from; k < to; k++) {
    if (k % STEPS_PER_COMMAND === 0)
      for (const joint of JOINTS) physics.setJoint(ROBOT.name, joint, "Angle", 0.2 * sin(0.03 * k));
    physics.step();
  }
  return physics;
}

test("targets that jump cost few Newton steps", async () => {
  const physics = walk(await walker(), 0, 100);
  const { iterations } = readSolver(physics);
  walk(physics, 100, 300);
  // 10 if motors start where the new targets drive them at the last accelerations
  expect((readSolver(physics).iterations - iterations) / 200).toBeLessThan(8);
});

test("[M5] a walker restored while motors are at their bounds continues with the same bits", async () => {
  const physics = await walker();
  const isBound = () =>
    physics.snapshot().entities.some(({ motion }) => motion.sides.some((axes) => axes.some((x) => x !== 0)));
  let k = 0;
  while (!isBound() && k < 100) walk(physics, k, ++k);
  expect(k).toBeLessThan(100);
  const snapshot = structuredClone(physics.snapshot());
  const straight = walk(physics, k, k + 100).hash();
  physics.restore(snapshot);
  expect(walk(physics, k, k + 100).hash()).toBe(straight);
});
