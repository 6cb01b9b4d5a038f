import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frameMessage, MessageSplitter } from "./SyncFraming.js";

function split(pieces: readonly Uint8Array[], maxBytes = 1 << 20): Uint8Array[] {
  const splitter = new MessageSplitter(maxBytes);
  const messages: Uint8Array[] = [];
  for (const piece of pieces) splitter.push(piece, (message) => messages.push(message));
  return messages;
}

describe("messages behind a uvarint", () => {
  it("[F3] has the lengths of the protobuf documentation", () => {
    expect([...frameMessage(new Uint8Array(0))]).toEqual([0]);
    expect([...frameMessage(new Uint8Array(150)).subarray(0, 2)]).toEqual([0x96, 0x01]);
    expect([...frameMessage(new Uint8Array(127)).subarray(0, 1)]).toEqual([0x7f]);
    expect([...frameMessage(new Uint8Array(16384)).subarray(0, 3)]).toEqual([0x80, 0x80, 0x01]);
  });

  it("[F3] returns the messages that were sent, for any cut into pieces", () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        (messages, cuts) => {
          const wire = new Uint8Array(messages.flatMap((message) => [...frameMessage(message)]));
          const pieces: Uint8Array[] = [];
          for (let at = 0, i = 0; at < wire.length; i++) {
            const length = cuts[i % cuts.length] as number;
            pieces.push(wire.subarray(at, at + length));
            at += length;
          }
          expect(split(pieces).map((message) => [...message])).toEqual(messages.map((message) => [...message]));
        },
      ),
    );
  });

  it("[F3] refuses a length above the limit as soon as it is read, after the messages before it", () => {
    const taken: number[] = [];
    const splitter = new MessageSplitter(100);
    const good = frameMessage(new Uint8Array(100));
    expect(() => splitter.push(new Uint8Array([...good, 0xff, 0x7f]), (message) => taken.push(message.length))).toThrow(
      RangeError,
    );
    expect(taken).toEqual([100]);
    // bytes that always promise more
    expect(() => split([new Uint8Array(6).fill(0x80)], 100)).toThrow(RangeError);
  });

  it("[F3] keeps no more than one message and its prefix", () => {
    const splitter = new MessageSplitter(100);
    for (let i = 0; i < 100; i++) splitter.push(frameMessage(new Uint8Array(100)).subarray(0, 1), () => {});
    expect(splitter.kept).toBeLessThanOrEqual(100);
  });
});
