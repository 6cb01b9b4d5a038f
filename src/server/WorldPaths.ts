// Paths in world files (E1). A path is relative to the file that names it. Where nothing is there, it is tried from the directory
// of the shipped worlds: a copy of a shipped world, saved anywhere, finds its robots and controllers.

import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { packageRoot } from "./PackageRoot.js";

/** Directories that everyone may read. */
export const shippedDirectories = (): readonly string[] =>
  ["worlds", "robots"].map((name) => join(packageRoot(), name));

/** `directory`: that of the world file. */
export function worldPath(directory: string, path: string): string {
  const own = resolve(directory, path);
  if (existsSync(own)) return own;
  const shipped = resolve(packageRoot(), "worlds", path);
  return shippedDirectories().some((one) => isInside(one, shipped)) && existsSync(shipped) ? shipped : own;
}

export function isInside(directory: string, file: string): boolean {
  const path = relative(directory, file);
  return path !== "" && !path.startsWith("..") && !isAbsolute(path);
}
