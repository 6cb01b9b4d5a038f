// A mistake as `ubersim validate` prints it (R10): a first line that editors can jump from, then what the error knows, one
// thing a line.
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
    // what has no element of its own was found in the file as a whole
    ["at", path === "document" || path === file ? undefined : path],
    ["found", found],
    ["allowed", allowed],
    ["thrown", thrownAt(problem.cause)],
    ["advice", advice],
  ];
  const rows = details.flatMap(([label, text]) => (text ? detailLines(label, text) : []));
  return [`${place}: ${sort === "warning" ? "warning: " : ""}${code}: ${ERROR_TABLE[code].what}`, ...rows].join("\n");
}

/** Of the simulator's own modules. */
const OWN = new URL("../", import.meta.url).href;

/** Where a plug-in's error came from: the innermost line of its stack that is not ours. */
function thrownAt(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  const places = String(cause.stack)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("at "));
  return places.find((line) => !line.includes(OWN)) ?? places[0];
}

/** The label in front of the first line, the others below its text. */
function detailLines(label: string, text: string): string[] {
  return wrap(text, WIDTH - INDENT - LABEL).map(
    (line, i) => " ".repeat(INDENT) + (i === 0 ? label : "").padEnd(LABEL) + line,
  );
}

/** Lines of at most `width` characters, broken at spaces; a longer word has a line of its own. */
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
