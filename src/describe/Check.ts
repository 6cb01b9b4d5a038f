// Checks for the values of descriptions, so that mistakes in plain JavaScript are found as in TypeScript. Each check throws a
// SimError with the place, the value that was found (text in quotes) and what is allowed.

import type { Pose } from "../math/Pose.js";
import { normalizeQuat, type Quat } from "../math/Quat.js";
import { length, normalize, type Vec3 } from "../math/Vec3.js";
import { type ErrorCode, SimError, showValue, unknownName } from "./SimError.js";

/** All properties of T: if T gets a new property, the compiler reports the objects that lack it. */
export type KeysOf<T> = Readonly<Record<keyof T, true>>;

const wrongType = (value: unknown, where: string, allowed: string): SimError =>
  new SimError("TYPE_WRONG", { where, found: showValue(value), allowed });

// ---- types

/** Any object. `properties` are named in the error. */
export function checkIsObject<T>(value: T, properties: readonly string[], where: string): T & object {
  if (Object.prototype.toString.call(value) !== "[object Object]")
    throw wrongType(value, where, `an object with ${properties.join(", ")}`);
  return value as T & object;
}

/** An object that has only these properties. */
export function checkObject<T>(value: T, keys: KeysOf<T>, where: string): T {
  checkIsObject(value, Object.keys(keys), where);
  for (const key of Object.keys(value as object))
    if (!Object.hasOwn(keys, key)) throw unknownName("PROPERTY_UNKNOWN", `${where}/${key}`, key, Object.keys(keys));
  return value;
}

/** An object with a name. Gives its place: owner/name. `place` is used in errors as long as the name is unknown: x/bodies[3]. */
export function checkNamed<T extends { readonly name: string }>(
  value: T,
  keys: KeysOf<T>,
  owner: string,
  place: string,
): string {
  const name = checkName(checkIsObject(value, Object.keys(keys), place).name, place);
  const where = owner === "" ? name : `${owner}/${name}`;
  checkObject(value, keys, where);
  return where;
}

/** A list of any length. Holes count as entries. */
export function checkArray<T>(value: readonly T[], where: string): readonly T[] {
  if (!Array.isArray(value)) throw wrongType(value, where, "a list");
  return [...value];
}

export function checkNumber(value: number, where: string): number {
  if (typeof value !== "number") throw wrongType(value, where, "a number");
  return value;
}

export function checkText(value: string, where: string): string {
  if (typeof value !== "string") throw wrongType(value, where, "a string");
  return value;
}

export function checkBoolean(value: boolean, where: string): boolean {
  if (typeof value !== "boolean") throw wrongType(value, where, "true or false");
  return value;
}

/** One of a list of words. `others`: words that other simulators use, each with our word for the advice. */
export function checkKind<K extends string>(
  value: K,
  kinds: readonly K[],
  where: string,
  others: Readonly<Record<string, K>> = {},
): K {
  if (kinds.includes(value)) return value;
  const same = typeof value === "string" && Object.hasOwn(others, value) ? others[value] : undefined;
  throw unknownName("KIND_UNKNOWN", where, value, kinds, same);
}

/** Checks a value unless it is undefined; null is an error. */
export function checkOptional<T, R>(
  value: T | undefined,
  check: (value: T, where: string) => R,
  where: string,
): R | undefined {
  return value === undefined ? undefined : check(value, where);
}

// ---- names

/** A name has no slash, because places are paths of names, and no control characters. */
export function checkName(name: unknown, where: string): string {
  if (name !== undefined && typeof name !== "string") throw wrongType(name, where, "a string");
  if (name === undefined || name.trim() === "") throw new SimError("NAME_EMPTY", { where, found: showValue(name) });
  if (/[/\p{Cc}\u2028\u2029]/u.test(name)) throw new SimError("NAME_MALFORMED", { where, found: showValue(name) });
  return name;
}

export function checkUnique(names: Iterable<string>, where: string): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw new SimError("NAME_TAKEN", { where: `${where}/${name}`, found: `"${name}" twice` });
    seen.add(name);
  }
}

// ---- numbers

export function checkFinite(value: number, where: string, code: ErrorCode = "NUMBER_NOT_FINITE"): number {
  if (!Number.isFinite(checkNumber(value, where))) throw new SimError(code, { where, found: value });
  return value;
}

export function checkRange(value: number, min: number, max: number, where: string): number {
  checkNumber(value, where);
  if (!(value >= min && value <= max))
    throw new SimError("VALUE_OUT_OF_RANGE", { where, found: value, allowed: `${min} to ${max}` });
  return value;
}

