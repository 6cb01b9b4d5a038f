// The contact record that EarlyContact.ts is looking at.

import type { CompiledModel } from "../model/CompiledModel.js";
import type { ContactList } from "./ContactList.js";
import type { SurfaceMotion } from "./SurfaceMotion.js";

/** Smaller distances are resting contacts, which are not swept, m. */
export const TOUCHING = 1e-4;
/** Part of a step beyond its end that is swept too, because forces may change the velocity. */
export const REACH = 1.25;

export class PresentContact {
  /** Start of the record in the list. */
  record = 0;
  dist = 0;
  /** +1: the normal of the contact points to the second geom, which is the lighter one. */
  side = 1;
  readonly #c: CompiledModel;
  readonly #list: ContactList;
  readonly #body: Int32Array;

  constructor(c: CompiledModel, list: ContactList) {
    this.#c = c;
    this.#list = list;
    this.#body = Int32Array.from(c.layout.geoms, ({ bodyId }) => bodyId);
  }

  /** Contact k between geoms g1 and g2. */
  open(k: number, g1: number, g2: number): void {
    const w = this.#c.views.body_invweight0;
    this.record = k * this.#list.wide;
    this.dist = this.#list.f[this.record + this.#c.contactFields.dist];
    this.side = w[2 * this.#body[g2]] >= w[2 * this.#body[g1]] ? 1 : -1;
  }

  /** The normal points from 1 to 2: the surface of 2 is half the gap ahead of the point, that of 1 half the gap behind. */
  shift(): void {
    const { frame, pos, dist } = this.#c.contactFields;
    const { f } = this.#list;
    const [n, p] = [this.record + frame, this.record + pos];
    const shift = (this.side * f[this.record + dist]) / 2;
    f[p] += shift * f[n];
    f[p + 1] += shift * f[n + 1];
    f[p + 2] += shift * f[n + 2];
  }

  /** Whether the surfaces pass each other's tangent plane in this step, if geom b moves with the measured velocity. */
  isCrossing(v: SurfaceMotion, sign: number): boolean {
    const { f } = this.#list;
    const n = this.record + this.#c.contactFields.frame;
    const speed = sign * (f[n] * v.x + f[n + 1] * v.y + f[n + 2] * v.z);
    return this.dist + speed * this.#c.stepSec * REACH < 0;
  }
}
