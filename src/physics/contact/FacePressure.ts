// Pressure under flat faces and lines. The corners of a face alone would carry its whole weight at its rim, so a spinning box would
// stop in half the right time, and a wheel that turns on the spot could roll about either end of its line. A contact at
// the centroid of the patch carries the share that gives friction the right lever:
//   (1 - share) r_points = r,   r the mean radius of the patch (ContactPatch.ts), r_points that of the contact points.
// A line has r = length / 4 and r_points = length / 2.
// Loads are shared by softness: each point gets a stiffness in proportion to its share, their sum stays the same. The
// corners stay, so a box tips where it should. While a face slides and spins, SpinningFaces.ts shifts friction between them.
// Leaves out: pressure that is not uniform, hollow faces.

import { ContactPatch } from "../geometry/ContactPatch.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import { PAIR, type PairTable } from "../model/PairTable.js";
import { softnessFor } from "../rows/Softness.js";
import { ContactList } from "./ContactList.js";
import type { EarlyContact } from "./EarlyContact.js";
import { BOX, PLANE, SURFACE, UNKNOWN } from "./SweptSphere.js";

/** Faces touch where their distance is less than this, m. */
const TOUCHING = 1e-4;
/** Cosine above which two normals are the same. */
const SAME = 0.9999;
const MIN_SHARE = 0.01;
const LINE_SHARE = 0.5;

export class FacePressure {
  readonly #c: CompiledModel;
  readonly #list: ContactList;
  readonly #patch = new ContactPatch();
  readonly #softness: number;
  readonly #early: EarlyContact;
  readonly #kind: Uint8Array;
  /** By geom: radius of a cylinder; 0: another shape. */
  readonly #disc: Float64Array;
  /** Result, for each face (not lines): its contact at the centroid, the first and the last one at its rim. */
  readonly faces: number[] = [];
  /** By face: its radius, if it is a disc; else 0. */
  readonly radii: number[] = [];
  /** Of the present face. */
  #radius = 0;

