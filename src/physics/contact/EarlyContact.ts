// Checks every contact against the surfaces and the motion within the step, and corrects or drops it.
// - Contacts are found before the touch, by up to one step's travel (ContactMargin.ts). Such a contact is kept only if the
//   sweep within the step touches (SweptSphere.ts, SweptPair.ts). It gets the normal of the touch and, as its distance, the
//   way along that normal until then.
//   On a plane the engine's contacts of meshes and ellipsoids are kept that touch within the step at their own velocity.
// - Inner edges of flush boxes, meshes and heightfields are not felt (FlushBoxes.ts, TriangleSurface.ts, FlushSurfaces.ts).
// - The point lies on the surface of the lighter side, so that its lever arm is its own radius (also for resting contacts: a
//   wheel that has sunk in by 0.1 mm still rolls on its full radius).

import type { Vec3 } from "../../math/Vec3.js";
import { NEAR_PLANE } from "../kernel/CollisionLayout.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import { ContactList, writeNormal } from "./ContactList.js";
import type { CylinderContacts } from "./CylinderContacts.js";
import { FaceContacts } from "./FaceContacts.js";
import { FlushBoxes } from "./FlushBoxes.js";
import { FlushSurfaces } from "./FlushSurfaces.js";
import { cornersOfHulls } from "./HullCorners.js";
import { InnerEdges } from "./InnerEdges.js";
import { MissedTriangles } from "./MissedTriangles.js";
import { PresentContact, REACH, TOUCHING } from "./PresentContact.js";
import { SphereContacts } from "./SphereContacts.js";
import { StaticSurfaces } from "./StaticSurfaces.js";
import { SurfaceMotion } from "./SurfaceMotion.js";
import { SweptPair } from "./SweptPair.js";
import { BOX, CYLINDER, PLANE, SURFACE, SweptSphere, UNKNOWN } from "./SweptSphere.js";

/** Cosine of the angle between normal and axis below which a contact is on the side of a cylinder. */
const SIDE = 0.1;
/** Cosine above which two normals are the same. */
const SAME = 0.99999;

/** What was found out about a pair of solids in this step. */
const HITS = 1;
const MISSES = 2;
const REPLACED = 3;
const AXES = ["x", "y", "z"] as const;

export class EarlyContact {
  readonly #c: CompiledModel;
  readonly swept: SweptSphere;
  readonly #pair: SweptPair;
  readonly #motion: SurfaceMotion;
  readonly #boxes: FlushBoxes;
  readonly #edges: InnerEdges;
  readonly #missed: MissedTriangles;
  readonly #surfaces: StaticSurfaces;
  readonly #faces: FaceContacts;
  readonly #list: ContactList;
  readonly #present: PresentContact;
  readonly spheres: SphereContacts;
  readonly #isSphere: Uint8Array;
  /** By geom: 1 for those that never move. */
  readonly #isFixed: Uint8Array;
  /** 1: the solid has inner edges. */
  readonly #hasInner: Uint8Array;
  // the last pair that was swept
  #pairA = -1;
  #pairB = -1;
  #found = HITS;
  /** Normal out of a surface. */
  readonly #normal = { x: 0, y: 0, z: 0 };
  #cylinders: CylinderContacts | undefined;

