// Turns a robot's text file into XML (R8). The robot type that TYPE names defines the keys; its `read` makes the XML from their
// checked values. An error in that XML is reported at the line of the text file that causes it, if that line is known.

import type { DocumentReport } from "../../DocumentReport.js";
import { nearestName, SimError, showValue, unknownName } from "../../SimError.js";
import type { DocumentContext } from "../../xml/DocumentContext.js";
import { parseNumber } from "../../xml/NumberText.js";
import type { RobotText, TextEntry } from "./RobotText.js";
import type { AnyRobotType, TextKey, TextKeys } from "./RobotType.js";

const MORE_TYPES = "Load a plug-in that defines this type with --plugin FILE (docs/extending.md), or use XML.";
const COMMON: TextKeys = { TYPE: { type: "word" }, NAME: { type: "word" } };

/** The robot's XML. Undefined: there are errors. `name` replaces NAME. */
export function expandRobotText(text: RobotText, context: DocumentContext, name?: string): string | undefined {
  const { report } = context;
  const before = report.met;
  const type = typeOf(text, context);
  const keys: TextKeys = { ...COMMON, ...type.keys };
  checkKnown(text, keys, report);
  // a line that cannot be read may have any key
  if (text.isComplete) checkMissing(text, keys, report);
  const values: Record<string, unknown> = { __proto__: null };
  for (const [key, rule] of Object.entries(keys)) {
    const entry = text.entries.get(key);
    if (key !== "TYPE") values[key] = entry && report.attempt(() => readValues(text, entry, rule));
  }
  if (!text.isComplete || report.met > before) return undefined;
  if (name !== undefined) values.NAME = name;
  return report.placing(placeIn(text), () => type.read(Object.freeze(values) as Parameters<AnyRobotType["read"]>[0]));
}

/** Moves an error of the XML that is made from a text file to the line of the file that causes it. */
export function placeIn(text: RobotText): (problem: SimError) => SimError {
  return (problem) => {
    const key = lineFor(text, problem);
    const placed = text.place(problem, key, text.entries.has(problem.where) ? "" : problem.where);
    placed.cause = problem.cause;
    return placed;
  };
}

/** The key that the error names, or the key whose value the error shows; otherwise TYPE. */
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
  const value = entry.values.join(" ");
  const { found, allowed, advice: near } = unknownName("KIND_UNKNOWN", "", value, names);
  const advice = nearestName(value, names) === undefined ? MORE_TYPES : near;
  throw text.error("KIND_UNKNOWN", { found, allowed, advice }, "TYPE");
}

/** Unknown keys are errors, or warnings for a lenient reader (R7). */
function checkKnown(text: RobotText, keys: TextKeys, report: DocumentReport): void {
  for (const key of text.entries.keys())
    if (!Object.hasOwn(keys, key))
      report.addUnknown(() => text.place(unknownName("KEY_UNKNOWN", "", key, Object.keys(keys)), key));
}

/** A key that is only misspelled is not missing: it has an error already. */
function checkMissing(text: RobotText, keys: TextKeys, report: DocumentReport): void {
  const absent = Object.keys(keys).filter((key) => !keys[key].optional && !text.entries.has(key));
  const unknown = report.lenient ? [] : [...text.entries.keys()].filter((key) => !Object.hasOwn(keys, key));
  const meant = new Set(unknown.map((key) => nearestName(key, absent)));
  const missing = absent.filter((key) => !meant.has(key));
  if (missing.length === 0) return;
  const allowed = missing.map((key) => `${key} = ...`).join(", ");
  report.add(text.error("KEY_MISSING", { found: `no ${missing.join(", ")}`, allowed }, "TYPE"));
}

function readValues(text: RobotText, entry: TextEntry, rule: TextKey): unknown {
  const { values, key } = entry;
  const { count = 1 } = rule;
  const [min, max] = typeof count === "number" ? [count, count] : count;
  if (values.length < min || values.length > max)
    throw text.error(
      "LENGTH_WRONG",
      {
        found: `${values.length} values`,
        allowed: min === max ? `${min} value${min === 1 ? "" : "s"}` : `${min} to ${max} values`,
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
  const number = numberOf(text, key, value);
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, above, type } = rule;
  const isWhole = type !== "whole" || Number.isSafeInteger(number);
  if (number >= min && number <= max && (above === undefined || number > above) && isWhole) return number;
  throw text.error("VALUE_OUT_OF_RANGE", { found: value, allowed: rangeText(rule) }, key);
}

function numberOf(text: RobotText, key: string, value: string): number {
  try {
    return parseNumber(value);
  } catch (problem) {
    throw problem instanceof SimError ? text.error(problem.code, { found: showValue(value) }, key) : problem;
  }
}

/** The rule as text for a user: "a number above 0, kg". */
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
