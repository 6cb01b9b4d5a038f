// [R11] Memory of large work comes back when the work has ended, also in a server that is idle then.

import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { collectSoon, watchMemory } from "./GarbageCollection.js";

test("what nothing refers to is freed, once for several calls", async () => {
  const large = new WeakRef(new WebAssembly.Memory({ initial: 64, maximum: 64, shared: true }));
  for (let i = 0; i < 3; i++) collectSoon(1);
  for (let i = 0; i < 100 && large.deref(); i++) await sleep(20);
  expect(large.deref()).toBeUndefined();
});

test("a process that has grown and grows no more collects, without being told", async () => {
  const end = watchMemory(10, 8 << 20);
  const large = new WeakRef(new Uint8Array(64 << 20).fill(1));
  for (let i = 0; i < 300 && large.deref(); i++) await sleep(20);
  end();
  expect(large.deref()).toBeUndefined();
});
