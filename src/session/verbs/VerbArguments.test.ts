import { describe, expect, test } from "vitest";
import { type Argument, allowedFor, readArguments, readWords } from "./VerbArguments.js";

const ARGS: readonly Argument[] = [
  { name: "name", type: "text", what: "a name" },
  { name: "at", type: "vector", what: "where", isOptional: true },
  { name: "turned", type: "turning", what: "how", isOptional: true },
  { name: "on", type: "boolean", what: "lit", isOptional: true },
  { name: "share", type: "number", what: "how much", least: -1, most: 1, default: 0 },
  { name: "color", type: "color", what: "colour", isOptional: true },
];
const words = (...given: string[]) => readWords("verb", ARGS, given);

describe("[E4] arguments as words", () => {
  test("a list is several words, or one in quotes", () => {
    const expected = { name: "Box", at: [1, -2, 0.5], share: 0 };
    expect(words("Box", "1", "-2", "0.5")).toEqual(expected);
    expect(words("Box", "1 -2 0.5")).toEqual(expected);
    expect(words("Box", "1,-2,0.5")).toEqual(expected);
    expect(words("Box", "1", "2", "3", "0", "0", "0", "1", "on", "0.5", "#ff8000")).toEqual({
      name: "Box",
      at: [1, 2, 3],
      turned: [0, 0, 0, 1],
      on: true,
      share: 0.5,
      color: [255, 128, 0],
    });
  });

  test("any argument by its name", () => {
    expect(words("Box", "share=-1", "on=off")).toEqual({ name: "Box", on: false, share: -1 });
    expect(words("share=1", "Box", "color=1 2 3")).toEqual({ name: "Box", share: 1, color: [1, 2, 3] });
    // no argument's name: part of a text
    expect(words("a=b")).toEqual({ name: "a=b", share: 0 });
  });

  test.each<[readonly string[], string]>([
    [["Box", "1", "2"], "three numbers"],
    [["Box", "1", "2", "x"], "three numbers"],
    [["Box", "on=maybe"], "true or false"],
    [["Box", "share=2"], "a number from -1 to 1"],
    [["Box", "color=#12345"], "#rrggbb"],
    [["Box", "color=0 0 256"], "#rrggbb"],
    [["Box", "turned=0 0 0 0"], "not all 0"],
    [["Box", "0 0 0", "0 0 0 1", "on", "0", "#000000", "more"], "verb name [at]"],
  ])("%j is refused, and the error has the allowed values", (given, allowed) => {
    expect(() => words(...given)).toThrow(allowed);
  });
});

test.each<[unknown]>([
  [{ name: "a", at: [1, 2, "3"] }],
  [{ name: "a", at: [1, 2, Number.POSITIVE_INFINITY] }],
  [{ name: "a", at: { 0: 1, 1: 2, 2: 3, length: 3 } }],
  [{ name: "a", on: 1 }],
  [{ name: "a", share: "0.5" }],
  [{ name: "a", color: "red" }],
])("[E4] %j is refused", (given) => {
  expect(() => readArguments("verb", ARGS, given)).toThrow("ARGUMENT_WRONG");
});

test("texts of allowed values", () => {
  expect(ARGS.map(allowedFor)).toEqual([
    "a name: a text of 1 to 256 characters",
    "where: three numbers",
    "how: four numbers x y z w, not all 0",
    "lit: true or false",
    "how much: a number from -1 to 1",
    "colour: three numbers from 0 to 255, or #rrggbb",
  ]);
});
