// `ubersim compare FILE --reference REFERENCE [SIGNALS...]`: how far a recorded run is from a measured trajectory.

import { SimError } from "../../describe/SimError.js";
import { type Compared, compare } from "../../record/reference/Comparison.js";
import { SignalPatterns } from "../../record/signals/SignalPattern.js";
import { collectSignals, type SignalRange } from "../../record/signals/SignalTable.js";
import { openRecording } from "../../server/record/RecordingSource.js";
import { type ReferenceSource, readReference } from "../../server/record/ReferenceSource.js";
import { print, printError } from "../Output.js";

interface CompareRequest extends SignalRange {
  readonly file: string;
  readonly reference: ReferenceSource;
  /** None: all signals of the reference. */
  readonly patterns: readonly string[];
  readonly json: boolean;
}

export async function runCompare({
  file,
  reference: source,
  patterns,
  json,
  ...range
}: CompareRequest): Promise<number> {
  const reference = await readReference(source, patterns.length > 0 ? patterns : undefined);
  const wanted = new SignalPatterns(patterns.length > 0 ? patterns : ["*"]);
  const names = new Set([...reference.signals.keys()].filter((name) => wanted.wants(name)));
  const { recording, close } = await openRecording(file);
  try {
    const known = [...collectSignals(recording, (name) => names.has(name), range).values()];
    if (known.length === 0)
      throw new SimError("SIGNAL_UNKNOWN", {
        where: "--reference",
        found: [...names].slice(0, 5).join(", ") || patterns.join(", "),
        allowed: `signals of ${file}: ubersim info ${file} --signals lists them`,
      });
    const rows = compare(known, reference);
    if (rows.length === 0)
      throw new SimError("VALUE_OUT_OF_RANGE", {
        where: "--reference",
        found: "no time that both have",
        allowed: "times of the recording; --reference-offset shifts those of the reference",
      });
    for (const warning of recording.warnings) printError(`warning: ${warning}`);
    print(json ? JSON.stringify(rows, undefined, 2) : tableOf(rows));
    return 0;
  } finally {
    close();
  }
}

const number = (value: number | undefined): string =>
  value === undefined ? "-" : String(Number(value.toPrecision(4)));

function tableOf(rows: readonly Compared[]): string {
  const head = ["signal", "rms", "max", "at s", "delay s", "rms then", "unit"];
  const lines = rows.map((row) => [
    row.name,
    number(row.rms),
    number(row.max),
    number(row.maxAt),
    row.delay === undefined ? "-" : row.delay.toFixed(4),
    number(row.rmsShifted),
    row.unit,
  ]);
  const widths = head.map((_, i) => Math.max(...[head, ...lines].map((line) => line[i].length)));
  const [{ from, to }] = rows;
  const text = (line: readonly string[]): string =>
    line
      .map((cell, i) => (i === 0 || i === 6 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
      .join("  ")
      .trimEnd();
  return [
    `from ${number(from)} to ${number(to)} s; delay: the run is late by so much`,
    text(head),
    ...lines.map(text),
  ].join("\n");
}
