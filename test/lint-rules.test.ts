// The linter holds the line: wall clock, chance, the engine's Math, Node and downward imports stay out of the simulation.
// Each probe is linted in a copy of the repository's configuration, so that no probe ever lies in the real tree.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BIOME = join(ROOT, "node_modules/@biomejs/biome/bin/biome");

/** Name, code, and what the complaint must say. */
const REFUSED: [string, string, string][] = [
  ["Math.sin", "export const x = Math.sin(1);", "use src/math"],
  ["Math.atan2", "export const x = Math.atan2(1, 2);", "use src/math"],
  ["Math.hypot", "export const x = Math.hypot(1, 2);", "use src/math"],
  ["Math.exp as a value", "export const f = Math.exp;", "use src/math"],
  ["Math.random", "export const x = Math.random();", "use src/math"],
  ["Date.now", "export const x = Date.now();", "No wall clock"],
  ["new Date", "export const x = new Date();", "No wall clock"],
  ["**", "export const f = (a: number) => a ** 2;", "** is Math.pow"],
  ["a node: import", 'import { readFileSync } from "node:fs";\nexport const x = readFileSync;', "noNodejsModules"],
  ["performance", "export const x = performance.now();", "No wall clock"],
  ["setTimeout", "setTimeout(() => {}, 1);", "No wall clock"],
  ["setImmediate", "setImmediate(() => {});", "No wall clock"],
  ["Intl", 'export const x = new Intl.Collator("de");', "machine's language"],
  ["localeCompare", "export const f = (a: string, b: string) => a.localeCompare(b);", "machine's language"],
  [
    "localeCompare of what may be missing",
    "export const f = (a?: string) => a?.localeCompare(a);",
    "machine's language",
  ],
  ["toLocaleString", "export const f = (x: number) => x.toLocaleString();", "machine's language"],
  ["toLocaleLowerCase", "export const f = (x: string) => x.toLocaleLowerCase();", "machine's language"],
  ["process", "export const x = process.argv;", "Only src/server and src/cli"],
  ["crypto", "export const x = crypto.randomUUID();", "No unseeded randomness"],
  ["physics from math", 'export { x } from "../physics/Model.js";', "src/math stands above"],
];

/** Name and code. */
const ALLOWED: [string, string][] = [
  ["sqrt and floor", "export const x = Math.sqrt(Math.floor(2.5));"],
  [
    "abs, round, min, max, imul, PI",
    "export const x = Math.imul(Math.round(Math.abs(Math.min(1, Math.PI))), Math.max(2));",
  ],
  ["an import within math", 'export { x } from "./Other.js";'],
];

describe("lint rules of the simulation", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "ubersim-lint-"));
    for (const file of ["biome.json", ".gitignore", "lint"])
      cpSync(join(ROOT, file), join(folder, file), { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  // lints one file; what was said, and whether it passed
  const lint = (path: string, code: string) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${code}\n`);
    const result = spawnSync(process.execPath, [BIOME, "lint", "--colors=off", path], {
      cwd: folder,
      encoding: "utf8",
    });
    rmSync(file);
    return { passed: result.status === 0, said: result.stdout + result.stderr };
  };

  test.each(REFUSED)("src/math refuses %s", (_, code, complaint) => {
    const { passed, said } = lint("src/math/Probe.ts", code);
    expect(said).toContain(complaint);
    expect(passed).toBe(false);
  });

  test("imports point up the list in every folder", () => {
    const probe = (from: string, to: string) => lint(`src/${from}/Probe.ts`, `export { x } from "../${to}/Other.js";`);
    const down = probe("describe", "physics");
    expect(down.said).toContain("src/describe stands above");
    expect(down.passed).toBe(false);
    expect(probe("physics", "server").said).toContain("src/physics stands above");
    expect(probe("physics", "describe").passed).toBe(true);
  });

  test.each(ALLOWED)("src/math allows %s", (_, code) => {
    const { passed, said } = lint("src/math/Probe.ts", code);
    expect(said).toContain("Checked 1 file");
    expect(passed, said).toBe(true);
  });
});