  constructor(c: CompiledModel, early: EarlyContact) {
    this.#early = early;
    this.#kind = early.kind;
    this.#c = c;
    this.#list = new ContactList(c);
    this.#softness = softnessFor(c.stepSec);
    this.#disc = Float64Array.from(c.layout.geoms, ({ solid: { shape } }) =>
      shape.kind === "Cylinder" ? shape.radius : 0,
    );
  }

  /** Adds the contacts at the centroids to the first `count`; returns the new count. */
  apply(count: number, table: PairTable): number {
    const list = this.#list;
    list.begin(count);
    list.keepAll();
    this.faces.length = this.radii.length = 0;
    const { geom } = this.#c.contactFields;
    const { i, narrow } = list;
    for (let k = 0; k + 1 < count; k++) {
      // contacts of a pair follow each other
      const [a, b] = [k * narrow + geom, (k + 1) * narrow + geom];
      if (i[a] !== i[b] || i[a + 1] !== i[b + 1]) continue;
      let end = k + 1;
      while (end < count && this.#isSameFace(k, end)) end++;
      const pair = pairOf(table, list.geom(k, 0), list.geom(k, 1));
      // the stiffness of a soft pair is that of one contact; the lines of omni wheels become one point (ContactLaw.ts)
      const isPlain =
        table.values[pair + PAIR.stiffness] <= 0 && (end - k > 2 || table.values[pair + PAIR.friction2] < 0);
      if (end - k > 1 && isPlain && this.#isKnown(k)) this.#addCentre(k, end);
      k = end - 1;
    }
    return list.end();
  }

  /** Hulls have all their points at once on planes and faces of boxes; elsewhere the engine's points change from step to step. */
  #isKnown(k: number): boolean {
    const [g1, g2] = [this.#list.geom(k, 0), this.#list.geom(k, 1)];
    const [a, b] = [this.#kind[g1], this.#kind[g2]];
    return (a !== UNKNOWN && b !== UNKNOWN) || a === PLANE || b === PLANE || this.#early.isWhole(g1, g2);
  }

  #isSameFace(a: number, b: number): boolean {
    const list = this.#list;
    const { frame, geom, flex } = this.#c.contactFields;
    const { i, f } = list;
    const [ia, ib] = [a * list.narrow, b * list.narrow];
    if (i[ia + geom] !== i[ib + geom] || i[ia + geom + 1] !== i[ib + geom + 1]) return false;
    if (i[ia + flex] !== i[ib + flex] || i[ia + flex + 1] !== i[ib + flex + 1]) return false;
    const [na, nb] = [a * list.wide + frame, b * list.wide + frame];
    return f[na] * f[nb] + f[na + 1] * f[nb + 1] + f[na + 2] * f[nb + 2] > SAME;
  }

  /** Contacts `from` to `end` are one face. */
  #addCentre(from: number, end: number): void {
    const list = this.#list;
    const { dist, pos, frame, solimp } = this.#c.contactFields;
    const { f, wide } = list;
    const patch = this.#patch;
    const o = from * wide;
    let [gap, touching] = [0, 0];
    patch.count = 0;
    for (let k = from; k < end; k++) {
      const at = k * wide;
      if (f[at + dist] > TOUCHING) continue;
      gap += f[at + dist];
      touching++;
      const [x, y, z] = [f[at + pos] - f[o + pos], f[at + pos + 1] - f[o + pos + 1], f[at + pos + 2] - f[o + pos + 2]];
      const [t, u] = [o + frame + 3, o + frame + 6];
      patch.add(f[t] * x + f[t + 1] * y + f[t + 2] * z, f[u] * x + f[u + 1] * y + f[u + 2] * z);
    }
    const share = this.#centreShare(from);
    if (share < MIN_SHARE) return;
    const to = list.add(from);
    if (to < 0) return;
    if (patch.count > 2) {
      this.faces.push(to / wide, from, end - 1);
      this.radii.push(this.#radius);
    }
    f[to + dist] = gap / touching;
    for (let i = 0; i < 3; i++) f[to + pos + i] += patch.cx * f[o + frame + 3 + i] + patch.cy * f[o + frame + 6 + i];
    f[to + solimp] = f[to + solimp + 1] = 1 / (1 + this.#softness / (touching * share));
    const rim = 1 / (1 + this.#softness / (1 - share));
    for (let k = from; k < end; k++)
      if (f[k * wide + dist] <= TOUCHING) f[k * wide + solimp] = f[k * wide + solimp + 1] = rim;
  }

  /** Share of the load at the centroid of the patch; finds that centroid. */
  #centreShare(from: number): number {
    const patch = this.#patch;
    this.#radius = 0;
    if (patch.count === 2) {
      if (!this.#isOnFace(from)) return 0;
      patch.cx = (patch.x[0] + patch.x[1]) / 2;
      patch.cy = (patch.y[0] + patch.y[1]) / 2;
      return LINE_SHARE;
    }
    if (patch.count < 3 || !patch.measure()) return 0;
    const o = from * this.#list.wide;
    this.#fitDisc(this.#list.geom(from, 0), o);
    this.#fitDisc(this.#list.geom(from, 1), o);
    return 1 - patch.radius / patch.pointRadius();
  }

  /** Between two cylinders a line needs no third point: they seldom spin about its normal. */
  #isOnFace(k: number): boolean {
    return isFlat(this.#kind[this.#list.geom(k, 0)]) || isFlat(this.#kind[this.#list.geom(k, 1)]);
  }

  /** If all points lie on the rim of a standing cylinder, the patch is its end face. */
  #fitDisc(geom: number, o: number): void {
    const radius = this.#disc[geom];
    if (radius === 0) return;
    const { geom_xpos: p, geom_xmat: m } = this.#c.views;
    const { pos, frame } = this.#c.contactFields;
    const { f } = this.#list;
    const n = o + frame;
    const cos = f[n] * m[9 * geom + 2] + f[n + 1] * m[9 * geom + 5] + f[n + 2] * m[9 * geom + 8];
    if (Math.abs(cos) < SAME) return;
    const [x, y, z] = [p[3 * geom] - f[o + pos], p[3 * geom + 1] - f[o + pos + 1], p[3 * geom + 2] - f[o + pos + 2]];
    const cx = f[n + 3] * x + f[n + 4] * y + f[n + 5] * z;
    const cy = f[n + 6] * x + f[n + 7] * y + f[n + 8] * z;
    const patch = this.#patch;
    for (let i = 0; i < patch.count; i++) {
      const [dx, dy] = [patch.x[i] - cx, patch.y[i] - cy];
      if (Math.abs(Math.sqrt(dx * dx + dy * dy) - radius) > 0.01 * radius) return;
    }
    patch.cx = cx;
    patch.cy = cy;
    patch.radius = (2 / 3) * radius;
    this.#radius = radius;
  }
}

const isFlat = (kind: number): boolean => kind === PLANE || kind === BOX || kind === SURFACE;

function pairOf({ geomMaterial, materials }: PairTable, g1: number, g2: number): number {
  return (geomMaterial[g1] * materials.length + geomMaterial[g2]) * PAIR.width;
}
