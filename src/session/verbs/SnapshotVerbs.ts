// Verbs that save the state of the world and return to it (T8): under a name in memory, or in a file whose name ends with .snapshot.

import { SimError } from "../../describe/SimError.js";
import type { Simulation } from "../Simulation.js";
import type { KeptWorld } from "../SnapshotShelf.js";
import { SNAPSHOT_ENDING, type SnapshotStore } from "../SnapshotStore.js";
import { inTwoParts } from "./PlannedVerb.js";
import type { ArgumentValue } from "./VerbArguments.js";
import type { Verb, VerbOutcome } from "./Verbs.js";

const MAX_SNAPSHOTS = 100;

export const SNAPSHOT_VERBS: readonly Verb[] = [
  {
    name: "snapshot",
    summary: "saves the state of the world under a name, or in a file NAME.snapshot",
    isInput: false,
    args: [{ name: "name", type: "text", what: "name of the snapshot", isOptional: true, completes: "snapshot" }],
    run: ({ simulation }, { name }) => {
      const { timeSec } = simulation.world;
      if (isFile(name)) {
        const file = storeOf(simulation).save(simulation, name);
        return { message: `saved ${timeSec} s in ${file}`, data: { name, file, ...momentOf(simulation) } };
      }
      checkCount(simulation, name as string | undefined);
      const kept = simulation.snapshot(name as string | undefined);
      return { message: `saved ${timeSec} s as "${kept}"`, data: { name: kept, ...momentOf(simulation) } };
    },
  },
  {
    name: "restore",
    summary: "restores a snapshot; clients whose robots are not in it are closed",
    isInput: false,
    args: [{ name: "name", type: "text", what: "name of the snapshot", completes: "snapshot" }],
    notInEvents: "the event would return with the snapshot, again and again",
    ...inTwoParts(({ simulation, nowMs }, { name }) => {
      const restored = (): VerbOutcome => ({
        message: `restored "${name}" at ${simulation.world.timeSec} s`,
        data: momentOf(simulation),
      });
      if (!isFile(name))
        return {
          jobs: simulation.planRestore(String(name)),
          run: () => {
            simulation.restore(String(name), nowMs);
            return restored();
          },
        };
      const read: KeptWorld = storeOf(simulation).load(simulation, name);
      return {
        jobs: simulation.planRestore(read),
        run: () => {
          simulation.load(read, name, nowMs);
          return restored();
        },
      };
    }),
  },
];

const isFile = (name: ArgumentValue | undefined): name is string =>
  typeof name === "string" && name.endsWith(SNAPSHOT_ENDING);

function storeOf({ options }: Simulation): SnapshotStore {
  if (options.snapshotStore) return options.snapshotStore;
  throw new SimError("STATE_WRONG", {
    where: "snapshot",
    found: "a simulation without files",
    allowed: `a name without ${SNAPSHOT_ENDING}`,
  });
}

function checkCount({ snapshots }: Simulation, name: string | undefined): void {
  if (snapshots.length < MAX_SNAPSHOTS || (name !== undefined && snapshots.includes(name))) return;
  throw new SimError("STATE_WRONG", {
    where: "snapshot",
    found: `${snapshots.length} snapshots`,
    allowed: `at most ${MAX_SNAPSHOTS}`,
    advice: "Use the name of an existing snapshot to replace it.",
  });
}

/** Where the simulation is, for replies. */
export function momentOf({ world, isPaused, rate }: Simulation) {
  return { time: world.timeSec, frame: world.frame, isPaused, rate: Number.isFinite(rate) ? rate : null };
}
