// Stretches of a document that a pattern finds, any one of them replaced.

import type { RandomStream } from "../../src/math/RandomStream.js";
import { pick } from "./Specimens.js";

export const START_TAG = /<\w+[^<>]*[^/<>]>/g;

/** A stretch of the text that the pattern finds, any of them. */
export function anyMatch(text: string, pattern: RegExp, random: RandomStream): RegExpMatchArray | undefined {
  const all = [...text.matchAll(pattern)];
  return all.length === 0 ? undefined : pick(random, all);
}

/** One element with all that is in it; no element holds one of its own name. */
const ELEMENT = /<(\w+)(?: [^<>]*[^/<>])?>(?:(?!<\1[ >])[\s\S])*?<\/\1>|<\w+[^<>]*\/>/y;

/** Any element, of whatever depth: found from its start tag. */
export function anyElement(text: string, random: RandomStream): RegExpMatchArray | undefined {
  const start = anyMatch(text, /<\w/g, random);
  if (!start) return undefined;
  ELEMENT.lastIndex = start.index as number;
  return ELEMENT.exec(text) ?? undefined;
}

type Replacement = (match: RegExpMatchArray) => string;

const replace = (text: string, match: RegExpMatchArray | undefined, by: Replacement): string => {
  if (!match) return text;
  const at = match.index as number;
  return text.slice(0, at) + by(match) + text.slice(at + match[0].length);
};

export const replaceElement = (text: string, random: RandomStream, by: Replacement): string =>
  replace(text, anyElement(text, random), by);

export const replaceAny = (text: string, pattern: RegExp, random: RandomStream, by: Replacement): string =>
  replace(text, anyMatch(text, pattern, random), by);
