// Rotations for hot paths, with the same formulas as src/math. The functions of src/math receive arrays of integers and of
// floats, frozen and not; JavaScript engines read such a mix several times slower. Here all arrays are new arrays of floats, and
// vectors are passed as numbers.

import type { Quat } from "../math/Quat.js";
import type { Vec3 } from "../math/Vec3.js";

/** q v q*: from frame q to the world. */
export function rotateFast(q: Quat, x: number, y: number, z: number): Vec3 {
  return rotateBy(q[0], q[1], q[2], q[3], x, y, z);
}

/** q* v q: from the world to frame q. */
export function rotateBack(q: Quat, x: number, y: number, z: number): Vec3 {
  return rotateBy(-q[0], -q[1], -q[2], q[3], x, y, z);
}

function rotateBy(a: number, b: number, c: number, w: number, x: number, y: number, z: number): Vec3 {
  const tx = 2 * (b * z - c * y);
  const ty = 2 * (c * x - a * z);
  const tz = 2 * (a * y - b * x);
  return [x + w * tx + b * tz - c * ty, y + w * ty + c * tx - a * tz, z + w * tz + a * ty - b * tx];
}

/** a b: rotation b, then a. */
export const multiplyFast = (a: Quat, b: Quat): Quat => [
  a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
  a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
  a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
  a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
];
