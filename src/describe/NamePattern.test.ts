import { expect, test } from "vitest";
import { matchesName } from "./NamePattern.js";

test.each([
  ["Blue-1", "Blue-1", true],
  ["Blue-1", "Blue-10", false],
  ["Blue-*", "Blue-10", true],
  ["*", "", true],
  ["*", "anything", true],
  ["a*a", "a", false],
  ["a*a", "aa", true],
  ["*-*-3", "Blue-3", false],
  ["*-*-3", "Blue-x-3", true],
  ["*ball", "football", true],
  ["*ball", "balls", false],
  ["a*b*b", "axb", false],
  ["a*b*b", "axbyb", true],
])("%s and %s: %s", (pattern, name, matches) => {
  expect(matchesName(pattern, name)).toBe(matches);
});
