// The path of an entity that moves by itself (E3): a door, a lift, a turntable. It has way points in time; its place is a
// function of the time on the path alone. With s(t) from 0 to 1 between two way points and x = offset or turn:
//   x(t) = x_a + s (x_b - x_a),   place of a point p = pivot + offset + R(turn) (p - pivot)
// `turn` is a rotation vector: its direction is the axis, its length the angle, which may be more than a full turn.

import { fromAxisAngle, IDENTITY, type Quat } from "../../math/Quat.js";
import { length, type Vec3, ZERO } from "../../math/Vec3.js";
import {
  checkArray,
  checkBoolean,
  checkObject,
  checkOptional,
  checkPlace,
  checkRange,
  checkVec,
  type KeysOf,
} from "../Check.js";
import { SimError, unknownName } from "../SimError.js";

/**
 * How s grows with the share u of the time between two way points. linear: u. smooth: 10 u³ - 15 u⁴ + 6 u⁵, without jerk.
 * accelerate: u². brake: 1 - (1 - u)².
 */
export const EASINGS = ["linear", "smooth", "accelerate", "brake"] as const;
export type Easing = (typeof EASINGS)[number];
/** once: stops at the end. loop: begins again. back-and-forth: turns at both ends. */
export const PATH_MODES = ["once", "loop", "back-and-forth"] as const;
export type PathMode = (typeof PATH_MODES)[number];
/** What happens if more than `force` acts against the motion. push: it gets slower. stop: it waits. reverse: it goes back. */
export const BLOCKED = ["push", "stop", "reverse"] as const;
export type Blocked = (typeof BLOCKED)[number];

export interface PathPoint {
  /** Time on the path, whole ns. */
  readonly atNs: number;
  /** m, in model space. */
  readonly offset: Vec3;
  /** rad. */
  readonly turn: Vec3;
  /** From the way point before to this one. */
  readonly easing: Easing;
}

export interface Path {
  /** At least two, in the order of time; the first at 0. */
  readonly points: readonly PathPoint[];
  readonly mode: PathMode;
  /** True: it moves from the start. False: it waits for a verb. */
  readonly starts: boolean;
  readonly pivot: Vec3;
  readonly blocked: Blocked;
  /** N. Infinity: nothing blocks it. */
  readonly force: number;
  /** For `stop`: time until it tries again, ns. */
  readonly waitNs: number;
}

export type PathPointInput = Pick<PathPoint, "atNs"> & { [K in keyof PathPoint]?: PathPoint[K] | undefined };
export type PathInput = { readonly [K in Exclude<keyof Path, "points">]?: Path[K] | undefined } & {
  readonly points: readonly PathPointInput[];
};

const POINT_KEYS: KeysOf<PathPoint> = { atNs: true, offset: true, turn: true, easing: true };
const PATH_KEYS: KeysOf<Path> = {
  points: true,
  mode: true,
  starts: true,
  pivot: true,
  blocked: true,
  force: true,
  waitNs: true,
};
/** Longest path; beyond this, whole nanoseconds are not exact. */
export const MAX_SECONDS = 1e6;
const MAX_NS = MAX_SECONDS * 1e9;
const MAX_TURN = 1e4;
export const MAX_POINTS = 1000;
/** Default of `waitNs`. */
const WAIT_NS = 5e8;
/** A loop is closed if its ends differ by less, m and rad. */
const CLOSED = 1e-5;

/** `pivot`: the default of `Path.pivot`. */
export function describePath(input: PathInput, where: string, pivot: Vec3 = ZERO): Path {
  const given = checkObject(input, PATH_KEYS as KeysOf<PathInput>, where);
  const points = checkArray(given.points, `${where}/points`).map((point, i) =>
    describePoint(point, `${where}/Point ${i + 1}`),
  );
  checkTimes(points, where);
  const path: Path = Object.freeze({
    points: Object.freeze(points),
    mode: checkWord(given.mode ?? "once", PATH_MODES, `${where}/Mode`),
    starts: checkOptional(given.starts, checkBoolean, `${where}/Starts`) ?? (given.mode ?? "once") !== "once",
    pivot: checkOptional(given.pivot, checkPlace, `${where}/Pivot`) ?? pivot,
    blocked: checkWord(given.blocked ?? "push", BLOCKED, `${where}/Blocked`),
    force:
      given.force === Number.POSITIVE_INFINITY
        ? given.force
        : checkRange(given.force ?? Number.MAX_VALUE, 0, Number.MAX_VALUE, `${where}/Force`),
    waitNs: Math.round(checkRange(given.waitNs ?? WAIT_NS, 0, MAX_NS, `${where}/Wait`)),
  });
  if (path.mode === "loop") checkClosed(path, where);
  return path;
}

function checkWord<T extends string>(word: T, words: readonly T[], where: string): T {
  if (!words.includes(word)) throw unknownName("KIND_UNKNOWN", where, word, words);
  return word;
}

function describePoint(input: PathPointInput, where: string): PathPoint {
  const {
    atNs,
    offset = ZERO,
    turn = ZERO,
    easing = "linear",
  } = checkObject(input, POINT_KEYS as KeysOf<PathPointInput>, where);
  const [x, y, z] = checkVec(turn, `${where}/Turn`);
  for (const angle of [x, y, z]) checkRange(angle, -MAX_TURN, MAX_TURN, `${where}/Turn`);
  return Object.freeze({
    atNs: Math.round(checkRange(atNs, 0, MAX_NS, `${where}/At`)),
    offset: checkPlace(offset, `${where}/Offset`),
    turn: Object.freeze([x, y, z] as const),
    easing: checkWord(easing, EASINGS, `${where}/Easing`),
  });
}

function checkTimes(points: readonly PathPoint[], where: string): void {
  if (points.length < 2 || points.length > MAX_POINTS)
    throw new SimError("PATH_MALFORMED", {
      where,
      found: `${points.length} way points`,
      allowed: `2 to ${MAX_POINTS} way points, with the start`,
    });
  if (points[0].atNs !== 0)
    throw new SimError("PATH_MALFORMED", {
      where,
      found: `a first way point at ${points[0].atNs / 1e9} s`,
      allowed: "0 s",
    });
  points.forEach(({ atNs }, i) => {
    if (i > 0 && atNs <= points[i - 1].atNs)
      throw new SimError("PATH_MALFORMED", {
        where: `${where}/Point ${i + 1}`,
        found: `${atNs / 1e9} s after ${points[i - 1].atNs / 1e9} s`,
        allowed: "way points in the order of time",
      });
  });
}

/** A loop that does not end where it begins would jump. */
function checkClosed({ points }: Path, where: string): void {
  const [first, last] = [points[0], points[points.length - 1]];
  const a = turnOf(first.turn);
  const b = turnOf(last.turn);
  const cos = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  const far = first.offset.some((x, k) => Math.abs(x - last.offset[k]) > CLOSED) || 1 - Math.abs(cos) > CLOSED * CLOSED;
  if (far) throw new SimError("PATH_OPEN", { where, found: "a loop whose last way point is not its first" });
}

/** Rotation of a rotation vector. */
export function turnOf(turn: Vec3): Quat {
  const angle = length(turn);
  return angle === 0 ? IDENTITY : fromAxisAngle(turn, angle);
}
