// Normals of the engine's search. For cylinders, ellipsoids and hulls that barely touch, it sometimes returns a normal that is
// far from that of the nearest points, even the opposite one; such a contact would wedge the solid against its neighbours.
// Along a true normal the solids overlap as deep as the contact says, so a contact along whose normal they overlap much
// deeper is dropped. A hull is only asked whether it lies on its side of the contact.

import type { CompiledModel } from "../model/CompiledModel.js";
import { ContactList } from "./ContactList.js";

/** Overlap that the points of one face may differ by, m. */
const ALLOWED = 1e-3;

/** mjtGeom. */
const SPHERE = 2;
const CAPSULE = 3;
const ELLIPSOID = 4;
const CYLINDER = 5;
const BOX = 6;
const MESH = 7;

export class EngineNormals {
  readonly #c: CompiledModel;
  readonly #list: ContactList;
  /** By geom. */
  readonly #type: Int32Array;
  /** By geom: 1 for shapes that the engine searches. */
  readonly #searched: Uint8Array;

  constructor(c: CompiledModel) {
    this.#c = c;
    this.#list = new ContactList(c);
    this.#type = (c.model.geom_type as Int32Array).slice();
    this.#searched = Uint8Array.from(this.#type, (type) =>
      type === CYLINDER || type === ELLIPSOID || type === MESH ? 1 : 0,
    );
  }

  /** After the engine's collision. */
  check(): void {
    const c = this.#c;
    const count = c.words[c.fields.ncon];
    if (count === 0) return;
    const list = this.#list;
    const { geom } = c.contactFields;
    list.begin(count);
    for (let k = 0; k < count; k++) {
      const at = k * list.narrow + geom;
      if (this.#isTrue(k, list.i[at], list.i[at + 1])) list.keep(k);
    }
    list.end();
  }

  #isTrue(k: number, a: number, b: number): boolean {
    if (a < 0 || b < 0 || !(this.#searched[a] | this.#searched[b])) return true;
    const type = this.#type;
    if (type[a] < SPHERE || type[b] < SPHERE) return true;
    const { contactFields: at, views } = this.#c;
    const { f, wide } = this.#list;
    const p = views.geom_xpos;
    const n = k * wide + at.frame;
    const [x, y, z] = [f[n], f[n + 1], f[n + 2]];
    const apart = x * (p[3 * b] - p[3 * a]) + y * (p[3 * b + 1] - p[3 * a + 1]) + z * (p[3 * b + 2] - p[3 * a + 2]);
    const overlap = this.#reach(a, x, y, z) + this.#reach(b, x, y, z) - apart;
    return overlap + f[k * wide + at.dist] < f[k * wide + at.includemargin] + ALLOWED;
  }

  /** How far a solid reaches from its centre along the unit vector; 0: at least so far. */
  #reach(geom: number, x: number, y: number, z: number): number {
    const { geom_xmat: m, geom_size: size } = this.#c.views;
    const a = 9 * geom;
    const [sx, sy, sz] = [size[3 * geom], size[3 * geom + 1], size[3 * geom + 2]];
    const u = m[a] * x + m[a + 3] * y + m[a + 6] * z;
    const v = m[a + 1] * x + m[a + 4] * y + m[a + 7] * z;
    const w = m[a + 2] * x + m[a + 5] * y + m[a + 8] * z;
    switch (this.#type[geom]) {
      case SPHERE:
        return sx;
      case CAPSULE:
        return sx + sy * Math.abs(w);
      case ELLIPSOID:
        return Math.sqrt(sx * sx * u * u + sy * sy * v * v + sz * sz * w * w);
      case CYLINDER:
        return sx * Math.sqrt(Math.max(0, 1 - w * w)) + sy * Math.abs(w);
      case BOX:
        return sx * Math.abs(u) + sy * Math.abs(v) + sz * Math.abs(w);
      default:
        return 0;
    }
  }
}
