// `ubersim plot FILE SIGNALS... -o x.svg|x.png`: draws signals of a recording over time.

import { PixelCanvas } from "../../record/plot/PixelCanvas.js";
import { drawPlot } from "../../record/plot/Plot.js";
import { SvgCanvas } from "../../record/plot/SvgCanvas.js";
import { readSignals, type Signal } from "../../record/signals/SignalTable.js";
import { openRecording } from "../../server/record/RecordingSource.js";
import { type ReferenceSource, readReference } from "../../server/record/ReferenceSource.js";
import { print, printError } from "../Output.js";
import { writeOutput } from "./OutputFile.js";
import type { SignalRequest } from "./SignalFlags.js";

interface PlotRequest extends SignalRequest {
  readonly output: string;
  readonly format: "svg" | "png";
  readonly width: number;
  readonly height: number;
  readonly reference: ReferenceSource | undefined;
}

export async function runPlot(request: PlotRequest): Promise<number> {
  const { file, patterns, fromSec, toSec, output, format, width, height, reference } = request;
  const { recording, close } = await openRecording(file);
  const signals = readSignals(recording, patterns, { fromSec, toSec });
  close();
  for (const warning of recording.warnings) printError(`warning: ${warning}`);
  const canvas = format === "svg" ? new SvgCanvas(width, height) : new PixelCanvas(width, height);
  const measured = reference && (await readReference(reference));
  const second = signals.flatMap(({ name }) => measured?.signals.get(name) ?? []);
  drawPlot(canvas, signals, {
    reference: second.map((signal) => inside(signal, fromSec, toSec)),
    referenceName: measured?.file ?? "",
  });
  await writeOutput(output, [canvas.file()]);
  const beside = measured ? `, ${second.length} of them beside ${measured.file}` : "";
  print(`${output}: ${signals.length} signal${signals.length === 1 ? "" : "s"}${beside}`);
  return 0;
}

function inside(
  { times, values, ...signal }: Signal,
  fromSec = Number.NEGATIVE_INFINITY,
  toSec = Number.POSITIVE_INFINITY,
): Signal {
  const kept = times.map((_, i) => i).filter((i) => times[i] >= fromSec && times[i] <= toSec);
  return { ...signal, times: kept.map((i) => times[i]), values: kept.map((i) => values[i]) };
}
