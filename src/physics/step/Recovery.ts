// What happens when a step did not come out sound (M7): it is taken back and done again, with more memory or without
// whoever is at fault, until it is. Who is at fault is found by trying: the one without whom the step is sound.

import { SimError } from "../../describe/SimError.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import type { EntityLayout } from "../model/Layout.js";
import type { LiveEntity, Motion } from "../state/EntityState.js";
import { type Backup, badNumber, findCrowder, findSuspects, type Suspects } from "./Guard.js";

/** An entity that was taken out of the world, and why. */
export interface Removal {
  readonly entity: string;
  readonly error: SimError;
}

/** Starved: the engine had not enough memory to do it right. */
export type Outcome = "sound" | "bad" | "starved";
export type Motions = ReadonlyMap<string, Motion>;
export type Live = ReadonlyMap<string, LiveEntity>;

/** How many entities are tried for the one at fault. */
const MAX_TRIALS = 12;

/** What recovery may do to a world. */
export interface Recoverable {
  readonly name: string;
  readonly backup: Backup;
  compiled(): CompiledModel;
  live(): Live;
  layout(name: string): EntityLayout;
  saveMotions(): Motions;
  /** Makes the world anew from these entities, going on with these motions or their own. */
  rebuild(next: Live, motions?: Motions): void;
  /** Twice the memory; false: there is no more to be had. */
  grow(motions?: Motions): boolean;
  attempt(): Outcome;
}

/** Takes the step back and does it again until it is sound. Gives back who had to go. */
export function recover(world: Recoverable, first: Outcome): Removal[] {
  const removals: Removal[] = [];
  for (let outcome = first; outcome !== "sound"; outcome = world.attempt()) {
    if (outcome === "bad") removals.push(...removeCulprits(world));
    else {
      const crowder = findCrowder(world.compiled());
      world.backup.restore(world.compiled());
      if (!world.grow()) removals.push(removeCrowder(world, crowder));
    }
    world.backup.save(world.compiled(), true);
  }
  return removals;
}

export const without = (live: Live, names: readonly string[]): Map<string, LiveEntity> =>
  new Map([...live].filter(([name]) => !names.includes(name)));

const broken = (world: Recoverable, found: string): SimError =>
  new SimError("WORLD_BROKEN", { where: world.name, found });

function removeCrowder(world: Recoverable, crowder: ReturnType<typeof findCrowder>): Removal {
  if (!crowder) {
    world.rebuild(world.live());
    throw broken(world, "more contacts and rows than fit into the memory");
  }
  const { entity, contacts } = crowder;
  world.rebuild(without(world.live(), [entity]));
  return { entity, error: new SimError("OVERCROWDED", { where: entity, found: `${contacts} contacts` }) };
}

/** In each group that hangs together: the one without whom the step is sound. */
function removeCulprits(world: Recoverable): Removal[] {
  const groups = findSuspects(world.compiled(), world.backup);
  world.backup.restore(world.compiled());
  const all = new Map(world.live());
  const motions = world.saveMotions();
  const found = groups.map((group) => ({ entity: findCulprit(world, group, all, motions), group }));
  const gone = found.map(({ entity }) => entity);
  world.rebuild(without(all, gone), motions);
  if (found.length === 0) throw broken(world, "bad numbers");
  return found.map(({ entity, group }) => {
    const own = group.bad.get(entity);
    const [victim, bad] = [...group.bad][0];
    const what = own ?? `${bad} of ${victim}, which it touches`;
    return { entity, error: new SimError("EXPLODED", { where: entity, found: what }) };
  });
}

function findCulprit(world: Recoverable, { names }: Suspects, all: Live, motions: Motions): string {
  if (names.length === 1) return names[0];
  const tried = names.slice(0, MAX_TRIALS).find((candidate) => {
    world.rebuild(without(all, [candidate]), motions);
    let outcome = world.attempt();
    // what is found out must not depend on how much memory there happened to be
    while (outcome === "starved" && world.grow(motions)) outcome = world.attempt();
    if (outcome === "starved") return false;
    const others = names.filter((name) => name !== candidate);
    return others.every((name) => badNumber(world.compiled(), world.layout(name)) === undefined);
  });
  return tried ?? names[0];
}