export function checkSize(value: number, where: string): number {
  checkNumber(value, where);
  if (!(value > 0 && value < 1e6))
    throw new SimError("SIZE_NOT_POSITIVE", { where, found: value, allowed: "above 0 and below 1e6 m" });
  return value;
}

/** kg; beyond these bounds, products of masses and lengths overflow or underflow. */
const [MIN_MASS, MAX_MASS] = [1e-9, 1e9];

export function checkMass(value: number, where: string): number {
  checkNumber(value, where);
  if (!(value > 0 && Number.isFinite(value))) throw new SimError("MASS_NOT_POSITIVE", { where, found: value });
  if (value < MIN_MASS || value > MAX_MASS)
    throw new SimError("VALUE_OUT_OF_RANGE", { where, found: `${value} kg`, allowed: "1e-9 to 1e9 kg" });
  return value;
}

// ---- lists of numbers

/** A list or a typed array of numbers, finite or not. */
export function checkNumbers(value: readonly number[], where: string): readonly number[] {
  const copy = copyList(value, where, "a list of numbers");
  const odd = copy.findIndex((x) => typeof x !== "number");
  if (odd >= 0) throw wrongType(copy[odd], `${where}[${odd}]`, "a number");
  return copy;
}

/** Exactly `count` finite numbers. `code`: the error code for numbers that are not finite. */
export function checkTuple(value: readonly number[], count: number, where: string, code?: ErrorCode): number[] {
  const allowed = `${count} finite numbers`;
  const copy = copyList(value, where, allowed);
  if (copy.length !== count) throw new SimError("LENGTH_WRONG", { where, found: showValue(copy), allowed });
  if (copy.some((x) => typeof x !== "number")) throw wrongType(copy, where, allowed);
  if (!copy.every(Number.isFinite))
    throw new SimError(code ?? "NUMBER_NOT_FINITE", { where, found: showValue(copy), allowed });
  return copy;
}

function copyList(value: readonly number[], where: string, allowed: string): number[] {
  const isList = Array.isArray(value) || (ArrayBuffer.isView(value) && !((value as unknown) instanceof DataView));
  if (!isList) throw wrongType(value, where, allowed);
  return [...value];
}

/** Three finite numbers. `code`: the error code for numbers that are not finite; commands have their own. */
export function checkVec(value: Vec3, where: string, code?: ErrorCode): Vec3 {
  return Object.freeze(checkTuple(value, 3, where, code)) as unknown as Vec3;
}

/** m; the engine sums squares of positions, which would overflow and turn other bodies into NaN (M7). */
const MAX_COORDINATE = 1e7;

export function checkPlace(value: Vec3, where: string): Vec3 {
  const place = checkVec(value, where);
  if (place.some((x) => Math.abs(x) > MAX_COORDINATE))
    throw new SimError("VALUE_OUT_OF_RANGE", { where, found: place.join(" "), allowed: "positions within 1e7 m" });
  return place;
}

/** Vectors and quaternions that are already normalized: a second time would change their last bit. */
const units = new WeakSet<object>();

export function checkAxis(value: Vec3, where: string): Vec3 {
  if (isUnit(value, 3)) return value;
  const axis = checkVec(value, where);
  if (!(length(axis) > 1e-9)) throw new SimError("AXIS_ZERO", { where, found: axis.join(" ") });
  return markUnit(normalize(axis));
}

/** A quaternion x y z w, normalized. */
export function checkQuat(value: Quat, where: string, code?: ErrorCode): Quat {
  if (isUnit(value, 4)) return value;
  const q = checkTuple(value, 4, where, code) as unknown as Quat;
  if (q.every((x) => x === 0))
    throw new SimError("AXIS_ZERO", { where, found: "0 0 0 0", allowed: "a quaternion x y z w that is not zero" });
  return markUnit(normalizeQuat(q));
}

/** True: the array is known to be normalized. */
export const isNormalized = (value: object): boolean => units.has(value);

/** For a copy of an array that is normalized. */
export function adoptNormalized(copy: object): void {
  units.add(Object.freeze(copy));
}

const isUnit = (value: unknown, count: number): boolean =>
  Array.isArray(value) && value.length === count && units.has(value);

function markUnit<T extends object>(value: T): T {
  units.add(Object.freeze(value));
  return value;
}

const POSE_KEYS: KeysOf<Pose> = { position: true, orientation: true };

/** A position and an orientation, both required. */
export function checkPose(value: Pose, where: string, code?: ErrorCode): Pose {
  checkObject(value, POSE_KEYS, where);
  return Object.freeze({
    // commands have no bound here: the guard of the step removes a body that is too far away
    position: code
      ? checkVec(value.position, `${where}/Position`, code)
      : checkPlace(value.position, `${where}/Position`),
    orientation: checkQuat(value.orientation, `${where}/Orientation`, code),
  });
}
