// Flags of commands that run a world and can record it (X2).

import { type OptionTable, readNames, readNumber, UsageError } from "../Arguments.js";

export const RECORD_OPTIONS = {
  record: { type: "string" },
  "record-only": { type: "string" },
  "record-rate": { type: "string" },
  recordings: { type: "string" },
  csv: { type: "string" },
} as const satisfies OptionTable;

export const RECORD_HELP = `      --record FILE   record the run to FILE.mcap (docs/recording.md)
      --record-only P,P    record only topics that match a pattern, for example tf,sensors/*; !camera leaves cameras out
      --record-rate HZ     poses and joints per second in recordings (default 50)
      --recordings DIR     directory for files of the verb record (default recordings)
      --csv FILE      with run: write signals as CSV while the world runs: ubersim run WORLD --csv FILE SIGNALS...
`;

type RecordFlags = { readonly [Flag in keyof typeof RECORD_OPTIONS]?: string | undefined };

/** `words`: those after the name of the world. */
export function readRecord(values: RecordFlags, words: readonly string[] = []) {
  const { record, "record-only": only, "record-rate": rate, recordings } = values;
  if (record === "") throw new UsageError("ubersim: --record needs the name of a file.");
  return {
    record: record === undefined ? undefined : { file: record },
    recording: {
      only: only === undefined ? undefined : readNames("--record-only", only),
      rateHz: rate === undefined ? undefined : readNumber("--record-rate", rate, 0.1),
    },
    recordings,
    csv: readCsv(values.csv, words),
  };
}

function readCsv(file: string | undefined, signals: readonly string[]) {
  if (file === undefined) return undefined;
  if (file === "" || signals.length === 0)
    throw new UsageError("ubersim: --csv needs a file and signals: ubersim run WORLD --csv FILE SIGNALS...");
  return { file, signals };
}
