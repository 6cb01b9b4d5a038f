// Says with what a run is made, so that a playback on another machine can tell why it differs (X3): the version of the program, and
// the plug-ins with a hash of their files.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Maker, RecordedPlugin } from "../../record/journal/RunStart.js";
import { packageRoot } from "../PackageRoot.js";

export function readMaker(): Maker {
  const { version } = readJson("package.json") as { version: string };
  const { programs = "" } = (readJson("dist/.built.json") ?? {}) as { programs?: string };
  return { version, build: programs };
}

/** Undefined: there is no such file. */
function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(join(packageRoot(), path), "utf8"));
  } catch {
    return undefined;
  }
}

export const readPlugin = (file: string): RecordedPlugin => ({
  file: basename(file),
  hash: createHash("sha256")
    .update(readFileSync(resolve(file)))
    .digest("hex"),
});

export const makerText = ({ version, build }: Maker): string => `ÜberSim ${version}${build ? `, build ${build}` : ""}`;
