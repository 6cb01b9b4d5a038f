// Worlds that were kept under a name (T8), with their match and with who was there without a client.

import { unknownName } from "../describe/SimError.js";
import type { MatchState } from "../leagues/ssl/Match.js";
import type { WorldSnapshot } from "../world/World.js";

export interface KeptWorld {
  readonly world: WorldSnapshot;
  readonly match: MatchState | undefined;
  /** Robots that nobody drove. */
  readonly driverless: readonly string[];
}

export class SnapshotShelf {
  readonly #kept = new Map<string, KeptWorld>();

  /** Gives the name: the one given, or snapshot-1, snapshot-2, ... */
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
