// A snapshot: the whole state, from which the world continues with the same bits (M5). It holds no engine memory and no
// reference to anything that the world changes, so it may be copied as data.

import type { MaterialMatrix } from "../../describe/entity/Material.js";
import { SimError } from "../../describe/SimError.js";
import type { WorldDescription } from "../../describe/world/WorldDescription.js";
import type { Vec3 } from "../../math/Vec3.js";
import type { ContactForce } from "../kernel/LastForces.js";
import type { LastStep } from "../step/LastStep.js";
import type { EntitySnapshot } from "./EntityState.js";

export interface Snapshot {
  readonly world: string;
  readonly stepNs: number;
  /** Of the world's description, m/s². */
  readonly gravity: Vec3;
  /** At the time of the snapshot, m/s². */
  readonly gravityNow: Vec3;
  readonly steps: number;
  readonly entities: readonly EntitySnapshot[];
  readonly materials: ReturnType<MaterialMatrix["save"]>;
  /** Contacts and efforts of the last step. */
  readonly last: LastStep;
  /** From which the next step starts. */
  readonly forces: readonly ContactForce[];
}

/** Throws unless the snapshot is of a world with the same name, step and gravity. */
export function checkSnapshot(snapshot: Snapshot, { name: where, stepNs, gravity }: WorldDescription): void {
  const foreign = (found: string): SimError => new SimError("SNAPSHOT_FOREIGN", { where, found });
  if (!isSnapshot(snapshot)) throw foreign("a value that is not a snapshot");
  if (snapshot.world !== where) throw foreign(`"${snapshot.world}"`);
  if (snapshot.stepNs !== stepNs) throw foreign(`a step of ${snapshot.stepNs} ns`);
  if (snapshot.gravity.some((g, k) => g !== gravity[k])) throw foreign(`gravity ${snapshot.gravity.join(" ")}`);
}

function isSnapshot(value: unknown): value is Snapshot {
  if (typeof value !== "object" || value === null) return false;
  const { steps, gravity, gravityNow, entities, materials, last, forces } = value as Partial<Snapshot>;
  const lists = [gravity, gravityNow, entities, materials?.materials, materials?.pairs, last?.contacts, forces];
  const isWhole = (one: Partial<EntitySnapshot> | undefined) =>
    one?.entity?.name !== undefined && one.commands instanceof Map && one.motion?.forces instanceof Float64Array;
  return Number.isSafeInteger(steps) && lists.every(Array.isArray) && (entities ?? []).every(isWhole);
}
