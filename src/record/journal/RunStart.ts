// The beginning of a recorded run: all that a playback needs to make the same simulation.

import { SimError } from "../../describe/SimError.js";
import type { WorldFile } from "../../describe/world/WorldFile.js";
import type { Moment } from "../../session/Moment.js";
import type { Simulation } from "../../session/Simulation.js";
import type { SimulationOptions } from "../../session/SimulationOptions.js";
import type { KeptWorld } from "../../session/SnapshotShelf.js";

/** Raised whenever older recordings can no longer be played back. */
export const JOURNAL_VERSION = 1;

/** What a program of the same kind must be to get the same bits. */
export interface Maker {
  /** Version of ÜberSim. */
  readonly version: string;
  /** Fingerprint of its simulation; empty: unknown. */
  readonly build: string;
}

/** A plug-in of the run. */
export interface RecordedPlugin {
  readonly file: string;
  /** SHA-256 of the file, hexadecimal. */
  readonly hash: string;
}

export type RunOptions = Pick<
  SimulationOptions,
  "isAsync" | "lenient" | "limits" | "documentLimits" | "rights" | "odeNumbers"
>;

/** What the simulation itself does not know. */
export interface RunOrigin {
  readonly maker: Maker;
  /** Options of guests, by what the server calls them: plain data. */
  readonly guests: Readonly<Record<string, unknown>>;
  readonly plugins: readonly RecordedPlugin[];
}

export interface RunStart extends RunOrigin {
  readonly journal: typeof JOURNAL_VERSION;
  /** With all edits. */
  readonly world: WorldFile;
  readonly seed: number;
  readonly options: RunOptions;
  readonly moment: Moment;
  /** Hash of the state at the start. */
  readonly hash: string;
  /** Snapshots that were kept by name. */
  readonly shelf: ReadonlyMap<string, KeptWorld>;
}

/** The simulation as it is now. */
export function startOf(simulation: Simulation, origin: RunOrigin, moment: Moment): RunStart {
  const { world, options, snapshots } = simulation;
  const { isAsync, lenient, limits, documentLimits, rights, odeNumbers } = options;
  return {
    ...origin,
    journal: JOURNAL_VERSION,
    world: world.file,
    seed: world.seed,
    options: { isAsync, lenient, limits, documentLimits, rights, odeNumbers },
    moment,
    hash: simulation.hash(),
    shelf: new Map(snapshots.map((name) => [name, simulation.kept(name)])),
  };
}

/** Checks what has been read. `where`: name of the file. */
export function checkStart(value: unknown, where: string): RunStart {
  const start = value as Partial<RunStart> | undefined;
  if (typeof start !== "object" || start === null || typeof start.journal !== "number")
    throw new SimError("RECORD_BROKEN", { where, found: "data without the beginning of a run" });
  if (start.journal !== JOURNAL_VERSION)
    throw new SimError("RECORD_FOREIGN", {
      where,
      found: `format ${start.journal}, written by ÜberSim ${start.maker?.version}: the versions differ`,
      allowed: `format ${JOURNAL_VERSION}`,
    });
  return start as RunStart;
}
