// The docs agree with the code: every folder has a row in architecture.md, every path and link has a target, every page
// has one place in the index, every rule that is cited is explained, and the README's example runs unchanged.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { runCommandLine } from "../src/cli/main.js";
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

/** Types of lint/layers.mjs, which declares none. */
const { LAYERS } = (await import(new URL("../lint/layers.mjs", import.meta.url).href)) as { LAYERS: readonly string[] };
/** Names on the architecture page that do not come from src: programs, file endings, names of other projects. */
const OUTSIDE: ReadonlySet<string> = new Set(["ubersim", "README", "ts", "md", "mjs"]);
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
    expect(foldersUnder("Layers")).toEqual(LAYERS.map((layer) => `${layer}/`));
    expect(LAYERS.filter((layer) => !existsSync(join(ROOT, layer)))).toEqual([]);
  });

  test("names classes and functions that exist, in drawings, phases and text", () => {
    const code = pathsIn("src", ".ts").map(readText).join("\n");
    const drawn = [...ARCHITECTURE.matchAll(/(?<![/\w])([A-Z]\w+)\.([a-z]\w+)\b/g)];
    const quoted = [...ARCHITECTURE.matchAll(/`([A-Za-z]\w+)(?:\.(\w+))?`/g)];
    const names = new Set([...drawn, ...quoted].flatMap(([, owner, member]) => [owner, member ?? owner]));
    const isThere = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(code);
    expect([...names].filter((name) => !OUTSIDE.has(name) && !isThere(name))).toEqual([]);
  });
});

describe("pages", () => {
  test.each(pages())("%s: every link has an existing page and heading as target", (page) => {
    expect(brokenLinks(page)).toEqual([]);
  });

  test.each(pages())("%s: every path of the project that it names exists", (page) => {
    expect(missingPaths(page)).toEqual([]);
  });

  test("glossary.md names files that exist, one for each word", () => {
    const rows = [...readText("docs/glossary.md").matchAll(/^\| \*\*(.+?)\*\* .*\| `(.+)` +\|$/gm)];
    expect(rows.length).toBeGreaterThan(60);
    expect(rows.filter(([, , file]) => !existsSync(join(ROOT, file))).map(([, word]) => word)).toEqual([]);
    const words = rows.map(([, word]) => word);
    expect(words.filter((word, i) => words.indexOf(word) !== i)).toEqual([]);
  });

  test("docs/README.md lists every page once, under one of the four kinds", () => {
    const index = readText("docs/README.md");
    const kinds = [...index.matchAll(/^## (.+)$/gm)].map(([, kind]) => kind);
    expect(kinds).toEqual(["Tutorial", "How-to", "Reference", "Explanation"]);
    const listed = [...index.matchAll(/^\| \[.*?\]\(([\w./-]+\.md)\)/gm)].map(([, page]) => page);
    const there = pathsIn("docs", ".md").map((page) => page.slice("docs/".length));
    expect(listed.filter((page) => !page.startsWith("../")).sort()).toEqual(
      there.filter((page) => page !== "README.md"),
    );
    expect(listed.filter((page, i) => listed.indexOf(page) !== i)).toEqual([]);
  });

  test("commands in the pages exist", async () => {
    const told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    expect(await runCommandLine(["docs/README.md"])).toBe(2);
    const text = told.mock.calls.join("");
    told.mockRestore();
    expect(text).toContain("ubersim run docs/README.md");
    const known = /Known: (.*)\. See/.exec(text)?.[1].split(", ") ?? [];
    expect(known).toContain("run");
    const wrong = pages().flatMap((page) =>
      [...readText(page).matchAll(/^(?:node bin\/ubersim\.js|ubersim) ([^\s-]\S*)/gm)].flatMap(([line, word]) =>
        word === "..." || known.includes(word) ? [] : [`${page}: ${line}`],
      ),
    );
    expect(wrong).toEqual([]);
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

  test("the README's example runs unchanged", async () => {
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
