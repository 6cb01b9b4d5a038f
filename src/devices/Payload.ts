// Numbers to bytes as on the wire (W2, W5): little-endian, one after the other without gaps, the float64 capture time
// in front where the device has a stamp. Whole numbers are rounded and kept within what their type can say.

import type { PayloadField } from "./Device.js";

const BYTES: Readonly<Record<PayloadField["type"], number>> = {
  float32: 4,
  float64: 8,
  uint8: 1,
  uint16: 2,
  uint32: 4,
  int32: 4,
};
const STAMP_BYTES = 8;

export function payloadBytes(fields: readonly PayloadField[], stamp: boolean): number {
  return fields.reduce((sum, { type }) => sum + BYTES[type], stamp ? STAMP_BYTES : 0);
}

/** `values` has one number for each field; `stampSec` undefined: no stamp. */
export function encodePayload(
  fields: readonly PayloadField[],
  values: readonly number[],
  stampSec: number | undefined,
): Uint8Array {
  const bytes = new Uint8Array(payloadBytes(fields, stampSec !== undefined));
  const view = new DataView(bytes.buffer);
  let at = 0;
  if (stampSec !== undefined) {
    view.setFloat64(0, stampSec, true);
    at = STAMP_BYTES;
  }
  for (let i = 0; i < fields.length; i++) {
    const { type } = fields[i];
    WRITE[type](view, at, values[i]);
    at += BYTES[type];
  }
  return bytes;
}

type Write = (view: DataView, at: number, value: number) => void;

const WRITE: Readonly<Record<PayloadField["type"], Write>> = {
  float32: (view, at, value) => view.setFloat32(at, value, true),
  float64: (view, at, value) => view.setFloat64(at, value, true),
  uint8: (view, at, value) => view.setUint8(at, within(value, 0, 0xff)),
  uint16: (view, at, value) => view.setUint16(at, within(value, 0, 0xffff), true),
  uint32: (view, at, value) => view.setUint32(at, within(value, 0, 0xffffffff), true),
  int32: (view, at, value) => view.setInt32(at, within(value, -0x80000000, 0x7fffffff), true),
};

const within = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, Math.round(value)));

/** For people and for Hello: "float32 x, float32 y, uint8 touching"; empty: "". */
export function payloadText(fields: readonly PayloadField[]): string {
  return fields.map(({ name, type }) => `${type} ${name}`).join(", ");
}
