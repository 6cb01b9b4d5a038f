import { expect, test } from "vitest";
import { encodeMessage, MessageReader } from "./Codec.js";
import { PayloadViews } from "./PayloadViews.js";

const message = (name: string, payload: readonly number[]) => encodeMessage(name, Uint8Array.from(payload));

test("a view shows the payload, whatever was at its place before", () => {
  const buffer = new Uint8Array(1000);
  const views = new PayloadViews();
  const reader = new MessageReader();
  for (const [name, payload] of [
    ["A", [1, 2, 3]],
    ["A", [4, 5, 6]],
    ["A", [7]],
    ["Longer", [8, 9]],
    ["A", []],
  ] as const) {
    const bytes = message(name, payload);
    buffer.set(bytes);
    reader.push(buffer.subarray(0, bytes.length));
    const read = reader.next();
    const view = read && views.of(read);
    expect([...Array(view?.byteLength).keys()].map((i) => view?.getUint8(i))).toEqual(payload);
  }
});

test("the same place of one buffer gives the same view", () => {
  const views = new PayloadViews();
  const reader = new MessageReader();
  const bytes = message("A", [1]);
  const viewOf = (chunk: Uint8Array) => {
    reader.push(chunk);
    const read = reader.next();
    return read && views.of(read);
  };
  expect(viewOf(bytes)).toBe(viewOf(bytes));
  expect(viewOf(bytes.slice())).not.toBe(viewOf(bytes));
});
