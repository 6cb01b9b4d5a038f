// [M8] The engine's compiler calls itself for each level of a tree, and its stack is small: the depth is bounded before.

import { afterEach, expect, test } from "vitest";
import { chain } from "../../../testing/builders/Chain.js";
import { refusal } from "../../../testing/builders/Refusal.js";
import { ballShape, disposeWorlds, makeWorld, objectOf, run } from "../../../testing/builders/SmallWorlds.js";
import { MAX_TREE_DEPTH } from "./Tree.js";

afterEach(disposeWorlds);

test.each([MAX_TREE_DEPTH + 1, 130, 256])("a chain of %d bodies is refused, the world goes on", async (length) => {
  const physics = await makeWorld({ entities: [objectOf("ball", ballShape(0.1))] });
  const error = refusal(() => physics.add(chain(Array(length).fill(1))));
  expect(error.code).toBe("TREE_TOO_DEEP");
  expect(error.where).toMatch(/^chain\/L\d+$/);
  physics.add(objectOf("other", ballShape(0.1), { position: [1, 0, 0] }));
  run(physics, 0.01);
});

test("the deepest chain, and one of twice the length around its heaviest body, can be used", async () => {
  const physics = await makeWorld({});
  physics.add(chain(Array(MAX_TREE_DEPTH).fill(1)));
  run(physics, 0.01);
  physics.remove("chain");
  const long = chain(Array(2 * MAX_TREE_DEPTH - 1).fill(1));
  const middle = `L${MAX_TREE_DEPTH - 1}`;
  const bodies = long.bodies.map((body) =>
    body.name === middle ? { ...body, solids: body.solids?.map((solid) => ({ ...solid, mass: 2 })) } : body,
  );
  physics.add({ ...long, bodies, joints: long.joints?.slice(1) });
  run(physics, 0.01);
});
