import { describe, expect, test } from "vitest";
import { ballShape, bodyOf } from "../../../testing/builders/SmallWorlds.js";
import { describeEntity, type EntityInput } from "../../describe/entity/Entity.js";
import type { JointInput } from "../../describe/entity/Joint.js";
import { type BodyTree, growTree } from "./Tree.js";

const bodies = (masses: Record<string, number>) =>
  Object.entries(masses).map(([name, mass]) => bodyOf(name, ballShape(0.1), { mass }));
const hinge = (name: string, body1: string, body2?: string, kind: JointInput["kind"] = "Hinge"): JointInput => ({
  name,
  kind,
  body1,
  ...(body2 === undefined ? {} : { body2 }),
  ...(kind === "Hinge" || kind === "AMotor" ? { axes: [[0, 0, 1] as const] } : {}),
});
const grow = (masses: Record<string, number>, joints: JointInput[]): BodyTree =>
  growTree(describeEntity({ name: "e", bodies: bodies(masses), joints }));

/** "child<parent" for each body, the world as "". */
const edges = (tree: BodyTree) =>
  tree.bodies.map(({ name, parent }) => `${name}<${parent < 0 ? "" : tree.bodies[parent].name}`);
const roots = (tree: BodyTree) => tree.roots.map((root) => tree.bodies[root].name);

describe("growTree", () => {
  test("the heaviest body is the root, whatever the joints", () => {
    const tree = grow({ A: 1, B: 5, C: 2 }, [hinge("AB", "A", "B"), hinge("BC", "B", "C")]);
    expect(roots(tree)).toEqual(["B"]);
    expect(edges(tree)).toEqual(["A<B", "B<", "C<B"]);
    expect(tree.loops).toEqual([]);
  });

  test("equal masses: the first by name", () => {
    expect(roots(grow({ Q: 1, P: 1 }, [hinge("J", "Q", "P")]))).toEqual(["P"]);
  });

  test("a chain grows outwards from the root", () => {
    const tree = grow({ A: 9, B: 1, C: 2, D: 3 }, [hinge("x", "D", "C"), hinge("y", "C", "B"), hinge("z", "B", "A")]);
    expect(edges(tree)).toEqual(["A<", "B<A", "C<B", "D<C"]);
  });

  test("bodies without joints are groups of their own", () => {
    expect(roots(grow({ A: 1, B: 2, C: 3 }, [hinge("J", "A", "B")]))).toEqual(["B", "C"]);
  });

  test("the joint that would close a ring is listed as a loop", () => {
    const ring = [hinge("AB", "A", "B"), hinge("BC", "B", "C"), hinge("CA", "C", "A")];
    const tree = grow({ A: 3, B: 1, C: 1 }, ring);
    expect(edges(tree)).toEqual(["A<", "B<A", "C<A"]);
    expect(tree.loops.map((joint) => joint.name)).toEqual(["BC"]);
  });

  test("of two joints between the same bodies the ball joint closes the loop, whichever name is first", () => {
    for (const [first, second] of [
      ["a", "b"],
      ["b", "a"],
    ]) {
      const tree = grow({ A: 2, B: 1 }, [hinge(first, "A", "B", "BallSocket"), hinge(second, "A", "B")]);
      expect(tree.loops.map((joint) => joint.kind)).toEqual(["BallSocket"]);
      expect(tree.bodies[1].joint?.kind).toBe("Hinge");
    }
  });

  test("a joint to the world makes the world the root, though another body is heavier", () => {
    const tree = grow({ A: 1, B: 50 }, [hinge("W", "A"), hinge("J", "A", "B")]);
    expect(edges(tree)).toEqual(["A<", "B<A"]);
    expect(tree.bodies[0].joint?.name).toBe("W");
  });

  test("a second joint to the world closes a loop", () => {
    const tree = grow({ A: 1, B: 1 }, [hinge("W1", "A"), hinge("W2", "B"), hinge("J", "A", "B")]);
    expect(tree.loops).toHaveLength(1);
    expect(tree.bodies.filter((body) => body.joint !== undefined)).toHaveLength(2);
  });

  test("angular motors are no edges", () => {
    const tree = grow({ A: 1, B: 2 }, [hinge("M", "A", "B", "AMotor")]);
    expect(roots(tree)).toEqual(["A", "B"]);
    expect(tree.motors.map((joint) => joint.name)).toEqual(["M"]);
  });

  test("[M5] the order of declaration changes nothing", () => {
    const parts: EntityInput = {
      name: "e",
      bodies: bodies({ A: 2, B: 2, C: 2, D: 1 }),
      joints: [hinge("AB", "A", "B"), hinge("BC", "B", "C"), hinge("CA", "C", "A"), hinge("DC", "D", "C")],
    };
    const turned: EntityInput = { ...parts, bodies: [...parts.bodies].reverse(), joints: [...parts.joints!].reverse() };
    expect(growTree(describeEntity(turned))).toEqual(growTree(describeEntity(parts)));
  });
});
