// One case of the accuracy suite: a small world with a known result. The table (`npm run accuracy`) prints closed
// form, measured value and error at four step sizes; the tests in test/accuracy compare every error with its bound.

import type { EntityInput } from "../../src/describe/entity/Entity.js";
import type { PairInput } from "../../src/describe/entity/Material.js";
import type { SolidInput } from "../../src/describe/entity/Solid.js";
import { describeWorld, flatGround, type WorldInput } from "../../src/describe/world/WorldDescription.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { Physics } from "../../src/physics/Physics.js";

export const STEPS_MS = [0.5, 1, 2, 5] as const;
export type StepMs = (typeof STEPS_MS)[number];

export interface AccuracyCase {
  readonly group: string;
  readonly name: string;
  readonly unit: string;
  readonly closedForm: number;
  /** Reference of the relative error; default: the closed form. Needed where the closed form is 0. */
  readonly scale?: number;
  /** Largest relative error, for each step; default 1 % at every step. */
  readonly bound?: Partial<Record<StepMs, number>>;
  /**
   * Runs the world and returns the measured value. A case whose error adds up over a long time, or over many shots, runs this
   * share of them; other cases ignore the share.
   */
  readonly measure: (stepSec: number, share: number) => Promise<number>;
}

export const DEFAULT_BOUND = 0.01;
/** For results that depend on where within a step an impact falls. */
export const PHASE_BOUND: NonNullable<AccuracyCase["bound"]> = { 2: 0.02, 5: 0.06 };
/** For ways: a speed that changes evenly is off by half a step. */
export const WAY_BOUND: NonNullable<AccuracyCase["bound"]> = { 5: 0.02 };
export const GRAVITY = 9.81;

export const boundOf = (c: AccuracyCase, ms: StepMs): number => c.bound?.[ms] ?? DEFAULT_BOUND;

export const errorOf = (c: AccuracyCase, measured: number): number =>
  Math.abs(measured - c.closedForm) / (c.scale ?? Math.abs(c.closedForm));

export interface SceneOptions {
  readonly gravity?: Vec3;
  /** Contact values of all pairs: all solids have the material "Test". */
  readonly contact?: Omit<PairInput, "a" | "b">;
  readonly ground?: boolean;
  readonly entities?: WorldInput["entities"];
  readonly materials?: WorldInput["materials"];
  readonly pairs?: WorldInput["pairs"];
}

/** A world with flat ground of the material "Test" by default. */
export function buildScene(stepSec: number, options: SceneOptions = {}): Promise<Physics> {
  const ground = (options.ground ?? true) ? [flatGround("Test")] : [];
  return Physics.create(
    describeWorld({
      stepSec,
      gravity: options.gravity ?? [0, 0, -GRAVITY],
      materials: [{ name: "Test", ...options.contact }, ...(options.materials ?? [])],
      pairs: options.pairs ?? [],
      entities: [...ground, ...(options.entities ?? [])],
    }),
  );
}

/** Runs `use` on a scene and frees its memory. */
export async function withScene<T>(stepSec: number, options: SceneOptions, use: (p: Physics) => T): Promise<T> {
  const physics = await buildScene(stepSec, options);
  try {
    return use(physics);
  } finally {
    physics.dispose();
  }
}

type Trial<T> = (stepSec: number, share: number) => Promise<T>;

/** A trial whose result has the values of several cases: it runs once for each step and share. */
export function once<T>(trial: Trial<T>): Trial<T> {
  const results = new Map<string, Promise<T>>();
  return (stepSec, share) => {
    const key = `${stepSec} ${share}`;
    const result = results.get(key) ?? trial(stepSec, share);
    results.set(key, result);
    return result;
  };
}

export function run(physics: Physics, seconds: number, each?: (time: number) => void): void {
  const steps = Math.round(seconds / physics.stepSec);
  for (let i = 0; i < steps; i++) {
    const removed = physics.step();
    if (removed.length > 0) throw removed[0].error;
    each?.(physics.timeSec);
  }
}

/** One free body of one solid, by default of material "Test". */
export function thing(
  name: string,
  solid: Omit<SolidInput, "name">,
  extra: Partial<EntityInput["bodies"][number]> = {},
): EntityInput {
  return { name, bodies: [{ name: "Body", solids: [{ material: "Test", ...solid, name: "Solid" }], ...extra }] };
}
