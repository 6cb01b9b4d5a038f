// When and how two convex solids touch within the step, if neither is a sphere (SweptSphere.ts): the same method with the
// engine's distance function. One solid is shifted by the velocity of the surfaces where they meet. The shift stops a little
// before the touch, where the normal is still well defined.

import type { CompiledModel } from "../model/CompiledModel.js";

/** Gap that is left before the touch, and gap at which the search ends, m. */
const LEFT = 2e-5;
const NEAR = 5e-5;
const MAX_ROUNDS = 16;
/** Share by which the distance may differ. */
const DOUBT = 0.05;

interface Velocity {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export class SweptPair {
  /** Result: time of the touch, gap that is left, normal from the first solid to the second, nearest points of both. */
  time = 0;
  gap = 0;
  readonly n = new Float64Array(3);
  readonly from = new Float64Array(3);
  readonly to = new Float64Array(3);
  readonly #c: CompiledModel;
  readonly #fromTo: { GetView(): Float64Array; delete(): void };

  constructor(c: CompiledModel) {
    this.#c = c;
    this.#fromTo = new c.engine.mj.DoubleBuffer(6);
    c.owned.push(this.#fromTo);
  }

  /**
   * Moves geom b with velocity v until it touches a; false: it does not until `endSec`. `dist`: distance of the contact; if the
   * engine's distance is another one, its search has failed, and the contact is taken as a touch.
   */
  sweep(a: number, b: number, v: Velocity, dist: number, endSec: number): boolean {
    const p = this.#c.views.geom_xpos;
    const [x, y, z] = [p[3 * b], p[3 * b + 1], p[3 * b + 2]];
    const reach = Math.sqrt(v.x * v.x + v.y * v.y + v.z * v.z) * endSec + NEAR;
    this.time = 0;
    let touches = true;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      if (!this.#measure(a, b, reach)) {
        touches = false;
        break;
      }
      if (this.gap < NEAR) break;
      if (round === 0 && Math.abs(this.gap - dist) > NEAR + DOUBT * dist) break;
      const rate = -(this.n[0] * v.x + this.n[1] * v.y + this.n[2] * v.z);
      const next = this.time + (this.gap - LEFT) / rate;
      if (rate <= 0 || next > endSec) {
        touches = false;
        break;
      }
      this.time = next;
      this.#place(b, x + v.x * next, y + v.y * next, z + v.z * next);
    }
    this.#place(b, x, y, z);
    return touches;
  }

  #place(geom: number, x: number, y: number, z: number): void {
    const p = this.#c.views.geom_xpos;
    p[3 * geom] = x;
    p[3 * geom + 1] = y;
    p[3 * geom + 2] = z;
  }

  /** False: farther apart than `reach`. */
  #measure(a: number, b: number, reach: number): boolean {
    const c = this.#c;
    this.gap = c.engine.mj.mj_geomDistance(c.model, c.data, a, b, reach, this.#fromTo);
    c.refresh();
    if (this.gap >= reach) return false;
    const q = this.#fromTo.GetView();
    for (let k = 0; k < 3; k++) {
      this.from[k] = q[k];
      this.to[k] = q[3 + k];
    }
    // overlaps or nearly: keeps the normal of the last round
    if (this.gap < LEFT / 2) return true;
    for (let k = 0; k < 3; k++) this.n[k] = (q[3 + k] - q[k]) / this.gap;
    return true;
  }
}
