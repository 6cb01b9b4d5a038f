// Readers of the leagues' flags; each throws a UsageError that names the flag.

import { meant, readNumber, UsageError } from "../Arguments.js";

export function readFinite(flag: string, text: string, min: number): number {
  const value = readNumber(flag, text, min);
  if (Number.isFinite(value)) return value;
  throw new UsageError(`ubersim: ${flag} needs a finite number, found "${text}".`);
}

/** An object without the key where the flag was not given. */
export function given<K extends string, T>(key: K, text: string | undefined, read: (text: string) => T) {
  return (text === undefined ? {} : { [key]: read(text) }) as { readonly [P in K]?: T };
}

export function oneOf<T extends string>(flag: string, text: string, known: readonly T[]): T {
  const found = known.find((one) => one === text);
  if (found !== undefined) return found;
  throw new UsageError(`ubersim: ${flag} needs ${known.join(" or ")}, found "${text}".${meant(text, known)}`);
}
