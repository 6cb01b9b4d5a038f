// 3x3 matrices, row by row: rotations and inertia tensors.

import type { Quat } from "./Quat.js";
import type { Vec3 } from "./Vec3.js";

export type Mat3 = readonly [number, number, number, number, number, number, number, number, number];

export const ZERO3: Mat3 = [0, 0, 0, 0, 0, 0, 0, 0, 0];

export const diagonal = (x: number, y: number, z: number): Mat3 => [x, 0, 0, 0, y, 0, 0, 0, z];

export const addMat = (a: Mat3, b: Mat3): Mat3 => a.map((x, i) => x + b[i]) as unknown as Mat3;

export const mulVec = (m: Mat3, v: Vec3): Vec3 => [
  m[0] * v[0] + m[1] * v[1] + m[2] * v[2],
  m[3] * v[0] + m[4] * v[1] + m[5] * v[2],
  m[6] * v[0] + m[7] * v[1] + m[8] * v[2],
];

function mulMat(a: Mat3, b: Mat3): Mat3 {
  const out: number[] = [];
  for (let r = 0; r < 3; r++) {
    for (let c = 0; c < 3; c++) {
      out.push(a[3 * r] * b[c] + a[3 * r + 1] * b[3 + c] + a[3 * r + 2] * b[6 + c]);
    }
  }
  return out as unknown as Mat3;
}

export const transpose = (m: Mat3): Mat3 => [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]];

export function fromQuat([x, y, z, w]: Quat): Mat3 {
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - z * w),
    2 * (x * z + y * w),
    2 * (x * y + z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z - x * w),
    2 * (x * z - y * w),
    2 * (y * z + x * w),
    1 - 2 * (x * x + y * y),
  ];
}

/** R I Rᵀ: the tensor `inertia` of a body turned by `rotation`. */
export function turnTensor(inertia: Mat3, rotation: Quat): Mat3 {
  const r = fromQuat(rotation);
  return mulMat(mulMat(r, inertia), transpose(r));
}

/** Steiner's term: inertia of a mass at `offset` from the reference point, m (d² 1 - d dᵀ). */
export function pointTensor(mass: number, [x, y, z]: Vec3): Mat3 {
  const xy = -mass * x * y;
  const xz = -mass * x * z;
  const yz = -mass * y * z;
  return [mass * (y * y + z * z), xy, xz, xy, mass * (x * x + z * z), yz, xz, yz, mass * (x * x + y * y)];
}

/** Whether all three leading minors are above zero. */
export function isPositiveDefinite(m: Mat3): boolean {
  const d2 = m[0] * m[4] - m[1] * m[3];
  const d3 =
    m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
  return m[0] > 0 && d2 > 0 && d3 > 0;
}
