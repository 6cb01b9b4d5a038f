// Saves the document of an edited world (E5): in its own file, or under a new name beside it. A shipped world keeps its file; its
// copies go to the current directory. A file of another program is never replaced.

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { SimError, showValue } from "../describe/SimError.js";
import type { inspectWorldDocument } from "../describe/world/WorldDocument.js";
import { shownPath } from "./ShownPath.js";

interface WorldSavingOptions {
  readonly path: string;
  /** What the file contained when it was read. */
  readonly text: string;
  readonly isShipped: boolean;
  /** Reads a document as if it were in another directory. */
  readonly inspect: (text: string, directory: string) => ReturnType<typeof inspectWorldDocument>;
}

/** Files that a server writes, so that a client cannot fill the disk. */
const MAX_FILES = 100;
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_. -]{0,99}\.xml$/u;

export class WorldSaving {
  readonly #options: WorldSavingOptions;
  /** Files that this server has read or written, with their texts. */
  readonly #known = new Map<string, string>();

  constructor(options: WorldSavingOptions) {
    this.#options = options;
    if (!options.isShipped) this.#known.set(options.path, options.text);
  }

  /** Returns the file, as clients are told. Throws a SimError; the file is as it was then. */
  save(text: string, name: string | undefined): string {
    const path = this.#pathOf(name);
    this.#checkKnown(path);
    const { world, errors } = this.#options.inspect(text, dirname(path));
    if (world === undefined) throw errors[0];
    writeWhole(path, text);
    this.#known.set(path, text);
    return shownPath(path);
  }

  #pathOf(name: string | undefined): string {
    const { path, isShipped } = this.#options;
    if (name === undefined) {
      if (!isShipped) return path;
      throw new SimError("STATE_WRONG", {
        where: "save",
        found: `the shipped world ${basename(path)}, which stays as it is`,
        allowed: "a new name",
        advice: "Give the name of a new file, for example my-world.xml.",
      });
    }
    if (!NAME.test(name))
      throw new SimError("ARGUMENT_WRONG", {
        where: "save/file",
        found: showValue(name),
        allowed: "the name of a file that ends with .xml, without directories",
      });
    return join(isShipped ? process.cwd() : dirname(path), name);
  }

  #checkKnown(path: string): void {
    if (!existsSync(path)) {
      if (this.#known.size < MAX_FILES) return;
      throw new SimError("STATE_WRONG", {
        where: "save",
        found: `${this.#known.size} files that this server has written`,
        allowed: `at most ${MAX_FILES}`,
        advice: "Save under a name that you have used before.",
      });
    }
    const known = this.#known.get(path);
    if (known !== undefined && readFileSync(path, "utf8").replace(/^\uFEFF/, "") === known) return;
    throw new SimError("EDIT_CONFLICT", {
      where: "save",
      found:
        known === undefined ? `a file ${basename(path)} that exists` : `${basename(path)}, changed by another program`,
      allowed: "a new name, or a file as this server has read or written it",
      advice: "Save under another name.",
    });
  }
}

/** A reader sees the old file or the new one. */
function writeWhole(path: string, text: string): void {
  const draft = `${path}.${process.pid}.tmp`;
  let isOwn = false;
  try {
    // a file or link that stands there is not written to, and stays
    writeFileSync(draft, text, { flag: "wx" });
    isOwn = true;
    renameSync(draft, path);
  } catch (problem) {
    if (isOwn) rmSync(draft, { force: true });
    throw new SimError("STATE_WRONG", {
      where: "save",
      found: `${basename(path)} cannot be written: ${(problem as NodeJS.ErrnoException).code ?? "unknown error"}`,
      allowed: "a directory that the server may write to",
      advice: "Download the file in the page, or start the server with a world in a directory of your own.",
    });
  }
}
