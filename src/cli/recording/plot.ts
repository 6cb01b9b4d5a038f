// `ubersim plot FILE SIGNALS... -o x.svg|x.png`: draws signals of a recording over time.

import { PixelCanvas } from "../../record/plot/PixelCanvas.js";
import { drawPlot } from "../../record/plot/Plot.js";
import { SvgCanvas } from "../../record/plot/SvgCanvas.js";
import { readSignals } from "../../record/signals/SignalTable.js";
import { openRecording } from "../../server/record/RecordingSource.js";
import { print, printError } from "../Output.js";
import { writeOutput } from "./OutputFile.js";
import type { SignalRequest } from "./SignalFlags.js";

interface PlotRequest extends SignalRequest {
  readonly output: string;
  readonly format: "svg" | "png";
  readonly width: number;
  readonly height: number;
}

export async function runPlot(request: PlotRequest): Promise<number> {
  const { file, patterns, fromSec, toSec, output, format, width, height } = request;
  const { recording, close } = await openRecording(file);
  const signals = readSignals(recording, patterns, { fromSec, toSec });
  close();
  for (const warning of recording.warnings) printError(`warning: ${warning}`);
  const canvas = format === "svg" ? new SvgCanvas(width, height) : new PixelCanvas(width, height);
  drawPlot(canvas, signals);
  await writeOutput(output, [canvas.file()]);
  print(`${output}: ${signals.length} signal${signals.length === 1 ? "" : "s"}`);
  return 0;
}
