// [M5] Other versions of Node give the same bits. The npm packages `node-PLATFORM-ARCH` contain their programs; where they cannot be
// fetched, the test says so and is skipped.

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { REPOSITORY } from "../../testing/browser/Chromium.js";
import { golden } from "./RepeatSuite.js";

const WANTED = {
  "1 ms": golden["1 ms"].last,
  "2 ms": golden["2 ms"].last,
  "robots with devices": golden.robots.last,
  "soccer match": golden.match.last,
};

/** The program of a major version, fetched once into .cache/node; undefined: it cannot be had. */
function nodeOf(major: number): string | undefined {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const folder = join(REPOSITORY, ".cache", "node", String(major));
  const program = join(folder, "node_modules", name, "bin", process.platform === "win32" ? "node.exe" : "node");
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"];
    const shell = process.platform === "win32";
    spawnSync("npm", ["install", "--prefix", folder, ...flags, `${name}@${major}`], { stdio: "ignore", shell });
  }
  return existsSync(program) && spawnSync(program, ["--version"]).status === 0 ? program : undefined;
}

describe("[M5] golden hashes", () => {
  test.each([22, 24])("Node %i gives them", (major) => {
    const program = nodeOf(major);
    if (!program) {
      console.warn(`Node ${major} cannot be fetched: its golden hashes are not compared`);
      return;
    }
    const script = join(REPOSITORY, "dist", "bench", "golden.js");
    const out = execFileSync(program, [script], { encoding: "utf8" });
    const found = Object.fromEntries(
      [...out.matchAll(/^([\w ]+): ([0-9a-f]{16})/gm)].map(([, name, hash]) => [name, hash]),
    );
    expect(found).toEqual(WANTED);
  });
});