  constructor(c: CompiledModel) {
    const { geoms } = c.layout;
    this.#c = c;
    const surfaces = new StaticSurfaces(c);
    this.#surfaces = surfaces;
    const hulls = cornersOfHulls(c);
    this.#missed = new MissedTriangles(c, surfaces, hulls);
    this.#list = new ContactList(c);
    this.#present = new PresentContact(c, this.#list);
    this.swept = new SweptSphere(c, surfaces);
    this.#pair = new SweptPair(c);
    this.#motion = new SurfaceMotion(c);
    const flush = new FlushSurfaces(c, surfaces);
    this.#boxes = new FlushBoxes(c, flush);
    this.#edges = new InnerEdges(c, { boxes: this.#boxes, surfaces, flush });
    this.#faces = new FaceContacts(c, {
      list: this.#list,
      surfaces,
      boxes: this.#boxes,
      flush,
      kind: this.swept.kind,
      motion: this.#motion,
      hulls,
    });
    this.#isSphere = Uint8Array.from(geoms, ({ solid }) => (solid.shape.kind === "Sphere" ? 1 : 0));
    this.#isFixed = Uint8Array.from(geoms, ({ bodyId }) => (c.views.body_treeid[bodyId] < 0 ? 1 : 0));
    this.#hasInner = Uint8Array.from(geoms, (_, g) =>
      this.swept.kind[g] === SURFACE || this.#boxes.hasNeighbours(g) ? 1 : 0,
    );
    this.spheres = new SphereContacts(c, {
      list: this.#list,
      present: this.#present,
      swept: this.swept,
      motion: this.#motion,
      boxes: this.#boxes,
      flush,
      hasInner: this.#hasInner,
    });
  }

  /** Corrects the first `count` contacts; returns the new count. */
  settle(count: number, cylinders: CylinderContacts): number {
    if (count === 0) return 0;
    const list = this.#list;
    this.#cylinders = cylinders;
    this.#forgetPair();
    this.spheres.begin();
    this.#faces.begin();
    list.begin(count);
    for (let k = 0; k < count; k++) if (this.#settle(k, list.geom(k, 0), list.geom(k, 1))) list.keep(k);
    return list.end();
  }

  /** Whether the contacts of two geoms, one of them a hull, are those of all corners on a face. */
  isWhole(g1: number, g2: number): boolean {
    return this.#faces.isWhole(g1, g2);
  }

  /** By geom: its kind (SweptSphere.ts). */
  get kind(): Uint8Array {
    return this.swept.kind;
  }

  /** Corrects contact k between geoms g1 and g2; false: it is to be dropped. */
  #settle(k: number, g1: number, g2: number): boolean {
    const present = this.#present;
    present.open(k, g1, g2);
    const { kind } = this.swept;
    const inner = this.#hasInner[g1] | this.#hasInner[g2];
    const onPlane = kind[g1] === PLANE || kind[g2] === PLANE;
    if (onPlane && (!this.#reachesPlane(g1, g2) || !this.#settleOnPlane(k, g1, g2))) return false;
    const onBox = kind[g1] + kind[g2] === BOX + CYLINDER || kind[g1] + kind[g2] === BOX + UNKNOWN;
    // a ball that nearly touches what stands still is swept, since it may pass; one in a robot's hollow meets several solids at once
    const isBall = this.#isSphere[g1] + this.#isSphere[g2] > 0;
    const near = isBall && this.#isFixed[g1] + this.#isFixed[g2] > 0 ? 0 : TOUCHING;
    if (!onPlane && (inner || this.#present.dist > near || onBox)) {
      const light = this.#present.side > 0 ? g2 : g1;
      const other = this.#present.side > 0 ? g1 : g2;
      if (this.#isSphere[light] && kind[other] !== UNKNOWN)
        return this.spheres.settle(k, light, other, this.#present.side);
      if (this.#isSphere[other] && kind[light] !== UNKNOWN)
        return this.spheres.settle(k, other, light, -this.#present.side);
      if (!this.#settlePair(k, g1, g2)) return false;
    }
    this.#present.shift();
    return true;
  }

  /** Whether the present contact of a plane with a solid that the engine collides is close, or gets there in this step. */
  #reachesPlane(g1: number, g2: number): boolean {
    if (this.#present.dist <= NEAR_PLANE) return true;
    const { f } = this.#list;
    const pos = this.#present.record + this.#c.contactFields.pos;
    this.#motion.measure(g2, g1, f[pos], f[pos + 1], f[pos + 2]);
    return this.#present.isCrossing(this.#motion, 1);
  }

  /** False: the contact is replaced. */
  #settleOnPlane(k: number, g1: number, g2: number): boolean {
    const out = this.swept.kind[g1] === PLANE ? 1 : -1;
    const [plane, solid] = out > 0 ? [g1, g2] : [g2, g1];
    if (!this.#faces.isOurs(solid, plane)) return true;
    this.#faces.onSolid = this.#present.side === out;
    return this.#faces.replace(k, solid, plane, out);
  }

  #forgetPair(): void {
    this.#pairA = this.#pairB = -1;
    this.#found = HITS;
  }

  /** Neither is a sphere. */
  #settlePair(k: number, g1: number, g2: number): boolean {
    const { f } = this.#list;
    const { kind } = this.swept;
    const pos = this.#present.record + this.#c.contactFields.pos;
    const sweepable = kind[g1] !== SURFACE && kind[g2] !== SURFACE;
    if (sweepable && this.#present.dist > TOUCHING) {
      const same = this.#pairA === g1 && this.#pairB === g2;
      if (same && this.#found !== HITS) return false;
      if (!same) {
        this.#forgetPair();
        this.#motion.measure(g2, g1, f[pos], f[pos + 1], f[pos + 2]);
        if (this.#present.isCrossing(this.#motion, 1)) this.#sweepPair(k, g1, g2);
        if (this.#found === MISSES) return false;
      }
    }
    if (!this.#settleSide(k, g1, g2, 1) || !this.#settleSide(k, g2, g1, -1)) return false;
    if (kind[g1] === SURFACE) return !this.#passes(k, g2, g1, 1);
    return kind[g2] !== SURFACE || !this.#passes(k, g1, g2, -1);
  }

  /** Whether the solid passes the triangle of contact k of the surface. `out`: +1 when the normal points out of the surface. */
  #passes(k: number, solid: number, surface: number, out: number): boolean {
    const { contactFields: at } = this.#c;
    const { f, i } = this.#list;
    const { record } = this.#present;
    const [n, pos] = [record + at.frame, record + at.pos];
    const [normal, missed] = [this.#normal, this.#missed];
    for (let q = 0; q < 3; q++) normal[AXES[q]] = out * f[n + q];
    let dist = f[record + at.dist];
    let triangle = i[k * this.#list.narrow + at.elem + (out > 0 ? 0 : 1)];
    if (this.#surfaces.isField(surface)) {
      // the point of the solid
      const [x, y, z] = AXES.map((axis, q) => f[pos + q] + (dist / 2) * normal[axis]);
      triangle = this.#surfaces.triangleBelow(surface, x, y, z);
      if (missed.separate(solid, surface, triangle, normal, dist)) {
        dist = missed.gap;
        for (let q = 0; q < 3; q++) normal[AXES[q]] = missed.u[AXES[q]];
        writeNormal(f, n, out * normal.x, out * normal.y, out * normal.z);
        f[record + at.dist] = dist;
        f[pos] = x - (dist / 2) * normal.x;
        f[pos + 1] = y - (dist / 2) * normal.y;
        f[pos + 2] = z - (dist / 2) * normal.z;
      }
    }
    this.#present.dist = dist;
    if (dist <= TOUCHING) return false;
    this.#motion.measure(solid, surface, f[pos], f[pos + 1], f[pos + 2]);
    if (!this.#present.isCrossing(this.#motion, out)) return false;
    return missed.misses(solid, surface, triangle, normal, this.#motion);
  }

  /** `out`: +1 when the normal of the contact points out of `base`. */
  #settleSide(k: number, base: number, solid: number, out: number): boolean {
    const faces = this.#faces;
    const replaced = this.#isReplaced(base, solid);
    this.#edges.mayTurn = !replaced && !faces.isOurs(solid, base);
    if (replaced && !faces.isOurs(solid, base)) return !this.#hasInner[base] || this.#isOuter(k, base, out);
    if (this.#edges.mayTurn) return !this.#hasInner[base] || this.#isOuter(k, base, out);
    faces.onSolid = this.#present.side === out;
    if (!faces.replace(k, solid, base, out)) return false;
    return this.swept.kind[base] === SURFACE || !this.#hasInner[base] || this.#isOuter(k, base, out);
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
    const n = this.#present.record + at.frame;
    edges.nx = out * f[n];
    edges.ny = out * f[n + 1];
    edges.nz = out * f[n + 2];
    edges.dist = f[this.#present.record + at.dist];
    const pos = this.#present.record + at.pos;
    if (this.swept.kind[geom] === SURFACE) {
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
    const half = f[this.#present.record + at.dist] / 2;
    for (let i = 0; i < 3; i++) f[pos + i] += half * out * f[n + i];
    writeNormal(f, n, out * edges.nx, out * edges.ny, out * edges.nz);
    f[this.#present.record + at.dist] = edges.dist;
    for (let i = 0; i < 3; i++) f[pos + i] -= (edges.dist / 2) * out * f[n + i];
    return true;
  }

  /** Whether the contact is on the side of the cylinder. */
  #isSide(geom: number): boolean {
    const m = this.#c.views.geom_xmat;
    const { f } = this.#list;
    const n = this.#present.record + this.#c.contactFields.frame;
    return Math.abs(f[n] * m[9 * geom + 2] + f[n + 1] * m[9 * geom + 5] + f[n + 2] * m[9 * geom + 8]) < SIDE;
  }

  /** Two sides: with d from axis to axis and u the velocity across them,  |d + u t| = sum of the radii. */
  #sweepSides(g1: number, g2: number): boolean {
    const { contactFields: at, views, stepSec } = this.#c;
    const { f } = this.#list;
    const [m, v] = [views.geom_xmat, this.#motion];
    const n = this.#present.record + at.frame;
    const reach = this.swept.radiusOf(g1) + this.swept.radiusOf(g2);
    const far = reach + this.#present.dist;
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
    for (let i = 0; i < 3; i++)
      f[this.#present.record + at.pos + i] += (this.swept.radiusOf(g2) + this.#present.dist / 2) * f[n + i];
    const size = Math.sqrt(nx * nx + ny * ny + nz * nz);
    writeNormal(f, n, nx / size, ny / size, nz / size);
    const dist = -t * (nx * v.x + ny * v.y + nz * v.z);
    f[this.#present.record + at.dist] = dist;
    for (let i = 0; i < 3; i++) f[this.#present.record + at.pos + i] -= (this.swept.radiusOf(g2) + dist / 2) * f[n + i];
    return true;
  }

  #sweepPair(k: number, g1: number, g2: number): void {
    const { contactFields: at, stepSec } = this.#c;
    const v = this.#motion;
    const pair = this.#pair;
    const { kind } = this.swept;
    this.#pairA = g1;
    this.#pairB = g2;
    this.#found = HITS;
    if (kind[g1] === CYLINDER && kind[g2] === CYLINDER && this.#isSide(g1) && this.#isSide(g2)) {
      if (!this.#sweepSides(g1, g2)) this.#found = MISSES;
      return;
    }
    const touches = pair.sweep(g1, g2, v, this.#present.dist, stepSec * REACH);
    this.#list.refresh();
    if (!touches) {
      this.#found = MISSES;
      return;
    }
    const { f } = this.#list;
    const n = this.#present.record + at.frame;
    const [nx, ny, nz] = pair.n;
    if (pair.time === 0 || f[n] * nx + f[n + 1] * ny + f[n + 2] * nz > SAME) return;
    this.#found = REPLACED;
    writeNormal(f, n, nx, ny, nz);
    f[this.#present.record + at.dist] = pair.gap - pair.time * (nx * v.x + ny * v.y + nz * v.z);
    const pos = this.#present.record + at.pos;
    const before: Vec3 = [f[pos], f[pos + 1], f[pos + 2]];
    // #shift adds half the distance
    for (let i = 0; i < 3; i++) {
      const at0 =
        this.#present.side > 0 ? pair.to[i] - pair.time * (i === 0 ? v.x : i === 1 ? v.y : v.z) : pair.from[i];
      f[pos + i] = at0 - ((this.#present.side * f[this.#present.record]) / 2) * f[n + i];
    }
    this.#cylinders?.keepHeight(k, f, pos, before);
  }
}
