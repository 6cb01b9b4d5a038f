// Friction under a face that slides and spins. Its contacts at the rim and at the centroid (FacePressure.ts) have the right
// friction force when it slides, and the right torque when it spins about its centroid. When it does both, or spins about another
// point, as a runner of a sledge does, they have neither. Seen from its centroid, the face moves with v and turns with w about
// the point c = z x v / w. Under even pressure, its friction as a share of mu N is
//   F = -sign(w) z x g,   M = -sign(w) m   about c,   g and m the means of (x - c) / |x - c| and of |x - c|  (ContactPatch.ts)
// The friction of each contact i, with its share n_i of the load, is scaled by s_i so that their sum has F and M:
//   -sum of s_i n_i e_i = F,   e_i the direction of its slip
// They are those nearest to 1; for the centroid, to 2 |F| if that is less, so that a face that spins on the spot slides almost freely.
// Leaves out: pressure that is not even, anisotropic friction.

import type { ContactNotes } from "../contact/ContactLaw.js";
import { TOUCHING } from "../contact/PresentContact.js";
import { ContactPatch } from "../geometry/ContactPatch.js";
import type { CompiledModel, Rows } from "../model/CompiledModel.js";

/** Slower rims do not count as spinning, m/s. */
const SLOW = 2e-3;
/** Sliding so much faster than the rim by its spin, all contacts slip in one direction. */
const STRAIGHT = 1e3;
/** Friction keeps this share at least, and gets this share at most. */
const MIN_SHARE = 1e-3;
const MAX_SHARE = 3;
/** Of the normal matrix, against directions that no contact has. */
const RIDGE = 1e-9;

export class SpinningFaces {
  readonly #c: CompiledModel;
  readonly #notes: ContactNotes;
  readonly #patch = new ContactPatch();
  /** Contacts at the rim that touch, and their places from the centroid. */
  readonly #rim: number[] = [];
  readonly #x: number[] = [];
  readonly #y: number[] = [];
  /** Normal matrix of the scales, and its right side. */
  readonly #K = new Float64Array(9);
  readonly #b = new Float64Array(3);

  constructor(c: CompiledModel, notes: ContactNotes) {
    this.#c = c;
    this.#notes = notes;
  }

  /** To call when the friction of all contacts is known. */
  apply(rows: Rows): void {
    const { faces, radii } = this.#notes;
    for (let i = 0; i < radii.length; i++)
      if (this.#rowOf(faces[3 * i]) >= 0)
        this.#applyTo(rows, faces[3 * i], faces[3 * i + 1], faces[3 * i + 2], radii[i]);
  }

  #rowOf(k: number): number {
    const { contactI, contactFields: at } = this.#c;
    return contactI[k * (at.bytes >> 2) + at.efcAddress];
  }

