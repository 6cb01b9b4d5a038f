import { expect, test } from "vitest";
import { printable } from "./PrintableText.js";

test.each<[string, string]>([
  ["\u001b[2J", "\\u001b[2J"],
  ["\u009b31m", "\\u009b31m"],
  ["\u009d0;title\u0007", "\\u009d0;title\\u0007"],
  ["\u0090q", "\\u0090q"],
  ["\u007f", "\\u007f"],
  ["a\rb", "a\\u000db"],
  ["\u202eabc\u2066", "\\u202eabc\\u2066"],
  ["\u200b\u200f\u061c\ufeff", "\\u200b\\u200f\\u061c\\ufeff"],
  ["\u2028\u2029", "\\u2028\\u2029"],
  ["\u{e0041}", "\\u{e0041}"],
  ["\ud800", "\\ud800"],
])("[W8] %j is shown as %s", (text, shown) => {
  expect(printable(text)).toBe(shown);
});

test("letters of all languages, line breaks and tabs stay", () => {
  const text = "Ünal läuft\n\t机器人 🤖 é";
  expect(printable(text)).toBe(text);
});
