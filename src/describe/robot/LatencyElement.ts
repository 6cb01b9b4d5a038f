// Reads latencies (T6): <LatencyMS>20</LatencyMS>, or <Latency> with a delay model. Documents use milliseconds,
// descriptions whole nanoseconds.

import { decodeText, readNamedFile } from "../files/DocumentFile.js";
import { SimError } from "../SimError.js";
import type { DocumentContext } from "../xml/DocumentContext.js";
import type { NumberRange } from "../xml/ElementReader.js";
import { parseNumbers } from "../xml/NumberText.js";
import type { XmlReader } from "../xml/XmlReader.js";
import type { DelayModel, Latency } from "./Latency.js";

const NS_PER_MS = 1e6;
/** One hour. A longer delay is probably a mistake in the unit. */
const MAX_MS = 3_600_000;
const DELAY: NumberRange = { min: 0, max: MAX_MS };
const MODELS = ["constant", "uniform", "normal", "gamma", "trace"] as const;

/**
 * Reads the latency of `owner`. `prefix` comes before the name of the element: "Report" reads ReportLatency or
 * ReportLatencyMS. Undefined: the document gives no latency.
 */
export function readLatency(owner: XmlReader, context: DocumentContext, prefix = ""): Latency | undefined {
  const [long, short] = [`${prefix}Latency`, `${prefix}LatencyMS`];
  const valueMs = owner.number(short, DELAY);
  const element = owner.child(long);
  if (element === undefined)
    return valueMs === undefined ? undefined : freeze({ kind: "constant", valueNs: toNs(valueMs) });
  if (valueMs !== undefined)
    owner.report.add(
      owner.error("PROPERTY_MISPLACED", { found: `<${short}> beside <${long}>`, allowed: "only one of them" }, short),
    );
  return element.attempt(() => readElement(element, context));
}

function readElement(element: XmlReader, context: DocumentContext): Latency {
  const kind = element.word("Model", MODELS) ?? "constant";
  const latency = freeze(readModel(kind, element, context), {
    drop: element.number("Drop", { min: 0, max: 1 }) ?? 0,
    reorder: element.flag("Reorder") ?? false,
    hold: element.flag("Hold") ?? false,
  });
  element.finish();
  return latency;
}

const toNs = (ms: number): number => Math.round(ms * NS_PER_MS);

const freeze = (model: DelayModel, rest: Partial<Latency> = {}): Latency =>
  Object.freeze({ drop: 0, reorder: false, hold: false, ...rest, model: Object.freeze(model) });

function readModel(kind: (typeof MODELS)[number], element: XmlReader, context: DocumentContext): DelayModel {
  const delayNs = (child: string): number => toNs(element.needed(child).ownNumber(DELAY));
  switch (kind) {
    case "constant":
      return { kind, valueNs: delayNs("ValueMS") };
    case "uniform": {
      const [minNs, maxNs] = [delayNs("MinMS"), delayNs("MaxMS")];
      if (minNs > maxNs)
        throw element.error("VALUE_OUT_OF_RANGE", { found: maxNs / 1e6, allowed: "at least MinMS" }, "MaxMS");
      return { kind, minNs, maxNs };
    }
    case "normal": {
      const [meanNs, sdNs] = [delayNs("MeanMS"), delayNs("SdMS")];
      return { kind, meanNs, sdNs, ...readBounds(element, meanNs, sdNs) };
    }
    case "gamma": {
      const shape = element.needed("Shape").ownNumber({ min: 0.1, max: 1e6 });
      const scaleNs = delayNs("ScaleMS");
      return { kind, shape, scaleNs, ...readBounds(element, shape * scaleNs, Math.sqrt(shape) * scaleNs) };
    }
    case "trace":
      return { kind, delaysNs: readTrace(element, context) };
  }
}

/**
 * Delays are drawn again until they are within the bounds, so the bounds must contain the mean and be at least a tenth of
 * the standard deviation apart.
 */
function readBounds(element: XmlReader, meanNs: number, sdNs: number): { minNs: number; maxNs: number } {
  const minNs = toNs(element.number("MinMS", DELAY) ?? 0);
  const given = element.number("MaxMS", DELAY);
  const maxNs = given === undefined ? Number.POSITIVE_INFINITY : toNs(given);
  const allowed = `MinMS and MaxMS around the mean of ${meanNs / NS_PER_MS} ms and at least ${(0.1 * sdNs) / NS_PER_MS} ms apart`;
  if (!(minNs <= meanNs && meanNs <= maxNs && maxNs - minNs >= 0.1 * sdNs))
    throw element.error("VALUE_OUT_OF_RANGE", {
      found: `${minNs / NS_PER_MS} to ${maxNs / NS_PER_MS} ms`,
      allowed,
    });
  return { minNs, maxNs };
}

/** Delays in milliseconds from <Values>, or from a text file in which # begins a comment. */
function readTrace(element: XmlReader, context: DocumentContext): readonly number[] {
  const [values, file] = [element.child("Values"), element.child("File")];
  if (values && file)
    throw element.error("PROPERTY_MISPLACED", { found: "<File> beside <Values>", allowed: "only one of them" }, "File");
  const source = file ?? values ?? element.needed("Values");
  const text = file
    ? decodeText(readNamedFile(file.ownText(), file, context), file).replace(/#[^\r\n]*/g, " ")
    : source.ownText();
  const delays = file && !context.trusted ? readForeign(text, file) : source.at(() => parseNumbers(text));
  const max = context.limits.delays;
  if (delays.length > max)
    throw source.error("TOO_MANY_DELAYS", { found: `${delays.length} delays`, allowed: `at most ${max}` });
  if (delays.length === 0) throw source.error("LENGTH_WRONG", { found: "no delays", allowed: "at least one delay" });
  for (const ms of delays)
    if (ms < 0 || ms > MAX_MS)
      throw source.error("VALUE_OUT_OF_RANGE", { found: `${ms} ms`, allowed: `0 to ${MAX_MS} ms` });
  return Object.freeze(delays.map(toNs));
}

/** Numbers of a file that is not the client's own: an error does not show the file's content. */
function readForeign(text: string, file: XmlReader): readonly number[] {
  try {
    return parseNumbers(text);
  } catch (problem) {
    if (!(problem instanceof SimError)) throw problem;
    throw file.error(problem.code, { found: "a file with other content" });
  }
}
