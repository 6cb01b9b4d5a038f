// The lint rules of the repository: they keep wall clock, random numbers, the engine's Math, Node and imports of lower layers
// out of the simulation. All probes are linted by one start of Biome, in a copy of the repository's configuration.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LAYERS, layerRules, PROGRAMS, writtenRules } from "../lint/layers.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BIOME = join(ROOT, "node_modules/@biomejs/biome/bin/biome");

/** Name, code, and text that the diagnostic contains. */
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
  ["localeCompare of an optional value", "export const f = (a?: string) => a?.localeCompare(a);", "machine's language"],
  ["toLocaleString", "export const f = (x: number) => x.toLocaleString();", "machine's language"],
  ["toLocaleLowerCase", "export const f = (x: string) => x.toLocaleLowerCase();", "machine's language"],
  ["process", "export const x = process.argv;", "Only src/server and src/cli"],
  ["crypto", "export const x = crypto.randomUUID();", "No unseeded randomness"],
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

/** Importing file and imported file, without extension. */
const DOWNWARD: [string, string][] = [
  ["src/math/Probe", "src/physics/Model"],
  ["src/describe/Probe", "src/physics/Model"],
  ["src/describe/entity/Probe", "src/world/World"],
  ["src/describe/robot/text/Probe", "src/leagues/Other"],
  ["src/leagues/ssl/vision/deep/Probe", "src/server/Server"],
  ["src/physics/rows/Probe", "src/server/links/TcpLink"],
  ["src/server/http/Probe", "src/cli/Arguments"],
  ["src/world/Probe", "bench/SceneRun"],
  ["src/world/Probe", "testing/builders/BoxRobot"],
  ["src/devices/sensors/Probe", "robots/Segway"],
  ["src/world/Probe.test", "test/server/Servers"],
];

const UPWARD: [string, string][] = [
  ["src/math/Probe", "src/math/Other"],
  ["src/physics/Probe", "src/describe/Other"],
  ["src/server/http/Probe", "src/session/verbs/Other"],
  ["src/leagues/ssl/vision/Probe", "src/session/Simulation"],
  // inside a layer, a folder with the name of a lower layer
  ["src/describe/entity/Probe", "src/describe/world/WorldDocument"],
  ["src/devices/camera/Probe", "src/devices/plugin/Other"],
  ["src/world/Probe.test", "testing/builders/BoxRobot"],
];

interface Probe {
  readonly path: string;
  readonly code: string;
}

function importProbe(from: string, to: string, i: number): Probe {
  const way = relative(dirname(from), to);
  const code = `export { x } from "${way.startsWith(".") ? way : `./${way}`}.js";`;
  return { path: `${from.replace("Probe", `Probe${i}`)}.ts`, code };
}
const mathProbe = (i: number, code: string): Probe => ({ path: `src/math/Probe${i}.ts`, code });

const REFUSED_PROBES = REFUSED.map(([, code], i) => mathProbe(i, code));
const ALLOWED_PROBES = ALLOWED.map(([, code], i) => mathProbe(100 + i, code));
const DOWNWARD_PROBES = DOWNWARD.map(([from, to], i) => importProbe(from, to, 200 + i));
const UPWARD_PROBES = UPWARD.map(([from, to], i) => importProbe(from, to, 300 + i));

/** Diagnostics of each probe, by path. */
const diagnostics = new Map<string, string>();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ubersim-lint-"));
  for (const file of ["biome.json", ".gitignore", "lint"])
    cpSync(join(ROOT, file), join(folder, file), { recursive: true });
  const probes = [...REFUSED_PROBES, ...ALLOWED_PROBES, ...DOWNWARD_PROBES, ...UPWARD_PROBES];
  for (const { path, code } of probes) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${code}\n`);
    diagnostics.set(path, "");
  }
  const args = ["lint", "--colors=off", "--max-diagnostics=none", ...probes.map(({ path }) => path)];
  const { stdout, stderr } = spawnSync(process.execPath, [BIOME, ...args], { cwd: folder, encoding: "utf8" });
  expect(stdout + stderr).toContain(`Checked ${probes.length} files`);
  // every diagnostic starts with the path of its file
  for (const text of (stderr + stdout).split(/^(?=src\/\S+\.ts)/m)) {
    const path = /^src\/\S+?\.ts/.exec(text)?.[0];
    if (path) diagnostics.set(path, diagnostics.get(path) + text);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("lint rules of the simulation", () => {
  test.each(REFUSED.map(([name, , text], i) => [name, text, i] as const))("src/math refuses %s", (_, text, i) => {
    expect(diagnostics.get(REFUSED_PROBES[i].path)).toContain(text);
  });

  test.each(ALLOWED.map(([name], i) => [name, i] as const))("src/math allows %s", (_, i) => {
    expect(diagnostics.get(ALLOWED_PROBES[i].path)).toBe("");
  });
});

describe("layers", () => {
  test("lint/layers.json holds the rules that lint/layers.mjs makes; `node lint/layers.mjs` writes it", () => {
    expect(writtenRules()).toEqual(layerRules());
  });

  test("every folder of src is a layer, and every layer and program is a folder", () => {
    const folders = readdirSync(join(ROOT, "src"), { withFileTypes: true }).filter((one) => one.isDirectory());
    for (const { name } of folders) expect(LAYERS).toContain(`src/${name}`);
    for (const folder of [...LAYERS, ...PROGRAMS]) expect(existsSync(join(ROOT, folder)), folder).toBe(true);
  });

  test.each(DOWNWARD.map(([from, to], i) => [from, to, i] as const))("%s may not import %s", (from, _, i) => {
    const layer = from.split("/").slice(0, 2).join("/");
    const text = diagnostics.get(DOWNWARD_PROBES[i].path);
    expect(text).toContain("noRestrictedImports");
    expect(text).toContain(layer);
  });

  test.each(UPWARD.map(([from, to], i) => [from, to, i] as const))("%s may import %s", (_, __, i) => {
    expect(diagnostics.get(UPWARD_PROBES[i].path)).toBe("");
  });
});
