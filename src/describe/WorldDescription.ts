// A world as data (E1, without its XML): gravity, step, seed, materials and what stands in it from the start.

import type { Vec3 } from "../math/Vec3.js";
import { checkRange, checkUnique, checkVec } from "./Check.js";
import { describeEntity, type Entity, type EntityInput } from "./Entity.js";
import type { MaterialInput, PairInput } from "./Material.js";
import { SimError } from "./SimError.js";

export interface WorldDescription {
  readonly name: string;
  readonly gravity: Vec3;
  /** Whole nanoseconds; fixed while the world runs. */
  readonly stepNs: number;
  readonly seed: number;
  /** Added to the shipped materials, or in their place. */
  readonly materials: readonly MaterialInput[];
  readonly pairs: readonly PairInput[];
  readonly entities: readonly Entity[];
}

export interface WorldInput {
  readonly name?: string;
  readonly gravity?: Vec3;
  readonly stepSec?: number;
  readonly seed?: number;
  readonly materials?: readonly MaterialInput[];
  readonly pairs?: readonly PairInput[];
  readonly entities?: readonly (Entity | EntityInput)[];
}

export const NS_PER_SEC = 1e9;

export function describeWorld(input: WorldInput = {}): WorldDescription {
  const name = input.name ?? "world";
  const stepSec = checkRange(input.stepSec ?? 0.001, 1e-6, 0.1, `${name}/Step`);
  const seed = input.seed ?? 1;
  if (!Number.isSafeInteger(seed))
    throw new SimError("VALUE_OUT_OF_RANGE", { where: `${name}/Seed`, found: seed, allowed: "a whole number" });
  const entities = (input.entities ?? [flatGround()]).map((entity) => describeEntity(entity));
  checkUnique(
    entities.map((entity) => entity.name),
    name,
  );
  return Object.freeze({
    name,
    gravity: checkVec(input.gravity ?? [0, 0, -9.81], `${name}/Gravity`),
    stepNs: Math.round(stepSec * NS_PER_SEC),
    seed,
    materials: Object.freeze([...(input.materials ?? [])]),
    pairs: Object.freeze([...(input.pairs ?? [])]),
    entities: Object.freeze(entities),
  });
}

/** The default world: one endless plane at z = 0. */
export function flatGround(material = "Ground"): Entity {
  return describeEntity({
    name: "ground",
    isStatic: true,
    bodies: [{ name: "Ground", solids: [{ name: "Surface", shape: { kind: "Plane" }, material }] }],
  });
}
