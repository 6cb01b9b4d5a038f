// Encodes numbers as bytes on the wire (W2, W5): little-endian, without gaps, after a float64 capture time if the device has a
// stamp. Integer types round and clamp to their range.

import type { DeviceDescription } from "../describe/robot/RobotDescription.js";
import type { PictureKind } from "../render/picture/Picture.js";
import { isFixedSize } from "../render/picture/PictureBytes.js";
import type { AnyDeviceType, PayloadField } from "./Device.js";

const BYTES: Readonly<Record<PayloadField["type"], number>> = {
  float32: 4,
  float64: 8,
  uint8: 1,
  uint16: 2,
  uint32: 4,
  int32: 4,
};
const STAMP_BYTES = 8;

/** What a device sends: an actuator or a joint without a Rate sends nothing, unless it is a radio. */
export function sentFields(type: AnyDeviceType, description: DeviceDescription): readonly PayloadField[] {
  const isSilent = type.role !== "sensor" && description.rateHz === undefined && !type.bytesPerSec;
  return isSilent ? [] : type.sends(description.settings, description);
}

/** Number of values of a field in every message. */
export const fixedCount = ({ count = 1 }: PayloadField): number => (count === "any" ? 0 : count);

/** Number of values in all fields; a field of any length counts as 0. */
export function countValues(fields: readonly PayloadField[]): number {
  return fields.reduce((sum, field) => sum + fixedCount(field), 0);
}

export function payloadBytes(fields: readonly PayloadField[], stamp: boolean): number {
  return fields.reduce((sum, field) => sum + fixedCount(field) * BYTES[field.type], stamp ? STAMP_BYTES : 0);
}

/** One name per value, as in clients: x, y, distance0, distance1, ... */
export function valueNames(fields: readonly PayloadField[]): string[] {
  return fields.flatMap((field) =>
    field.count === undefined ? [field.name] : Array.from({ length: fixedCount(field) }, (_, i) => `${field.name}${i}`),
  );
}

/** Number of values in all fields of a list, which is the same in every sample. */
const counts = new WeakMap<readonly PayloadField[], number>();

function countOnce(fields: readonly PayloadField[]): number {
  let count = counts.get(fields);
  if (count === undefined) {
    count = countValues(fields);
    counts.set(fields, count);
  }
  return count;
}

/** Reused for all payloads: creating a DataView costs more than writing the bytes. */
let scratch = new Uint8Array(256);
let scratchView = new DataView(scratch.buffer);

/** `values`: the numbers of all fields. `stampSec`: capture time; undefined: no stamp. */
export function encodePayload(
  fields: readonly PayloadField[],
  values: readonly number[],
  stampSec: number | undefined,
): Uint8Array {
  const maxBytes = STAMP_BYTES * (countOnce(fields) + 1);
  if (maxBytes > scratch.length) {
    scratch = new Uint8Array(2 * maxBytes);
    scratchView = new DataView(scratch.buffer);
  }
  let at = 0;
  if (stampSec !== undefined) {
    scratchView.setFloat64(0, stampSec, true);
    at = STAMP_BYTES;
  }
  let next = 0;
  for (const field of fields)
    for (let i = fixedCount(field); i > 0; i--) at = write(scratchView, at, field.type, values[next++]);
  return scratch.slice(0, at);
}

/** Returns the offset after the value. */
function write(view: DataView, at: number, type: PayloadField["type"], value: number): number {
  switch (type) {
    case "float32":
      view.setFloat32(at, value, true);
      return at + 4;
    case "float64":
      view.setFloat64(at, value, true);
      return at + 8;
    case "uint8":
      view.setUint8(at, within(value, 0, 0xff));
      return at + 1;
    case "uint16":
      view.setUint16(at, within(value, 0, 0xffff), true);
      return at + 2;
    case "uint32":
      view.setUint32(at, within(value, 0, 0xffffffff), true);
      return at + 4;
    case "int32":
      view.setInt32(at, within(value, -0x80000000, 0x7fffffff), true);
      return at + 4;
  }
}

const within = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, Math.round(value)));

const PIXEL: Readonly<Record<string, string>> = { depth: "float32", segmentation: "uint16" };
const NUMBERS_OF_PIXEL: Readonly<Record<string, number>> = { bgra: 4, rgb: 3 };

/** Bytes of any length, after the capture time if there is one. */
export function stampBytes(bytes: Uint8Array, stampSec: number | undefined): Uint8Array {
  if (stampSec === undefined) return bytes;
  const stamped = new Uint8Array(STAMP_BYTES + bytes.length);
  new DataView(stamped.buffer).setFloat64(0, stampSec, true);
  stamped.set(bytes, STAMP_BYTES);
  return stamped;
}

/** Text of Hello and the docs: "uint8[307200] bgra", "float32[76800] depth"; compressed formats have no length: "uint8[] jpeg". */
export function pictureText({ width, height, format }: PictureKind): string {
  const count = isFixedSize(format) ? width * height * (NUMBERS_OF_PIXEL[format] ?? 1) : "";
  return `${PIXEL[format] ?? "uint8"}[${count}] ${format}`;
}

/** Text of Hello and the docs: "float32 x, float32 y, uint8 touching", "float32[360] distance", "uint8[] bytes"; no fields: "". */
export function payloadText(fields: readonly PayloadField[]): string {
  const length = ({ count }: PayloadField): string => (count === undefined ? "" : `[${count === "any" ? "" : count}]`);
  return fields.map((field) => `${field.type}${length(field)} ${field.name}`).join(", ");
}
