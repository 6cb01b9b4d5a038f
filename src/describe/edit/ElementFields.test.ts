// [E5] The editor's fields are those of the documentation.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ELEMENT_FIELDS } from "./ElementFields.js";

const page = ["worlds.md", "robots.md"]
  .map((name) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), "utf8"))
  .join("\n");

test.each(Object.entries(ELEMENT_FIELDS))("[E5] the docs have %s and its fields", (element, fields) => {
  expect(page).toContain(element);
  for (const { field } of fields)
    for (const part of field.replace("@", "").split("/"))
      expect(page, `${element}/${field}`).toMatch(new RegExp(`\\b${part}\\b`));
});
