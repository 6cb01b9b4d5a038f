// A message of float32 numbers, one for each field that a device takes: of the right size, and all of them finite.

import { SimError } from "../describe/SimError.js";
import type { PayloadField } from "./Device.js";

/** Decodes a message; throws PAYLOAD_SIZE_WRONG or COMMAND_NOT_FINITE. */
export function readNumbers(payload: DataView, fields: readonly PayloadField[], where: string): number[] {
  const bytes = 4 * fields.length;
  if (payload.byteLength !== bytes)
    throw new SimError("PAYLOAD_SIZE_WRONG", {
      where,
      found: `${payload.byteLength} bytes`,
      allowed: `${bytes} bytes: float32 ${fields.map(({ name }) => name).join(", ")}`,
    });
  const values = fields.map((_, i) => payload.getFloat32(4 * i, true));
  return roundNumbers(values, fields, where);
}

/** Rounds numbers to float32, as a message would; throws COMMAND_NOT_FINITE. */
export function roundNumbers(
  values: readonly number[],
  fields: readonly { readonly name: string }[],
  where: string,
): number[] {
  return values.map((value, i) => {
    const rounded = Math.fround(value);
    if (Number.isFinite(rounded)) return rounded;
    const place = `${where}/${fields[i].name}`;
    throw new SimError("COMMAND_NOT_FINITE", { where: place, found: rounded, allowed: "a finite number" });
  });
}
