// The bytes of the protocol: documents and messages, in chunks of any size.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refusal } from "../../../testing/builders/Refusal.js";
import { DocumentReader, encodeMessage, MessageReader } from "./Codec.js";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const SEED = 20041180;

/** Cuts bytes into pieces at the given places. */
function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  let start = 0;
  return [...ends, bytes.length].map((end) => {
    const piece = bytes.slice(start, end);
    start = end;
    return piece;
  });
}

function readAll(pieces: readonly Uint8Array[], reader = new MessageReader()): { name: string; payload: Uint8Array }[] {
  const all: { name: string; payload: Uint8Array }[] = [];
  for (const piece of pieces) {
    reader.push(piece);
    for (let one = reader.next(); one; one = reader.next()) all.push({ name: one.name, payload: one.payload.slice() });
  }
  return all;
}

const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).filter((text) => !text.includes("\0"));
const message = fc.record({ name, payload: fc.uint8Array({ maxLength: 300 }) });

describe("messages", () => {
  test("[W2] length, name, NUL, payload, little-endian", () => {
    expect([...encodeMessage("Ab", new Uint8Array([1, 2]))]).toEqual([9, 0, 0, 0, 0x41, 0x62, 0, 1, 2]);
  });

  test("[W2] written messages are read back from chunks of any size", () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 8 }), fc.array(fc.nat(), { maxLength: 20 }), (messages, places) => {
        const bytes = Uint8Array.from(messages.flatMap((one) => [...encodeMessage(one.name, one.payload)]));
        expect(readAll(cut(bytes, places))).toEqual(messages);
        expect(readAll([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(messages);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  test.each([
    ["MESSAGE_TOO_SHORT", [5, 0, 0, 0, 0]],
    ["MESSAGE_TOO_SHORT", [0, 0, 0, 0]],
    ["MESSAGE_TOO_LONG", [1, 1, 0, 0]],
    ["MESSAGE_TOO_LONG", [255, 255, 255, 255]],
    ["MESSAGE_UNNAMED", [6, 0, 0, 0, 0x41, 0x42]],
    ["MESSAGE_UNNAMED", [6, 0, 0, 0, 0, 0]],
    ["MESSAGE_UNNAMED", [7, 0, 0, 0, 0xc3, 0x28, 0]],
    // the NUL belongs to the next message
    ["MESSAGE_UNNAMED", [6, 0, 0, 0, 0x41, 0x42, 0]],
  ])("[W8] %s: %j", (code, bytes) => {
    expect(refusal(() => readAll([Uint8Array.from(bytes)], new MessageReader(256))).code).toBe(code);
  });

  test("[W8] a long message one byte at a time costs no more than its length", () => {
    const bytes = encodeMessage("Cam", new Uint8Array(1 << 20).fill(7));
    const reader = new MessageReader();
    for (let i = 0; i < bytes.length; i++) reader.push(bytes.subarray(i, i + 1));
    expect(reader.next()?.payload.length).toBe(1 << 20);
  });
});

describe("documents", () => {
  test("[W1] %% ends the document in chunks of any size", () => {
    const bytes = bytesOf("<Client>5% <!-- ü % % --></Client>%%rest%%");
    for (let i = 0; i <= bytes.length; i++)
      for (let k = i; k <= bytes.length; k += 3) {
        const reader = new DocumentReader();
        const rest: number[] = [];
        let text: string | undefined;
        for (const piece of cut(bytes, [i, k])) {
          if (text !== undefined) rest.push(...piece);
          else {
            const whole = reader.push(piece);
            text = whole?.text;
            rest.push(...(whole?.rest ?? []));
          }
        }
        expect(text).toBe("<Client>5% <!-- ü % % --></Client>");
        expect(new TextDecoder().decode(Uint8Array.from(rest))).toBe("rest%%");
      }
  });

  test("[W1] three percent signs: the first two end it", () => {
    expect(new DocumentReader().push(bytesOf("a%%%"))).toEqual({ text: "a", rest: bytesOf("%") });
  });

  test("[R11] a document above the limit is refused as soon as the limit is exceeded", () => {
    const reader = new DocumentReader(100);
    reader.push(new Uint8Array(100).fill(0x20));
    expect(refusal(() => reader.push(Uint8Array.of(0x20))).code).toBe("DOCUMENT_TOO_LARGE");
    expect(refusal(() => new DocumentReader(3).push(bytesOf("abcd%%"))).code).toBe("DOCUMENT_TOO_LARGE");
    expect(new DocumentReader(4).push(bytesOf("abcd%%"))?.text).toBe("abcd");
  });

  test("[R11] bytes that are not UTF-8", () => {
    expect(refusal(() => new DocumentReader().push(Uint8Array.of(0xff, 0x25, 0x25))).code).toBe("XML_MALFORMED");
  });
});
