// Finds the place of a robot (R2): world = R(Orientation) · model + Offset + lift. Without an Offset it takes the next free spawn
// point. A robot that would start inside the static world is lifted until it just touches it.

import type { Entity } from "../describe/entity/Entity.js";
import type { RobotDescription } from "../describe/robot/RobotDescription.js";
import { SimError } from "../describe/SimError.js";
import { DEFAULT_SPAWN, type SpawnPoint } from "../describe/world/WorldFile.js";
import { compose, isSamePose, type Pose, relative } from "../math/Pose.js";
import { IDENTITY, multiply } from "../math/Quat.js";
import { freeBodies, heldBody, moveBody, readPose } from "../physics/Bodies.js";
import type { EntityStart, Physics } from "../physics/Physics.js";
import { depthUnderSurfaces, listOverlaps, type Overlap } from "../physics/Queries.js";

/** A smaller overlap counts as touching, m. */
const TOUCHING = 1e-6;
/** Lifts by the depth of overlap, before lifting in steps. */
const MAX_TRIES = 12;
/** m. */
const FIRST_STEP = 0.01;
const MAX_LIFT = 1000;
/** Distances between solids that one robot may have measured. */
const MAX_MEASURED = 4000;

/** How far a robot is lifted from a place, found ahead in a world with the same static entities. */
export interface Lift {
  readonly start: Pose;
  readonly placement: Pose;
}

/** Places for which lifts are found ahead. */
const MAX_LIFTS = 8;

/** The lifts of a robot at its first places, for `placeRobot` in another world. `physics`: a world of static entities alone. */
export function findLifts(physics: Physics, robot: RobotDescription, spawns: readonly SpawnPoint[]): readonly Lift[] {
  if (!robot.settle) return [];
  const trial = new Trial(physics, robot.entity);
  try {
    return candidates(robot, spawns)
      .slice(0, MAX_LIFTS)
      .flatMap((start) => {
        const placement = lift(trial, start, () => true);
        return placement ? [{ start, placement }] : [];
      });
  } finally {
    trial.end();
  }
}

/** The place where the robot is most likely to join. */
export function likelyPlacement(robot: RobotDescription, spawns: readonly SpawnPoint[], lifts: readonly Lift[]): Pose {
  const [first] = candidates(robot, spawns);
  return lifts.find(({ start }) => isSamePose(start, first))?.placement ?? first;
}

/** The robot's place is found, but the model with the robot there has to be compiled first. The world is unchanged. */
export class ModelMissing extends Error {
  readonly found: Lift;

  constructor(found: Lift) {
    super("the model of this place is not compiled");
    this.found = found;
  }
}

export interface PlaceOptions {
  readonly lifts?: readonly Lift[] | undefined;
  /** The place that an earlier search has found: the model with the robot there is compiled. */
  readonly found?: Lift | undefined;
  /** False: the model of this place takes too long to compile now. Default: none does. */
  readonly mayCompile?: ((placement: Pose) => boolean) | undefined;
}

/**
 * Adds the robot's entity at a free place, as if it had been added there at once. Compiles the model once if the first place
 * is free, otherwise twice. Throws SPAWN_BLOCKED or ModelMissing, and leaves the world unchanged then.
 */
export function placeRobot(
  physics: Physics,
  robot: RobotDescription,
  spawns: readonly SpawnPoint[],
  { lifts = [], found, mayCompile = () => true }: PlaceOptions = {},
): Pose {
  let blocked: Overlap | undefined;
  const trial = new Trial(physics, robot.entity, { first: found?.placement });
  try {
    const known = found ? [found, ...lifts] : lifts;
    for (const start of candidates(robot, spawns)) {
      const ahead = known.find((one) => isSamePose(one.start, start))?.placement;
      const { placement, overlap } = tryPlacement(physics, robot, trial, start, ahead);
      if (!overlap) {
        if (!trial.isFrom(placement) && !mayCompile(placement)) throw new ModelMissing({ start, placement });
        trial.settle(placement);
        return placement;
      }
      blocked ??= overlap;
    }
  } catch (problem) {
    trial.end();
    throw problem;
  }
  trial.end();
  throw blockedError(robot, blocked);
}

const blockedError = ({ name, offset }: RobotDescription, blocked: Overlap | undefined): SimError =>
  new SimError("SPAWN_BLOCKED", {
    where: name,
    found: `${blocked?.mine.solid} inside ${blocked?.other.entity}/${blocked?.other.body}/${blocked?.other.solid}`,
    advice: offset ? "Give another Offset." : "The world has no free Spawn left: give an Offset.",
  });

/**
 * The same for several robots with Offsets: each is placed among those before it, or its error takes its place in the result and
 * it is not added. Compiles the model once if the first places are free, otherwise twice. Undefined: one of them has no Offset
 * or cannot be moved, and the world is unchanged.
 */
