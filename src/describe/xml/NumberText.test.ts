import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refusal } from "../../../testing/builders/Refusal.js";
import { parseNumber, parseNumbers, trimXml } from "./NumberText.js";

describe("[R3] numbers", () => {
  test.each([
    ["1.5708f", 1.5708],
    [" \t\r\n 15.0 \n", 15],
    ["5", 5],
    ["-0.436", -0.436],
    ["+2", 2],
    [".5", 0.5],
    ["5.", 5],
    ["1e-3", 1e-3],
    ["2E+2f", 200],
    ["0", 0],
    ["00012", 12],
  ])("%j is %d", (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });

  test.each([
    "",
    "  ",
    "f",
    ".",
    "1.2.3",
    "1,5",
    "0x10",
    "1.5F",
    "1 2",
    "1f f",
    "ff",
    "--1",
    "1e",
    "e5",
    "1_000",
    "NaN",
    "\u00a01",
    "１",
  ])("%j is not a number", (text) => {
    expect(refusal(() => parseNumber(text))).toMatchObject({ code: "NUMBER_MALFORMED" });
  });

  test("infinity only where it is allowed, and never by overflow", () => {
    expect(parseNumber(" inf ", true)).toBe(Number.POSITIVE_INFINITY);
    expect(parseNumber("-infinity", true)).toBe(Number.NEGATIVE_INFINITY);
    for (const [text, mayBe] of [
      ["inf", false],
      ["1e999", true],
      ["-1e999", false],
    ] as const)
      expect(refusal(() => parseNumber(text, mayBe))).toMatchObject({ code: "NUMBER_NOT_FINITE" });
  });

  test("every number that JavaScript prints is read back, with f and white space around it", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), (value, hasF) => {
        expect(parseNumber(`\n ${value}${hasF ? "f" : ""} `)).toBe(value + 0);
      }),
      { seed: 3, numRuns: 2000 },
    );
  });

  test("lists are separated by white space, by commas, or by both", () => {
    expect(parseNumbers(" 1 2\n3,4 , 5f ")).toEqual([1, 2, 3, 4, 5]);
    expect(parseNumbers("  ")).toEqual([]);
    for (const bad of ["1,,2", "1,", ",1", "1;2"])
      expect(refusal(() => parseNumbers(bad))).toMatchObject({ code: "NUMBER_MALFORMED" });
  });

  test("[R11] long white space costs no more than its length", () => {
    const blanks = " ".repeat(1_000_000);
    expect(trimXml(`${blanks}1${blanks}2${blanks}`)).toHaveLength(1_000_002);
    expect(() => parseNumber(`1${blanks}x`)).toThrow();
    expect(() => parseNumber(`${"1".repeat(1_000_000)}x`)).toThrow();
  });
});
