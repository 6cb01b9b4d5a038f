// Arguments of verbs (E4): described once, then read from JSON (programs) or from words (typed lines).

import { nearestName, SimError, showValue } from "../../describe/SimError.js";
import { type KnownArgument, LIST_SIZE } from "./Completion.js";

export interface Argument extends KnownArgument {
  /**
   * rate: a number above zero, or "max". document: a long text. vector: three numbers. turning: a quaternion x y z w.
   * list: a JSON array, which the verb checks.
   * color: red, green, blue from 0 to 255, or #rrggbb, which is converted to the three numbers.
   */
  readonly type: keyof typeof KINDS;
  /** What the value is, with its unit: a short noun phrase. */
  readonly what: string;
  /** Value if the argument is left out. Undefined: see isOptional. */
  readonly default?: string | number | undefined;
  /** True: it may be left out even without a default. */
  readonly isOptional?: boolean;
  /** In a typed line it is all remaining words. */
  readonly isRest?: boolean;
  /** Minimum and maximum. These names are part of the reply to `help`. */
  readonly least?: number;
  readonly most?: number;
}

export type ArgumentValue = string | number | boolean | readonly unknown[];
export type ArgumentValues = Readonly<Record<string, ArgumentValue | undefined>>;

/** Maximum length of a text, characters. */
const MAX_TEXT = 256;
const MIN_RATE = 0.001;
const MAX_RATE = 1_000_000;

interface Kind {
  /** The value; undefined: it is wrong. */
  readonly read: (given: unknown, argument: Argument) => ArgumentValue | undefined;
  /** Describes correct values. */
  readonly allowed: (argument: Argument) => string;
  /** Converts a typed word to JSON. Default: the word itself. */
  readonly word?: (word: string) => unknown;
}

const keepIf =
  (isRight: (given: unknown, argument: Argument) => boolean): Kind["read"] =>
  (given, argument) =>
    isRight(given, argument) ? (given as ArgumentValue) : undefined;

const wordToNumber = (word: string): unknown => (isNumeral(word) ? Number(word) : word);
const isNumeral = (word: string): boolean => word.trim() !== "" && !Number.isNaN(Number(word));
const wordToNumbers = (word: string): unknown => word.split(/[\s,]+/).map(wordToNumber);

function wordToJson(word: string): unknown {
  try {
    return JSON.parse(word);
  } catch {
    return word;
  }
}

const WORDS_OF_BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  on: true,
  yes: true,
  false: false,
  off: false,
  no: false,
};

const KINDS = {
  text: {
    read: keepIf(
      (given) => typeof given === "string" && given.length > 0 && given.length <= MAX_TEXT && !/\p{Cc}/u.test(given),
    ),
    allowed: () => `a text of 1 to ${MAX_TEXT} characters`,
  },
  document: {
    read: keepIf((given) => typeof given === "string" && given.length > 0),
    allowed: () => "a text",
  },
  integer: {
    read: keepIf(
      (given, { least = 0, most = Number.MAX_SAFE_INTEGER }) => Number.isInteger(given) && isWithin(given, least, most),
    ),
    allowed: ({ least = 0, most }) => `a whole number from ${least}${most === undefined ? "" : ` to ${most}`}`,
    word: wordToNumber,
  },
  number: {
    read: keepIf((given, { least, most }) => isWithin(given, least, most)),
    allowed: ({ least, most }) => `a number${rangeText(least, most)}`,
    word: wordToNumber,
  },
  rate: {
    read: (given) =>
      given === "max" ? Number.POSITIVE_INFINITY : isWithin(given, MIN_RATE, MAX_RATE) ? (given as number) : undefined,
    allowed: () => `a number from ${MIN_RATE} to ${MAX_RATE}, or "max"`,
    word: wordToNumber,
  },
  boolean: {
    read: keepIf((given) => typeof given === "boolean"),
    allowed: () => "true or false",
    word: (word) => (Object.hasOwn(WORDS_OF_BOOLEANS, word) ? WORDS_OF_BOOLEANS[word] : word),
  },
  vector: {
    read: keepIf((given, { least, most }) => isList(given, 3, least, most)),
    allowed: ({ least, most }) => `three numbers${rangeText(least, most)}`,
    word: wordToNumbers,
  },
  turning: {
    read: keepIf((given) => isList(given, 4) && (given as number[]).some((x) => x !== 0)),
    allowed: () => "four numbers x y z w, not all 0",
    word: wordToNumbers,
  },
  color: {
    read: (given) => (isList(given, 3, 0, 255) ? (given as number[]) : readHexColor(given)),
    allowed: () => "three numbers from 0 to 255, or #rrggbb",
    word: (word) => (word.startsWith("#") ? word : wordToNumbers(word)),
  },
  list: {
    read: keepIf((given) => Array.isArray(given)),
    allowed: () => "a JSON array",
    word: wordToJson,
  },
} as const satisfies Readonly<Record<string, Kind>>;

