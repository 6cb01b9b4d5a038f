// A command to a VelocityDrive (F2, F7): a velocity of the robot, or one number per wheel in the order of the document. A message of
// a client (DriveMessage.ts) and a league's order become the same command, with numbers rounded to float32.

import { SimError } from "../../describe/SimError.js";
import type { Command, PayloadField } from "../Device.js";
import { roundNumbers } from "../NumberMessage.js";

export const VELOCITY = 0;
export const WHEEL_SPEEDS = 1;
export const VOLTAGES = 2;

export const VELOCITY_FIELDS: readonly PayloadField[] = [
  { name: "forward", type: "float32", unit: "m/s" },
  { name: "left", type: "float32", unit: "m/s" },
  { name: "turn", type: "float32", unit: "rad/s" },
];

export type DriveOrder =
  /** m/s, m/s and rad/s counter-clockwise, in the robot's frame. */
  | { readonly kind: "velocity"; readonly forward: number; readonly left: number; readonly turn: number }
  /** rad/s of each wheel. */
  | { readonly kind: "wheel-speeds"; readonly speeds: readonly number[] }
  /** V of each wheel's motor. */
  | { readonly kind: "voltages"; readonly volts: readonly number[] };

/** Checks an order for a drive with this many wheels; throws COMMAND_NOT_FINITE or PAYLOAD_SIZE_WRONG. */
export function driveCommand(order: DriveOrder, wheels: number, where: string): Command {
  if (order.kind === "velocity") {
    const [forward, left, turn] = [Math.fround(order.forward), Math.fround(order.left), Math.fround(order.turn)];
    if (!Number.isFinite(forward + left + turn)) roundNumbers([forward, left, turn], VELOCITY_FIELDS, where);
    return { forward, left, turn };
  }
  const [mode, values] = order.kind === "voltages" ? [VOLTAGES, order.volts] : [WHEEL_SPEEDS, order.speeds];
  if (values.length !== wheels)
    throw new SimError("PAYLOAD_SIZE_WRONG", {
      where,
      found: `numbers for ${values.length} wheels`,
      allowed: `numbers for ${wheels} wheels`,
    });
  const fields = values.map((_, i) => ({ name: `wheel ${i + 1}` }));
  const numbers = roundNumbers(values, fields, where);
  return { mode, ...Object.fromEntries(numbers.map((x, i) => [`wheel${i}`, x])) };
}

/** The mode of a command and its numbers: forward, left, turn, or one per wheel. */
export function driveNumbers(command: Command, wheels: number): { readonly mode: number; readonly numbers: number[] } {
  if (command.mode === undefined)
    return { mode: VELOCITY, numbers: [command.forward as number, command.left as number, command.turn as number] };
  return {
    mode: command.mode as number,
    numbers: Array.from({ length: wheels }, (_, i) => command[`wheel${i}`] as number),
  };
}
