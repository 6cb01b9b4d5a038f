// Files for documents (E1): a client's from inside one directory and nowhere else, a world's from beside it.

import { readFileSync, realpathSync, statSync } from "node:fs";
import { resolve, sep } from "node:path";
import { WORLD_LIMITS } from "../describe/DocumentLimits.js";
import { SimError, showValue } from "../describe/SimError.js";
import type { FileReader } from "../describe/xml/DocumentContext.js";

/** Whatever a path says, and wherever links in it lead: nothing outside of the directory is read. */
export function assetReader(directory: string): FileReader {
  return (path) => {
    const root = realpathSync(directory);
    const file = realpathSync(resolve(root, path));
    if (!file.startsWith(root.endsWith(sep) ? root : root + sep))
      throw new SimError("FILE_FORBIDDEN", { where: path, found: showValue(path) });
    return readWholeFile(file);
  };
}

/** For files that whoever runs the simulator has chosen: .. is fine. */
export function siblingReader(directory: string): FileReader {
  return (path) => readWholeFile(resolve(directory, path));
}

/** A plain file of bearable size; a pipe or a device would never end. */
export function readWholeFile(path: string, most = WORLD_LIMITS.bytes): Uint8Array {
  const { size, isFile } = statFile(path);
  if (!isFile) throw new SimError("FILE_MISSING", { where: path, found: showValue(path) });
  if (size > most)
    throw new SimError("DOCUMENT_TOO_LARGE", { where: path, found: `${size} bytes`, allowed: `at most ${most} bytes` });
  try {
    return readFileSync(path);
  } catch {
    throw new SimError("FILE_MISSING", { where: path, found: `${showValue(path)}, which may not be read` });
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
