// The small checks that every description goes through on entry. Each throws a SimError that names the place.

import { isFinite3, length, normalize, type Vec3 } from "../math/Vec3.js";
import { SimError } from "./SimError.js";

export function checkName(name: unknown, where: string): string {
  if (typeof name !== "string" || name.trim() === "") throw new SimError("NAME_EMPTY", { where, found: `"${name}"` });
  return name;
}

export function checkUnique(names: Iterable<string>, where: string): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw new SimError("NAME_TAKEN", { where: `${where}/${name}`, found: `"${name}" twice` });
    seen.add(name);
  }
}

export function checkFinite(value: number, where: string): number {
  if (!Number.isFinite(value)) throw new SimError("NUMBER_NOT_FINITE", { where, found: value });
  return value;
}

export function checkVec(value: Vec3, where: string): Vec3 {
  if (!Array.isArray(value) || value.length !== 3 || !isFinite3(value))
    throw new SimError("NUMBER_NOT_FINITE", { where, found: String(value), allowed: "three finite numbers" });
  return Object.freeze([value[0], value[1], value[2]]) as Vec3;
}

export function checkRange(value: number, min: number, max: number, where: string): number {
  if (!(value >= min && value <= max))
    throw new SimError("VALUE_OUT_OF_RANGE", { where, found: value, allowed: `${min} to ${max}` });
  return value;
}

export function checkSize(value: number, where: string): number {
  if (!(value > 0 && value < 1e6))
    throw new SimError("SIZE_NOT_POSITIVE", { where, found: value, allowed: "above 0 and below 1e6 m" });
  return value;
}

export function checkMass(value: number, where: string): number {
  if (!(value > 0 && Number.isFinite(value))) throw new SimError("MASS_NOT_POSITIVE", { where, found: value });
  return value;
}

export function checkAxis(value: Vec3, where: string): Vec3 {
  const axis = checkVec(value, where);
  if (!(length(axis) > 1e-9)) throw new SimError("AXIS_ZERO", { where, found: axis.join(" ") });
  return Object.freeze(normalize(axis)) as Vec3;
}
