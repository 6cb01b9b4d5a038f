// Readers for files that documents name (E1): documents of clients may name files inside one directory only, world files
// may name any file, relative to themselves.

import { readFileSync, realpathSync, statSync } from "node:fs";
import { resolve, sep } from "node:path";
import { WORLD_LIMITS } from "../describe/DocumentLimits.js";
import { SimError, showValue } from "../describe/SimError.js";
import type { FileReader } from "../describe/xml/DocumentContext.js";
import { worldPath } from "./WorldPaths.js";

/** Reads files inside `directory` only, whatever the path or symbolic links in it say. Throws FILE_FORBIDDEN. */
export function assetReader(directory: string): FileReader {
  return (path) => {
    const root = realpathSync(directory);
    const file = realpathSync(resolve(root, path));
    if (!file.startsWith(root.endsWith(sep) ? root : root + sep))
      throw new SimError("FILE_FORBIDDEN", { where: path, found: showValue(path) });
    return readWholeFile(file, { shown: path });
  };
}

/** Reads any file, relative to `directory`, or a shipped one. For world files, which the user of the simulator has chosen. */
export function siblingReader(directory: string): FileReader {
  return (path) => readWholeFile(worldPath(directory, path));
}

/**
 * Reads a regular file of at most `maxBytes`. Pipes and devices are refused, because reading them may never end. `shown`: the
 * path in errors, for clients, who need not know where the server's files are.
 */
export function readWholeFile(
  path: string,
  { shown = path, maxBytes = WORLD_LIMITS.bytes }: { readonly shown?: string; readonly maxBytes?: number } = {},
): Uint8Array {
  const { size, isFile } = statFile(path);
  if (!isFile) throw new SimError("FILE_MISSING", { where: shown, found: showValue(shown) });
  if (size > maxBytes)
    throw new SimError("DOCUMENT_TOO_LARGE", {
      where: shown,
      found: `${size} bytes`,
      allowed: `at most ${maxBytes} bytes`,
    });
  try {
    return readFileSync(path);
  } catch {
    throw new SimError("FILE_MISSING", { where: shown, found: `${showValue(shown)}, which cannot be read` });
  }
}

function statFile(path: string): { readonly size: number; readonly isFile: boolean } {
  try {
    const stats = statSync(path);
    return { size: stats.size, isFile: stats.isFile() };
  } catch {
    return { size: 0, isFile: false };
  }
}
