// Arguments of verbs (E4): described once, read from JSON as a program sends them or from words as a person types them.

import { nearestName, SimError, showValue } from "../describe/SimError.js";

export interface Argument {
  readonly name: string;
  /** rate: a number above zero, or "max". */
  readonly type: "text" | "integer" | "rate";
  /** What it says, in a few words. */
  readonly what: string;
  /** Left out: it must be given. */
  readonly default?: string | number | undefined;
  readonly isOptional?: boolean;
  readonly least?: number;
  readonly most?: number;
  /** The only values there are. */
  readonly choices?: readonly string[];
}

export type ArgumentValues = Readonly<Record<string, string | number | undefined>>;

const LONGEST_TEXT = 256;
const LEAST_RATE = 0.001;
const MOST_RATE = 1_000_000;

/** The arguments of a JSON object, checked; nothing at all counts as an empty object. */
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

/** Words by position; numbers stand there as text. */
export function readWords(verb: string, known: readonly Argument[], words: readonly string[]): ArgumentValues {
  if (words.length > known.length)
    throw wrong(verb, `${words.length} words after it`, known.length > 0 ? usageOf(verb, known) : "no words after it");
  const values = known.map(({ type, name }, i) => {
    const word = words[i];
    const isNumber = type !== "text" && word !== undefined && word.trim() !== "" && !Number.isNaN(Number(word));
    return [name, isNumber ? Number(word) : word];
  });
  return readArguments(verb, known, Object.fromEntries(values));
}

/** `step [count]`, `restore name`. */
export function usageOf(verb: string, known: readonly Argument[]): string {
  return [verb, ...known.map((one) => (isOptional(one) ? `[${one.name}]` : one.name))].join(" ");
}

export const isOptional = (argument: Argument): boolean =>
  argument.isOptional === true || argument.default !== undefined;

function readOne(verb: string, argument: Argument, given: unknown): string | number | undefined {
  const where = `${verb}/${argument.name}`;
  if (given === undefined || given === null) {
    if (isOptional(argument)) return argument.default;
    throw wrong(where, "nothing", allowedFor(argument));
  }
  const isRight =
    argument.type === "text" ? isText(given) : argument.type === "rate" ? isRate(given) : isInteger(given, argument);
  if (!isRight) throw wrong(where, showValue(given), allowedFor(argument));
  if (argument.choices && !argument.choices.includes(given as string)) throw unknownChoice(where, argument, given);
  return given === "max" && argument.type === "rate" ? Number.POSITIVE_INFINITY : (given as string | number);
}

const isText = (value: unknown): boolean =>
  typeof value === "string" && value.length > 0 && value.length <= LONGEST_TEXT && !/\p{Cc}/u.test(value);

const isRate = (value: unknown): boolean =>
  value === "max" || (typeof value === "number" && value >= LEAST_RATE && value <= MOST_RATE);

function isInteger(value: unknown, { least = 0, most = Number.MAX_SAFE_INTEGER }: Argument): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

/** What would be right, in words. */
export function allowedFor({ type, what, choices, least = 0, most }: Argument): string {
  if (choices) return `${what}: one of ${choices.join(", ")}`;
  if (type === "rate") return `${what}: a number from ${LEAST_RATE} to ${MOST_RATE}, or "max"`;
  if (type === "integer") return `${what}: a whole number from ${least}${most === undefined ? "" : ` to ${most}`}`;
  return `${what}: a text of 1 to ${LONGEST_TEXT} characters`;
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
