// Principal moments and axes of an inertia tensor (Jacobi's method), and the box of uniform density that has them.

import type { ViewMass } from "../../../../src/session/view/ViewProtocol.js";

type Tensor = ViewMass["inertia"];
type Axis = readonly [number, number, number];

export interface PrincipalAxes {
  readonly moments: readonly [number, number, number];
  /** Unit vectors, right-handed. */
  readonly axes: readonly [Axis, Axis, Axis];
}

const MAX_SWEEPS = 20;
const PAIRS = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

export function principalAxes([xx, xy, xz, yy, yz, zz]: Tensor): PrincipalAxes {
  const a = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  const v = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const size = Math.abs(xx) + Math.abs(yy) + Math.abs(zz);
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    if (Math.abs(a[0][1]) + Math.abs(a[0][2]) + Math.abs(a[1][2]) <= 1e-14 * size) break;
    for (const [p, q] of PAIRS) turn(a, v, p, q);
  }
  const axis = (i: number): Axis => [v[0][i], v[1][i], v[2][i]];
  return { moments: [a[0][0], a[1][1], a[2][2]], axes: [axis(0), axis(1), axis(2)] };
}

/** One rotation in the plane of p and q, which makes a[p][q] zero. */
function turn(a: number[][], v: number[][], p: number, q: number): void {
  if (a[p][q] === 0) return;
  const theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < 3; k++) [a[k][p], a[k][q]] = [c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]];
  for (let k = 0; k < 3; k++) [a[p][k], a[q][k]] = [c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]];
  for (let k = 0; k < 3; k++) [v[k][p], v[k][q]] = [c * v[k][p] - s * v[k][q], s * v[k][p] + c * v[k][q]];
}

export const principalMoments = (inertia: Tensor): readonly number[] =>
  [...principalAxes(inertia).moments].sort((one, other) => one - other);

/** Lengths of the edges along the axes, m: a box of this mass has these moments. */
export function boxOf({ mass, moments: [a, b, c] }: { mass: number; moments: readonly number[] }): Axis {
  const edge = (sum: number): number => Math.sqrt(Math.max(0, (6 * sum) / mass));
  return [edge(b + c - a), edge(a + c - b), edge(a + b - c)];
}
