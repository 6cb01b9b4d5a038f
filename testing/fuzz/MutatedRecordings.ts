// Damaged recordings: a recording with changed, cut, doubled and swapped bytes is read to its end. Reading never throws anything but
// RECORDING_UNREADABLE, gives no more bytes than chunks may unpack to, and asks for no bytes outside of the file.

import fc from "fast-check";
import { expect } from "vitest";
import { SimError } from "../../src/describe/SimError.js";
import { type Decompress, Recording } from "../../src/record/mcap/Recording.js";
import { listSignals } from "../../src/record/signals/SignalTable.js";

/** Bytes that one file may unpack to. */
const MAX_READ = 1 << 27;

const CHANGE = fc.oneof(
  fc.record({ kind: fc.constant("set" as const), at: fc.nat(), value: fc.nat(255) }),
  fc.record({
    kind: fc.constant("length" as const),
    at: fc.nat(),
    value: fc.constantFrom(0, 1, 0xffffffff, 0x7fffffff),
  }),
  fc.record({ kind: fc.constant("cut" as const), at: fc.nat(), value: fc.nat(200) }),
  fc.record({ kind: fc.constant("double" as const), at: fc.nat(), value: fc.nat(200) }),
);

type Change = { readonly kind: "set" | "length" | "cut" | "double"; readonly at: number; readonly value: number };

function change(bytes: Uint8Array, { kind, at: place, value }: Change): Uint8Array {
  const at = place % Math.max(1, bytes.length - 4);
  if (kind === "cut") return new Uint8Array(Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + value)]));
  if (kind === "double")
    return new Uint8Array(
      Buffer.concat([bytes.subarray(0, at + value), bytes.subarray(at, at + value), bytes.subarray(at + value)]),
    );
  const changed = bytes.slice();
  if (kind === "set") changed[at] = value;
  else if (changed.length >= 4) new DataView(changed.buffer).setUint32(at, value, true);
  return changed;
}

/** Reads `count` damaged copies of a recording. */
export function readMutations(
  whole: Uint8Array,
  decompress: Decompress | undefined,
  count: number,
  seed: number,
): void {
  fc.assert(
    fc.property(fc.array(CHANGE, { minLength: 1, maxLength: 6 }), (changes) => {
      const bytes = changes.reduce(change, whole);
      try {
        readAll(bytes, decompress);
      } catch (problem) {
        expect(problem).toBeInstanceOf(SimError);
        expect((problem as SimError).code).toBe("RECORDING_UNREADABLE");
      }
    }),
    { numRuns: count, seed },
  );
}

function readAll(bytes: Uint8Array, decompress: Decompress | undefined): void {
  const read = (offset: number, length: number): Uint8Array => {
    expect(offset >= 0 && length >= 0 && offset + length <= bytes.length).toBe(true);
    return bytes.subarray(offset, offset + length);
  };
  const recording = new Recording({ size: bytes.length, read }, decompress);
  let size = 0;
  for (const { data } of recording.messages()) size += data.length;
  for (const attachment of recording.attachments) size += attachment.read().length;
  expect(size).toBeLessThanOrEqual(MAX_READ);
  listSignals(recording);
}
