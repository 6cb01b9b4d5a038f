// Formats an error for `ubersim validate` (R10): a first line from which editors can jump, then one line for each detail.
//   worlds/yard.xml:21:3: ELEMENT_UNKNOWN: this element is not allowed here
//       at       World[yard]/Static[ground]/Bx
//       found    "Bx"
//       allowed  one of Body, Box, ...
//       advice   Did you mean "Box"?

import { dirname, join } from "node:path";
import { ERROR_TABLE, type SimError, splitPlace } from "../describe/SimError.js";
import type { PlacedHint } from "./validate.js";

const WIDTH = 110;
const INDENT = 4;
const LABEL = 9;

export function problemText(file: string, problem: SimError, sort: "error" | "warning" = "error"): string {
  const { code, line, column, found, allowed, advice } = problem;
  const { file: other, path } = splitPlace(problem);
  const named = other === undefined ? file : join(dirname(file), other);
  const place = line === undefined ? named : `${named}:${line}:${column}`;
  const details: [string, string | undefined][] = [
    // an error of the whole file has no path
    ["at", path === "document" || path === file ? undefined : path],
    ["found", found],
    ["allowed", allowed],
    ["thrown", thrownAt(problem.cause)],
    ["advice", advice],
  ];
  const rows = details.flatMap(([label, text]) => (text ? detailLines(label, text) : []));
  return [`${place}: ${sort === "warning" ? "warning: " : ""}${code}: ${ERROR_TABLE[code].what}`, ...rows].join("\n");
}

/** URL of the simulator's own modules. */
const OWN = new URL("../", import.meta.url).href;

/** The origin of a plug-in's error: the innermost stack line outside of the simulator. */
function thrownAt(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const places = String(cause.stack)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("at "));
  return places.find((line) => !line.includes(OWN)) ?? places[0];
}

/** Lines of text, indented, with the label before the first one. */
function detailLines(label: string, text: string): string[] {
  return wrap(text, WIDTH - INDENT - LABEL).map(
    (line, i) => " ".repeat(INDENT) + (i === 0 ? label : "").padEnd(LABEL) + line,
  );
}

/** Lines of at most `width` characters, broken at spaces; a longer word gets its own line. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

export function hintText(file: string, { text, line, column }: PlacedHint): string {
  const [opening, ...rest] = wrap(`${line === undefined ? file : `${file}:${line}:${column}`}: hint: ${text}`, WIDTH);
  return [opening, ...rest.map((more) => " ".repeat(INDENT) + more)].join("\n");
}
