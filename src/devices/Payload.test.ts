// Numbers as bytes on the wire.

import { describe, expect, test } from "vitest";
import type { PayloadField } from "./Device.js";
import { countValues, encodePayload, payloadBytes, payloadText, valueNames } from "./Payload.js";

const field = (name: string, type: PayloadField["type"]): PayloadField => ({ name, type, unit: "" });
const ALL = (["uint8", "float32", "uint16", "float64", "int32", "uint32"] as const).map((type, i) =>
  field(`f${i}`, type),
);

describe("[W2] payloads", () => {
  test("little-endian, in order, without gaps", () => {
    const bytes = encodePayload(ALL, [255, 1.5, 0x1234, -2.25, -2, 0xfedcba98], undefined);
    expect(bytes.length).toBe(23);
    expect(payloadBytes(ALL, false)).toBe(23);
    const view = new DataView(bytes.buffer);
    expect([view.getUint8(0), view.getFloat32(1, true), view.getUint16(5, true)]).toEqual([255, 1.5, 0x1234]);
    expect([view.getFloat64(7, true), view.getInt32(15, true)]).toEqual([-2.25, -2]);
    expect([...bytes.subarray(19)]).toEqual([0x98, 0xba, 0xdc, 0xfe]);
  });

  test("[W5] with a stamp the capture time comes first, as a float64", () => {
    const bytes = encodePayload([field("pitch", "float32")], [0.5], 12.345);
    expect(bytes.length).toBe(12);
    expect(payloadBytes([field("pitch", "float32")], true)).toBe(12);
    const view = new DataView(bytes.buffer);
    expect([view.getFloat64(0, true), view.getFloat32(8, true)]).toEqual([12.345, 0.5]);
  });

  test("integers are rounded and clamped to their type", () => {
    const ends = (type: PayloadField["type"], x: number) => [...encodePayload([field("n", type)], [x], undefined)];
    expect(ends("uint8", 300)).toEqual([255]);
    expect(ends("uint8", -1)).toEqual([0]);
    expect(ends("uint8", 0.6)).toEqual([1]);
    expect(ends("uint16", 1e9)).toEqual([255, 255]);
    expect(ends("int32", -1e12)).toEqual([0, 0, 0, 128]);
    expect(ends("uint32", Number.POSITIVE_INFINITY)).toEqual([255, 255, 255, 255]);
  });

  test("floats keep infinity and NaN", () => {
    const view = new DataView(
      encodePayload([field("a", "float32"), field("b", "float32")], [Number.NaN, -Infinity], undefined).buffer,
    );
    expect([view.getFloat32(0, true), view.getFloat32(4, true)]).toEqual([Number.NaN, -Infinity]);
  });
});

test("[W2] arrays: consecutive numbers with one field name", () => {
  const fields: PayloadField[] = [field("flag", "uint8"), { ...field("distance", "float32"), count: 3 }];
  const bytes = encodePayload(fields, [1, 0.5, 1.5, 2.5], undefined);
  expect([bytes.length, payloadBytes(fields, false), countValues(fields)]).toEqual([13, 13, 4]);
  const view = new DataView(bytes.buffer);
  expect([1, 5, 9].map((at) => view.getFloat32(at, true))).toEqual([0.5, 1.5, 2.5]);
  expect(payloadText(fields)).toBe("uint8 flag, float32[3] distance");
  expect(valueNames(fields)).toEqual(["flag", "distance0", "distance1", "distance2"]);
});

test("[W6] payloads as text", () => {
  expect(payloadText([field("touching", "uint8"), field("force", "float32")])).toBe("uint8 touching, float32 force");
  expect(payloadText([])).toBe("");
});
