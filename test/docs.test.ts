// The docs agree with the code: every folder has a row in architecture.md, every path and link leads somewhere, every page
// has one place in the index, every rule that is cited is explained, and the README's example runs as it is printed.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  brokenLinks,
  foldersIn,
  missingPaths,
  pages,
  pathsIn,
  ROOT,
  readText,
  topFolders,
} from "../testing/builders/Pages.js";

/** lint/layers.mjs has no types of its own. */
const { LAYERS } = (await import(new URL("../lint/layers.mjs", import.meta.url).href)) as { LAYERS: readonly string[] };
const ARCHITECTURE = readText("docs/architecture.md");

/** The first cell of each row below a heading, if it is a folder. */
const foldersUnder = (heading: string): string[] => {
  const from = ARCHITECTURE.indexOf(`\n## ${heading}\n`);
  const section = ARCHITECTURE.slice(from, ARCHITECTURE.indexOf("\n## ", from + 1));
  return [...section.matchAll(/^\| `([\w./-]+\/)`/gm)].map(([, folder]) => folder);
};

describe("architecture.md", () => {
  test("has a row for every folder, and for no other", () => {
    const there = [...foldersIn("src"), ...foldersIn("viewer/src"), ...topFolders().map((name) => `${name}/`)];
    expect(foldersUnder("Folders").sort()).toEqual([...new Set(there)].sort());
  });

  test("lists the layers in the order of lint/layers.mjs", () => {
    const layers = LAYERS.filter((layer) => existsSync(join(ROOT, layer)));
    expect(foldersUnder("Layers")).toEqual(layers.map((layer) => `${layer}/`));
  });

  test("names classes and functions that exist, in its table of phases", () => {
    const from = ARCHITECTURE.indexOf("\n## One frame\n");
    const section = ARCHITECTURE.slice(from, ARCHITECTURE.indexOf("\n## ", from + 1));
    const code = pathsIn("src", ".ts").map(readText).join("\n");
    const named = [...section.matchAll(/`(\w+)(?:\.(\w+))?`/g)].flatMap(([, owner, member]) => [
      owner,
      member ?? owner,
    ]);
    expect(named.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
  });
});

describe("pages", () => {
  test.each(pages())("%s: every link leads to a page and a heading that exist", (page) => {
    expect(brokenLinks(page)).toEqual([]);
  });

  test.each(pages())("%s: every path of the project that it names exists", (page) => {
    expect(missingPaths(page)).toEqual([]);
  });

  test("rules.md explains every rule that code and tests cite", () => {
    const explained = new Set([...readText("docs/rules.md").matchAll(/^\| ([A-Z]\d+) /gm)].map((match) => match[1]));
    const cited = new Map<string, string>();
    for (const folder of ["src", "test", "bench", "robots", "examples", "teams"])
      for (const file of pathsIn(folder, ".ts"))
        for (const [, rule] of readText(file).matchAll(/[([]([MRWTSFLEXP]1?\d)(?=[\]),' ])/g)) cited.set(rule, file);
    expect(cited.size).toBeGreaterThan(10);
    expect([...cited].filter(([rule]) => !explained.has(rule))).toEqual([]);
  });

  test("the README's example runs as it is printed", async () => {
    const code = /```js\n([\s\S]*?)```/.exec(readText("README.md"))?.[1] ?? "";
    const body = code
      .replace(/^import (\{.*\}) from "ubersim";$/m, "const $1 = ubersim;")
      .replace(/console\.log/, "print");
    const printed: unknown[] = [];
    const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
    await new AsyncFunction("ubersim", "print", body)(await import("../src/index.js"), (...all: unknown[]) =>
      printed.push(...all),
    );
    expect(printed[0]).toBeCloseTo(1.001, 9);
    expect(printed[2]).toMatch(/^[0-9a-f]{16}$/);
  });
});
