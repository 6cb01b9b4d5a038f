// Contacts of spheres with other solids: swept within the step (SweptSphere.ts), with the normal of the touch, and without the inner
// edges of flush boxes, meshes and heightfields. A sphere on a heightfield gets a contact for every triangle that is close.

import type { CompiledModel } from "../model/CompiledModel.js";
import { type ContactList, writeNormal } from "./ContactList.js";
import type { FlushBoxes } from "./FlushBoxes.js";
import type { FlushSurfaces } from "./FlushSurfaces.js";
import { type PresentContact, REACH } from "./PresentContact.js";
import type { SurfaceMotion } from "./SurfaceMotion.js";
import type { SweptSphere } from "./SweptSphere.js";

/** What SphereContacts.ts shares with EarlyContact.ts. */
interface SphereTools {
  readonly list: ContactList;
  readonly present: PresentContact;
  readonly swept: SweptSphere;
  readonly motion: SurfaceMotion;
  readonly boxes: FlushBoxes;
  readonly flush: FlushSurfaces;
  /** By geom; 1: the solid has inner edges. */
  readonly hasInner: Uint8Array;
}

export class SphereContacts {
  readonly #c: CompiledModel;
  readonly #list: ContactList;
  readonly #present: PresentContact;
  readonly #swept: SweptSphere;
  readonly #motion: SurfaceMotion;
  readonly #boxes: FlushBoxes;
  readonly #flush: FlushSurfaces;
  readonly #hasInner: Uint8Array;
  // the last sphere on a heightfield
  #fieldSphere = -1;
  #field = -1;

  constructor(c: CompiledModel, { list, present, swept, motion, boxes, flush, hasInner }: SphereTools) {
    this.#c = c;
    this.#list = list;
    this.#present = present;
    this.#swept = swept;
    this.#motion = motion;
    this.#boxes = boxes;
    this.#flush = flush;
    this.#hasInner = hasInner;
  }

  begin(): void {
    this.#fieldSphere = -1;
  }

  /** `toSphere`: +1 when the normal of the contact points to the sphere. */
  settle(k: number, sphere: number, other: number, toSphere: number): boolean {
    if (this.#swept.surfaces.isField(other)) {
      if (this.#fieldSphere !== sphere || this.#field !== other) this.#settleOnField(k, sphere, other, toSphere);
      this.#fieldSphere = sphere;
      this.#field = other;
      return false;
    }
    const c = this.#c;
    const { geom_xpos: p } = c.views;
    const v = this.#motion;
    // the engine's distance to a mesh is that to its skin
    const moves = this.#present.dist > 0 || this.#hasInner[other] === 1;
    if (moves) v.measure(sphere, other, p[3 * sphere], p[3 * sphere + 1], p[3 * sphere + 2]);
    const crosses = this.#present.dist > 0 && this.#present.isCrossing(v, toSphere);
    const swept = this.#swept;
    const triangle = this.#list.i[k * this.#list.narrow + c.contactFields.elem + (toSphere > 0 ? 0 : 1)];
    if ((!crosses && !this.#hasInner[other]) || !swept.begin(sphere, other, triangle)) {
      this.#present.shift();
      return true;
    }
    if (moves && !swept.reach(v, c.stepSec * REACH)) return false;
    if (!this.admits(other, triangle)) return false;
    this.#write(sphere, toSphere);
    return true;
  }

  /** Adds the contacts of a sphere with all triangles of a heightfield that are close. */
  #settleOnField(k: number, sphere: number, field: number, toSphere: number): void {
    const { views, stepSec, contactFields: at } = this.#c;
    const swept = this.#swept;
    const { surfaces } = swept;
    const v = this.#motion;
    const p = views.geom_xpos;
    const m = surfaces.frames[field]!;
    const margin = this.#list.f[this.#present.record + at.includemargin];
    const reach = swept.radiusOf(sphere) + margin;
    const [x, y, z] = [p[3 * sphere] - m[9], p[3 * sphere + 1] - m[10], p[3 * sphere + 2] - m[11]];
    const [a, b] = [m[0] * x + m[3] * y + m[6] * z, m[1] * x + m[4] * y + m[7] * z];
    const [left, right] = [surfaces.cell(field, 0, a - reach), surfaces.cell(field, 0, a + reach)];
    const [low, high] = [surfaces.cell(field, 1, b - reach), surfaces.cell(field, 1, b + reach)];
    v.measure(sphere, field, p[3 * sphere], p[3 * sphere + 1], p[3 * sphere + 2]);
    for (let row = low; row <= high; row++)
      for (
        let i = 2 * (row * surfaces.columns(field) + left);
        i < 2 * (row * surfaces.columns(field) + right + 1);
        i++
      ) {
        if (!swept.begin(sphere, field, i) || swept.gap > margin) continue;
        if (!swept.reach(v, stepSec * REACH) || !this.admits(field, i)) continue;
        this.#present.record = this.#list.add(k);
        if (this.#present.record < 0) return;
        this.#write(sphere, toSphere);
      }
  }

  /** Whether the nearest point of the swept sphere is on an outer face or edge of the solid. */
  admits(geom: number, triangle: number): boolean {
    const { near, surfaces } = this.#swept;
    if (!this.#hasInner[geom]) return true;
    const surface = surfaces.of[geom];
    return surface
      ? this.#flush.admitsTriangle(geom, surface, triangle, near.feature, near.q, near.n)
      : this.#boxes.admits(geom, near.q, near.n);
  }

  /** Writes what the swept sphere has found. */
  #write(sphere: number, toSphere: number): void {
    const { contactFields: at, views } = this.#c;
    const { f } = this.#list;
    const swept = this.#swept;
    const v = this.#motion;
    const [nx, ny, nz] = [swept.normal(0), swept.normal(1), swept.normal(2)];
    f[this.#present.record + at.dist] =
      swept.gap - (swept.time > 0 ? swept.time * (nx * v.x + ny * v.y + nz * v.z) : 0);
    writeNormal(f, this.#present.record + at.frame, toSphere * nx, toSphere * ny, toSphere * nz);
    const pos = this.#present.record + at.pos;
    // the sphere is the lighter side
    if (toSphere === this.#present.side) {
      const [p, r] = [views.geom_xpos, swept.radiusOf(sphere)];
      f[pos] = p[3 * sphere] - r * nx;
      f[pos + 1] = p[3 * sphere + 1] - r * ny;
      f[pos + 2] = p[3 * sphere + 2] - r * nz;
    } else for (let i = 0; i < 3; i++) f[pos + i] = swept.point(i);
  }
}
