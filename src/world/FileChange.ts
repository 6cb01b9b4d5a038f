// What an edit of the world's file changes in a running world (E5): the entities and robots that go and come. Everything else
// stays. Step, seed, guests and controllers are fixed while a world runs: their changes act when the file is started again.

import { isSameData } from "../describe/edit/SameData.js";
import type { Entity } from "../describe/entity/Entity.js";
import { MaterialMatrix } from "../describe/entity/Material.js";
import type { RobotDescription } from "../describe/robot/RobotDescription.js";
import { describeWorld, type WorldDescription } from "../describe/world/WorldDescription.js";
import type { WorldFile, WorldRobot } from "../describe/world/WorldFile.js";

export interface FileChange {
  /** The file as the world takes it over: equal parts are those of the file before. */
  readonly file: WorldFile;
  /** Statics and objects. */
  readonly gone: readonly string[];
  readonly come: readonly Entity[];
  /** Robots without a controller. A robot that is changed goes and comes. */
  readonly robotsGone: readonly string[];
  readonly robotsCome: readonly RobotDescription[];
  /** Robots with a controller that the file no longer has. */
  readonly driven: readonly string[];
  readonly hasNewMaterials: boolean;
  readonly hasNewGravity: boolean;
  /** Names of what changes at the next reset, and of what changes when the file is started again. */
  readonly atReset: readonly string[];
  readonly atStart: readonly string[];
}

export function compareFiles(before: WorldFile, next: WorldFile): FileChange {
  const atStart: string[] = [];
  const entities = keepEqual(before.physics.entities, next.physics.entities);
  const guests = isSameData(before.guests, next.guests) ? before.guests : note(atStart, "guests", before.guests);
  const robots = compareRobots(before.robots, next.robots, atStart);
  const physics = keepFixed(before, next, entities, atStart);
  const [old, now] = [before.physics.entities, physics.entities];
  return {
    file: { ...next, physics, guests, robots: robots.all },
    gone: old.filter((entity) => !now.includes(entity)).map(({ name }) => name),
    come: now.filter((entity) => !old.includes(entity)),
    robotsGone: robots.gone,
    robotsCome: robots.come,
    driven: robots.driven,
    hasNewMaterials: !isSameData(matrixOf(before.physics).save(), matrixOf(physics).save()),
    hasNewGravity: !isSameData(before.physics.gravity, physics.gravity),
    atReset: robots.atReset,
    atStart,
  };
}

function note<T>(list: string[], name: string, kept: T): T {
  list.push(name);
  return kept;
}

/** The new list, with the old object where the two are equal. */
function keepEqual<T extends { readonly name: string }>(old: readonly T[], next: readonly T[]): readonly T[] {
  const known = new Map(old.map((one) => [one.name, one]));
  return next.map((one) => {
    const before = known.get(one.name);
    return before && isSameData(before, one) ? before : one;
  });
}

/** The new physics with step, seed and the guests' entities of the old one. */
function keepFixed(
  before: WorldFile,
  next: WorldFile,
  entities: readonly Entity[],
  atStart: string[],
): WorldDescription {
  const { stepNs, seed } = before.physics;
  if (next.physics.stepNs !== stepNs) atStart.push("Step");
  if (next.physics.seed !== seed) atStart.push("Seed");
  const fixed = new Set([...before.guests, ...next.guests].map(({ entity }) => entity));
  const own = entities.filter(({ name }) => !fixed.has(name));
  const held = before.physics.entities.filter(({ name }) => before.guests.some(({ entity }) => entity === name));
  if (!held.every((entity) => entities.includes(entity)) && !atStart.includes("guests")) atStart.push("guests");
  return describeWorld({ ...next.physics, stepNs, seed, entities: [...own, ...held] });
}

interface RobotChange {
  readonly all: readonly WorldRobot[];
  readonly gone: readonly string[];
  readonly come: readonly RobotDescription[];
  readonly driven: readonly string[];
  readonly atReset: readonly string[];
}

function compareRobots(before: readonly WorldRobot[], next: readonly WorldRobot[], atStart: string[]): RobotChange {
  const known = new Map(before.map((one) => [one.robot.name, one]));
  const now = new Map(next.map((one) => [one.robot.name, one]));
  const all: WorldRobot[] = [];
  const come: RobotDescription[] = [];
  const atReset: string[] = [];
  for (const one of next) {
    const { name } = one.robot;
    const old = known.get(name);
    const isSame = old !== undefined && isSameData(old, one);
    const isDriven = one.controller !== undefined;
    if (isDriven && old?.controller !== one.controller) atStart.push(name);
    if (isDriven && !old) continue;
    all.push(isSame ? old : one);
    if (isSame) continue;
    if (isDriven && old?.controller !== undefined) atReset.push(name);
    else if (!isDriven && old?.controller === undefined) come.push(one.robot);
    else atStart.push(name);
  }
  const isGone = (one: WorldRobot): boolean => !now.has(one.robot.name);
  const isFree = ({ controller }: WorldRobot): boolean => controller === undefined;
  const changed = come.map(({ name }) => name).filter((name) => known.has(name));
  return {
    all,
    come,
    gone: [...before.filter((one) => isFree(one) && isGone(one)).map(({ robot }) => robot.name), ...changed],
    driven: before.filter((one) => !isFree(one) && isGone(one)).map(({ robot }) => robot.name),
    atReset,
  };
}

/** The materials of a world at its start. */
export function matrixOf({ materials, pairs }: WorldDescription): MaterialMatrix {
  const matrix = new MaterialMatrix();
  for (const material of materials) matrix.setMaterial(material);
  for (const pair of pairs) matrix.setPair(pair);
  return matrix;
}

type Saved = ReturnType<MaterialMatrix["save"]>;

/** The materials of now, where the edit has not changed them; otherwise those of the new file. */
export function mergeMaterials(now: Saved, before: Saved, next: Saved): Saved {
  const merge = <T>(keyOf: (one: T) => string, [a, b, c]: readonly (readonly T[])[]): T[] =>
    c.map((one) => {
      const same = (list: readonly T[]): T | undefined => list.find((other) => keyOf(other) === keyOf(one));
      return isSameData(same(b), one) ? (same(a) ?? one) : one;
    });
  return {
    materials: merge(({ name }) => name, [now.materials, before.materials, next.materials]),
    pairs: merge(({ a, b }) => `${a}\n${b}`, [now.pairs, before.pairs, next.pairs]),
  };
}
