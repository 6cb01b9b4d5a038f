// A message of float32 numbers, one for each field of what a device takes: of the right size, and all of them finite.

import { SimError } from "../describe/SimError.js";
import type { PayloadField } from "./Device.js";

export function readNumbers(payload: DataView, fields: readonly PayloadField[], where: string): number[] {
  const bytes = 4 * fields.length;
  if (payload.byteLength !== bytes)
    throw new SimError("PAYLOAD_SIZE_WRONG", {
      where,
      found: `${payload.byteLength} bytes`,
      allowed: `${bytes} bytes: float32 ${fields.map(({ name }) => name).join(", ")}`,
    });
  return fields.map(({ name }, i) => {
    const value = payload.getFloat32(4 * i, true);
    if (!Number.isFinite(value))
      throw new SimError("COMMAND_NOT_FINITE", { where: `${where}/${name}`, found: value, allowed: "a finite number" });
    return value;
  });
}
