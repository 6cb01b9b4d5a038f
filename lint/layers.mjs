// The one list of layers: a file imports from its own layer and from layers above it in the list. `node lint/layers.mjs`
// writes the linter's rules, lint/layers.json, which biome.json extends; a test compares the two. Patterns match the text
// of an import, which is relative, so there is one rule for each depth of folders below a layer.

import { readFileSync, writeFileSync } from "node:fs";

/** Top to bottom, as docs/architecture.md explains them. */
export const LAYERS = [
  "src/math",
  "src/describe",
  "src/physics",
  "src/render",
  "src/devices",
  "src/latency",
  "src/world",
  "src/session",
  "src/record",
  "src/leagues",
  "src/client",
  "src/server",
  "src/cli",
];

/** Programs that use the layers; no layer imports them. Unit tests may use the tools of testing/. */
export const PROGRAMS = ["robots", "examples", "teams", "bench", "test", "testing", "viewer"];

/** Layers whose folders are private: the others import only the files directly in the layer's folder. */
export const WITH_PRIVATE_FOLDERS = ["src/physics"];

/** Programs that may import private folders: the bare pipeline runs the engine without the contact and row laws. */
export const EXEMPT = ["bench/BarePipeline.ts"];

/** How many folders deep a layer may be. */
const MAX_DEPTH = 3;

export function layerRules() {
  const overrides = LAYERS.flatMap((layer, i) =>
    Array.from({ length: MAX_DEPTH + 1 }, (_, depth) => [
      ruleOf(layer, LAYERS.slice(i + 1), depth, "*.ts", PROGRAMS),
      ruleOf(
        layer,
        LAYERS.slice(i + 1),
        depth,
        "*.test.ts",
        PROGRAMS.filter((program) => program !== "testing"),
      ),
    ]).flat(),
  );
  return { overrides: [...overrides, programRule()] };
}

/** Programs import only the files directly in the folder of a layer with private folders. */
function programRule() {
  const patterns = [{ group: WITH_PRIVATE_FOLDERS.map((layer) => `**/${layer}/*/**`), message: PRIVATE }];
  return {
    includes: [...PROGRAMS.map((program) => `${program}/**/*.ts`), ...EXEMPT.map((file) => `!${file}`)],
    linter: { rules: { style: { noRestrictedImports: { level: "error", options: { patterns } } } } },
  };
}

const PRIVATE = "This folder is private to its layer: import a file of the layer itself.";

function ruleOf(layer, below, depth, files, programs) {
  const up = "../".repeat(depth + 1);
  const forbidden = [
    ...below.map((other) => `${up}${other.slice("src/".length)}/**`),
    ...programs.map((program) => `${up}../${program}/**`),
  ];
  const privateFolders = WITH_PRIVATE_FOLDERS.filter((other) => other !== layer).map(
    (other) => `${up}${other.slice(4)}/*/**`,
  );
  const patterns = [
    { group: forbidden, message: `Imports only point up the list of layers: ${layer} stands above (lint/layers.mjs).` },
    ...(privateFolders.length > 0 ? [{ group: privateFolders, message: PRIVATE }] : []),
  ];
  return {
    includes: [`${layer}/${"*/".repeat(depth)}${files}`],
    linter: { rules: { style: { noRestrictedImports: { level: "error", options: { patterns } } } } },
  };
}

const FILE = new URL("layers.json", import.meta.url);
export const writtenRules = () => JSON.parse(readFileSync(FILE, "utf8"));

if (process.argv[1] === new URL(import.meta.url).pathname)
  writeFileSync(
    FILE,
    `{ "overrides": [\n${layerRules()
      .overrides.map((rule) => JSON.stringify(rule))
      .join(",\n")}\n] }\n`,
  );
