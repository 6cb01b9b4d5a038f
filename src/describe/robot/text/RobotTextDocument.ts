// From a text file to a robot's document (R8): the type that TYPE names says which lines there are; their values, checked,
// become XML by its `read`. What is wrong with that XML is told at the line of the file that it comes from, if it is known.

import { nearestName, SimError, showValue, unknownName } from "../../SimError.js";
import type { DocumentContext } from "../../xml/DocumentContext.js";
import { parseNumber } from "../../xml/NumberText.js";
import type { RobotText, TextEntry } from "./RobotText.js";
import type { AnyRobotType, TextKey, TextKeys } from "./RobotType.js";

const MORE_TYPES = "More robot types come with plug-ins: --plugin FILE, docs/extending.md. Otherwise send XML.";
const COMMON: TextKeys = { TYPE: { type: "word" }, NAME: { type: "word" } };

/** The robot's XML; throws the first SimError it meets, at its line. `name`: in place of NAME. */
export function expandRobotText(text: RobotText, context: DocumentContext, name?: string): string {
  const type = typeOf(text, context);
  const keys: TextKeys = { ...COMMON, ...type.keys };
  checkKnown(text, keys, context);
  const missing = Object.keys(keys).filter((key) => !keys[key].optional && !text.entries.has(key));
  if (missing.length > 0)
    throw text.error(
      "KEY_MISSING",
      { found: `no ${missing.join(", ")}`, allowed: `${missing.map((key) => `${key} = ...`).join(", ")}` },
      "TYPE",
    );
  const values: Record<string, unknown> = { __proto__: null };
  for (const [key, rule] of Object.entries(keys)) {
    const entry = text.entries.get(key);
    if (key !== "TYPE") values[key] = entry && readValues(text, entry, rule);
  }
  if (name !== undefined) values.NAME = name;
  return placeAt(text, () => type.read(Object.freeze(values) as Parameters<AnyRobotType["read"]>[0]));
}

/** What goes wrong while `work` makes a robot of the file's XML is told at one of the file's lines. */
export function placeAt<T>(text: RobotText, work: () => T): T {
  try {
    return work();
  } catch (problem) {
    if (!(problem instanceof SimError)) throw problem;
    const key = lineFor(text, problem);
    const placed = text.place(problem, key, text.entries.has(problem.where) ? "" : problem.where);
    placed.cause = problem.cause;
    throw placed;
  }
}

/** The key that the error names, or whose value it has found; else TYPE. */
function lineFor({ entries }: RobotText, { where, found }: SimError): string {
  if (entries.has(where)) return where;
  for (const { key, values } of entries.values())
    if (values.some((value) => found === value || found === JSON.stringify(value))) return key;
  return "TYPE";
}

function typeOf(text: RobotText, { kinds }: DocumentContext): AnyRobotType {
  const names = kinds.robotTypes?.names ?? [];
  const entry = text.entries.get("TYPE");
  if (!entry)
    throw text.error("KEY_MISSING", {
      found: "no TYPE",
      allowed: `TYPE = ${names.join(", or ") || "..."}`,
      line: 1,
      column: 1,
    });
  const [name] = entry.values;
  const type = entry.values.length === 1 ? kinds.robotTypes?.get(name) : undefined;
  if (type) return type;
  const said = entry.values.join(" ");
  const { found, allowed, advice: near } = unknownName("KIND_UNKNOWN", "", said, names);
  const advice = nearestName(said, names) === undefined ? MORE_TYPES : near;
  throw text.error("KIND_UNKNOWN", { found, allowed, advice }, "TYPE");
}

/** Unknown keys, or warnings for a lenient reader (R7). */
function checkKnown(text: RobotText, keys: TextKeys, { complaints }: DocumentContext): void {
  for (const key of text.entries.keys()) {
    if (Object.hasOwn(keys, key)) continue;
    const problem = text.place(unknownName("KEY_UNKNOWN", "", key, Object.keys(keys)), key);
    if (!complaints.lenient) throw problem;
    if (complaints.warnings.length < complaints.most) complaints.warnings.push(problem);
  }
}

function readValues(text: RobotText, entry: TextEntry, rule: TextKey): unknown {
  const { values, key } = entry;
  const { count = 1 } = rule;
  const [least, most] = typeof count === "number" ? [count, count] : count;
  if (values.length < least || values.length > most)
    throw text.error(
      "LENGTH_WRONG",
      {
        found: `${values.length} values`,
        allowed: least === most ? `${least} value${least === 1 ? "" : "s"}` : `${least} to ${most} values`,
      },
      key,
    );
  const read = values.map((value) =>
    rule.type === "word" ? readWord(text, key, value, rule) : readNumber(text, key, value, rule),
  );
  return rule.count === undefined ? read[0] : Object.freeze(read);
}

function readWord(text: RobotText, key: string, value: string, { words }: TextKey): string {
  if (!words || words.includes(value)) return value;
  const { found, allowed, advice } = unknownName("KIND_UNKNOWN", "", value, words);
  throw text.error("KIND_UNKNOWN", { found, allowed, advice }, key);
}

function readNumber(text: RobotText, key: string, value: string, rule: TextKey): number {
  const number = placeAt(text, () => {
    try {
      return parseNumber(value);
    } catch (problem) {
      if (!(problem instanceof SimError)) throw problem;
      throw new SimError(problem.code, { where: key, found: showValue(value) });
    }
  });
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, above, type } = rule;
  const isWhole = type !== "whole" || Number.isSafeInteger(number);
  if (number >= min && number <= max && (above === undefined || number > above) && isWhole) return number;
  throw text.error("VALUE_OUT_OF_RANGE", { found: value, allowed: rangeText(rule) }, key);
}

/** For people: "a number above 0, kg". */
export function rangeText({ min, max, above, type, words, unit }: TextKey): string {
  if (words) return words.join(" or ");
  const bounds = [
    above === undefined ? "" : `above ${above}`,
    min === undefined ? "" : `at least ${min}`,
    max === undefined ? "" : `at most ${max}`,
  ].filter((bound) => bound !== "");
  const what = type === "word" ? "a word" : type === "whole" ? "a whole number" : "a number";
  return `${what}${bounds.length > 0 ? ` ${bounds.join(" and ")}` : ""}${unit ? `, ${unit}` : ""}`;
}
