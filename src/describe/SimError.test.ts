import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ERROR_TABLE, type ErrorCode, nearestName, SimError, showValue, unknownName } from "./SimError.js";

describe("SimError", () => {
  test("the message has code, what, where, found, allowed and advice", () => {
    const error = new SimError("MASS_NOT_POSITIVE", { where: "robot/Leg/Mass", found: -2, advice: "Weigh it." });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ code: "MASS_NOT_POSITIVE", where: "robot/Leg/Mass", found: "-2" });
    expect(error.message).toBe(
      "MASS_NOT_POSITIVE: the mass is not positive at robot/Leg/Mass: found -2, allowed: a mass above 0 kg. Weigh it.",
    );
  });

  test("a specific text replaces that of the table", () => {
    const error = new SimError("VALUE_OUT_OF_RANGE", { where: "w/Step", found: 9, allowed: "0 to 1" });
    expect(error.allowed).toBe("0 to 1");
    expect(error.message).not.toContain(ERROR_TABLE.VALUE_OUT_OF_RANGE.allowed);
  });

  test("without specific advice the message ends with that of the table", () => {
    const error = new SimError("AXIS_ZERO", { where: "robot/Hip/Axis", found: "0 0 0" });
    expect(error.advice).toBe(ERROR_TABLE.AXIS_ZERO.advice);
    expect(error.message).toBe(
      "AXIS_ZERO: the direction is a zero vector at robot/Hip/Axis: found 0 0 0, allowed: a vector that is not zero. " +
        "Give at least one component that is not 0, for example 0 0 1.",
    );
    const better = new SimError("AXIS_ZERO", { where: "robot/Hip/Axis", found: "0 0 0", advice: "Turn it." });
    expect(better.advice).toBe("Turn it.");
    expect(better.message).not.toContain(ERROR_TABLE.AXIS_ZERO.advice);
  });

  test("the error of an unknown name lists the known ones and the nearest", () => {
    const error = unknownName("MATERIAL_UNKNOWN", "robot/Leg", "ruber", ["Glass", "Rubber", "Steel"]);
    expect(error.found).toBe('"ruber"');
    expect(error.allowed).toBe("one of Glass, Rubber, Steel");
    expect(error.advice).toBe('Did you mean "Rubber"?');
  });

  test("no name is suggested if none is similar", () => {
    expect(nearestName("Quicksilver", ["Glass", "Steel"])).toBeUndefined();
    expect(unknownName("BODY_UNKNOWN", "r", "x", []).allowed).toBe("nothing (there are none)");
  });

  test("single letters are not similar to each other, and values that are not texts are similar to none", () => {
    expect(nearestName("x", ["y"])).toBeUndefined();
    expect(nearestName("a", ["A"])).toBe("A");
    for (const odd of [undefined, null, 5, {}, Symbol("s")]) {
      expect(nearestName(odd, ["5"])).toBeUndefined();
      expect(unknownName("BODY_UNKNOWN", "r", odd, ["A"]).advice).toBe(ERROR_TABLE.BODY_UNKNOWN.advice);
    }
  });

  test.each<[unknown, string]>([
    [undefined, "nothing"],
    [null, "null"],
    ['a"b', '"a\\"b"'],
    [[1, "2", null], '[1, "2", null]'],
    [[[1, 2], []], "[a list of 2, a list of 0]"],
    [{ a: 1 }, "an object with a"],
    [3n, "3n"],
    ["x".repeat(500), `"${"x".repeat(79)} ...`],
  ])("a value is shown as a person would write it (%#)", (value, shown) => {
    expect(showValue(value)).toBe(shown);
  });

  test.each([
    ["LWhel", "LWheel"],
    ["lwheel", "LWheel"],
    ["RWheeel", "RWheel"],
    ["MainBdoy", "MainBody"],
  ])("nearest to %s is %s", (slip, meant) => {
    expect(nearestName(slip, ["LWheel", "MainBody", "RWheel"])).toBe(meant);
  });
});

test("docs/errors.md has the same rows as the table in the code", () => {
  const page = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8");
  const lines = page.split("\n").filter((line) => line.startsWith("| `"));
  const rows = lines.map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
  const table = Object.entries(ERROR_TABLE);
  expect(rows).toEqual(table.map(([code, { what, allowed, advice }]) => [`\`${code}\``, what, allowed, advice]));
  // the example before the tables equals the text of the code
  const where = "segway/LWheel/B1/Mass";
  expect(page).toContain(`\n${new SimError("MASS_NOT_POSITIVE", { where, found: -5 }).message}\n`);
});

test("every advice is one short instruction", () => {
  const odd = Object.entries(ERROR_TABLE).filter(
    ([, { advice }]) => !/^[A-Z][^.]*(\.(?!\s)[^.]*)*\.$/.test(advice) || advice.length > 100,
  );
  expect(odd).toEqual([]);
});

test("every code is one that a program can match on", () => {
  for (const code of Object.keys(ERROR_TABLE) as ErrorCode[]) expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
});
