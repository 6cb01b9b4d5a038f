// [R11] Memory of large work comes back when the work has ended, also in a server that is idle then.

import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { collectSoon, watchMemory } from "./GarbageCollection.js";

/** Waits until it is freed. Not `expect(large.deref())`: a failed check would print its bytes, and run out of memory. */
const isFreedSoon = async (large: WeakRef<object>): Promise<boolean> => {
  for (let i = 0; i < 300 && large.deref(); i++) await sleep(20);
  return large.deref() === undefined;
};

/** Other files ran in this process before: what they leave is freed first. */
async function settle(): Promise<void> {
  collectSoon(0);
  for (let [same, last] = [0, 0]; same < 10; await sleep(20)) {
    const now = process.memoryUsage.rss();
    same = Math.abs(now - last) < 1 << 20 ? same + 1 : 0;
    last = now;
  }
}

test("what nothing refers to is freed, once for several calls", async () => {
  const make = () => new WeakRef(new WebAssembly.Memory({ initial: 64, maximum: 64, shared: true }));
  const large = make();
  for (let i = 0; i < 3; i++) collectSoon(1);
  expect(await isFreedSoon(large)).toBe(true);
});

test("a process that has grown and grows no more collects, without being told", async () => {
  await settle();
  const make = () => new WeakRef(new Uint8Array(64 << 20).fill(1));
  const end = watchMemory(10, 8 << 20);
  const large = make();
  const isFreed = await isFreedSoon(large);
  end();
  expect(isFreed).toBe(true);
});
