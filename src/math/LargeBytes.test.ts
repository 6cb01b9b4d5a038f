import { expect, test } from "vitest";
import { pagedBytes, spaciousBytes } from "./LargeBytes.js";

test.each([
  ["pagedBytes", pagedBytes],
  ["spaciousBytes", spaciousBytes],
])("[M8] %s gives arrays of the wanted length, which change threads as a whole", (_, make) => {
  for (const length of [0, 1, 1 << 20, (2 << 20) + 1, 40 << 20]) {
    const bytes = make(length);
    expect([bytes.length, bytes.byteOffset, bytes.every((byte) => byte === 0)]).toEqual([length, 0, true]);
    bytes.fill(7);
    const moved = structuredClone(bytes, { transfer: [bytes.buffer] });
    expect([moved.length, moved.every((byte) => byte === 7)]).toEqual([length, true]);
  }
});
