// The list of the longest files of the long tier.

import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { LONGEST } from "./LongestFirst.js";

test.each(LONGEST)("test/%s.long.test.ts is there", (name) => {
  expect(existsSync(new URL(`../../test/${name}.long.test.ts`, import.meta.url))).toBe(true);
});
