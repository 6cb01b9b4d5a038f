// The 8 bytes that joints and cameras take (W4, W9): int32 property, float32 value.

import { SimError } from "../describe/SimError.js";
import type { PayloadField } from "./Device.js";

export const PROPERTY_FIELDS: readonly PayloadField[] = [
  { name: "property", type: "int32", unit: "" },
  { name: "value", type: "float32", unit: "that of the property" },
];

const BYTES = 8;

/** Gives the numbers as they are; refuses other sizes. */
export function readProperty(payload: DataView, where: string): { property: number; value: number } {
  if (payload.byteLength !== BYTES)
    throw new SimError("PAYLOAD_SIZE_WRONG", {
      where,
      found: `${payload.byteLength} bytes`,
      allowed: `${BYTES} bytes: int32 property, float32 value`,
    });
  return { property: payload.getInt32(0, true), value: payload.getFloat32(4, true) };
}
