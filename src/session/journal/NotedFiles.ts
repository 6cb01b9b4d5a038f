// Files that verbs of events and people read are inputs: the robot documents that `spawn` names, and the files that these name.

import type { SimulationOptions } from "../SimulationOptions.js";
import type { Inputs } from "./Inputs.js";

type Readers = Pick<Partial<SimulationOptions>, "readRobot" | "readFile">;

const encoder = new TextEncoder();

/** The same readers; what they read is noted. */
export function notedReaders(inputs: Inputs, { readRobot, readFile }: Readers): Readers {
  const note = (name: string, data: Uint8Array): void => inputs.noteBefore({ kind: "file", name, data });
  return {
    readRobot:
      readRobot &&
      ((name) => {
        const text = readRobot(name);
        if (inputs.isNoted) note(ROBOT + name, encoder.encode(text));
        return text;
      }),
    readFile:
      readFile &&
      ((path) => {
        const bytes = readFile(path);
        note(ASSET + path, bytes);
        return bytes;
      }),
  };
}

/** Kinds of files in a journal. */
export const ROBOT = "robot ";
export const ASSET = "asset ";
