// The messages that a VelocityDrive takes (F2, F7): 12 bytes float32 forward, left, turn; or, for clients with a controller of their
// own below that, uint32 mode, uint32 n and n float32, one per wheel in the order of the document: speeds in rad/s (mode 1)
// or voltages (mode 2).

import { SimError } from "../../describe/SimError.js";
import type { Command } from "../Device.js";
import { readNumbers } from "../NumberMessage.js";
import { driveCommand, VELOCITY_FIELDS, VOLTAGES, WHEEL_SPEEDS } from "./DriveCommand.js";

/** Decodes and checks a message; throws a SimError. */
export function readDriveMessage(payload: DataView, wheels: number, where: string): Command {
  if (payload.byteLength === 4 * VELOCITY_FIELDS.length) {
    const [forward, left, turn] = readNumbers(payload, VELOCITY_FIELDS, where);
    return driveCommand({ kind: "velocity", forward, left, turn }, wheels, where);
  }
  const bytes = 8 + 4 * wheels;
  if (payload.byteLength !== bytes || payload.getUint32(4, true) !== wheels)
    throw new SimError("PAYLOAD_SIZE_WRONG", {
      where,
      found: foundOf(payload),
      allowed: `12 bytes: float32 forward, left, turn; or ${bytes} bytes: uint32 mode, uint32 ${wheels}, ${wheels} float32`,
    });
  const mode = payload.getUint32(0, true);
  if (mode !== WHEEL_SPEEDS && mode !== VOLTAGES)
    throw new SimError("VALUE_OUT_OF_RANGE", {
      where: `${where}/mode`,
      found: mode,
      allowed: "1: wheel speeds, 2: voltages",
    });
  const values = Array.from({ length: wheels }, (_, i) => payload.getFloat32(8 + 4 * i, true));
  const order =
    mode === VOLTAGES
      ? ({ kind: "voltages", volts: values } as const)
      : ({ kind: "wheel-speeds", speeds: values } as const);
  return driveCommand(order, wheels, where);
}

const foundOf = (payload: DataView): string =>
  payload.byteLength < 8
    ? `${payload.byteLength} bytes`
    : `${payload.byteLength} bytes for ${payload.getUint32(4, true)} wheels`;
