// `ubersim export FILE --csv|--parquet|--json SIGNALS...`: numbers of a recording for other programs.

import type { Recording } from "../../record/mcap/Recording.js";
import { readSignals, rowsAtRate, rowsOf, type SignalRows } from "../../record/signals/SignalTable.js";
import { csvOf, jsonOf, orNull } from "../../record/signals/SignalText.js";
import { openRecording } from "../../server/record/RecordingSource.js";
import { printError } from "../Output.js";
import { writeOutput } from "./OutputFile.js";
import type { SignalRequest } from "./SignalFlags.js";

export type ExportFormat = "csv" | "parquet" | "json";

interface ExportRequest extends SignalRequest {
  readonly format: ExportFormat;
  /** Rows per second; undefined: as the signals were taken. */
  readonly rateHz: number | undefined;
}

export async function runExport(request: ExportRequest): Promise<number> {
  const { recording, close } = await openRecording(request.file);
  const rows = readRows(recording, request);
  close();
  for (const warning of recording.warnings) printError(`warning: ${warning}`);
  if (request.format === "csv") await writeOutput(request.output, csvOf(rows));
  else if (request.format === "json") await writeOutput(request.output, jsonOf(rows));
  else await writeOutput(request.output, [await parquetOf(rows)]);
  return 0;
}

function readRows(recording: Recording, { patterns, rateHz, fromSec, toSec }: ExportRequest): SignalRows {
  const range = { fromSec, toSec };
  // before the range, for the values that are held at its start
  const from = rateHz === undefined ? fromSec : undefined;
  const signals = readSignals(recording, patterns, { fromSec: from, toSec });
  return rateHz === undefined ? rowsOf(signals) : rowsAtRate(signals, rateHz, range);
}

/** A column for each signal; its unit is in the key NAME.unit of the file. */
async function parquetOf({ names, units, times, columns }: SignalRows): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import("hyparquet-writer");
  const data = columns.map((column, i) => ({
    name: names[i],
    data: column.map(orNull),
    type: "DOUBLE" as const,
    nullable: true,
  }));
  const time = { name: "time", data: [...times], type: "DOUBLE" as const, nullable: false };
  const kvMetadata = names.map((name, i) => ({ key: `${name}.unit`, value: units[i] }));
  return new Uint8Array(parquetWriteBuffer({ columnData: [time, ...data], kvMetadata }));
}
