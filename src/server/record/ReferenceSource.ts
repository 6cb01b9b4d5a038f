// Reads a reference from disk: CSV, or a recording.

import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { SimError } from "../../describe/SimError.js";
import type { Pose } from "../../math/Pose.js";
import { Reference } from "../../record/reference/Reference.js";
import { readReferenceText } from "../../record/reference/ReferenceText.js";
import { readSignals } from "../../record/signals/SignalTable.js";
import { openRecording } from "./RecordingSource.js";

export interface ReferenceSource {
  readonly file: string;
  /** Added to its times, s. */
  readonly offsetSec: number;
  /** Where its own frame stands in the world. Undefined: it is the world's. */
  readonly place: Pose | undefined;
  /** What a file with the columns x, y, heading describes: ENTITY/BODY. */
  readonly of: string | undefined;
}

const MAX_BYTES = 256 << 20;

/** `patterns`: of the signals that are wanted. Throws FILE_MISSING, REFERENCE_UNREADABLE or RECORDING_UNREADABLE. */
export async function readReference(
  { file, offsetSec, place, of }: ReferenceSource,
  patterns: readonly string[] = ["*"],
): Promise<Reference> {
  const options = { offsetSec, place };
  if (/\.mcap$/i.test(file)) {
    const { recording, close } = await openRecording(file);
    try {
      return new Reference(basename(file), readSignals(recording, patterns), options);
    } finally {
      close();
    }
  }
  return new Reference(basename(file), readReferenceText(readText(file), of), options);
}

function readText(file: string): string {
  try {
    const { size } = statSync(file);
    if (size <= MAX_BYTES) return readFileSync(file, "utf8");
    throw new SimError("REFERENCE_UNREADABLE", {
      where: file,
      found: `${size} bytes`,
      allowed: `at most ${MAX_BYTES}`,
    });
  } catch (problem) {
    if (problem instanceof SimError) throw problem;
    const { code } = problem as NodeJS.ErrnoException;
    throw new SimError("FILE_MISSING", {
      where: "--reference",
      found: `${file}: ${code}`,
      allowed: "a .csv or .mcap file",
    });
  }
}
