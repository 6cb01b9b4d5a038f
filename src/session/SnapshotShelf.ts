// Snapshots by name (T8): the world, its guests, and the names of the robots that no client drove.

import { unknownName } from "../describe/SimError.js";
import type { WorldSnapshot } from "../world/World.js";

export interface KeptWorld {
  readonly world: WorldSnapshot;
  /** What each guest saved, by its name. */
  readonly guests: ReadonlyMap<string, unknown>;
  /** Names of robots without a client. */
  readonly driverless: readonly string[];
}

export class SnapshotShelf {
  readonly #kept = new Map<string, KeptWorld>();

  /** Returns the name. Default: snapshot-1, snapshot-2, ... */
  keep(world: KeptWorld, name = this.#freeName()): string {
    this.#kept.set(name, world);
    return name;
  }

  #freeName(): string {
    let n = 1;
    while (this.#kept.has(`snapshot-${n}`)) n++;
    return `snapshot-${n}`;
  }

  get names(): readonly string[] {
    return [...this.#kept.keys()];
  }

  /** Throws SNAPSHOT_UNKNOWN. */
  get(name: string): KeptWorld {
    const kept = this.#kept.get(name);
    if (!kept) throw unknownName("SNAPSHOT_UNKNOWN", "restore", name, this.names);
    return kept;
  }
}
