// Completion of typed lines (E4): offers verbs, arguments, words and names, from the reply to `help` and from the names in
// the world. Used by the terminal and by the viewer's console, which gets `help` over its socket; so this file has no imports.

/** What an argument names. */
export type NameKind =
  | "verb"
  | "entity"
  | "robot"
  | "body"
  | "part"
  | "number"
  | "light"
  | "camera"
  | "snapshot"
  | "event"
  | "mover"
  | "action"
  | "recording";

/** An argument as in the reply to `help`. */
export interface KnownArgument {
  readonly name: string;
  readonly type?: string;
  /** The only allowed values. */
  readonly choices?: readonly string[];
  /** Some of the allowed values. */
  readonly words?: readonly string[];
  readonly completes?: NameKind;
}

export interface KnownVerb {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly args: readonly KnownArgument[];
}

/** The current names of a kind: ENTITY, ENTITY/PART, ENTITY/JOINT/PROPERTY. */
export type KnownNames = (kind: NameKind) => readonly string[];

export interface Completion {
  /** Index in the text of the word that is completed. */
  readonly from: number;
  readonly words: readonly string[];
  /** Usage of the verb; empty while the verb is being typed. */
  readonly usage: string;
}

const MAX_WORDS = 12;
/** Words that arguments of a type may have as value. */
const TYPE_WORDS: Readonly<Record<string, readonly string[]>> = { rate: ["max"], boolean: ["true", "false"] };
/** Count of numbers, for types that are lists. */
export const LIST_SIZE: Readonly<Record<string, number>> = { vector: 3, turning: 4, color: 3 };

/** Completes `text`, the line up to the caret. Offers at most `maxWords` words. */
export function completeLine(
  text: string,
  verbs: readonly KnownVerb[],
  names: KnownNames,
  maxWords = MAX_WORDS,
): Completion {
  const { words, ...rest } = complete(text, verbs, names);
  return { ...rest, words: words.slice(0, maxWords) };
}

function complete(text: string, verbs: readonly KnownVerb[], names: KnownNames): Completion {
  const from = startOfWord(text);
  const word = text.slice(from);
  const [first, ...given] = splitWords(text.slice(0, from));
  if (first === undefined) {
    const known = verbs.map(({ name }) => name);
    return { from, words: matching(word, known), usage: verbs.find(({ name }) => name === word)?.usage ?? "" };
  }
  const verb = verbs.find(({ name }) => name === first);
  if (!verb) return { from: 0, words: [], usage: "" };
  const usage = `${verb.usage}  ${verb.summary}`;
  const named = /^(\w+)=(.*)$/s.exec(word);
  const argument = named ? verb.args.find(({ name }) => name === named[1]) : undefined;
  if (named && argument)
    return { from: from + named[1].length + 1, words: valuesOf(named[2], argument, verbs, names), usage };
  const open = openArguments(verb, given);
  const values = open.length > 0 ? valuesOf(word, open[0], verbs, names) : [];
  return { from, words: [...values, ...argumentNames(word, open)], usage };
}

/** The text that Tab inserts: the only word, followed by a blank if it is complete; of several words their common start. */
export function fillIn({ words }: Completion): string {
  if (words.length !== 1) return commonStart(words);
  return /[/=]$/.test(words[0]) ? words[0] : `${words[0]} `;
}

/** The longest common prefix. */
export function commonStart(words: readonly string[]): string {
  let start = words[0] ?? "";
  for (const word of words) while (!word.startsWith(start)) start = start.slice(0, -1);
  return start;
}

/** Splits a line into words. Quotes keep blanks within a word. */
export function splitWords(line: string): readonly string[] {
  return [...line.matchAll(/(?:"[^"]*"|[^\s"]+|")+/g)].map(([word]) => word.replace(/"([^"]*)"/g, "$1"));
}

/** Index where the last word begins. An open quote begins a word that may contain blanks. */
function startOfWord(text: string): number {
  const isOpen = text.split('"').length % 2 === 0;
  const end = isOpen ? text.lastIndexOf('"') : text.length;
  return text.slice(0, end).search(/\S*$/);
}

/** The arguments that are not given yet, in order. */
function openArguments({ args }: KnownVerb, given: readonly string[]): readonly KnownArgument[] {
  const isNamed = (word: string, { name }: KnownArgument) => word.startsWith(`${name}=`);
  const open = args.filter((one) => !given.some((word) => isNamed(word, one)));
  const words = given.filter((word) => !args.some((one) => isNamed(word, one)));
  while (words.length > 0 && open.length > 0) {
    const size = isNumeral(words[0]) ? (LIST_SIZE[open[0].type ?? ""] ?? 1) : 1;
    const count = words.slice(0, size).findIndex((word) => size > 1 && !isNumeral(word));
    // a list with missing numbers is still open
    if (count < 0 && words.length < size) return open.map((one, i) => (i === 0 ? { name: one.name } : one));
    words.splice(0, count < 0 ? size : count);
    open.shift();
  }
  return open;
}

const isNumeral = (word: string): boolean => word !== "" && !Number.isNaN(Number(word));

function valuesOf(
  word: string,
  argument: KnownArgument,
  verbs: readonly KnownVerb[],
  names: KnownNames,
): readonly string[] {
  const { choices, words = [], completes, type = "" } = argument;
  if (choices) return matching(word, choices);
  const there = completes === "verb" ? verbs.map(({ name }) => name) : completes ? names(completes) : [];
  return matching(word, [...words, ...(TYPE_WORDS[type] ?? []), ...byStep(word, there)]);
}

/** Offers names level by level: ENTITY first, ENTITY/PART once the / is typed. */
function byStep(word: string, names: readonly string[]): readonly string[] {
  const depth = word.split("/").length;
  return [
    ...new Set(
      names.map((name) => {
        const parts = name.split("/");
        return parts.length <= depth ? name : parts.slice(0, depth).join("/");
      }),
    ),
  ].filter((name) => name.split("/").length === depth);
}

/** Offers `intensity=` once its first letter is typed. */
function argumentNames(word: string, open: readonly KnownArgument[]): readonly string[] {
  if (word === "" || open.length === 0) return [];
  return open.map(({ name }) => `${name}=`).filter((name) => name.startsWith(word));
}

/** Words that begin with `word`, ignoring case; none if it is already complete. Words with blanks are quoted. */
function matching(word: string, known: readonly string[]): string[] {
  const start = word.replace(/"/g, "").toLowerCase();
  const fit = known.filter((name) => name.toLowerCase().startsWith(start));
  if (fit.length === 1 && fit[0] === word) return [];
  return fit.map((name) => (/\s/.test(name) ? `"${name}"` : name));
}
