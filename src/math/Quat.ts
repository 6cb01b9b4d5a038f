// Rotations as unit quaternions, in the order x y z w in all interfaces of the program.

import { cos, sin } from "./Trigonometry.js";
import { cross, dot, normalize, perpendicular, scale, type Vec3 } from "./Vec3.js";

export type Quat = readonly [x: number, y: number, z: number, w: number];

export const IDENTITY: Quat = [0, 0, 0, 1];

/** Rotation by `angleRad` about `axis`, which need not have length 1. */
export function fromAxisAngle(axis: Vec3, angleRad: number): Quat {
  const [x, y, z] = scale(normalize(axis), sin(angleRad / 2));
  return [x, y, z, cos(angleRad / 2)];
}

/** First `b`, then `a`. */
export const multiply = (a: Quat, b: Quat): Quat => [
  a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
  a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
  a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
  a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
];

export const conjugate = (q: Quat): Quat => [-q[0], -q[1], -q[2], q[3]];

export function normalizeQuat(q: Quat): Quat {
  const n = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return n > 0 ? [q[0] / n, q[1] / n, q[2] / n, q[3] / n] : IDENTITY;
}

/** v' = q v q*. */
export function rotate(q: Quat, v: Vec3): Vec3 {
  const [a, b, c, w, x, y, z] = [q[0], q[1], q[2], q[3], v[0], v[1], v[2]];
  // t = 2 u x v, v' = v + w t + u x t
  const tx = (b * z - c * y) * 2;
  const ty = (c * x - a * z) * 2;
  const tz = (a * y - b * x) * 2;
  return [x + w * tx + (b * tz - c * ty), y + w * ty + (c * tx - a * tz), z + w * tz + (a * ty - b * tx)];
}

/** The shortest rotation that turns direction `from` into direction `to`. */
export function between(from: Vec3, to: Vec3): Quat {
  const a = normalize(from);
  const b = normalize(to);
  const d = dot(a, b);
  // opposite directions: half a turn about any axis across
  if (d < -0.9999999999) {
    const p = perpendicular(a);
    return [p[0], p[1], p[2], 0];
  }
  const c = cross(a, b);
  return normalizeQuat([c[0], c[1], c[2], 1 + d]);
}

/** The orientation of a frame with these axes, which are perpendicular and of length 1. */
export function fromFrame(x: Vec3, y: Vec3, z: Vec3): Quat {
  // four times the square of each component; the largest one is safe to divide by
  const squares = [1 + x[0] - y[1] - z[2], 1 - x[0] + y[1] - z[2], 1 - x[0] - y[1] + z[2], 1 + x[0] + y[1] + z[2]];
  const largest = squares.indexOf(Math.max(...squares));
  const s = 2 * Math.sqrt(squares[largest]);
  const [a, b, c] = [(y[2] - z[1]) / s, (z[0] - x[2]) / s, (x[1] - y[0]) / s];
  const [d, e, f] = [(x[1] + y[0]) / s, (z[0] + x[2]) / s, (y[2] + z[1]) / s];
  const quats: readonly Quat[] = [
    [s / 4, d, e, a],
    [d, s / 4, f, b],
    [e, f, s / 4, c],
    [a, b, c, s / 4],
  ];
  return normalizeQuat(quats[largest]);
}
