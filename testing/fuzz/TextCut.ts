// Replaces a random match of a pattern in a document.

import type { RandomStream } from "../../src/math/RandomStream.js";
import { pick } from "./Specimens.js";

export const START_TAG = /<\w+[^<>]*[^/<>]>/g;

/** A random match of the pattern in the text. */
export function anyMatch(text: string, pattern: RegExp, random: RandomStream): RegExpMatchArray | undefined {
  const all = [...text.matchAll(pattern)];
  return all.length === 0 ? undefined : pick(random, all);
}

/** One element with its content; no element contains an element of the same name. */
const ELEMENT = /<(\w+)(?: [^<>]*[^/<>])?>(?:(?!<\1[ >])[\s\S])*?<\/\1>|<\w+[^<>]*\/>/y;

/** A random element of any depth, found by its start tag. */
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
