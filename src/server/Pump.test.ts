// The pump with a fake simulation: no world, no sockets.

import { availableParallelism } from "node:os";
import { afterEach, expect, test, vi } from "vitest";
import type { Simulation } from "../session/Simulation.js";
import { Pump } from "./Pump.js";

const pumps: Pump[] = [];
afterEach(() => {
  for (const pump of pumps.splice(0)) pump.stop();
});

class FakeSimulation {
  rate = 1;
  isStopped = false;
  readonly world = { frame: 0 };
  sessions: readonly unknown[] = [];
  runs = 0;
  readonly lastings: number[] = [];

  /** `wait` gives the time until the next frame, ms, or throws. */
  constructor(readonly wait: (run: number) => number) {}

  run(): number {
    return this.wait(++this.runs);
  }

  lasted(fromMs: number, toMs: number): void {
    this.lastings.push(toMs - fromMs);
  }

  stop(): void {
    this.isStopped = true;
  }
}

function pumpOf(fake: FakeSimulation, more: { beforeFrame?: () => void; afterBurst?: () => void } = {}) {
  const log: string[] = [];
  const pump = new Pump({ simulation: fake as unknown as Simulation, log: (line) => log.push(line), ...more });
  pumps.push(pump);
  return { pump, log };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const forever = Number.POSITIVE_INFINITY;

test("wake runs a frame in the same turn, and more until the simulation waits", async () => {
  const fake = new FakeSimulation((run) => (run < 3 ? 0 : forever));
  pumpOf(fake).pump.wake();
  // on a busy machine the burst may end early
  expect(fake.runs).toBeGreaterThanOrEqual(1);
  await expect.poll(() => fake.runs, { timeout: 30_000 }).toBe(3);
});

test("a wake from within a frame runs another one, without recursion", async () => {
  let depth = 0;
  const fake = new FakeSimulation((run) => {
    expect(++depth).toBe(1);
    if (run === 1) pump.wake();
    depth--;
    return forever;
  });
  const { pump } = pumpOf(fake);
  pump.wake();
  await expect.poll(() => fake.runs, { timeout: 30_000 }).toBe(2);
});

test("without waits it gives the event loop its turn and continues", async () => {
  const fake = new FakeSimulation(() => 0);
  let bursts = 0;
  pumpOf(fake, { afterBurst: () => bursts++ }).pump.wake();
  expect(bursts).toBe(1);
  const runs = fake.runs;
  await expect.poll(() => fake.runs, { timeout: 30_000 }).toBeGreaterThan(runs);
});

test("it wakes by itself when the wait is over", async () => {
  const fake = new FakeSimulation((run) => (run === 1 ? 2 : forever));
  pumpOf(fake).pump.wake();
  await expect.poll(() => fake.runs, { timeout: 30_000 }).toBe(2);
});

test("wakeSoon runs in the next turn, once for several calls", async () => {
  const fake = new FakeSimulation(() => forever);
  const { pump } = pumpOf(fake);
  for (let i = 0; i < 3; i++) pump.wakeSoon();
  expect(fake.runs).toBe(0);
  await turn();
  expect(fake.runs).toBe(1);
});

test("a long frame restarts the stall timers at its end", () => {
  const fake = new FakeSimulation(() => {
    const end = performance.now() + 15;
    while (performance.now() < end);
    return forever;
  });
  pumpOf(fake).pump.wake();
  expect(fake.lastings).toHaveLength(1);
  expect(fake.lastings[0]).toBeGreaterThan(10);
});

test("[W7] an internal error is logged and the simulation continues; ten in one frame stop it", () => {
  const fake = new FakeSimulation(() => {
    throw new Error("broken");
  });
  const { pump, log } = pumpOf(fake);
  for (let i = 0; i < 9; i++) pump.wake();
  expect(fake.isStopped).toBe(false);
  fake.world.frame++;
  for (let i = 0; i < 9; i++) pump.wake();
  expect(fake.isStopped).toBe(false);
  pump.wake();
  expect(fake.isStopped).toBe(true);
  expect(pump.hasFailed).toBe(true);
  expect(log[0]).toContain("internal error: Error: broken");
});

test("a stopped pump runs no frame", async () => {
  const fake = new FakeSimulation(() => 0);
  const { pump } = pumpOf(fake);
  pump.stop();
  pump.wake();
  pump.wakeSoon();
  await turn();
  expect(fake.runs).toBe(0);
});

test.each([
  ["few", 0, true],
  ["more clients than processors", 1000, false],
])("at full speed it stays awake for answers of %s", (_, count, isAwake) => {
  const turns = vi.spyOn(globalThis, "setImmediate");
  const fake = new FakeSimulation(() => Number.POSITIVE_INFINITY);
  [fake.rate, fake.sessions] = [Number.POSITIVE_INFINITY, Array<unknown>(count).fill({})];
  pumpOf(fake).pump.wake();
  expect(turns.mock.calls.length > 0).toBe(isAwake && availableParallelism() > 1);
  turns.mockRestore();
});