export function placeTogether(
  physics: Physics,
  robots: readonly RobotDescription[],
): readonly (Pose | SimError)[] | undefined {
  if (robots.length === 0 || robots.some(({ offset }) => !offset)) return undefined;
  const starts = robots.map((robot) => candidates(robot, [])[0]);
  const names = robots.map(({ name }) => name);
  const added = (places: readonly (Pose | SimError)[]) =>
    robots.flatMap(({ entity }, i) => {
      const placement = places[i];
      return placement instanceof SimError ? [] : { entity, placement };
    });
  physics.exchange([], added(starts));
  const states = names.map((name) => physics.saveStart(name));
  let placements: readonly (Pose | SimError)[] | undefined;
  try {
    placements = findPlaces(physics, robots, starts);
  } finally {
    if (!placements) physics.exchange(names, []);
  }
  if (placements?.every((pose, i) => !(pose instanceof SimError) && isSamePose(pose, starts[i])))
    for (const [i, name] of names.entries()) physics.loadStart(name, states[i]);
  else if (placements) physics.exchange(names, added(placements));
  return placements;
}

/** Final places of robots that stand at `starts`, or their errors. Undefined: one cannot be moved. */
function findPlaces(
  physics: Physics,
  robots: readonly RobotDescription[],
  starts: readonly Pose[],
): readonly (Pose | SimError)[] | undefined {
  const places: (Pose | SimError)[] = [];
  /** Robots that are not there for the one that is placed: those after it, and those before it without a place. */
  const absent = new Set(robots.map(({ name }) => name));
  for (const [i, robot] of robots.entries()) {
    absent.delete(robot.name);
    const trial = Trial.standing(physics, robot.entity, starts[i], absent);
    if (!trial) return undefined;
    const place = placeOrError(physics, robot, trial, starts[i]);
    if (place instanceof SimError) absent.add(robot.name);
    places.push(place);
  }
  return places;
}

function placeOrError(physics: Physics, robot: RobotDescription, trial: Trial, start: Pose): Pose | SimError {
  try {
    const { placement, overlap } = tryPlacement(physics, robot, trial, start);
    return overlap ? blockedError(robot, overlap) : placement;
  } catch (problem) {
    if (problem instanceof SimError) return problem;
    throw problem;
  }
}

function candidates({ offset, orientation }: RobotDescription, spawns: readonly SpawnPoint[]): readonly Pose[] {
  if (offset) return [{ position: offset, orientation }];
  const points =
    spawns.length > 0 ? spawns.map(({ pose }) => pose) : [{ position: DEFAULT_SPAWN, orientation: IDENTITY }];
  return points.map((pose) => ({ position: pose.position, orientation: multiply(pose.orientation, orientation) }));
}

function tryPlacement(
  physics: Physics,
  robot: RobotDescription,
  trial: Trial,
  start: Pose,
  ahead?: Pose,
): { placement: Pose; overlap?: Overlap | undefined } {
  const isStatic = ({ other }: Overlap) => physics.entity(other.entity).isStatic;
  const placement = !robot.settle ? start : (tryLift(trial, ahead, isStatic) ?? lift(trial, start, isStatic));
  const overlaps = trial.overlapsAt(placement ?? start);
  // blocked: no lift helps, or it overlaps something that moves
  const stays = placement ? [] : overlaps.filter(isStatic);
  const overlap = [...stays, ...overlaps.filter((one) => !isStatic(one))].find(({ distance }) => distance < -TOUCHING);
  return { placement: placement ?? start, overlap };
}

type IsStatic = (overlap: Overlap) => boolean;

function depthAt(trial: Trial, placement: Pose, isStatic: IsStatic): number {
  const overlaps = trial.overlapsAt(placement, true).filter(isStatic);
  return overlaps.reduce((depth, { distance }) => Math.max(depth, -distance), trial.depthUnder());
}

/** The lift that was found ahead, if it is right here too. */
function tryLift(trial: Trial, ahead: Pose | undefined, isStatic: IsStatic): Pose | undefined {
  if (!ahead) return undefined;
  if (depthAt(trial, ahead, isStatic) <= TOUCHING) return ahead;
  trial.end();
  return undefined;
}

