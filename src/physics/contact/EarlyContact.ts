// Checks every contact against the surfaces and the motion within the step, and corrects or drops it.
// - Contacts are found before the touch, by up to one step's travel (ContactMargin.ts). Such a contact is kept only if the
//   sweep within the step touches (SweptSphere.ts, SweptPair.ts). It gets the normal of the touch and, as its distance, the
//   way along that normal until then.
// - Inner edges of flush boxes, meshes and heightfields are not felt (FlushBoxes.ts, TriangleSurface.ts).
// - The point lies on the surface of the lighter side, so that its lever arm is its own radius (also for resting contacts: a
//   wheel that has sunk in by 0.1 mm still rolls on its full radius).

import type { CompiledModel } from "../model/CompiledModel.js";
import { ContactList, writeNormal } from "./ContactList.js";
import { FaceContacts } from "./FaceContacts.js";
import { FlushBoxes } from "./FlushBoxes.js";
import { InnerEdges } from "./InnerEdges.js";
import { StaticSurfaces } from "./StaticSurfaces.js";
import { SurfaceMotion } from "./SurfaceMotion.js";
import { SweptPair } from "./SweptPair.js";
import { BOX, CYLINDER, PLANE, SURFACE, SweptSphere, UNKNOWN } from "./SweptSphere.js";

/** Smaller distances are resting contacts, which are not swept, m. */
const TOUCHING = 1e-4;
/** Part of a step beyond its end that is swept too, because forces may change the velocity. */
const REACH = 1.25;
/** Cosine of the angle between normal and axis below which a contact is on the side of a cylinder. */
const SIDE = 0.1;
/** Cosine above which two normals are the same. */
const SAME = 0.99999;

/** What was found out about a pair of solids in this step. */
const HITS = 1;
const MISSES = 2;
const REPLACED = 3;

export class EarlyContact {
  readonly #c: CompiledModel;
  readonly #sphere: SweptSphere;
  readonly #pair: SweptPair;
  readonly #motion: SurfaceMotion;
  readonly #boxes: FlushBoxes;
  readonly #edges: InnerEdges;
  readonly #faces: FaceContacts;
  readonly #list: ContactList;
  readonly #isSphere: Uint8Array;
  /** 1: the solid has inner edges. */
  readonly #hasInner: Uint8Array;
  readonly #body: Int32Array;
  // the last pair that was swept
  #pairA = -1;
  #pairB = -1;
  #found = HITS;
  // the last sphere on a heightfield
  #fieldSphere = -1;
  #field = -1;
  // the present contact
  #record = 0;
  #dist = 0;
  /** +1: the normal of the contact points to the second geom, which is the lighter one. */
  #side = 1;

