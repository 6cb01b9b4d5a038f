// `npm run build`: compiles AssemblyScript (assembly/), the TypeScript programs and the viewer into dist/. A step whose
// inputs have not changed since its last success is skipped; dist/.built.json holds a hash of the inputs of each step.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL(".", import.meta.url));
const DIST = join(ROOT, "dist");
const RECORD = join(DIST, ".built.json");

const STEPS = [
  {
    name: "programs",
    inputs: ["src", "robots", "examples", "teams", "bench", "testing", "tsconfig.json", "tsconfig.build.json"],
    ignore: /\.test\.ts$/,
    output: "dist/src/index.js",
    run: buildPrograms,
  },
  {
    name: "viewer",
    inputs: ["viewer", "src"],
    ignore: /\.test\.ts$/,
    output: "dist/viewer/index.html",
    run: () => runTool("vite/bin/vite.js", ["build", "viewer", "--logLevel", "warn"]),
  },
];

// its own hash is in the file that it writes
await import("./assembly/build.mjs");
const record = existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, "utf8")) : {};
mkdirSync(DIST, { recursive: true });
for (const { name, inputs, ignore, output, run } of STEPS) {
  const hash = hashFiles([...inputs, "build.mjs", "package-lock.json"], ignore);
  if (record[name] === hash && existsSync(join(ROOT, output))) continue;
  delete record[name];
  run();
  record[name] = hash;
  writeFileSync(RECORD, `${JSON.stringify(record)}\n`);
}

/** Runs tsc, then removes what an earlier build wrote and this one did not. */
function buildPrograms() {
  const said = runTool("typescript/bin/tsc", ["-p", "tsconfig.build.json", "--listEmittedFiles"], "pipe");
  const written = new Set([...said.matchAll(/^TSFILE: (.+)$/gm)].map(([, file]) => relative(ROOT, file.trim())));
  if (written.size === 0) throw new Error("tsc names no file that it wrote");
  for (const file of filesBelow("dist"))
    if (!file.startsWith("dist/viewer/") && file !== "dist/.built.json" && !written.has(file)) rmSync(join(ROOT, file));
  for (const folder of readdirSync(DIST))
    if (folder !== ".built.json" && filesBelow(`dist/${folder}`).length === 0)
      rmSync(join(DIST, folder), { recursive: true });
}

function runTool(program, args, stdout = "inherit") {
  const path = join(ROOT, "node_modules", program);
  const { status, stdout: said } = spawnSync(process.execPath, [path, ...args], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 1e8,
    stdio: ["ignore", stdout, "inherit"],
  });
  if (status === 0) return said ?? "";
  if (said) console.error(said.replace(/^TSFILE: .*\n/gm, ""));
  process.exit(status ?? 1);
}

function hashFiles(paths, ignore) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap(filesBelow).filter((path) => !ignore.test(path)))
    hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)));
  return hash.digest("hex").slice(0, 16);
}

/** The file itself, or all files of a folder, in order of name. */
function filesBelow(path) {
  if (!existsSync(join(ROOT, path))) return [];
  if (statSync(join(ROOT, path)).isFile()) return [path];
  const entries = readdirSync(join(ROOT, path), { withFileTypes: true, recursive: true }).filter((one) => one.isFile());
  return entries.map((one) => relative(ROOT, join(one.parentPath ?? one.path, one.name)).replaceAll("\\", "/")).sort();
}
