#!/usr/bin/env node
// The command line. The program itself is built from src/ by `npm install` (or `npm run build`).
import { existsSync } from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";

const main = new URL("../dist/src/cli/main.js", import.meta.url);
if (!existsSync(fileURLToPath(main))) {
  console.error("ubersim is not built yet. Run `npm install` (or `npm run build`) in its folder first.");
  process.exit(1);
}
// from Node 22.1 on: keeps compiled modules between two starts
module.enableCompileCache?.();
const { runCommandLine } = await import(main.href).catch((problem) => {
  if (problem.code !== "EMFILE") throw problem;
  console.error("FILES_EXHAUSTED: the process may not open enough files to start. Raise the limit: `ulimit -n 4096`.");
  process.exit(1);
});
process.exitCode = await runCommandLine(process.argv.slice(2));
