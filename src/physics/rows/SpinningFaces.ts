// Friction under a face that slides and spins. Its contacts at the rim and at the centroid (FacePressure.ts) have the right
// friction force when it slides, and the right torque when it spins. When it does both, a contact at the centroid would resist
// slow sliding with its whole friction, though a disc that spins fast slides almost freely. With v the speed of
// the centroid, u that of the rim by the spin, and x = v / u, a disc of even pressure has the force F and torque M,
//   F = mu N v / u,   M = 2/3 mu N r   for small x,      F = mu N,   M = mu N r / (4 x)   for large x,
// and ring and centroid together have both at every x within 2 %, if the friction of each is scaled by
//   rim       1 - 0.49 x² + 0.16 x⁵,  x < 1;   0.75 - 0.08 / x⁴
//   centroid  2 x - 0.3 x⁸,           x < 1;   1.5 + 0.2 / x⁴
// Faces that are no discs get the same law.

import type { CompiledModel, Rows } from "../model/CompiledModel.js";

/** Slower rims do not count as spinning, m/s. */
const SLOW = 2e-3;
/** A face that spins on the spot keeps this share of the friction at its centroid. */
const MIN_SHARE = 1e-3;

/** `faces`: for each its contact at the centroid, the first and the last one at its rim. */
export function shiftFriction(c: CompiledModel, rows: Rows, faces: readonly number[]): void {
  const { contactI, contactFields: at } = c;
  const { vel } = rows;
  const rowOf = (k: number): number => contactI[k * (at.bytes >> 2) + at.efcAddress];
  for (let i = 0; i < faces.length; i += 3) {
    const [centre, from, last] = [faces[i], faces[i + 1], faces[i + 2]];
    const [row, rim] = [rowOf(centre), rowOf(from)];
    if (row < 0 || rim < 0 || contactI[centre * (at.bytes >> 2) + at.dim] < 3) continue;
    const u = sizeOf(vel[rim + 1] - vel[row + 1], vel[rim + 2] - vel[row + 2]);
    if (u <= SLOW) continue;
    const x = sizeOf(vel[row + 1], vel[row + 2]) / u;
    scaleFriction(c, rows, centre, Math.max(atCentroid(x), MIN_SHARE));
    const share = atRim(x);
    for (let k = from; k <= last; k++) if (rowOf(k) >= 0) scaleFriction(c, rows, k, share);
  }
}

/** Scales sliding friction of contact k. R of row j is proportional to 1 / mu_j², as the cone requires. */
export function scaleFriction(c: CompiledModel, { R, D }: Rows, k: number, factor: number): void {
  const { contactF: f, contactI, contactFields: at } = c;
  const [record, row] = [k * (at.bytes >> 3), contactI[k * (at.bytes >> 2) + at.efcAddress]];
  f[record + at.friction] *= factor;
  f[record + at.friction + 1] *= factor;
  f[record + at.mu] *= factor;
  const end = row + contactI[k * (at.bytes >> 2) + at.dim];
  for (let i = row + 3; i < end; i++) {
    R[i] *= factor * factor;
    D[i] = 1 / R[i];
  }
}

function atRim(x: number): number {
  const x2 = x * x;
  return x < 1 ? 1 - 0.49 * x2 + 0.16 * x2 * x2 * x : 0.75 - 0.08 / (x2 * x2);
}

function atCentroid(x: number): number {
  const x4 = x * x * x * x;
  return x < 1 ? 2 * x - 0.3 * x4 * x4 : 1.5 + 0.2 / x4;
}

const sizeOf = (x: number, y: number): number => Math.sqrt(x * x + y * y);
