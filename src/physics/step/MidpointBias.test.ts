// [M5] [M6] The middle of the step is predicted from accelerations of earlier steps: they must be right after an impact, be
// kept by snapshots and joins, and not depend on other entities.

import { afterEach, describe, expect, test } from "vitest";
import { bodyOf, boxShape, disposeWorlds, floating, makeWorld, run } from "../../../testing/builders/SmallWorlds.js";
import type { EntityInput } from "../../describe/entity/Entity.js";
import { distance, type Vec3 } from "../../math/Vec3.js";
import { applyForce, applyImpulse, readPose } from "../Bodies.js";
import type { Physics } from "../Physics.js";

afterEach(disposeWorlds);

/** Three rods of 0.3 m in a row, free to fold. */
const chain = (name: string, y: number): EntityInput => {
  const rod = (body: string, x: number) =>
    bodyOf(body, boxShape(0.3, 0.05, 0.05), { position: [x, y, 0], collide: false });
  const hinge = (joint: string, body1: string, body2: string, x: number) => {
    const [anchor, axes]: [Vec3, Vec3[]] = [[x, y, 0], [[0, 1, 0]]];
    return { name: joint, kind: "Hinge" as const, body1, body2, anchor, axes };
  };
  return {
    name,
    bodies: [rod("A", 0), rod("B", 0.3), rod("C", 0.6)],
    joints: [hinge("AB", "B", "A", 0.15), hinge("BC", "C", "B", 0.45)],
  };
};

const kick = (physics: Physics, name: string) => applyImpulse(physics, name, "C", [0, 0, 2]);

async function swinging(...names: string[]): Promise<Physics> {
  const physics = await makeWorld({ ...floating(...names.map((name, i) => chain(name, i))), stepSec: 0.001 });
  for (const name of names) kick(physics, name);
  return run(physics, 0.2);
}

describe("the middle of the step", () => {
  test("a blow of 1 ms on a resting and on a swinging chain: steps of 1 ms give the result of 0.25 ms", async () => {
    const ends: Vec3[] = [];
    for (const stepSec of [0.00025, 0.001]) {
      const physics = await makeWorld({ ...floating(chain("chain", 0)), stepSec });
      const strike = (body: string, force: Vec3) =>
        run(physics, 0.001, () => applyForce(physics, "chain", body, force));
      strike("C", [0, 0, 2000]);
      run(physics, 1);
      strike("A", [1000, 0, -1000]);
      run(physics, 1);
      ends.push(readPose(physics, "chain", "C").position);
    }
    expect(distance(ends[0], ends[1])).toBeLessThan(1e-3);
  });

  test("a snapshot of a swinging chain continues with the same bits", async () => {
    const physics = await swinging("chain");
    const snapshot = physics.snapshot();
    const straight = run(physics, 0.1).hash();
    physics.restore(snapshot);
    expect(run(physics, 0.1).hash()).toBe(straight);
  });

  test("after a join the others continue with the same bits", async () => {
    const [physics, twin] = [await swinging("chain"), await swinging("chain")];
    physics.add(chain("guest", 3));
    expect(run(physics, 0.1).hashOf("chain")).toBe(run(twin, 0.1).hashOf("chain"));
  });

  test("an impact on one entity does not change the bits of others", async () => {
    const [physics, twin] = [await swinging("a", "b"), await swinging("a", "b")];
    for (let i = 0; i < 20; i++) {
      if (i % 3 === 0) kick(physics, "a");
      run(physics, 0.005);
      run(twin, 0.005);
    }
    expect(physics.hashOf("b")).toBe(twin.hashOf("b"));
    expect(physics.hashOf("a")).not.toBe(twin.hashOf("a"));
  });
});
