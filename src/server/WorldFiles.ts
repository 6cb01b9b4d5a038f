// The files that a world names (E1, E5). The user who starts the server chooses the world's file, so that file may name any other.
// An edit comes from a client: it may name the files that the world named at its start, shipped worlds and robots, and files in the
// directory of --assets. Otherwise a client could read any file of the user through pictures, elements and errors.

import { resolve } from "node:path";
import { SimError, showValue } from "../describe/SimError.js";
import type { FileReader } from "../describe/xml/DocumentContext.js";
import { assetReader, readWholeFile } from "./Assets.js";
import { isInside, shippedDirectories, worldPath } from "./WorldPaths.js";

export class WorldFiles {
  readonly #known = new Set<string>();
  readonly #open: readonly string[];
  #isStarted = false;

  constructor(assets: string | undefined) {
    this.#open = [...(assets === undefined ? [] : [resolve(assets)]), ...shippedDirectories()];
  }

  /** The world has been read: whatever is read from now on comes from an edit. */
  start(): void {
    this.#isStarted = true;
  }

  /** Reads files by their paths from a directory. */
  reader(directory: string): FileReader {
    return (path) => this.#read(worldPath(directory, path), path);
  }

  #read(file: string, shown: string): Uint8Array {
    if (!this.#isStarted) {
      const bytes = readWholeFile(file);
      this.#known.add(file);
      return bytes;
    }
    if (this.#known.has(file)) return readWholeFile(file, { shown });
    const directory = this.#open.find((one) => isInside(one, file));
    if (directory !== undefined) return assetReader(directory)(file);
    throw new SimError("FILE_FORBIDDEN", {
      where: shown,
      found: showValue(shown),
      allowed: "a file that the world named when the server started, a shipped one, or one inside --assets",
      advice: "Start the server with --assets and the directory of the file, or with a world that names the file.",
    });
  }
}