const kindOf = ({ type }: Argument): Kind => KINDS[type];

function isWithin(given: unknown, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY): boolean {
  return typeof given === "number" && Number.isFinite(given) && given >= least && given <= most;
}

function isList(given: unknown, size: number, least?: number, most?: number): boolean {
  return Array.isArray(given) && given.length === size && given.every((x) => isWithin(x, least, most));
}

function readHexColor(given: unknown): readonly number[] | undefined {
  const hex = typeof given === "string" ? /^#([0-9a-f]{6})$/i.exec(given)?.[1] : undefined;
  return hex === undefined ? undefined : [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

const rangeText = (least: number | undefined, most: number | undefined): string =>
  least === undefined && most === undefined ? "" : ` from ${least ?? "-inf"} to ${most ?? "inf"}`;

/** Checks the arguments in a JSON object. null and undefined count as {}. Throws ARGUMENT_WRONG. */
export function readArguments(verb: string, known: readonly Argument[], given: unknown): ArgumentValues {
  const values = given ?? {};
  if (typeof values !== "object" || Array.isArray(values))
    throw wrong(verb, showValue(given), "a JSON object of arguments");
  const names = known.map(({ name }) => name);
  for (const name of Object.keys(values)) if (!names.includes(name)) throw unknownArgument(verb, name, names);
  return Object.fromEntries(
    known.map((argument) => [
      argument.name,
      readOne(verb, argument, (values as Record<string, unknown>)[argument.name]),
    ]),
  );
}

/** Reads typed words: by position (a list as several words, or as one in quotes), or by name (`on=false`). */
export function readWords(verb: string, known: readonly Argument[], words: readonly string[]): ArgumentValues {
  const values: Record<string, unknown> = {};
  const rest: string[] = [];
  for (const word of words) {
    const at = word.indexOf("=");
    const argument = at < 0 ? undefined : known.find(({ name }) => name === word.slice(0, at));
    if (argument) values[argument.name] = takeWord(argument, word.slice(at + 1));
    else rest.push(word);
  }
  for (const argument of known) {
    if (Object.hasOwn(values, argument.name) || rest.length === 0) continue;
    const size = LIST_SIZE[argument.type] ?? 1;
    const ofList = size > 1 && isNumeral(rest[0]) ? Math.min(size, countNumerals(rest)) : 1;
    const count = argument.isRest ? rest.length : ofList;
    values[argument.name] = takeWord(argument, rest.splice(0, count).join(" "));
  }
  if (rest.length > 0)
    throw wrong(verb, `${words.length} words after it`, known.length > 0 ? usageOf(verb, known) : "no words after it");
  return readArguments(verb, known, values);
}

const takeWord = (argument: Argument, word: string): unknown => kindOf(argument).word?.(word) ?? word;

function countNumerals(words: readonly string[]): number {
  const end = words.findIndex((word) => !isNumeral(word));
  return end < 0 ? words.length : end;
}

/** `step [count]`, `restore name`. */
export function usageOf(verb: string, known: readonly Argument[]): string {
  return [verb, ...known.map((one) => (isOptional(one) ? `[${one.name}]` : one.name))].join(" ");
}

export const isOptional = (argument: Argument): boolean =>
  argument.isOptional === true || argument.default !== undefined;

function readOne(verb: string, argument: Argument, given: unknown): ArgumentValue | undefined {
  const where = `${verb}/${argument.name}`;
  if (given === undefined || given === null) {
    if (isOptional(argument)) return argument.default;
    throw wrong(where, "nothing", allowedFor(argument));
  }
  const value = kindOf(argument).read(given, argument);
  if (value === undefined) throw wrong(where, showValue(given), allowedFor(argument));
  if (argument.choices && !argument.choices.includes(value as string)) throw unknownChoice(where, argument, given);
  return value;
}

/** Describes an argument and its correct values. */
export function allowedFor(argument: Argument): string {
  const { what, choices } = argument;
  return `${what}: ${choices ? `one of ${choices.join(", ")}` : kindOf(argument).allowed(argument)}`;
}

function unknownChoice(where: string, argument: Argument, given: unknown): SimError {
  const near = nearestName(given, argument.choices ?? []);
  return wrong(where, showValue(given), allowedFor(argument), near);
}

function unknownArgument(verb: string, name: string, names: readonly string[]): SimError {
  const allowed = names.length > 0 ? `arguments named ${names.join(", ")}` : "no arguments";
  return wrong(verb, `an argument ${showValue(name)}`, allowed, nearestName(name, names));
}

function wrong(where: string, found: string, allowed: string, near?: string): SimError {
  const advice = near ? { advice: `Did you mean "${near}"?` } : {};
  return new SimError("ARGUMENT_WRONG", { where, found, allowed, ...advice });
}
