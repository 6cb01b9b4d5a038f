// [M8] A trapped engine is replaced: the world goes on from its last sound state, with the bits of a run without the culprit.

import { afterEach, expect, test } from "vitest";
import { refusal } from "../../../testing/builders/Refusal.js";
import { boxShape, disposeWorlds, makeWorld, objectOf, run } from "../../../testing/builders/SmallWorlds.js";
import { flatGround } from "../../describe/world/WorldDescription.js";
import { applyForce } from "../Bodies.js";
import { Physics } from "../Physics.js";
import { INTERNALS } from "../state/LiveModel.js";
import { wordsOf } from "./DataFields.js";
import { isLoss } from "./EngineLoss.js";

afterEach(disposeWorlds);

/** A size by which the hostile entity is known. */
const MARK = 0.0123456789;

const hostile = objectOf("aHostile", boxShape(MARK), { position: [3, 0, 1] });
const engineOf = (physics: Physics) => physics[INTERNALS].compiled.engine;

async function scene(): Promise<Physics> {
  await Physics.loadSpare();
  const physics = await makeWorld({ entities: [flatGround()] });
  physics.add(objectOf("calm", boxShape(0.3), { position: [5, 0, 0.2] }));
  physics.add(objectOf("other", boxShape(0.3), { position: [5.2, 0.1, 0.6] }));
  run(physics, 0.05);
  applyForce(physics, "calm", "Body", [3, 0, 0]);
  return physics;
}

/** A real trap: the engine follows a pointer out of its memory. */
function trap(physics: Physics): never {
  const { engine, model, data, views } = physics[INTERNALS].compiled;
  const words = wordsOf(data);
  // the first word with this address is that of the buffer itself
  const address = views.qpos.byteOffset;
  words[words.indexOf(address, words.indexOf(address) + 1)] = 0x7fff0000;
  engine.mj.mj_kinematics(model, data);
  throw new Error("the engine has not trapped");
}

async function expectSame(physics: Physics, engine: unknown): Promise<void> {
  const twin = await scene();
  while (twin.steps < physics.steps) twin.step();
  expect(physics.hash()).toBe(twin.hash());
  for (const world of [physics, twin]) run(world, 0.1);
  expect(physics.hash()).toBe(twin.hash());
  expect(engineOf(physics)).not.toBe(engine);
  physics.add(objectOf("late", boxShape(0.2), { position: [0, 0, 3] }));
  run(physics, 0.01);
}

test("in a step: the entity that joined last goes", async () => {
  const physics = await scene();
  const engine = engineOf(physics);
  physics.add(hostile);
  const { mj } = engine;
  const collide = mj.mj_collision;
  mj.mj_collision = (...args) => (physics.has("aHostile") ? trap(physics) : collide(...args));
  expect(physics.step().map(({ entity, error }) => [entity, error.code])).toEqual([["aHostile", "ENGINE_LOST"]]);
  mj.mj_collision = collide;
  expect(engine.isLost).toBe(true);
  await expectSame(physics, engine);
});

test("when an entity is compiled: it is refused", async () => {
  const physics = await scene();
  const engine = engineOf(physics);
  const { MjModel } = engine.mj;
  const read = (text: string) => (text.includes(`${MARK / 2}`) ? trap(physics) : MjModel.from_xml_string(text));
  Object.assign(engine.mj, { MjModel: { from_xml_string: read } });
  expect(refusal(() => physics.add(hostile)).code).toBe("ENGINE_REFUSED");
  expect(engine.isLost).toBe(true);
  physics.step();
  await expectSame(physics, engine);
});

test("an engine lost between two steps: all entities stay", async () => {
  const physics = await scene();
  const engine = engineOf(physics);
  try {
    trap(physics);
  } catch (problem) {
    expect(isLoss(problem)).toBe(true);
    engine.isLost = true;
  }
  expect(physics.step()).toEqual([]);
  await expectSame(physics, engine);
});
