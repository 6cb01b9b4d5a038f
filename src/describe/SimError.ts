// The error class of the simulator: what is wrong, where, what was found, what is allowed, what to do. The code of an error
// is a row of ErrorTable.ts.

import { ERROR_TABLE, type ErrorCode } from "./ErrorTable.js";

export { ERROR_TABLE, type ErrorCode } from "./ErrorTable.js";

export interface ErrorDetail {
  /** Path of the part with the error: `segway/LWheel/B1`. */
  readonly where: string;
  /** The value that was found. */
  readonly found: string | number;
  /** Replaces the text of the table, for example with the known names or a range. */
  readonly allowed?: string;
  /** Replaces the advice of the table. */
  readonly advice?: string;
  /** Position in the document; both count from 1. */
  readonly line?: number;
  readonly column?: number;
}

export class SimError extends Error {
  readonly code: ErrorCode;
  readonly where: string;
  readonly found: string;
  readonly allowed: string;
  readonly advice: string;
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(code: ErrorCode, detail: ErrorDetail) {
    const row = ERROR_TABLE[code];
    const allowed = detail.allowed ?? row.allowed;
    const found = String(detail.found);
    const advice = detail.advice ?? row.advice;
    const place = detail.line === undefined ? "" : `line ${detail.line}, column ${detail.column}, `;
    super(`${code}: ${row.what} at ${place}${detail.where}: found ${found}, allowed: ${allowed}. ${advice}`);
    this.name = "SimError";
    this.code = code;
    this.where = detail.where;
    this.found = found;
    this.allowed = allowed;
    this.advice = advice;
    this.line = detail.line;
    this.column = detail.column;
  }
}

/** Turns anything that was thrown into a SimError. Anything else is a defect of the simulator: INTERNAL, with the original as cause. */
export function asSimError(problem: unknown, where: string): SimError {
  if (problem instanceof SimError) return problem;
  const error = new SimError("INTERNAL", { where, found: String(problem) });
  error.cause = problem;
  return error;
}

/** The message, and for a defect of the simulator also the stack. */
export function explainError(error: SimError): string {
  return error.cause instanceof Error ? `${error.message}\n${error.cause.stack}` : error.message;
}

/** A value as text for a user: strings in quotes, lists in brackets, long values cut. */
export function showValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return cut(JSON.stringify(value));
  if (typeof value === "function") return "a function";
  if (typeof value === "bigint") return `${value}n`;
  if (Array.isArray(value)) return cut(`[${value.slice(0, 20).map(showEntry).join(", ")}]`);
  if (typeof value === "object" && value !== null)
    return cut(`an object with ${Object.keys(value).join(", ") || "nothing"}`);
  return String(value);
}

/** A list inside a list is shown as its length. */
const showEntry = (value: unknown): string => (Array.isArray(value) ? `a list of ${value.length}` : showValue(value));

const MAX_LENGTH = 80;
const cut = (text: string): string => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)} ...` : text);

/** The known name with the smallest edit distance to `name`, if `name` is probably a misspelling of it. */
export function nearestName(name: unknown, known: readonly string[]): string | undefined {
  if (typeof name !== "string" || name.length > MAX_LENGTH) return undefined;
  let best: string | undefined;
  let bestDistance = maxSlips(name.length) + 1;
  for (const candidate of known) {
    const d = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (d < bestDistance) {
      bestDistance = d;
      best = candidate;
    }
  }
  return best;
}

/** Largest edit distance of a misspelling, case ignored. For a single letter: 0. */
const maxSlips = (letters: number): number =>
  letters < 2 ? 0 : letters < 4 ? 1 : Math.max(2, Math.floor(letters / 3));

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, change));
    }
    row = next;
  }
  return row[b.length];
}

/** The error for an unknown name: it lists the known names and suggests the one that was probably meant. */
export function unknownName(
  code: ErrorCode,
  where: string,
  name: unknown,
  known: readonly string[],
  meant = nearestName(name, known),
): SimError {
  return new SimError(code, {
    where,
    found: showValue(name),
    allowed: known.length > 0 ? `one of ${known.join(", ")}` : "nothing (there are none)",
    ...(meant ? { advice: `Did you mean "${meant}"?` } : {}),
  });
}

/**
 * Splits the place of a document's error into the file, if the error names one, and the path. A colon separates them: no
 * path of a file contains one (DocumentFile.ts), and no path of elements before its first name.
 */
export function splitPlace({ where, line }: SimError): { readonly file?: string; readonly path: string } {
  const [, file, path] = /^([^:]+): (\w.*)$/s.exec(where) ?? [];
  // an error without a line is not an error of a document
  if (line === undefined || file === undefined || file.includes("[")) return { path: where };
  return { file, path };
}
