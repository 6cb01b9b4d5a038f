// Completes a line of the console from what `help` says of the verbs and from the names that are there.

export interface KnownVerb {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly args: readonly { readonly name: string; readonly type?: string; readonly choices?: readonly string[] }[];
}

export interface Completion {
  /** Where the word begins that is completed. */
  readonly from: number;
  readonly words: readonly string[];
  /** What the verb wants, once it is there. */
  readonly usage: string;
}

const MOST_WORDS = 12;
/** Words that arguments of a type may be. */
const WORDS: Readonly<Record<string, readonly string[]>> = { rate: ["max"], boolean: ["true", "false"] };
/** Names that are given here, or belong to something else than the entities. */
const NEW_NAMES = ["spawn", "snapshot", "restore", "light"];
const isOfThere = (verb: KnownVerb, argument: string): boolean =>
  (argument === "name" || argument === "what") && !NEW_NAMES.includes(verb.name);

const NOTHING: Completion = { from: 0, words: [], usage: "" };

/** `names`: entities, and ENTITY/PART. The text up to the caret counts. */
export function completeLine(text: string, verbs: readonly KnownVerb[], names: readonly string[]): Completion {
  const from = text.search(/\S*$/);
  const word = text.slice(from);
  const before = text.slice(0, from).trim();
  if (before === "") {
    const words = matching(
      word,
      verbs.map(({ name }) => name),
    );
    return { from, words, usage: verbs.find(({ name }) => name === word)?.usage ?? "" };
  }
  const [first, ...given] = before.split(/\s+/);
  const verb = verbs.find(({ name }) => name === first);
  if (!verb) return NOTHING;
  const usage = `${verb.usage}  ${verb.summary}`;
  if (verb.name === "help")
    return {
      from,
      words: matching(
        word,
        verbs.map(({ name }) => name),
      ),
      usage,
    };
  const argument = verb.args[given.length];
  if (!argument) return { from, words: [], usage };
  const known = argument.choices ?? WORDS[argument.type ?? "text"] ?? (isOfThere(verb, argument.name) ? names : []);
  // parts only once their entity is written
  const fit = argument.choices ? known : known.filter((name) => word.includes("/") || !name.includes("/"));
  return { from, words: matching(word, fit), usage };
}

/** Those that begin with it, whatever the case; a word that is already whole offers nothing. */
function matching(word: string, known: readonly string[]): string[] {
  const start = word.toLowerCase();
  const fit = known.filter((name) => name.toLowerCase().startsWith(start));
  return fit.length === 1 && fit[0] === word ? [] : fit.slice(0, MOST_WORDS);
}

/** What all of them begin with. */
export function commonStart(words: readonly string[]): string {
  let start = words[0] ?? "";
  for (const word of words) while (!word.startsWith(start)) start = start.slice(0, -1);
  return start;
}
