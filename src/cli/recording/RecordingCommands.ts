// Commands that read recordings: info, export, plot. Their modules are loaded when they run.

import { EVERYWHERE, type Parsed, readNumber, readOptions, UsageError } from "../Arguments.js";
import type { ExportFormat } from "./export.js";
import { REFERENCE_HELP, REFERENCE_OPTIONS, readReferenceFlags } from "./ReferenceFlags.js";
import { readRange, readSignalRequest, SIGNAL_OPTIONS } from "./SignalFlags.js";

export const RECORDING_HELP = `  ubersim info FILE   show what is in a recording: topics, sizes, length, marks (docs/recording.md)
      --signals       list the signals for export and plot instead
      --json          print JSON for programs
  ubersim export FILE SIGNALS...   write numbers of a recording; * in a name stands for any characters
      --csv, --json, --parquet     format (default csv)
      --rate HZ       rows at this rate, each value held until the next (default: a row for each new value)
      --from S, --to S     time range of the recording
      -o FILE         file to write (default: the terminal; Parquet needs a file)
  ubersim export FILE --ros2 DIR [TOPICS...]   write a bag of ROS 2; topics as for --record-only (docs/how-to/ros2.md)
  ubersim plot FILE SIGNALS... -o FILE   draw signals over time, as .svg or .png
      --from S, --to S     time range of the recording
      --size WxH      size in pixels (default 900x500)
      --reference FILE     draw a measured trajectory beside it, with the flags below
  ubersim compare FILE --reference FILE [SIGNALS...]   print rms, maximum and delay of a run against a measured trajectory
${REFERENCE_HELP.replace(/^.*--reference FILE.*\n/, "")}      --from S, --to S     time range of the recording
      --json          print JSON for programs
`;

const INFO_OPTIONS = {
  signals: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  ...EVERYWHERE,
} as const;

async function infoCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(args, INFO_OPTIONS);
  if (positionals.length !== 1) throw new UsageError("ubersim: info needs the path of one recording.");
  const { runInfo } = await import("./info.js");
  return runInfo({ file: positionals[0], json: values.json, signals: values.signals });
}

const EXPORT_OPTIONS = {
  csv: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  parquet: { type: "boolean", default: false },
  ros2: { type: "string" },
  rate: { type: "string" },
  ...SIGNAL_OPTIONS,
  ...EVERYWHERE,
} as const;

async function exportCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(args, EXPORT_OPTIONS);
  const formats = (["csv", "json", "parquet"] as const).filter((format) => values[format]);
  if (values.ros2 !== undefined) return rosCommand(values, positionals, formats);
  if (formats.length > 1) throw new UsageError(`ubersim: export takes one format, found --${formats.join(" --")}.`);
  const format: ExportFormat = formats[0] ?? "csv";
  const request = readSignalRequest("export", values, positionals);
  if (format === "parquet" && request.output === undefined)
    throw new UsageError("ubersim: export --parquet needs a file: -o FILE.");
  const rateHz = values.rate === undefined ? undefined : readNumber("--rate", values.rate, 1e-6);
  const { runExport } = await import("./export.js");
  return runExport({ ...request, rateHz, format });
}

/** `export FILE --ros2 DIR`: whole messages instead of single numbers. */
async function rosCommand(
  values: Parsed<typeof EXPORT_OPTIONS>["values"],
  [file, ...patterns]: readonly string[],
  formats: readonly string[],
): Promise<number> {
  const { ros2: directory = "", rate, output } = values;
  if (file === undefined || directory === "")
    throw new UsageError("ubersim: export --ros2 needs a recording and a directory: export FILE --ros2 bag/");
  const other =
    formats[0] ?? (rate === undefined ? undefined : "rate") ?? (output === undefined ? undefined : "output");
  if (other !== undefined) throw new UsageError(`ubersim: export --ros2 writes whole messages: leave out --${other}.`);
  const { fromSec, toSec } = readRange(values);
  const { runRosExport } = await import("./exportRos.js");
  return runRosExport({ file, directory, patterns, fromSec, toSec });
}

const PLOT_OPTIONS = {
  size: { type: "string", default: "900x500" },
  ...SIGNAL_OPTIONS,
  ...REFERENCE_OPTIONS,
  ...EVERYWHERE,
} as const;

async function plotCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(args, PLOT_OPTIONS);
  const request = readSignalRequest("plot", values, positionals);
  const { output } = request;
  const format = /\.(svg|png)$/i.exec(output ?? "")?.[1]?.toLowerCase();
  if (output === undefined || format === undefined)
    throw new UsageError("ubersim: plot needs a file that ends with .svg or .png: -o FILE.");
  const [width, height] = readSize(values.size);
  const { runPlot } = await import("./plot.js");
  const reference = readReferenceFlags(values);
  return runPlot({ ...request, output, format: format as "svg" | "png", width, height, reference });
}

const COMPARE_OPTIONS = {
  json: { type: "boolean", default: false },
  from: { type: "string" },
  to: { type: "string" },
  ...REFERENCE_OPTIONS,
  ...EVERYWHERE,
} as const;

async function compareCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = readOptions(args, COMPARE_OPTIONS);
  const [file, ...patterns] = positionals;
  const reference = readReferenceFlags(values);
  if (file === undefined || reference === undefined)
    throw new UsageError("ubersim: compare needs a recording and --reference FILE.");
  const { runCompare } = await import("./compare.js");
  return runCompare({ file, reference, patterns, json: values.json, ...readRange(values) });
}

/** Pixels. */
const [MIN_SIZE, MAX_SIZE] = [100, 8000];

function readSize(text: string): readonly [number, number] {
  const [, ...sides] = /^(\d+)x(\d+)$/.exec(text) ?? [];
  if (sides.length === 0) throw new UsageError(`ubersim: --size needs WIDTHxHEIGHT in pixels, found "${text}".`);
  const [width, height] = sides.map((side) => readNumber("--size", side, MIN_SIZE));
  if (Math.max(width, height) > MAX_SIZE)
    throw new UsageError(`ubersim: --size allows at most ${MAX_SIZE} pixels a side, found "${text}".`);
  return [width, height];
}

export const RECORDING_COMMANDS = {
  info: infoCommand,
  export: exportCommand,
  plot: plotCommand,
  compare: compareCommand,
};
