// [M8] A robot leaves when the model without it is compiled: the world waits at the same frame, and the result is the same.

import { expect, test } from "vitest";
import { boxRobot } from "../../testing/builders/BoxRobot.js";
import { FakeClient, runFrames } from "../../testing/builders/FakeClient.js";
import { type CompileJob, compileAhead as compileNow, keepCompiled } from "../physics/Ahead.js";
import { World } from "../world/World.js";
import { Preparation } from "./Preparation.js";
import { Simulation, type SimulationOptions } from "./Simulation.js";

/** A robot whose model takes long to compile. */
const large = (name: string, at: string): string => {
  const one = (i: number) => `<Body name="p${i}"><Sphere name="q${i}"><Mass>1</Mass><Radius>0.1</Radius>
<Position>${0.3 * i} 3 1</Position></Sphere></Body>`;
  const more = Array.from({ length: 60 }, (_, i) => one(i)).join("");
  return boxRobot({ name, at }).replace("</RigidBodies>", `${more}</RigidBodies>`);
};

async function start(options: Partial<SimulationOptions>) {
  const simulation = new Simulation(await World.create(), { rate: Number.POSITIVE_INFINITY, ...options });
  const stays = FakeClient.connect(simulation, boxRobot({ name: "Stays", at: "-5 0 1" }));
  const big = FakeClient.connect(simulation, large("Big", "30 0 0"));
  for (let i = 0; i < 20 && big.frames.length === 0; i++) {
    simulation.run(0);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const goes = FakeClient.connect(simulation, large("Goes", "60 0 0"));
  for (let i = 0; i < 20 && goes.frames.length === 0; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    for (const client of [stays, big]) client.answer();
    simulation.run(0);
  }
  return { simulation, stays, big, goes };
}

test("the world waits, the robot leaves at the same frame, and hashes are those without a second thread", async () => {
  const jobs: (readonly CompileJob[])[] = [];
  let finish = (): void => {};
  let isHeld = false;
  const compileAhead = (some: readonly CompileJob[]): Promise<void> => {
    jobs.push(some);
    return isHeld ? new Promise((resolve) => (finish = resolve)) : Promise.resolve();
  };
  const hashes: string[] = [];
  for (const options of [{ compileAhead }, {}]) {
    const { simulation, stays, big, goes } = await start(options);
    expect(goes.frames.length).toBeGreaterThan(0);
    runFrames(simulation, 3, [stays, big, goes]);
    isHeld = true;
    const { frame } = simulation.world;
    // the model of the other two was never needed before
    big.session.hangUp();
    for (const client of [stays, goes]) client.answer();
    for (let i = 0; i < 5; i++) simulation.run(0);
    if (options.compileAhead) {
      expect(simulation.world.frame).toBe(frame);
      expect(simulation.world.has("Big")).toBe(true);
      expect(jobs.at(-1)).toHaveLength(1);
      finish();
      await new Promise((resolve) => setImmediate(resolve));
      simulation.run(0);
    }
    expect(simulation.world.has("Big")).toBe(false);
    hashes.push(`${simulation.world.frame} ${simulation.hash()}`);
  }
  expect(hashes[0]).toBe(hashes[1]);
});

test("a change is prepared once, whatever becomes of its models", async () => {
  let [compiled, done] = [0, 0];
  const preparation = new Preparation({
    compile: async () => {
      compiled++;
    },
    done: () => done++,
  });
  const plan = () => [{ text: "x", files: [] }];
  expect(preparation.isReady("a", plan)).toBe(false);
  expect(preparation.isReady("b", plan)).toBe(false);
  await new Promise((resolve) => setImmediate(resolve));
  expect(preparation.isReady("a", plan)).toBe(true);
  expect([compiled, done]).toEqual([1, 1]);
});

test("the start waits for models too, one after the other, and gives the world of a start without a second thread", async () => {
  const hashes: string[] = [];
  for (const hasThread of [true, false]) {
    let compiled = 0;
    const compileAhead = async (jobs: readonly CompileJob[]): Promise<void> => {
      for (const job of jobs) keepCompiled(await compileNow(job));
      compiled++;
    };
    const named = { rate: Number.POSITIVE_INFINITY, expect: ["Last"] };
    const simulation = new Simulation(await World.create(), hasThread ? { ...named, compileAhead } : named);
    const crowd = ["C", "A", "B"].map((name, i) => FakeClient.connect(simulation, large(name, `${30 * i} 40 1`)));
    simulation.run(0);
    expect(simulation.world.robots).toHaveLength(0);
    const last = FakeClient.connect(simulation, boxRobot({ name: "Last", at: "-5 0 1" }));
    for (let i = 0; i < 200 && last.frames.length === 0; i++) {
      simulation.run(0);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(compiled).toBe(hasThread ? 4 : 0);
    expect([...crowd, last].map(({ frames }) => frames.length)).toEqual([1, 1, 1, 1]);
    runFrames(simulation, 3, [...crowd, last]);
    hashes.push(`${simulation.world.frame} ${simulation.hash()}`);
  }
  expect(hashes[0]).toBe(hashes[1]);
});

test("[T7] an expected robot that leaves during the start calls it off", async () => {
  let finish = (): void => {};
  const compileAhead = (): Promise<void> => new Promise((resolve) => (finish = resolve));
  const world = await World.create();
  const simulation = new Simulation(world, { rate: Number.POSITIVE_INFINITY, expect: ["A", "B"], compileAhead });
  const a = FakeClient.connect(simulation, boxRobot({ name: "A", at: "-5 0 1" }));
  const b = FakeClient.connect(simulation, large("B", "30 0 0"));
  simulation.run(0);
  expect(world.has("A")).toBe(true);
  b.session.hangUp();
  finish();
  await new Promise((resolve) => setImmediate(resolve));
  simulation.run(0);
  expect(world.has("A")).toBe(false);
  expect(a.hello).toBeUndefined();
  const again = FakeClient.connect(simulation, boxRobot({ name: "B", at: "5 0 1" }));
  // they join in two calls
  simulation.run(0);
  expect(again.frames).toHaveLength(0);
  simulation.run(0);
  expect([a, again].map(({ frames }) => frames.length)).toEqual([1, 1]);
});

test("a robot that is lifted joins when the model of its final place is compiled", async () => {
  const seen: string[] = [];
  for (const hasThread of [true, false]) {
    let compiled = 0;
    const compileAhead = async (jobs: readonly CompileJob[]): Promise<void> => {
      for (const job of jobs) keepCompiled(await compileNow(job));
      compiled++;
    };
    const simulation = new Simulation(await World.create(), {
      rate: Number.POSITIVE_INFINITY,
      ...(hasThread ? { compileAhead } : {}),
    });
    simulation.run(0);
    // inside of the ground, by a depth that nothing knows yet
    const client = FakeClient.connect(simulation, large("Sunk", "77 0 -0.037"));
    for (let i = 0; i < 200 && client.frames.length === 0; i++) {
      simulation.run(0);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    // the model of the likely place, then that of the final one
    expect(compiled).toBe(hasThread ? 2 : 0);
    seen.push(`${JSON.stringify(simulation.world.physics.placementOf("Sunk"))} ${simulation.hash()}`);
  }
  expect(seen[0]).toBe(seen[1]);
});
