// The description of a world for the physics (E1): gravity, step, seed, materials and the entities at the start.

import type { Vec3 } from "../../math/Vec3.js";
import {
  checkArray,
  checkName,
  checkNumber,
  checkObject,
  checkOptional,
  checkRange,
  checkUnique,
  checkVec,
  type KeysOf,
} from "../Check.js";
import { describeEntity, type Entity, type EntityInput } from "../entity/Entity.js";
import { type MaterialInput, MaterialMatrix, type PairInput } from "../entity/Material.js";
import { SimError } from "../SimError.js";

export interface WorldDescription {
  readonly name: string;
  readonly gravity: Vec3;
  /** Step in whole nanoseconds; constant while the world runs. */
  readonly stepNs: number;
  readonly seed: number;
  /** Materials that add to or replace the shipped ones. */
  readonly materials: readonly MaterialInput[];
  readonly pairs: readonly PairInput[];
  readonly entities: readonly Entity[];
}

/** A description is also a valid input: `{ ...world, seed: 2 }`. */
export interface WorldInput {
  readonly name?: string | undefined;
  readonly gravity?: Vec3 | undefined;
  readonly stepSec?: number | undefined;
  readonly seed?: number | undefined;
  readonly materials?: readonly MaterialInput[] | undefined;
  readonly pairs?: readonly PairInput[] | undefined;
  readonly entities?: readonly (Entity | EntityInput)[] | undefined;
}

/** A description has stepNs instead of stepSec. */
type AnyWorld = WorldInput & { readonly stepNs?: number };

const WORLD_KEYS: KeysOf<AnyWorld> = {
  name: true,
  gravity: true,
  stepSec: true,
  stepNs: true,
  seed: true,
  materials: true,
  pairs: true,
  entities: true,
};

export const NS_PER_SEC = 1e9;

const described = new WeakSet<object>();

/** Checks the input, fills in defaults and freezes the result. A description is returned unchanged. */
export function describeWorld(input: WorldInput | WorldDescription = {}): WorldDescription {
  if (typeof input === "object" && input !== null && described.has(input)) return input as WorldDescription;
  const world = checkWorld(checkObject(input as AnyWorld, WORLD_KEYS, "world"));
  described.add(world);
  return world;
}

export const isDescribedWorld = (value: object): boolean => described.has(value);

/** Takes over a copy of a description that this program has recorded. */
export function adoptWorld(copy: WorldDescription): void {
  described.add(Object.freeze(copy));
}

function checkWorld(input: AnyWorld): WorldDescription {
  const name = checkOptional(input.name, checkName, "world/name") ?? "world";
  const given = checkOptional(input.entities, checkArray<Entity | EntityInput>, `${name}/entities`) ?? [flatGround()];
  const entities = given.map((entity, i) => describeEntity(entity, `${name}/entities[${i}]`));
  checkUnique(
    entities.map((entity) => entity.name),
    name,
  );
  return Object.freeze({
    name,
    gravity: checkVec(input.gravity === undefined ? [0, 0, -9.81] : input.gravity, `${name}/Gravity`),
    stepNs: describeStep(input, `${name}/Step`),
    seed: checkOptional(input.seed, checkSeed, `${name}/Seed`) ?? 1,
    ...describeMatrix(input, name),
    entities: Object.freeze(entities),
  });
}

function describeStep({ stepSec, stepNs }: AnyWorld, where: string): number {
  if (stepNs === undefined)
    return Math.round(checkRange(stepSec === undefined ? 0.001 : stepSec, 1e-6, 0.1, where) * NS_PER_SEC);
  if (stepSec !== undefined)
    throw new SimError("PROPERTY_MISPLACED", { where, found: "stepNs beside stepSec", allowed: "only one of them" });
  if (!Number.isInteger(checkRange(stepNs, 1e3, 1e8, where)))
    throw new SimError("VALUE_OUT_OF_RANGE", { where, found: stepNs, allowed: "a whole number of nanoseconds" });
  return stepNs;
}

function checkSeed(seed: number, where: string): number {
  if (!Number.isSafeInteger(checkNumber(seed, where)))
    throw new SimError("VALUE_OUT_OF_RANGE", { where, found: seed, allowed: "a whole number" });
  return seed;
}

/** Checks materials and pairs against the shipped matrix, so that errors show here and not when the world is built. */
function describeMatrix(input: WorldInput, name: string): Pick<WorldDescription, "materials" | "pairs"> {
  const materials = checkOptional(input.materials, checkArray<MaterialInput>, `${name}/materials`) ?? [];
  const pairs = checkOptional(input.pairs, checkArray<PairInput>, `${name}/pairs`) ?? [];
  const matrix = new MaterialMatrix();
  materials.forEach((material, i) => {
    matrix.setMaterial(material, `${name}/materials[${i}]`);
  });
  pairs.forEach((pair, i) => {
    matrix.setPair(pair, `${name}/pairs[${i}]`);
  });
  const copy = <T extends object>(list: readonly T[]) => Object.freeze(list.map((one) => Object.freeze({ ...one })));
  return { materials: copy(materials), pairs: copy(pairs) };
}

/** The ground of the default world: an infinite plane at z = 0. */
export function flatGround(material = "Ground"): Entity {
  return describeEntity({
    name: "ground",
    isStatic: true,
    bodies: [{ name: "Ground", solids: [{ name: "Surface", shape: { kind: "Plane" }, material }] }],
  });
}
