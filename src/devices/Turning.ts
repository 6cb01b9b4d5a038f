// Turning vectors in every step. The same as in src/math, but kept to what sensors read: the functions there meet
// arrays of whole numbers, of fractions, frozen and not, and the engines of JavaScript are several times slower at reading
// from such a mixture. Here all arrays are fresh ones of fractions, and vectors come as numbers.

import type { Quat } from "../math/Quat.js";
import type { Vec3 } from "../math/Vec3.js";

/** q v q*: from the frame to the world. */
export function rotateFresh(q: Quat, x: number, y: number, z: number): Vec3 {
  return turn(q[0], q[1], q[2], q[3], x, y, z);
}

/** q* v q: from the world to the frame. */
export function rotateBack(q: Quat, x: number, y: number, z: number): Vec3 {
  return turn(-q[0], -q[1], -q[2], q[3], x, y, z);
}

function turn(a: number, b: number, c: number, w: number, x: number, y: number, z: number): Vec3 {
  const tx = 2 * (b * z - c * y);
  const ty = 2 * (c * x - a * z);
  const tz = 2 * (a * y - b * x);
  return [x + w * tx + b * tz - c * ty, y + w * ty + c * tx - a * tz, z + w * tz + a * ty - b * tx];
}

/** First `b`, then `a`. */
export const multiplyFresh = (a: Quat, b: Quat): Quat => [
  a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
  a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
  a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
  a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
];