/** Lifts straight up until it just touches the static world; undefined: not within the maximum. */
function lift(trial: Trial, start: Pose, isStatic: IsStatic): Pose | undefined {
  const [x, y, z0] = start.position;
  const at = (z: number): Pose => ({ ...start, position: [x, y, z] });
  const depth = (z: number): number => depthAt(trial, at(z), isStatic);
  // lift by the depth: exact on level ground, fast on slopes
  let z = z0;
  for (let i = 0; i < MAX_TRIES; i++) {
    const found = depth(z);
    if (found <= TOUCHING) return at(z);
    z += found;
  }
  // beside a steep wall: up in growing steps, then bisection down to the contact
  let [low, step] = [z, FIRST_STEP];
  let high = low + step;
  while (depth(high) > TOUCHING) {
    if (high - z0 > MAX_LIFT) return undefined;
    [low, step] = [high, 2 * step];
    high = low + step;
  }
  while (high - low > TOUCHING / 10) {
    const middle = (low + high) / 2;
    if (depth(middle) > TOUCHING) low = middle;
    else high = middle;
  }
  return at(high);
}

/**
 * Adds the robot for a trial and moves it from place to place, since adding it again costs a compilation each time. `end`
 * restores the world bit for bit (M6).
 */
class Trial {
  readonly #physics: Physics;
  readonly #entity: Entity;
  /** Entities to ignore: they have no place yet. */
  readonly #absent: ReadonlySet<string>;
  /** Bodies with a free joint to the world, relative to the placement; undefined: the robot is not in the world. */
  #roots: readonly { readonly body: string; readonly pose: Pose }[] | undefined;
  /** Where it was added, and its state there. */
  #added: { readonly placement: Pose; readonly start: EntityStart } | undefined;
  readonly #first: Pose | undefined;
  #measured = 0;

  /** `first`: where to add it, if it can be moved from there. */
  constructor(
    physics: Physics,
    entity: Entity,
    options: { absent?: ReadonlySet<string>; first?: Pose | undefined } = {},
  ) {
    this.#physics = physics;
    this.#entity = entity;
    this.#absent = options.absent ?? new Set();
    this.#first = options.first;
  }

  /** For a robot that is in the world already; undefined: it is fixed to the world and cannot be moved. */
  static standing(physics: Physics, entity: Entity, placement: Pose, absent: ReadonlySet<string>): Trial | undefined {
    const trial = new Trial(physics, entity, { absent });
    trial.#roots = trial.#findRoots(placement);
    return trial.#roots.length > 0 ? trial : undefined;
  }

  overlapsAt(placement: Pose, isStaticOnly = false): readonly Overlap[] {
    const [physics, { name }] = [this.#physics, this.#entity];
    if (!this.#roots && this.#first) this.#add(this.#first);
    if (this.#roots && this.#roots.length > 0)
      for (const { body, pose } of this.#roots) moveBody(physics, name, body, compose(placement, pose));
    else if (!this.isFrom(placement)) this.#add(placement);
    const overlaps = listOverlaps(physics, name, 0, { isStaticOnly, onMeasure: this.#count });
    return this.#absent.size === 0 ? overlaps : overlaps.filter(({ other }) => !this.#absent.has(other.entity));
  }

  /** Adds the robot, or adds it again at another place. */
  #add(placement: Pose): void {
    const [physics, { name }] = [this.#physics, this.#entity];
    physics.exchange(this.#roots && physics.has(name) ? [name] : [], [{ entity: this.#entity, placement }]);
    this.#roots = this.#findRoots(placement);
    this.#added = { placement, start: physics.saveStart(name) };
  }

  /** True: the robot was added at this place. */
  isFrom(placement: Pose): boolean {
    return this.#roots !== undefined && this.#added !== undefined && isSamePose(this.#added.placement, placement);
  }

  /** Depth below the surface of static meshes and heightfields, m. */
  depthUnder(): number {
    return depthUnderSurfaces(this.#physics, this.#entity.name, this.#count);
  }

  /** The search for a place may not hold up the others (M8). */
  readonly #count = (): void => {
    if (++this.#measured > MAX_MEASURED)
      throw new SimError("OVERCROWDED", {
        where: this.#entity.name,
        found: `more than ${MAX_MEASURED} distances to measure for a free place`,
      });
  };

  /** Leaves the entity at its place as if it had been added there. */
  settle(placement: Pose): void {
    const [physics, { name }] = [this.#physics, this.#entity];
    if (this.#added && this.isFrom(placement)) physics.loadStart(name, this.#added.start);
    else physics.exchange([name], [{ entity: this.#entity, placement }]);
  }

  /** Empty if a body is fixed to the world: the robot cannot be moved. */
  #findRoots(placement: Pose) {
    const [physics, { name }] = [this.#physics, this.#entity];
    if (heldBody(physics, name) !== undefined) return [];
    return freeBodies(physics, name).map((body) => ({
      body,
      pose: relative(placement, readPose(physics, name, body)),
    }));
  }

  end(): void {
    if (this.#roots && this.#physics.has(this.#entity.name)) this.#physics.remove(this.#entity.name);
    this.#roots = undefined;
  }
}
