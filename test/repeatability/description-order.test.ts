// [M5] The form of a robot's description does not change its motion: neither the order of its elements, nor whether it was
// built anew or copied from another description.

import { describe, expect, test } from "vitest";
import type { EntityInput, SolidInput } from "../../src/index.js";
import { Physics, readBody } from "../../src/index.js";

const lump = (name: string, i: number): SolidInput => ({
  name,
  shape: i % 2 ? { kind: "Box", size: [0.1, 0.2, 0.07 + i / 90] } : { kind: "Sphere", radius: 0.06 + i / 70 },
  position: [0.13 * i - 0.2, 0.05 * i * i - 0.1, 0.07 * i],
  orientation: [0.1 * i, 0.2, 0.3, 0.7],
  mass: 0.1 + i / 3,
});
const part = (name: string, z: number) => ({
  name,
  solids: [0, 1, 2, 3].map((i) => {
    const solid = lump(`${name}${"dbca"[i]}`, i);
    return { ...solid, position: [solid.position![0], solid.position![1], solid.position![2] + z] as const };
  }),
});
const tumbler: EntityInput = {
  name: "tumbler",
  bodies: [part("Low", 0), part("High", 0.5), part("Top", 1)],
  joints: [
    { name: "B", kind: "Hinge", body1: "Low", body2: "High", anchor: [0, 0, 0.4], axes: [[1, 2, 3]] },
    { name: "A", kind: "BallSocket", body1: "Top", body2: "High", anchor: [0, 0, 0.9] },
  ],
};

/** The state after the robot fell on the ground and tumbled there. */
async function run(input: EntityInput) {
  const world = await Physics.create({ stepSec: 0.002 });
  world.add(input, { position: [0.3, 0.1, 0.5], orientation: [0.3, 0.1, 0.2, 0.9] });
  for (let i = 0; i < 600; i++) world.step();
  const state = ["Low", "High", "Top"].map((body) => readBody(world, input.name, body));
  const [hash, entity] = [world.hash(), world.entity(input.name)];
  world.dispose();
  return { hash, state, entity };
}

describe("[M5] form of a robot's description", () => {
  test("[M5] the order of bodies, solids and joints changes no bit", async () => {
    const backwards: EntityInput = {
      ...tumbler,
      bodies: tumbler.bodies.map((body) => ({ ...body, solids: body.solids!.toReversed() })).toReversed(),
      joints: tumbler.joints!.toReversed(),
    };
    expect((await run(backwards)).hash).toBe((await run(tumbler)).hash);
  });

  test("[M5] a copy of a described robot moves like the original, bit for bit", async () => {
    const { entity, state } = await run(tumbler);
    expect((await run({ ...entity, name: "twin" })).state).toEqual(state);
  });
});
