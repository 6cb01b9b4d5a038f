// [M8] Models that were compiled ahead are loaded by a join, with the bits of a join that compiles them itself.

import { afterEach, expect, test, vi } from "vitest";
import { costlyMesh } from "../../testing/attack/CostlyMesh.js";
import { boxShape, disposeWorlds, makeWorld, staticOf } from "../../testing/builders/SmallWorlds.js";
import { describeEntity } from "../describe/entity/Entity.js";
import { flatGround } from "../describe/world/WorldDescription.js";
import { ORIGIN } from "../math/Pose.js";
import { compileAhead, keepCompiled, textsToCompile } from "./Ahead.js";
import { loadEngine } from "./model/Engine.js";

afterEach(disposeWorlds);

/** Loose boxes, so many that their text is large. */
const CROWD = describeEntity({
  name: "crowd",
  bodies: Array.from({ length: 60 }, (_, i) => ({
    name: `b${i}`,
    solids: [{ name: `s${i}`, shape: boxShape(0.1), mass: 1, position: [0.3 * i, 0, 0.2] as const }],
  })),
});

test("a join loads what was compiled ahead", async () => {
  const { mj } = await loadEngine();
  const world = await makeWorld({});
  // a bystander makes another text, and changes no bit of the crowd
  const twin = await makeWorld({ entities: [flatGround(), staticOf("far", boxShape(1), { position: [500, 0, 0] })] });
  const jobs = textsToCompile(world, CROWD, ORIGIN);
  expect(jobs).toHaveLength(2);
  for (const job of jobs) keepCompiled(await compileAhead(job));
  expect(textsToCompile(world, CROWD, ORIGIN)).toEqual([]);
  const compile = vi.spyOn(mj.MjModel, "from_xml_string");
  world.add(CROWD, ORIGIN);
  expect(compile).not.toHaveBeenCalled();
  twin.add(CROWD, ORIGIN);
  expect(compile).toHaveBeenCalled();
  compile.mockRestore();
  for (let i = 0; i < 300; i++) for (const one of [world, twin]) one.step();
  expect(world.hashOf("crowd")).toBe(twin.hashOf("crowd"));
});

test("a short text with a large mesh is compiled ahead too", async () => {
  const world = await makeWorld({});
  const entity = describeEntity({
    name: "m",
    bodies: [{ name: "b", solids: [{ name: "s0", shape: { kind: "Mesh", ...costlyMesh(8000, 1) }, mass: 1 }] }],
  });
  const [job, ...others] = textsToCompile(world, entity, ORIGIN);
  expect(others).toEqual([]);
  expect(job.text.length).toBeLessThan(8000);
  expect(job.files).toHaveLength(1);
  keepCompiled(await compileAhead(job));
  const { mj } = await loadEngine();
  const compile = vi.spyOn(mj.MjModel, "from_xml_string");
  world.add(entity, ORIGIN);
  // only the small model of the entity alone
  expect(compile).toHaveBeenCalledTimes(1);
  compile.mockRestore();
});

test("a small world is compiled at once", async () => {
  const world = await makeWorld({});
  const small = describeEntity({
    name: "s",
    bodies: [{ name: "b", solids: [{ name: "s0", shape: boxShape(1), mass: 1 }] }],
  });
  expect(textsToCompile(world, small, ORIGIN)).toEqual([]);
});
