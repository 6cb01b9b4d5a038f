// What a VelocityDrive takes (F2, F7), three kinds of messages: 12 bytes float32 forward, left, turn; or, for who tests code of its
// own below that, uint32 mode, uint32 n and n float32, one for each wheel in the order of the document: speeds in rad/s (mode 1)
// or voltages (mode 2).

import { SimError } from "../../describe/SimError.js";
import type { Command, PayloadField } from "../Device.js";
import { readNumbers } from "../NumberMessage.js";

export const VELOCITY = 0;
export const WHEEL_SPEEDS = 1;
export const VOLTAGES = 2;

export const VELOCITY_FIELDS: readonly PayloadField[] = [
  { name: "forward", type: "float32", unit: "m/s" },
  { name: "left", type: "float32", unit: "m/s" },
  { name: "turn", type: "float32", unit: "rad/s" },
];

/** As a command keeps it: the mode, and its numbers by place. */
export function readDriveMessage(payload: DataView, wheels: number, where: string): Command {
  if (payload.byteLength === 4 * VELOCITY_FIELDS.length) {
    const [forward, left, turn] = readNumbers(payload, VELOCITY_FIELDS, where);
    return { forward, left, turn };
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
  const fields = Array.from({ length: wheels }, (_, i) => ({
    name: `wheel ${i + 1}`,
    type: "float32" as const,
    unit: "",
  }));
  const numbers = readNumbers(new DataView(payload.buffer, payload.byteOffset + 8, 4 * wheels), fields, where);
  return { mode, ...Object.fromEntries(numbers.map((x, i) => [`wheel${i}`, x])) };
}

const foundOf = (payload: DataView): string =>
  payload.byteLength < 8
    ? `${payload.byteLength} bytes`
    : `${payload.byteLength} bytes for ${payload.getUint32(4, true)} wheels`;

/** The mode of a command and its numbers. */
export function driveCommand(command: Command, wheels: number): { readonly mode: number; readonly numbers: number[] } {
  if (command.mode === undefined)
    return { mode: VELOCITY, numbers: [command.forward as number, command.left as number, command.turn as number] };
  return {
    mode: command.mode as number,
    numbers: Array.from({ length: wheels }, (_, i) => command[`wheel${i}`] as number),
  };
}
