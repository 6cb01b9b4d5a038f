// [W8] A flood of input is read in slices, a bounded time in each turn of the event loop, by turns.

import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { ReadTurns, SLICE_BYTES } from "./ReadTurns.js";

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Connections that are read with a clock by which every slice takes 1 ms. */
function connections(names: readonly string[]) {
  let nowMs = 0;
  const turns = new ReadTurns(() => nowMs);
  const read: string[] = [];
  const streams = names.map((name) => {
    const stream = new Readable({ read: () => {} });
    turns.pace(stream);
    stream.on("data", (bytes: Buffer) => {
      nowMs++;
      read.push(`${name}${bytes[0]}`);
      expect(bytes.length).toBeLessThanOrEqual(SLICE_BYTES);
    });
    stream.on("end", () => read.push(`${name} ends`));
    return stream;
  });
  return { streams, read };
}

/** A piece of input; each slice begins with its number. */
const piece = (slices: number): Buffer =>
  Buffer.concat(Array.from({ length: slices }, (_, i) => Buffer.alloc(SLICE_BYTES, i)));

test("pieces of several connections take several turns, in order for each connection, and none starves", async () => {
  const { streams, read } = connections(["a", "b"]);
  for (const stream of streams) stream.resume();
  await turn();
  for (const stream of streams) stream.push(piece(10));
  for (const stream of streams) stream.push(null);
  const counts: number[] = [];
  while (!read.includes("a ends") || !read.includes("b ends")) {
    const before = read.length;
    await turn();
    counts.push(read.filter((one, i) => i >= before && !one.endsWith("ends")).length);
  }
  expect(Math.max(...counts)).toBeLessThanOrEqual(4);
  for (const name of ["a", "b"]) {
    const own = read.filter((one) => one.startsWith(name));
    expect(own).toEqual([...Array.from({ length: 10 }, (_, i) => `${name}${i}`), `${name} ends`]);
  }
  expect(read.indexOf("b0")).toBeLessThan(read.indexOf("a9"));
});

test("a paused connection keeps its input", async () => {
  const { streams, read } = connections(["a"]);
  const [stream] = streams;
  stream.on("data", () => stream.pause());
  stream.push(piece(6));
  for (let i = 0; i < 5; i++) await turn();
  expect(read).toEqual(["a0"]);
  for (let i = 0; i < 20; i++) {
    stream.resume();
    await turn();
  }
  expect(read.at(-1)).toBe("a5");
});
