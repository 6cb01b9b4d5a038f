// Rows of ropes (Rope.ts). A rope is a tendon of the engine with an upper limit; its row has the free length d = max - L and a
// force that is never negative. With v the rate of d and v' that at the end of the step:
//   rigid     d + h v' - h² L''/2 >= 0, with L'' the acceleration of the length that follows from the velocities alone. So the
//             length is right at the end of the step, and a body that swings on a taut rope keeps its energy (SHAKE). A rope
//             that is too long at the start shortens at a limited speed.
//   elastic   f = -k d - c v on the grid of SmoothForces.ts; before the rope is taut both are implicit.

import type { Vec3 } from "../../math/Vec3.js";
import type { CompiledModel, Rows } from "../model/CompiledModel.js";
import type { RopePlace } from "../model/Layout.js";
import { InverseMass } from "./InverseMass.js";
import { damperShare, springLag, stiffShare } from "./SmoothForces.js";

/** Softness as a share of the inverse mass along the rope. */
const ROPE_SOFTNESS = 1e-6;
/** Maximum speed at which a rope that is too long shortens, m/s. */
const PULL_SPEED = 0.5;
/** Points that are closer have no direction, m. */
const NEAR = 1e-9;

/** Place, velocity, and acceleration without joint accelerations. */
type PointMotion = Float64Array;

export class RopeRows {
  readonly #c: CompiledModel;
  readonly #inverse: InverseMass;
  /** By tendon. */
  readonly #ropes: RopePlace[] = [];
  #point: PointMotion = new Float64Array(9);
  #next: PointMotion = new Float64Array(9);
  readonly #spin = new Float64Array(6);

  constructor(c: CompiledModel) {
    this.#c = c;
    this.#inverse = new InverseMass(c);
    for (const { ropes } of c.layout.entities) for (const place of ropes) this.#ropes[place.tendonId] = place;
  }

  apply(rows: Rows, row: number): void {
    const { aref, vel, pos, R, D } = rows;
    const h = this.#c.stepSec;
    const place = this.#ropes[rows.id[row]];
    const { stiffness: k, damping } = place.rope;
    const inverse = Math.max(this.#inverse.of(row), 1e-15);
    const [d, v] = [pos[row], vel[row]];
    if (k === 0) {
      const pull = Math.min(-d / h, PULL_SPEED);
      aref[row] = (pull + (h / 2) * this.#lengthening(place) - v) / h;
      R[row] = ROPE_SOFTNESS * inverse;
    } else {
      const early = d > 0;
      const kappa = h * h * k * inverse;
      const lag = early ? 0 : springLag(kappa);
      const share = early ? 1 : damperShare(h * damping * inverse);
      const give = (lag + (early ? 1 : stiffShare(kappa))) * h * k + share * damping;
      const back = (1 - share) * damping - lag * h * k;
      aref[row] = ((-k * d - back * v) / give - v) / h;
      R[row] = 1 / (h * give);
    }
    D[row] = 1 / R[row];
  }

  /** L'' of the rope at the present velocities. */
  #lengthening({ bodyIds, locals }: RopePlace): number {
    let sum = 0;
    this.#follow(bodyIds[0], locals[0], this.#point);
    for (let i = 1; i < bodyIds.length; i++) {
      this.#follow(bodyIds[i], locals[i], this.#next);
      const [p, n] = [this.#point, this.#next];
      const [x, y, z] = [n[0] - p[0], n[1] - p[1], n[2] - p[2]];
      const [u, v, w] = [n[3] - p[3], n[4] - p[4], n[5] - p[5]];
      const l = Math.sqrt(x * x + y * y + z * z);
      if (l > NEAR) {
        const along = (x * u + y * v + z * w) / l;
        sum += (x * (n[6] - p[6]) + y * (n[7] - p[7]) + z * (n[8] - p[8])) / l;
        sum += (u * u + v * v + w * w - along * along) / l;
      }
      this.#point = n;
      this.#next = p;
    }
    return sum;
  }

  #follow(body: number, local: Vec3, into: PointMotion): void {
    const { xpos, xmat, cdof, subtree_com, qvel } = this.#c.views;
    into.fill(0);
    if (body === 0) {
      into.set(local);
      return;
    }
    const m = this.#c.model;
    const dots = this.#c.data.cdof_dot as Float64Array;
    const center = 3 * (m.body_rootid as Int32Array)[body];
    const parent = m.body_parentid as Int32Array;
    const [first, count] = [m.body_dofadr as Int32Array, m.body_dofnum as Int32Array];
    const [v, a] = [this.#spin.fill(0), new Float64Array(6)];
    for (let b = body; b > 0; b = parent[b])
      for (let i = first[b]; i < first[b] + count[b]; i++)
        for (let k = 0; k < 6; k++) {
          v[k] += cdof[6 * i + k] * qvel[i];
          a[k] += dots[6 * i + k] * qvel[i];
        }
    const r = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      const at = 9 * body + 3 * k;
      into[k] = xpos[3 * body + k] + xmat[at] * local[0] + xmat[at + 1] * local[1] + xmat[at + 2] * local[2];
      r[k] = into[k] - subtree_com[center + k];
    }
    for (let k = 0; k < 3; k++) {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      into[3 + k] = v[3 + k] + v[i] * r[j] - v[j] * r[i];
      into[6 + k] = a[3 + k] + a[i] * r[j] - a[j] * r[i];
    }
    for (let k = 0; k < 3; k++) {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3];
      into[6 + k] += v[i] * into[3 + j] - v[j] * into[3 + i];
    }
  }
}
