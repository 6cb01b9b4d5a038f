// Snapshots in files, as a server gives them to the verbs `snapshot` and `restore` (T8): names that end with .snapshot.

import type { Simulation } from "./Simulation.js";
import type { KeptWorld } from "./SnapshotShelf.js";

export const SNAPSHOT_ENDING = ".snapshot";

export interface SnapshotStore {
  /** Writes the present state to a new file; returns its path. Throws a SimError. */
  save(simulation: Simulation, name: string): string;
  /** Throws SNAPSHOT_FOREIGN if it is of another world. */
  load(simulation: Simulation, name: string): KeptWorld;
}
