import { describe, expect, test } from "vitest";
import { describeEntity } from "../describe/entity/Entity.js";
import { heaviestBody, massesOf, massOfEntity } from "./Masses.js";

const box = (name: string, mass: number) => ({
  name,
  solids: [{ name: `${name}Solid`, shape: { kind: "Box" as const, size: [1, 1, 1] as const }, mass }],
});
const robot = describeEntity({ name: "robot", bodies: [box("Z", 1), box("A", 0.1), box("M", 5), box("N", 5)] });
const ground = describeEntity({ name: "ground", isStatic: true, bodies: [box("G", 1)] });

describe("[M2] masses of an entity", () => {
  test("the sum over all bodies, 0 for a static entity", () => {
    expect(massOfEntity(robot)).toBeCloseTo(11.1, 12);
    expect(massOfEntity(ground)).toBe(0);
  });

  test("the heaviest body, the first of equals; of some names; the first body of a static entity", () => {
    expect(heaviestBody(robot)).toBe("M");
    expect(heaviestBody(robot, ["A", "Z"])).toBe("Z");
    expect(heaviestBody(robot, [])).toBeUndefined();
    expect(heaviestBody(ground)).toBe("G");
  });

  test("computed once per description, in name order", () => {
    expect(massesOf(robot)).toBe(massesOf(robot));
    expect([...massesOf(robot).keys()]).toEqual(["A", "M", "N", "Z"]);
  });
});
