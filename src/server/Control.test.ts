// Verbs that change the world's model: another thread compiles it while the world waits (M8).

import { expect, test } from "vitest";
import { type CompileJob, compileAhead, keepCompiled } from "../physics/Ahead.js";
import { Simulation } from "../session/Simulation.js";
import { World } from "../world/World.js";
import { Control } from "./Control.js";

/** A robot whose model is large. `size`: makes the texts of different tests differ. */
const large = (name: string, at: number, size: number): string => `<Client>
 <CSettings><Name>${name}</Name><Offset>${at} 0 0</Offset><Settle>false</Settle></CSettings><Entity><RigidBodies><Body name="b">
 ${Array.from({ length: 120 }, (_, i) => `<Box name="s${i}"><Mass>1</Mass><XSize>${size}</XSize><YSize>${size}</YSize><ZSize>${size}</ZSize><Position>0 ${i} 1</Position></Box>`).join("")}
 </Body></RigidBodies></Entity></Client>`;

async function open(compiles: boolean) {
  const jobs: CompileJob[] = [];
  let go = (): void => {};
  const compileNow = async (wanted: readonly CompileJob[]): Promise<void> => {
    jobs.push(...wanted);
    await new Promise<void>((resolve) => {
      go = resolve;
    });
    for (const job of wanted) keepCompiled(await compileAhead(job));
  };
  const world = await World.create();
  const simulation = new Simulation(world, compiles ? { compileAhead: compileNow } : {});
  const control = new Control({ simulation, wake: () => {}, log: () => {} });
  return { world, simulation, control, jobs, go: () => go() };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("[M8] [T8] spawn, remove, restore and reset wait for their models; the world waits with them, and nothing else changes", async () => {
  const [a, b] = [await open(true), await open(false)];
  const verbs: readonly (readonly [string, object])[] = [
    ["spawn", { document: large("A", 0, 0.2) }],
    ["spawn", { document: large("B", 5, 0.21) }],
    ["snapshot", { name: "both" }],
    ["remove", { name: "A" }],
    ["restore", { name: "both" }],
    ["reset", {}],
    ["remove", { name: "B" }],
  ];
  const replies = verbs.map(([verb, args]) => a.control.perform(verb, args));
  for (let i = 0; i < 5; i++) {
    a.simulation.run(10 * i);
    await turn();
  }
  expect(a.world.frame).toBe(0);
  expect(a.jobs.length).toBeGreaterThan(0);
  const isOver = Promise.all(replies).then(() => true);
  while (!(await Promise.race([isOver, turn().then(() => false)]))) a.go();
  const expected: unknown[] = [];
  for (const [verb, args] of verbs) expected.push(await b.control.perform(verb, args));
  expect(await Promise.all(replies)).toEqual(expected);
  for (const { simulation } of [a, b]) for (let ms = 0; ms < 100; ms += 2) simulation.run(1000 + ms);
  expect(a.world.frame).toBeGreaterThan(0);
  expect(a.simulation.hash()).toBe(b.simulation.hash());
  for (const { world } of [a, b]) world.dispose();
});

test("[T8] a simulation that has stopped meanwhile is not changed", async () => {
  const { control, simulation, world, go } = await open(true);
  const reply = control.perform("spawn", { document: large("A", 0, 0.3) });
  await turn();
  simulation.stop();
  go();
  expect(await reply).toMatchObject({ result: expect.any(Number), message: expect.stringContaining("STATE_WRONG") });
  expect(world.robots).toEqual([]);
  world.dispose();
});
