// Status lines: STA with the positions of all joints, and MISSTA for the mission packages that the client has moved. Positions are the
// newest samples of the joints, with their latency and noise. There is no battery here: it always has its first charge.

import { PI } from "../../math/Trigonometry.js";
import type { UsarCommands } from "./UsarCommands.js";
import { isRevolute, type UsarAxis } from "./UsarJoints.js";
import { type UsarValue, writeLine } from "./UsarLine.js";

/** Angle of one tick of an encoder, rad. */
export const ENCODER_RESOLUTION = PI / 180;
/** s. */
const BATTERY = 3600;
/** Numbers of an axis in a joint's sample: position, velocity, effort. */
const NUMBERS = 3;

type Samples = ReadonlyMap<string, readonly number[]>;

export function statusLines(timeSec: number, commands: UsarCommands, samples: Samples): readonly string[] {
  const { axes, wheels, drive, packages } = commands;
  const type = wheels.length > 0 || drive ? "GroundVehicle" : "LeggedVehicle";
  const joints = axes.flatMap((axis): [string, UsarValue][] => {
    const position = numberOf(samples, axis, 0);
    return position === undefined ? [] : [[axis.name, position]];
  });
  const status = writeLine("STA", [["Time", timeSec], ["Battery", BATTERY], ["Type", type], ...joints]);
  const moved = [...packages].map(([name, links]) =>
    writeLine("MISSTA", [
      ["Time", timeSec],
      ["Name", name],
      ...links.flatMap((axis, i) => linkBlocks(samples, axis, i)),
    ]),
  );
  const ticks = axes.filter(isRevolute).flatMap((axis): [string, UsarValue][] => {
    const position = numberOf(samples, axis, 0);
    return position === undefined
      ? []
      : [
          ["Name", axis.name],
          ["Tick", Math.round(position / ENCODER_RESOLUTION)],
        ];
  });
  const encoder = writeLine("SEN", [["Time", timeSec], ["Type", "Encoder"], ...ticks]);
  return [status, ...(ticks.length > 0 ? [encoder] : []), ...moved];
}

const linkBlocks = (samples: Samples, axis: UsarAxis, index: number): [string, UsarValue][] => [
  ["Link", index + 1],
  ["Value", numberOf(samples, axis, 0) ?? 0],
  [isRevolute(axis) ? "Torque" : "Force", numberOf(samples, axis, 2) ?? 0],
];

const numberOf = (samples: Samples, { joint, axis }: UsarAxis, number: number): number | undefined =>
  samples.get(joint.name)?.[NUMBERS * axis + number];