  #applyTo(rows: Rows, centre: number, from: number, last: number, disc: number): void {
    const { contactF: f, contactI, contactFields: at } = this.#c;
    const friction = centre * (at.bytes >> 3) + at.friction;
    if (contactI[centre * (at.bytes >> 2) + at.dim] < 3 || f[friction] !== f[friction + 1]) return;
    this.#collect(centre, from, last);
    const rim = this.#rim;
    if (rim.length < 3) return;
    const row = this.#rowOf(centre);
    const [vx, vy] = [rows.vel[row + 1], rows.vel[row + 2]];
    const spin = this.#spinOf(rows, vx, vy);
    const far = Math.max(...this.#x.map((x, i) => sizeOf(x, this.#y[i])));
    if (Math.abs(spin) * far <= SLOW || sizeOf(vx, vy) > STRAIGHT * Math.abs(spin) * far) return;
    const patch = this.#patch;
    if (disc > 0) patch.setDisc(disc);
    else if (!this.#measure()) return;
    const share = 1 - patch.radius / (this.#x.reduce((sum, x, i) => sum + sizeOf(x, this.#y[i]), 0) / rim.length);
    // the centre of the motion, from the centroid
    const [cx, cy] = [-vy / spin, vx / spin];
    patch.turnAbout(patch.cx + cx, patch.cy + cy);
    const sign = spin > 0 ? 1 : -1;
    // the slip that friction resists, as a mean direction, and its torque about the centroid
    const [ex, ey] = [-sign * patch.gy, sign * patch.gx];
    const torque = sign * patch.reach + cx * ey - cy * ex;
    // the centroid is the last one
    this.#rim.push(centre);
    this.#x.push(0);
    this.#y.push(0);
    this.#share(rows, share, [ex, ey, torque], Math.min(1, 2 * sizeOf(ex, ey)));
  }

  /** The contacts at the rim that touch. */
  #collect(centre: number, from: number, last: number): void {
    const { contactF: f, contactFields: at } = this.#c;
    const wide = at.bytes >> 3;
    const o = centre * wide;
    const [t, u] = [o + at.frame + 3, o + at.frame + 6];
    this.#rim.length = this.#x.length = this.#y.length = 0;
    for (let k = from; k <= last; k++) {
      if (f[k * wide + at.dist] > TOUCHING || this.#rowOf(k) < 0) continue;
      const p = k * wide + at.pos;
      const [x, y, z] = [f[p] - f[o + at.pos], f[p + 1] - f[o + at.pos + 1], f[p + 2] - f[o + at.pos + 2]];
      this.#rim.push(k);
      this.#x.push(f[t] * x + f[t + 1] * y + f[t + 2] * z);
      this.#y.push(f[u] * x + f[u + 1] * y + f[u + 2] * z);
    }
  }

  /** About the normal, from the slips of the rim. */
  #spinOf({ vel }: Rows, vx: number, vy: number): number {
    let [turn, square] = [0, 0];
    this.#rim.forEach((k, i) => {
      const [x, y, row] = [this.#x[i], this.#y[i], this.#rowOf(k)];
      turn += x * (vel[row + 2] - vy) - y * (vel[row + 1] - vx);
      square += x * x + y * y;
    });
    return turn / square;
  }

  #measure(): boolean {
    const patch = this.#patch;
    patch.count = 0;
    this.#rim.forEach((_, i) => {
      patch.add(this.#x[i], this.#y[i]);
    });
    return patch.measure();
  }

  /**
   * Scales the friction so that the slip directions e and x × e of the contacts, times their loads, sum up to `goal`. `share`: load
   * of the centroid; `first`: the scale that it would have.
   */
  #share(rows: Rows, share: number, goal: readonly number[], first: number): void {
    const [K, b, all] = [this.#K.fill(0), this.#b, this.#rim];
    const [size, last] = [this.#patch.radius, all.length - 1];
    b.set([goal[0], goal[1], goal[2] / size]);
    const slips = all.map((k, i) => {
      const row = this.#rowOf(k);
      const slip = Math.max(sizeOf(rows.vel[row + 1], rows.vel[row + 2]), 1e-12);
      const [x, y] = [rows.vel[row + 1] / slip, rows.vel[row + 2] / slip];
      return [x, y, (this.#x[i] * y - this.#y[i] * x) / size];
    });
    slips.forEach((a, i) => {
      const load = i === last ? share : (1 - share) / last;
      for (let p = 0; p < 3; p++) {
        b[p] -= load * (i === last ? first : 1) * a[p];
        for (let q = 0; q < 3; q++) K[3 * p + q] += load * a[p] * a[q];
      }
    });
    for (let p = 0; p < 3; p++) K[4 * p] += RIDGE;
    solveThree(K, b);
    slips.forEach(([x, y, z], i) => {
      const scale = (i === last ? first : 1) + x * b[0] + y * b[1] + z * b[2];
      scaleFriction(this.#c, rows, all[i], Math.min(MAX_SHARE, Math.max(MIN_SHARE, scale)));
    });
  }
}

/** K x = b for a symmetric positive definite matrix of three rows; the result is in b. */
function solveThree(K: Float64Array, b: Float64Array): void {
  for (let p = 0; p < 3; p++)
    for (let q = p + 1; q < 3; q++) {
      const share = K[3 * q + p] / K[4 * p];
      for (let r = p; r < 3; r++) K[3 * q + r] -= share * K[3 * p + r];
      b[q] -= share * b[p];
    }
  for (let p = 2; p >= 0; p--) {
    for (let q = p + 1; q < 3; q++) b[p] -= K[3 * p + q] * b[q];
    b[p] /= K[4 * p];
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

const sizeOf = (x: number, y: number): number => Math.sqrt(x * x + y * y);
