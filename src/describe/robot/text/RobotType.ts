// Kinds of robots that are described by text files (R8): `TYPE = Name` and a line for each of its measures. A type says
// which lines it knows and makes a robot's document of their values, so nothing later knows that there was a text file.

import { checkObject, type KeysOf } from "../../Check.js";
import { SimError, showValue, unknownName } from "../../SimError.js";

/** What a line may hold. */
export interface TextKey {
  /** "number" unless said; "whole": a number without a fraction; "word": a text without blanks. */
  readonly type?: "number" | "whole" | "word";
  /** Of a word: those it may be; left out: any. */
  readonly words?: readonly string[];
  /** How many values; [least, most] where that may differ. Left out: one, and it is given by itself, not in a list. */
  readonly count?: number | readonly [number, number];
  readonly min?: number;
  readonly max?: number;
  /** Strictly above. */
  readonly above?: number;
  /** True: the line may be left out, and the value is undefined then. */
  readonly optional?: boolean;
  /** For people: "mm", "kg". */
  readonly unit?: string;
}

export type TextKeys = Readonly<Record<string, TextKey>>;

type One<K> = K extends { readonly words: readonly (infer Word)[] }
  ? Word
  : K extends { readonly type: "word" }
    ? string
    : number;
type Listed<K> = K extends { readonly count: unknown } ? readonly One<K>[] : One<K>;
type Value<K> = K extends { readonly optional: true } ? Listed<K> | undefined : Listed<K>;

/** One value for each line; NAME, which every robot has, among them. */
export type TextValues<Keys extends TextKeys> = { readonly [Name in keyof Keys]: Value<Keys[Name]> } & {
  readonly NAME: string;
};

/** A kind of robot. `read` gives a robot's document, XML as in docs/robots.md; escapeXml for texts that go into it. */
export interface RobotType<Keys extends TextKeys = TextKeys> {
  /** As it stands behind TYPE. */
  readonly type: string;
  /** One line for people. */
  readonly summary: string;
  /** Its lines besides TYPE and NAME. */
  readonly keys: Keys;
  /** A SimError whose `where` is one of the keys is told at that key's line. */
  read(values: TextValues<Keys>): string;
}

// biome-ignore lint/suspicious/noExplicitAny: a registry holds types of all keys
export type AnyRobotType = RobotType<any>;

/** Those there are, by name. */
export class RobotTypes {
  readonly #types = new Map<string, { readonly type: AnyRobotType; readonly source: string | undefined }>();

  /** `source`: the plug-in that brought it; undefined: it is built in. */
  add(type: AnyRobotType, source?: string): void {
    if (this.#types.has(type.type))
      throw new SimError("NAME_TAKEN", { where: source ?? "robot types", found: `two robot types "${type.type}"` });
    this.#types.set(type.type, { type, source });
  }

  get(name: string): AnyRobotType | undefined {
    return this.#types.get(name)?.type;
  }

  sourceOf(name: string): string | undefined {
    return this.#types.get(name)?.source;
  }

  get names(): readonly string[] {
    return [...this.#types.keys()].sort();
  }
}

const TYPE_KEYS: KeysOf<RobotType> = { type: true, summary: true, keys: true, read: true };
const KEY_KEYS: KeysOf<Required<TextKey>> = {
  type: true,
  words: true,
  count: true,
  min: true,
  max: true,
  above: true,
  optional: true,
  unit: true,
};
export const KEY_NAME = /^[A-Za-z][A-Za-z0-9_]*$/;
const OWN_KEYS = ["TYPE", "NAME"];

/** As a plain JavaScript program may give it; throws a SimError. */
export function checkRobotType(type: AnyRobotType, where: string): void {
  checkObject<AnyRobotType>(type, TYPE_KEYS, where);
  const wrong = (part: string, found: unknown, allowed: string) =>
    new SimError("PLUGIN_REFUSED", { where: `${where}/${part}`, found: showValue(found), allowed });
  if (typeof type.type !== "string" || !KEY_NAME.test(type.type))
    throw new SimError("NAME_MALFORMED", {
      where: `${where}/type`,
      found: showValue(type.type),
      allowed: "letters, digits and _, a letter first",
    });
  const of = `${where}/${type.type}`;
  if (typeof type.summary !== "string" || !/^[^\n]+$/.test(type.summary))
    throw wrong(`${type.type}/summary`, type.summary, "one line of text");
  if (typeof type.read !== "function") throw wrong(`${type.type}/read`, type.read, "a function");
  if (typeof type.keys !== "object" || type.keys === null) throw wrong(`${type.type}/keys`, type.keys, "an object");
  for (const [name, key] of Object.entries<TextKey>(type.keys)) checkKey(name, key, `${of}/keys/${name}`);
}

function checkKey(name: string, key: TextKey, where: string): void {
  if (!KEY_NAME.test(name)) throw new SimError("NAME_MALFORMED", { where, found: showValue(name) });
  if (OWN_KEYS.includes(name))
    throw new SimError("NAME_RESERVED", { where, found: `"${name}"`, allowed: `any key but ${OWN_KEYS.join(", ")}` });
  checkObject<TextKey>(key, KEY_KEYS, where);
  const { type = "number", count = 1 } = key;
  const types = ["number", "whole", "word"];
  if (!types.includes(type)) throw unknownName("KIND_UNKNOWN", `${where}/type`, type, types);
  const { words } = key;
  if (words !== undefined && !(type === "word" && Array.isArray(words) && words.length > 0 && words.every(isWord)))
    throw new SimError("PLUGIN_REFUSED", {
      where: `${where}/words`,
      found: showValue(words),
      allowed: 'words without blanks, of a key of type "word"',
    });
  const bounds = typeof count === "number" ? [count, count] : count;
  if (!Array.isArray(bounds) || bounds.length !== 2 || !bounds.every(isCount) || bounds[0] > bounds[1])
    throw new SimError("PLUGIN_REFUSED", {
      where: `${where}/count`,
      found: showValue(count),
      allowed: "a whole number above 0, or two of them: [least, most]",
    });
}

const isWord = (value: unknown): boolean => typeof value === "string" && /^[^\s#]+$/.test(value);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) > 0;

/** A text as it may stand in a document, in an element as in an attribute. */
export function escapeXml(text: string): string {
  const letters: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return String(text).replace(/[&<>"]/g, (letter) => letters[letter]);
}
