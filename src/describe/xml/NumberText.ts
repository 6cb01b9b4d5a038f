// Parses the numbers of documents (R3). White space around a number and a trailing f are allowed.

import { SimError, showValue } from "../SimError.js";

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?f?$/;
const INFINITE = /^([+-]?)inf(?:inity)?$/;

/** Removes the white space of XML at both ends; a no-break space is not white space. */
export const trimXml = (text: string): string => text.replace(/^[ \t\r\n]+/, "").replace(TRAILING, "");
const TRAILING = /(?<![ \t\r\n])[ \t\r\n]+$/;

/** Throws a SimError without a place; the caller adds it. */
export function parseNumber(text: string, mayBeInfinite = false): number {
  const plain = trimXml(text);
  if (NUMBER.test(plain)) {
    const value = Number(plain.endsWith("f") ? plain.slice(0, -1) : plain);
    if (!Number.isFinite(value)) throw new SimError("NUMBER_NOT_FINITE", { where: "", found: showValue(plain) });
    return value;
  }
  const infinite = INFINITE.exec(plain);
  if (!infinite) throw new SimError("NUMBER_MALFORMED", { where: "", found: showValue(plain) });
  if (!mayBeInfinite) throw new SimError("NUMBER_NOT_FINITE", { where: "", found: showValue(plain) });
  return infinite[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** Numbers separated by white space, by a comma, or by both. */
export function parseNumbers(text: string): number[] {
  const plain = trimXml(text);
  if (plain === "") return [];
  return plain.split(/[ \t\r\n]*,[ \t\r\n]*|[ \t\r\n]+/).map((piece) => parseNumber(piece));
}
