// Stretches of a document that a pattern finds, any one of them replaced.

import type { RandomStream } from "../../src/math/RandomStream.js";
import { pick } from "./Specimens.js";

export const START_TAG = /<\w+[^<>]*[^/<>]>/g;

/** A stretch of the text that the pattern finds, any of them. */
export function anyMatch(text: string, pattern: RegExp, random: RandomStream): RegExpMatchArray | undefined {
  const all = [...text.matchAll(pattern)];
  return all.length === 0 ? undefined : pick(random, all);
}

export function replaceAny(
  text: string,
  pattern: RegExp,
  random: RandomStream,
  by: (match: RegExpMatchArray) => string,
): string {
  const match = anyMatch(text, pattern, random);
  if (!match) return text;
  const at = match.index as number;
  return text.slice(0, at) + by(match) + text.slice(at + match[0].length);
}
