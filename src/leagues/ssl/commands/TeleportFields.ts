// What teleports of ball and robots have in common (F3): ranges of their fields, and the rules of by_force.

import { SimError } from "../../../describe/SimError.js";
import type { Range } from "./WireError.js";

export const PLACE: Range = { min: -100, max: 100, unit: "m" };
/** Faster objects would pass through walls. */
export const SPEED: Range = { min: -30, max: 30, unit: "m/s" };

/** Checks a message with by_force: it needs a place and may set no velocity; throws a SimError. */
export function checkForce(
  fields: { readonly where: string; has(name: string): boolean },
  isPlaced: boolean,
  velocities: readonly string[],
): void {
  const { where } = fields;
  if (!isPlaced)
    throw new SimError("FIELD_MISSING", { where, found: "by_force and no place", allowed: "a place to be pulled to" });
  if (velocities.some((name) => fields.has(name)))
    throw new SimError("PROPERTY_MISPLACED", { where, found: "a velocity beside by_force", allowed: "either of them" });
}

/** The fields that are set. */
export function withoutGaps<T extends object>(target: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  const set = Object.entries(target).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as { readonly [K in keyof T]?: Exclude<T[K], undefined> };
}
