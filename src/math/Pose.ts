// A pose: position and orientation, which transform points of one frame into another.

import { conjugate, IDENTITY, multiply, type Quat, rotate } from "./Quat.js";
import { add, sub, type Vec3, ZERO } from "./Vec3.js";

export interface Pose {
  readonly position: Vec3;
  readonly orientation: Quat;
}

export const ORIGIN: Pose = Object.freeze({ position: ZERO, orientation: IDENTITY });

export const transformPoint = (pose: Pose, p: Vec3): Vec3 => add(pose.position, rotate(pose.orientation, p));

/** Converts `inner` from the frame of `outer` to the frame in which `outer` is given. */
export const compose = (outer: Pose, inner: Pose): Pose => ({
  position: transformPoint(outer, inner.position),
  orientation: multiply(outer.orientation, inner.orientation),
});

/** `inner` in the frame of `outer`; both are given in the same frame. */
export function relative(outer: Pose, inner: Pose): Pose {
  const back = conjugate(outer.orientation);
  return {
    position: rotate(back, sub(inner.position, outer.position)),
    orientation: multiply(back, inner.orientation),
  };
}

/** Bit for bit. */
export function isSamePose(a: Pose, b: Pose): boolean {
  const same = (x: readonly number[], y: readonly number[]): boolean => x.every((value, i) => Object.is(value, y[i]));
  return same(a.position, b.position) && same(a.orientation, b.orientation);
}
