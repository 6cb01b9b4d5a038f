import { describe, expect, test } from "vitest";
import { refusal } from "../../../testing/builders/Refusal.js";
import { describeWorld, flatGround } from "./WorldDescription.js";

describe("[M1] describeWorld", () => {
  test("an empty description is a flat ground under gravity, 1 ms a step", () => {
    const world = describeWorld();
    expect(world).toMatchObject({ name: "world", gravity: [0, 0, -9.81], stepNs: 1_000_000, seed: 1 });
    expect(world.entities.map((entity) => entity.name)).toEqual(["ground"]);
    for (const part of [world, world.gravity, world.entities, world.materials])
      expect(Object.isFrozen(part)).toBe(true);
  });

  test.each([
    [0.002, 2_000_000],
    [0.0005, 500_000],
    [1 / 240, 4_166_667],
  ])("a step of %d s is %d whole nanoseconds", (stepSec, stepNs) => {
    expect(describeWorld({ stepSec }).stepNs).toBe(stepNs);
  });

  test.each([0, -0.001, 1, Number.NaN])("refuses a step of %d s", (stepSec) => {
    expect(refusal(() => describeWorld({ name: "w", stepSec }))).toMatchObject({
      code: "VALUE_OUT_OF_RANGE",
      where: "w/Step",
      found: String(stepSec),
    });
  });

  test("refuses gravity and seeds that are no numbers", () => {
    expect(refusal(() => describeWorld({ gravity: [0, 0, Number.NaN] }))).toMatchObject({
      code: "NUMBER_NOT_FINITE",
      where: "world/Gravity",
    });
    for (const seed of [Number.NaN, 1.5, 2 ** 60])
      expect(refusal(() => describeWorld({ seed }))).toMatchObject({
        code: "VALUE_OUT_OF_RANGE",
        where: "world/Seed",
        found: String(seed),
      });
  });

  test("refuses two entities of one name", () => {
    expect(refusal(() => describeWorld({ entities: [flatGround(), flatGround()] }))).toMatchObject({
      code: "NAME_TAKEN",
      where: "world/ground",
    });
  });
});
