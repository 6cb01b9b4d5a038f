// The docs keep up with the code: every file of src/physics is named, every rule that code and tests cite is explained,
// and the README's example runs as it is printed.

import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string): string => readFileSync(`${ROOT}${path}`, "utf8");
const sourcesIn = (folder: string): string[] =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));

describe("docs", () => {
  test("architecture.md names every file of src/physics, and no other", () => {
    const files = sourcesIn("src/physics").filter((name) => !name.endsWith(".test.ts"));
    const page = read("docs/architecture.md");
    const table = page.slice(page.indexOf("Every file of"), page.indexOf("A `Layout` says"));
    expect([...table.matchAll(/`(\w+\.ts)`/g)].map((match) => match[1]).sort()).toEqual(files.sort());
  });

  test.each(["describe", "devices", "latency", "world", "soccer", "session", "client", "server"])(
    "architecture.md names every file of src/%s, and no other",
    (folder) => {
      const files = sourcesIn(`src/${folder}`)
        .filter((name) => !name.endsWith(".test.ts"))
        .map((name) => basename(name));
      const page = read("docs/architecture.md");
      const tables = page.split(/\n(?=\| Files of)/).slice(1);
      const own = tables.filter((table) => table.split("\n")[0].includes(`src/${folder}`)).join("\n");
      const named = [...own.slice(0, own.indexOf("\n## ") >>> 0).matchAll(/`(\w+\.ts)`/g)].map((match) => match[1]);
      const others =
        folder === "latency" || folder === "world" ? sourcesIn("src/latency").concat(sourcesIn("src/world")) : files;
      expect(files.filter((file) => !named.includes(file))).toEqual([]);
      expect(named.filter((file) => !others.includes(file))).toEqual([]);
    },
  );

  test("rules.md explains every rule that code and tests cite", () => {
    const explained = new Set([...read("docs/rules.md").matchAll(/^\| ([A-Z]\d+) /gm)].map((match) => match[1]));
    const cited = new Map<string, string>();
    for (const folder of ["src/", "test/", "bench/", "robots/", "examples/"])
      for (const file of sourcesIn(folder))
        for (const [, rule] of read(folder + file).matchAll(/[([]([MRWTSFLEXP]1?\d)(?=[\]),' ])/g))
          cited.set(rule, folder + file);
    expect(cited.size).toBeGreaterThan(10);
    expect([...cited].filter(([rule]) => !explained.has(rule))).toEqual([]);
  });

  test("the README's example runs as it is printed", async () => {
    const code = /```js\n([\s\S]*?)```/.exec(read("README.md"))?.[1] ?? "";
    const body = code
      .replace(/^import (\{.*\}) from "ubersim";$/m, "const $1 = ubersim;")
      .replace(/console\.log/, "say");
    const said: unknown[] = [];
    const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
    await new AsyncFunction("ubersim", "say", body)(await import("../src/index.js"), (...all: unknown[]) =>
      said.push(...all),
    );
    expect(said[0]).toBeCloseTo(1.001, 9);
    expect(said[2]).toMatch(/^[0-9a-f]{16}$/);
  });
});
