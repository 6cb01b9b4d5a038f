// Robot types for text files (R8): `TYPE = Name` and a line for each value. A type defines its keys and makes XML from their
// values; all other code uses that XML.

import { checkObject, type KeysOf } from "../../Check.js";
import { SimError, showValue, unknownName } from "../../SimError.js";

/** The rule for the values of one key. */
export interface TextKey {
  /** "number" (default), "whole" (a number without a fraction) or "word" (text without spaces). */
  readonly type?: "number" | "whole" | "word";
  /** Allowed words. Default: any. */
  readonly words?: readonly string[];
  /** Number of values, or [minimum, maximum]; `read` gets a list. Default: one value, and `read` gets it without a list. */
  readonly count?: number | readonly [number, number];
  readonly min?: number;
  readonly max?: number;
  /** The number must be larger than this. */
  readonly above?: number;
  /** True: the key may be left out; its value is then undefined. Default false. */
  readonly optional?: boolean;
  /** Unit in texts for users: "mm", "kg". */
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

/** The values of all keys, including NAME. */
export type TextValues<Keys extends TextKeys> = { readonly [Name in keyof Keys]: Value<Keys[Name]> } & {
  readonly NAME: string;
};

/** A robot type. `read` makes XML (docs/robots.md); use escapeXml for text in it. */
export interface RobotType<Keys extends TextKeys = TextKeys> {
  /** The value of TYPE. */
  readonly type: string;
  /** One line of text for users. */
  readonly summary: string;
  /** Its keys other than TYPE and NAME. */
  readonly keys: Keys;
  /** Makes the XML. A SimError whose `where` is a key is reported at the line of that key. */
  read(values: TextValues<Keys>): string;
}

// biome-ignore lint/suspicious/noExplicitAny: a registry holds types of all keys
export type AnyRobotType = RobotType<any>;

/** All robot types by name. */
export class RobotTypes {
  readonly #types = new Map<string, { readonly type: AnyRobotType; readonly source: string | undefined }>();

  /** `source`: the plug-in that defines the type. Undefined: it is built in. */
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
const KEY_LETTERS = "letters, digits and _, beginning with a letter";
const OWN_KEYS = ["TYPE", "NAME"];

/** Checks a robot type of a plug-in, which may be plain JavaScript; throws a SimError. */
export function checkRobotType(type: AnyRobotType, where: string): void {
  checkObject<AnyRobotType>(type, TYPE_KEYS, where);
  const wrong = (part: string, found: unknown, allowed: string) =>
    new SimError("PLUGIN_REFUSED", { where: `${where}/${part}`, found: showValue(found), allowed });
  if (typeof type.type !== "string" || !KEY_NAME.test(type.type))
    throw new SimError("NAME_MALFORMED", {
      where: `${where}/type`,
      found: showValue(type.type),
      allowed: KEY_LETTERS,
    });
  const of = `${where}/${type.type}`;
  if (typeof type.summary !== "string" || !/^[^\n]+$/.test(type.summary))
    throw wrong(`${type.type}/summary`, type.summary, "one line of text");
  if (typeof type.read !== "function") throw wrong(`${type.type}/read`, type.read, "a function");
  if (typeof type.keys !== "object" || type.keys === null) throw wrong(`${type.type}/keys`, type.keys, "an object");
  for (const [name, key] of Object.entries<TextKey>(type.keys)) checkKey(name, key, `${of}/keys/${name}`);
}

function checkKey(name: string, key: TextKey, where: string): void {
  if (!KEY_NAME.test(name))
    throw new SimError("NAME_MALFORMED", { where, found: showValue(name), allowed: KEY_LETTERS });
  if (OWN_KEYS.includes(name))
    throw new SimError("NAME_RESERVED", {
      where,
      found: `"${name}"`,
      allowed: `any key except ${OWN_KEYS.join(", ")}`,
    });
  checkObject<TextKey>(key, KEY_KEYS, where);
  const { type = "number", count = 1 } = key;
  const types = ["number", "whole", "word"];
  if (!types.includes(type)) throw unknownName("KIND_UNKNOWN", `${where}/type`, type, types);
  const { words } = key;
  if (words !== undefined && !(type === "word" && Array.isArray(words) && words.length > 0 && words.every(isWord)))
    throw new SimError("PLUGIN_REFUSED", {
      where: `${where}/words`,
      found: showValue(words),
      allowed: 'words without spaces, for a key of type "word"',
    });
  const bounds = typeof count === "number" ? [count, count] : count;
  if (!Array.isArray(bounds) || bounds.length !== 2 || !bounds.every(isCount) || bounds[0] > bounds[1])
    throw new SimError("PLUGIN_REFUSED", {
      where: `${where}/count`,
      found: showValue(count),
      allowed: "a whole number above 0, or two of them: [minimum, maximum]",
    });
}

const isWord = (value: unknown): boolean => typeof value === "string" && /^[^\s#]+$/.test(value);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) > 0;

/** Escapes a text for an element or an attribute of XML. */
export function escapeXml(text: string): string {
  const letters: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return String(text).replace(/[&<>"]/g, (letter) => letters[letter]);
}
