// The 8-byte message of joints, cameras, motors and lamps (W4, W9): int32 property, float32 value.

import { SimError } from "../describe/SimError.js";
import type { PayloadField } from "./Device.js";

export const PROPERTY_FIELDS: readonly PayloadField[] = [
  { name: "property", type: "int32", unit: "" },
  { name: "value", type: "float32", unit: "that of the property" },
];

const BYTES = 8;

/** Decodes the two numbers; throws PAYLOAD_SIZE_WRONG. */
export function readProperty(payload: DataView, where: string): { property: number; value: number } {
  if (payload.byteLength !== BYTES)
    throw new SimError("PAYLOAD_SIZE_WRONG", {
      where,
      found: `${payload.byteLength} bytes`,
      allowed: `${BYTES} bytes: int32 property, float32 value`,
    });
  return { property: payload.getInt32(0, true), value: payload.getFloat32(4, true) };
}

/** Decodes a property of the device to its name; throws PAYLOAD_SIZE_WRONG or PARAMETER_UNKNOWN. */
export function readNamedProperty<Name extends string>(
  payload: DataView,
  known: Readonly<Record<Name, number>>,
  where: string,
): { property: Name; value: number } {
  const { property: number, value } = readProperty(payload, where);
  const all = Object.entries(known) as [Name, number][];
  const found = all.find(([, n]) => n === number);
  if (found) return { property: found[0], value };
  throw new SimError("PARAMETER_UNKNOWN", {
    where,
    found: `property ${number}`,
    allowed: all.map(([name, n]) => `${name} ${n}`).join(", "),
    advice: "Look it up in docs/protocol.md, section 6.",
  });
}