  constructor(c: CompiledModel) {
    const { geoms } = c.layout;
    this.#c = c;
    const surfaces = new StaticSurfaces(c);
    this.#list = new ContactList(c);
    this.#sphere = new SweptSphere(c, surfaces);
    this.#pair = new SweptPair(c);
    this.#motion = new SurfaceMotion(c);
    this.#boxes = new FlushBoxes(c);
    this.#edges = new InnerEdges(c, this.#boxes, surfaces);
    this.#faces = new FaceContacts(c, this.#list, surfaces, this.#sphere.kind);
    this.#isSphere = Uint8Array.from(geoms, ({ solid }) => (solid.shape.kind === "Sphere" ? 1 : 0));
    this.#hasInner = Uint8Array.from(geoms, (_, g) =>
      this.#sphere.kind[g] === SURFACE || this.#boxes.hasNeighbours(g) ? 1 : 0,
    );
    this.#body = Int32Array.from(geoms, ({ bodyId }) => bodyId);
  }

  /** Corrects the first `count` contacts; returns the new count. */
  settle(count: number): number {
    if (count === 0) return 0;
    const list = this.#list;
    this.#forgetPair();
    this.#fieldSphere = -1;
    this.#faces.begin();
    list.begin(count);
    for (let k = 0; k < count; k++) if (this.#settle(k, list.geom(k, 0), list.geom(k, 1))) list.keep(k);
    return list.end();
  }

  /** By geom: its kind (SweptSphere.ts). */
  get kind(): Uint8Array {
    return this.#sphere.kind;
  }

  /** Corrects contact k between geoms g1 and g2; false: it is to be dropped. */
  #settle(k: number, g1: number, g2: number): boolean {
    const { contactFields: at, views } = this.#c;
    const w = views.body_invweight0;
    this.#record = k * this.#list.wide;
    this.#dist = this.#list.f[this.#record + at.dist];
    this.#side = w[2 * this.#body[g2]] >= w[2 * this.#body[g1]] ? 1 : -1;
    const { kind } = this.#sphere;
    const inner = this.#hasInner[g1] | this.#hasInner[g2];
    const onPlane = kind[g1] === PLANE || kind[g2] === PLANE;
    if (!onPlane && (inner || this.#dist > TOUCHING || kind[g1] + kind[g2] === BOX + CYLINDER)) {
      const light = this.#side > 0 ? g2 : g1;
      const other = this.#side > 0 ? g1 : g2;
      if (this.#isSphere[light] && kind[other] !== UNKNOWN) return this.#settleSphere(k, light, other, this.#side);
      if (this.#isSphere[other] && kind[light] !== UNKNOWN) return this.#settleSphere(k, other, light, -this.#side);
      if (!this.#settlePair(k, g1, g2)) return false;
    }
    this.#shift();
    return true;
  }

  /** The normal points from 1 to 2: the surface of 2 is half the gap ahead of the point, that of 1 half the gap behind. */
  #shift(): void {
    const { frame, pos, dist } = this.#c.contactFields;
    const { f } = this.#list;
    const [n, p] = [this.#record + frame, this.#record + pos];
    const shift = (this.#side * f[this.#record + dist]) / 2;
    f[p] += shift * f[n];
    f[p + 1] += shift * f[n + 1];
    f[p + 2] += shift * f[n + 2];
  }

  /** Whether the surfaces pass each other's tangent plane in this step, if geom b moves with the measured velocity. */
  #isCrossing(sign: number): boolean {
    if (this.#dist <= TOUCHING) return false;
    const { f } = this.#list;
    const n = this.#record + this.#c.contactFields.frame;
    const v = this.#motion;
    const speed = sign * (f[n] * v.x + f[n + 1] * v.y + f[n + 2] * v.z);
    return this.#dist + speed * this.#c.stepSec * REACH < 0;
  }

  /** `toSphere`: +1 when the normal of the contact points to the sphere. */
  #settleSphere(k: number, sphere: number, other: number, toSphere: number): boolean {
    if (this.#sphere.surfaces.isField(other)) {
      if (this.#fieldSphere !== sphere || this.#field !== other) this.#settleOnField(k, sphere, other, toSphere);
      this.#fieldSphere = sphere;
      this.#field = other;
      return false;
    }
    const c = this.#c;
    const { geom_xpos: p } = c.views;
    const v = this.#motion;
    if (this.#dist > TOUCHING) v.measure(sphere, other, p[3 * sphere], p[3 * sphere + 1], p[3 * sphere + 2]);
    const crosses = this.#isCrossing(toSphere);
    const swept = this.#sphere;
    const triangle = this.#list.i[k * this.#list.narrow + c.contactFields.elem + (toSphere > 0 ? 0 : 1)];
    if ((!crosses && !this.#hasInner[other]) || !swept.begin(sphere, other, triangle)) {
      this.#shift();
      return true;
    }
    if (crosses && !swept.sweep(v.x, v.y, v.z, c.stepSec * REACH)) return false;
    if (!this.#admits(other, triangle)) return false;
    this.#write(sphere, toSphere, crosses);
    return true;
  }

  /** Adds the contacts of a sphere with all triangles of a heightfield that are close. */
  #settleOnField(k: number, sphere: number, field: number, toSphere: number): void {
    const { views, stepSec, contactFields: at } = this.#c;
    const swept = this.#sphere;
    const { surfaces } = swept;
    const v = this.#motion;
    const p = views.geom_xpos;
    const m = surfaces.frames[field]!;
    const margin = this.#list.f[this.#record + at.includemargin];
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
        const crosses = swept.gap > TOUCHING && swept.sweep(v.x, v.y, v.z, stepSec * REACH);
        if (!crosses && swept.time > 0) continue;
        if (!this.#admits(field, i)) continue;
        this.#record = this.#list.add(k);
        if (this.#record < 0) return;
        this.#write(sphere, toSphere, crosses);
      }
  }

  /** Whether the nearest point of the swept sphere is on an outer face or edge of the solid. */
  #admits(geom: number, triangle: number): boolean {
    const { near, surfaces } = this.#sphere;
    if (!this.#hasInner[geom]) return true;
    const surface = surfaces.of[geom];
    return surface ? surface.admits(triangle, near.feature, near.q, near.n) : this.#boxes.admits(geom, near.q, near.n);
  }

  /** Writes what the swept sphere has found. */
  #write(sphere: number, toSphere: number, crosses: boolean): void {
    const { contactFields: at, views } = this.#c;
    const { f } = this.#list;
    const swept = this.#sphere;
    const v = this.#motion;
    const [nx, ny, nz] = [swept.normal(0), swept.normal(1), swept.normal(2)];
    f[this.#record + at.dist] = swept.gap - (crosses ? swept.time * (nx * v.x + ny * v.y + nz * v.z) : 0);
    writeNormal(f, this.#record + at.frame, toSphere * nx, toSphere * ny, toSphere * nz);
    const pos = this.#record + at.pos;
    // the sphere is the lighter side
    if (toSphere === this.#side) {
      const [p, r] = [views.geom_xpos, swept.radiusOf(sphere)];
      f[pos] = p[3 * sphere] - r * nx;
      f[pos + 1] = p[3 * sphere + 1] - r * ny;
      f[pos + 2] = p[3 * sphere + 2] - r * nz;
    } else for (let i = 0; i < 3; i++) f[pos + i] = swept.point(i);
  }

  #forgetPair(): void {
    this.#pairA = this.#pairB = -1;
    this.#found = HITS;
  }

  /** Neither is a sphere. */
  #settlePair(k: number, g1: number, g2: number): boolean {
    const { f } = this.#list;
    const { kind } = this.#sphere;
    const pos = this.#record + this.#c.contactFields.pos;
    const sweepable = kind[g1] !== SURFACE && kind[g2] !== SURFACE;
    if (sweepable && this.#dist > TOUCHING) {
      const same = this.#pairA === g1 && this.#pairB === g2;
      if (same && this.#found !== HITS) return false;
      if (!same) {
        this.#forgetPair();
        this.#motion.measure(g2, g1, f[pos], f[pos + 1], f[pos + 2]);
        if (this.#isCrossing(1)) this.#sweepPair(g1, g2);
        if (this.#found === MISSES) return false;
      }
    }
    return this.#settleSide(k, g1, g2, 1) && this.#settleSide(k, g2, g1, -1);
  }

  /** `out`: +1 when the normal of the contact points out of `base`. */
  #settleSide(k: number, base: number, solid: number, out: number): boolean {
    const faces = this.#faces;
    const replaced = this.#isReplaced(base, solid);
    this.#edges.mayTurn = !replaced && !faces.isOurs(solid, base);
    if (replaced && !faces.isOurs(solid, base)) return !this.#hasInner[base] || this.#isOuter(k, base, out);
    if (this.#edges.mayTurn) return !this.#hasInner[base] || this.#isOuter(k, base, out);
    faces.onSolid = this.#side === out;
    if (!faces.replace(k, solid, base, out)) return false;
    return this.#sphere.kind[base] === SURFACE || !this.#hasInner[base] || this.#isOuter(k, base, out);
  }

  /** Whether the contact of this pair is that of its sweep. */
  #isReplaced(a: number, b: number): boolean {
    if (this.#found !== REPLACED) return false;
    return (this.#pairA === a && this.#pairB === b) || (this.#pairA === b && this.#pairB === a);
  }

  /** `out`: +1 when the normal of the contact points out of the geom. Corrects the contact if it can. */
  #isOuter(k: number, geom: number, out: number): boolean {
    const { contactFields: at } = this.#c;
    const { f } = this.#list;
    const edges = this.#edges;
    const n = this.#record + at.frame;
    edges.nx = out * f[n];
    edges.ny = out * f[n + 1];
    edges.nz = out * f[n + 2];
    edges.dist = f[this.#record + at.dist];
    const pos = this.#record + at.pos;
    if (this.#sphere.kind[geom] === SURFACE) {
      const triangle = this.#list.i[k * this.#list.narrow + at.elem + (out > 0 ? 0 : 1)];
      if (!edges.admitsTriangle(geom, triangle, f, pos)) return false;
    } else if (this.#pairA === geom && this.#found === REPLACED) {
      const [x, y, z] = this.#pair.from;
      if (!edges.admitsBox(geom, x, y, z)) return false;
    } else {
      const half = edges.dist / 2;
      if (!edges.admitsBox(geom, f[pos] - half * edges.nx, f[pos + 1] - half * edges.ny, f[pos + 2] - half * edges.nz))
        return false;
    }
    if (!edges.changed) return true;
    // the point of the other solid stays where it is
    const half = f[this.#record + at.dist] / 2;
    for (let i = 0; i < 3; i++) f[pos + i] += half * out * f[n + i];
    writeNormal(f, n, out * edges.nx, out * edges.ny, out * edges.nz);
    f[this.#record + at.dist] = edges.dist;
    for (let i = 0; i < 3; i++) f[pos + i] -= (edges.dist / 2) * out * f[n + i];
    return true;
  }

  /** Whether the contact is on the side of the cylinder. */
  #isSide(geom: number): boolean {
    const m = this.#c.views.geom_xmat;
    const { f } = this.#list;
    const n = this.#record + this.#c.contactFields.frame;
    return Math.abs(f[n] * m[9 * geom + 2] + f[n + 1] * m[9 * geom + 5] + f[n + 2] * m[9 * geom + 8]) < SIDE;
  }

  /** Two sides: with d from axis to axis and u the velocity across them,  |d + u t| = sum of the radii. */
  #sweepSides(g1: number, g2: number): boolean {
    const { contactFields: at, views, stepSec } = this.#c;
    const { f } = this.#list;
    const [m, v] = [views.geom_xmat, this.#motion];
    const n = this.#record + at.frame;
    const reach = this.#sphere.radiusOf(g1) + this.#sphere.radiusOf(g2);
    const far = reach + this.#dist;
    const [ax, ay, az] = [m[9 * g1 + 2], m[9 * g1 + 5], m[9 * g1 + 8]];
    const along = v.x * ax + v.y * ay + v.z * az;
    const [ux, uy, uz] = [v.x - along * ax, v.y - along * ay, v.z - along * az];
    const a = ux * ux + uy * uy + uz * uz;
    const b = far * (f[n] * ux + f[n + 1] * uy + f[n + 2] * uz);
    const q = b * b - a * (far * far - reach * reach);
    if (b >= 0 || q < 0) return false;
    const t = (-b - Math.sqrt(q)) / a;
    if (t > stepSec * REACH) return false;
    const [nx, ny, nz] = [
      (far * f[n] + ux * t) / reach,
      (far * f[n + 1] + uy * t) / reach,
      (far * f[n + 2] + uz * t) / reach,
    ];
    // keeps the point of the line, on the surface of the second cylinder
    for (let i = 0; i < 3; i++) f[this.#record + at.pos + i] += (this.#sphere.radiusOf(g2) + this.#dist / 2) * f[n + i];
    const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
    writeNormal(f, n, nx / size, ny / size, nz / size);
    const dist = -t * (nx * v.x + ny * v.y + nz * v.z);
    f[this.#record + at.dist] = dist;
    for (let i = 0; i < 3; i++) f[this.#record + at.pos + i] -= (this.#sphere.radiusOf(g2) + dist / 2) * f[n + i];
    return true;
  }

  #sweepPair(g1: number, g2: number): void {
    const { contactFields: at, stepSec } = this.#c;
    const v = this.#motion;
    const pair = this.#pair;
    const { kind } = this.#sphere;
    this.#pairA = g1;
    this.#pairB = g2;
    this.#found = HITS;
    if (kind[g1] === CYLINDER && kind[g2] === CYLINDER && this.#isSide(g1) && this.#isSide(g2)) {
      if (!this.#sweepSides(g1, g2)) this.#found = MISSES;
      return;
    }
    const touches = pair.sweep(g1, g2, v, this.#dist, stepSec * REACH);
    this.#list.refresh();
    if (!touches) {
      this.#found = MISSES;
      return;
    }
    const { f } = this.#list;
    const n = this.#record + at.frame;
    const [nx, ny, nz] = pair.n;
    if (pair.time === 0 || f[n] * nx + f[n + 1] * ny + f[n + 2] * nz > SAME) return;
    this.#found = REPLACED;
    writeNormal(f, n, nx, ny, nz);
    f[this.#record + at.dist] = pair.gap - pair.time * (nx * v.x + ny * v.y + nz * v.z);
    const pos = this.#record + at.pos;
    // #shift adds half the distance
    for (let i = 0; i < 3; i++) {
      const at0 = this.#side > 0 ? pair.to[i] - pair.time * (i === 0 ? v.x : i === 1 ? v.y : v.z) : pair.from[i];
      f[pos + i] = at0 - ((this.#side * f[this.#record]) / 2) * f[n + i];
    }
  }
}
