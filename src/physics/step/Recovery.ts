// Recovery from a bad step (M7): the step is undone and repeated with more memory or without the entity at fault, until the
// result is sound. The entity at fault is found by trial: the one without which the step is sound.

import { SimError } from "../../describe/SimError.js";
import type { LiveEntity } from "../state/EntityState.js";
import type { LiveEntities, LiveModel, Motions } from "../state/LiveModel.js";
import { Crowd, crowdError } from "./Crowd.js";
import { type Backup, badNumber, findCrowder, findSuspects, type Suspects } from "./Guard.js";
import { NO_STEP } from "./LastStep.js";

/** An entity that was removed from the world, and why. */
export interface Removal {
  readonly entity: string;
  readonly error: SimError;
}

/**
 * crowded: an entity asked for too much work; starved: the engine had too little memory;
 * bad: numbers are not finite or out of range; lost: the engine has failed for good.
 */
export type Outcome = "sound" | "bad" | "starved" | "crowded" | "lost";

/** Maximum number of entities that are tried. */
const MAX_TRIALS = 12;

/** The world whose step failed. */
interface FailedStep {
  readonly live: LiveModel;
  /** The state before the step. */
  readonly backup: Backup;
  /** Does the step again. */
  attempt(): Outcome;
  /** Of the last attempt, if its outcome was `crowded`. */
  crowd(): Crowd | undefined;
}

/** Undoes the step and repeats it until it is sound. Returns the entities that were removed for it. */
export function recover(step: FailedStep, first: Outcome): Removal[] {
  const { live, backup } = step;
  const removals: Removal[] = [];
  for (let outcome = first; outcome !== "sound"; outcome = step.attempt()) {
    if (outcome === "lost") removals.push(replaceLost(live, backup));
    else if (outcome === "bad") removals.push(...removeCulprits(step));
    else if (outcome === "crowded") {
      backup.restore(live.compiled);
      removals.push(...removeCrowd(live, step.crowd()));
    } else {
      const crowder = findCrowder(live.compiled);
      backup.restore(live.compiled);
      if (!live.grow()) removals.push(...removeCrowder(live, crowder));
    }
    backup.save(live.compiled, true);
  }
  return removals;
}

export const without = (live: LiveEntities, names: readonly string[]): Map<string, LiveEntity> =>
  new Map([...live].filter(([name]) => !names.includes(name)));

const broken = ({ description }: LiveModel, found: string): SimError =>
  new SimError("WORLD_BROKEN", { where: description.name, found });

/** Without an entity at fault, removes the entity that joined last. */
function removeCrowder(live: LiveModel, crowder: ReturnType<typeof findCrowder>): readonly Removal[] {
  if (crowder) return removeCrowd(live, new Crowd(crowder.entity, `${crowder.contacts} contacts`));
  const entity = newestOf(live);
  if (entity !== undefined) return removeCrowd(live, new Crowd(entity, "more contacts than fit into the memory"));
  live.rebuild(live.entities);
  throw broken(live, "more contacts and rows than fit into the memory");
}

/** Another engine takes over the state before the step, without the entity that joined last. */
function replaceLost(live: LiveModel, backup: Backup): Removal {
  const motions = live.saveMotions(backup);
  const entity = newestOf(live);
  if (entity === undefined) throw broken(live, "a failure of the engine");
  live.revive(without(live.entities, [entity]), motions, NO_STEP);
  return { entity, error: new SimError("ENGINE_LOST", { where: entity, found: "a failure in a step" }) };
}

function removeCrowd(live: LiveModel, crowd: Crowd | undefined): readonly Removal[] {
  if (!crowd) throw broken(live, "too much work in one step");
  const all = [crowd, ...crowd.others];
  const names = all.map(({ entity }) => entity);
  live.rebuild(without(live.entities, names));
  return all.map((one) => ({ entity: one.entity, error: crowdError(one) }));
}

/** The moving entity that joined last; among those of the world file the last name. */
function newestOf({ entities }: LiveModel): string | undefined {
  const moving = [...entities.values()].filter(({ entity, mover }) => !entity.isStatic && !mover);
  const newest = moving.sort((a, b) => b.order - a.order || (a.entity.name < b.entity.name ? 1 : -1));
  return newest[0]?.entity.name;
}

/** Removes one entity of each group of entities that touch: the one without which the step is sound. */
function removeCulprits(step: FailedStep): Removal[] {
  const { live, backup } = step;
  const groups = findSuspects(live.compiled, backup);
  backup.restore(live.compiled);
  const all = new Map(live.entities);
  const motions = live.saveMotions();
  const found = groups.map((group) => ({ entity: findCulprit(step, group, all, motions), group }));
  const gone = found.map(({ entity }) => entity);
  live.rebuild(without(all, gone), { motions });
  if (found.length === 0) throw broken(live, "bad numbers");
  return found.map(({ entity, group }) => {
    const own = group.bad.get(entity);
    const [victim, bad] = [...group.bad][0];
    const what = own ?? `${bad} of ${victim}, which it touches`;
    return { entity, error: new SimError("EXPLODED", { where: entity, found: what }) };
  });
}

function findCulprit(step: FailedStep, { names }: Suspects, all: LiveEntities, motions: Motions): string {
  const { live } = step;
  if (names.length === 1) return names[0];
  const tried = names.slice(0, MAX_TRIALS).find((candidate) => {
    live.rebuild(without(all, [candidate]), { motions });
    let outcome = step.attempt();
    // the result must not depend on the size of the memory
    while (outcome === "starved" && live.grow(motions)) outcome = step.attempt();
    if (outcome !== "sound" && outcome !== "bad") return false;
    const others = names.filter((name) => name !== candidate);
    return others.every((name) => badNumber(live.compiled, live.layoutOf(name)) === undefined);
  });
  return tried ?? names[0];
}
