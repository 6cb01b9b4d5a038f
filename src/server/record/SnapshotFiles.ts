// Snapshots on disk: the verbs `snapshot NAME.snapshot` and `restore NAME.snapshot` read and write files in one directory.

import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { SimError, showValue } from "../../describe/SimError.js";
import type { RunOrigin, RunStart } from "../../record/journal/RunStart.js";
import { readSnapshot, snapshotFor, writeSnapshot } from "../../record/snapshot/SnapshotFile.js";
import type { Simulation } from "../../session/Simulation.js";
import type { KeptWorld } from "../../session/SnapshotShelf.js";
import type { SnapshotStore } from "../../session/SnapshotStore.js";
import { readWholeFile } from "../Assets.js";
import { shownPath } from "../ShownPath.js";
import { makerText } from "./RunMaker.js";

const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_. -]{0,99}\.snapshot$/u;

export class SnapshotFiles implements SnapshotStore {
  readonly #directory: string;
  readonly #origin: RunOrigin;

  constructor(directory: string, origin: RunOrigin) {
    this.#directory = directory;
    this.#origin = origin;
  }

  save(simulation: Simulation, name: string): string {
    const path = this.#pathOf(name);
    const shown = shownPath(path);
    const bytes = writeSnapshot(simulation, this.#origin);
    try {
      mkdirSync(this.#directory, { recursive: true });
      writeFileSync(path, bytes, { flag: "wx" });
    } catch (problem) {
      const { code } = problem as NodeJS.ErrnoException;
      if (code === "EEXIST") throw new SimError("FILE_EXISTS", { where: "snapshot", found: shown });
      throw new SimError("FILE_UNWRITABLE", { where: "snapshot", found: `${shown}: ${code}` });
    }
    return shown;
  }

  load(simulation: Simulation, name: string): KeptWorld {
    const start = readSnapshotFile(this.#pathOf(name), name);
    const [then, now] = [makerText(start.maker), makerText(this.#origin.maker)];
    if (then !== now)
      throw new SimError("RECORD_FOREIGN", { where: name, found: `${then}: the versions differ`, allowed: now });
    return snapshotFor(simulation, start, name);
  }

  #pathOf(name: string): string {
    if (NAME.test(name)) return join(this.#directory, name);
    throw new SimError("ARGUMENT_WRONG", {
      where: "snapshot/name",
      found: showValue(name),
      allowed: "the name of a file that ends with .snapshot, without directories",
    });
  }
}

/** Larger files are not read, bytes. */
const MAX_BYTES = 2 ** 30;

/** `shown`: the path in errors. Throws FILE_MISSING, DOCUMENT_TOO_LARGE, RECORD_BROKEN or RECORD_FOREIGN. */
export function readSnapshotFile(path: string, shown = path): RunStart {
  return readSnapshot(readWholeFile(path, { shown, maxBytes: MAX_BYTES }), basename(path));
}
