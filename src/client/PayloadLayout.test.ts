import { describe, expect, it } from "vitest";
import { encodePayload, payloadText, valueNames } from "../devices/Payload.js";
import { PayloadLayout } from "./PayloadLayout.js";

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const fieldsOf = (text: string) => PayloadLayout.read(text)?.fields;

describe("PayloadLayout", () => {
  it("[W6] reads every type that the server writes, with and without a stamp", () => {
    const types = ["float32", "float64", "uint8", "uint16", "uint32", "int32"] as const;
    const fields = types.map((type) => ({ name: `a ${type}`, type, unit: "" }));
    const values = [0.5, 1e-9, 200, 60_000, 4e9, -7];
    const layout = PayloadLayout.read(payloadText(fields))!;
    expect(layout.numbers(viewOf(encodePayload(fields, values, undefined)))).toEqual(values);
    const stamped = PayloadLayout.read(`float64 stamp, ${payloadText(fields)}`)!;
    const bytes = encodePayload(fields, values, 12.5);
    expect(stamped.bytes).toBe(bytes.length);
    expect([stamped.stamp(viewOf(bytes)), stamped.number(viewOf(bytes), 3)]).toEqual([12.5, 60_000]);
    expect(stamped.numbers(viewOf(bytes))).toEqual(values);
    expect(stamped.fields).toEqual(fields.map(({ name }) => name));
  });

  it("[W6] reads arrays of numbers, as a lidar sends them", () => {
    const fields = [{ name: "distance", type: "float32", unit: "m", count: 360 }] as const;
    const values = Array.from({ length: 360 }, (_, i) => i / 8);
    const layout = PayloadLayout.read(payloadText(fields))!;
    expect(layout.numbers(viewOf(encodePayload(fields, values, undefined)))).toEqual(values);
    expect([layout.bytes, layout.fields[0], layout.fields[359]]).toEqual([1440, "distance0", "distance359"]);
    expect(layout.fields).toEqual(valueNames(fields));
  });

  it("[W6] accepts other spellings of a list", () => {
    expect(fieldsOf("float32 x, y ,z")).toEqual(["x", "y", "z"]);
    expect(fieldsOf("float32[3] force, uint8 touching")).toEqual(["force0", "force1", "force2", "touching"]);
    expect(PayloadLayout.read("int16 a, int8 b")!.numbers(viewOf(new Uint8Array([0xff, 0xff, 0x80])))).toEqual([
      -1, -128,
    ]);
  });

  it("[W6] gives no layout for a text that is not a list of numbers", () => {
    for (const text of ["", "BGRA rows from the top", "float128 x", "jpeg", ",", "float32[1000000000] x"])
      expect(PayloadLayout.read(text), text).toBeUndefined();
  });

  it("[W5] a stamp is a leading float64 named stamp", () => {
    expect(PayloadLayout.read("float32 stamp")).toMatchObject({ hasStamp: false, fields: ["stamp"] });
    expect(PayloadLayout.read("float32 x, float64 stamp")).toMatchObject({ hasStamp: false });
  });
});
