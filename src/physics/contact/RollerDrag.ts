// Drag of omni wheels along their axle (M3). Their rollers have little grip in that direction. In the engine's friction cone
// this small friction would keep every wheel of a moving robot at the limit of the cone and cost solver iterations. So the
// row along the axle is emptied and the drag is a separate force: with slip v, the wheel's share N of the robot's weight, and
// m the second friction value
//   F = - m N v / (max(|v|, SLOW) + m g h)
// This is Coulomb's law above SLOW and cannot overshoot within a step. Leaves out: vertical loads other than the weight.

import type { Vec3 } from "../../math/Vec3.js";
import type { CompiledModel, Rows } from "../model/CompiledModel.js";
import { PAIR, type PairTable } from "../model/PairTable.js";
import type { ContactNotes } from "./ContactLaw.js";

/** Slip above which Coulomb's law holds, m/s. */
const SLOW = 0.01;

export class RollerDrag {
  readonly #c: CompiledModel;
  readonly #table: PairTable;
  readonly #notes: ContactNotes;
  readonly #gravity: Vec3;
  readonly #size: number;
  /** By tree of bodies: mass, kg, and number of wheels in roller contact. */
  readonly #mass: Float64Array;
  readonly #wheels: Int32Array;
  readonly #geomTree: Int32Array;
  /** Roller contacts of this step, and the tree of each. */
  #contacts = new Int32Array(256);
  #trees = new Int32Array(256);
  /** Emptied rows, and the drag that replaces each. */
  #rows = new Int32Array(256);
  #drags = new Float64Array(256);
  #count = 0;

  constructor(c: CompiledModel, table: PairTable, notes: ContactNotes, gravity: Vec3) {
    this.#c = c;
    this.#table = table;
    this.#notes = notes;
    this.#gravity = gravity;
    this.#size = Math.sqrt(gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
    this.#geomTree = Int32Array.from(c.layout.geoms, ({ bodyId }) => c.views.body_treeid[bodyId]);
    this.#mass = new Float64Array(c.model.ntree as number);
    this.#wheels = new Int32Array(c.model.ntree as number);
    const mass = c.model.body_mass as Float64Array;
    for (let b = 1; b < mass.length; b++) {
      const tree = c.views.body_treeid[b];
      if (tree >= 0) this.#mass[tree] += mass[b];
    }
  }

  /** Before the row law: empties the rows along axles and applies the drag. */
  apply(rows: Rows): void {
    const found = this.#findRollers();
    const { contactI: n, contactFields: at, views } = this.#c;
    const { vel, J, columns, first, width } = rows;
    const { qfrc_applied } = views;
    this.#count = 0;
    for (let i = 0; i < found; i++) {
      const k = this.#contacts[i];
      const row = n[k * (at.bytes >> 2) + at.efcAddress] + 2;
      if (row < 2) continue;
      const drag = this.#dragOf(k, this.#trees[i], vel[row]);
      const end = first[row] + width[row];
      for (let e = first[row]; e < end; e++) {
        qfrc_applied[columns[e]] += drag * J[e];
        J[e] = 0;
      }
      vel[row] = 0;
      this.#rows[this.#count] = row;
      this.#drags[this.#count++] = drag;
    }
  }

  /** Lists the roller contacts and counts the wheels of each tree. */
  #findRollers(): number {
    const { roller, count } = this.#notes;
    if (count > this.#contacts.length) {
      this.#contacts = new Int32Array(2 * count);
      this.#trees = new Int32Array(2 * count);
      this.#rows = new Int32Array(2 * count);
      this.#drags = new Float64Array(2 * count);
    }
    let found = 0;
    this.#wheels.fill(0);
    for (let k = 0; k < count; k++) {
      if (!roller[k]) continue;
      const tree = this.#treeOf(k);
      this.#wheels[tree]++;
      this.#contacts[found] = k;
      this.#trees[found++] = tree;
    }
    return found;
  }

  #dragOf(k: number, tree: number, slip: number): number {
    const { contactF: f, contactFields: at, stepSec } = this.#c;
    const record = k * (at.bytes >> 3);
    // a wheel that stays in the air during the step has no drag
    if (f[record + at.dist] > 1e-4) return 0;
    const friction = this.#table.values[this.#notes.pair[k] + PAIR.friction2];
    const frame = record + at.frame;
    const g = this.#gravity;
    const down = Math.abs(g[0] * f[frame] + g[1] * f[frame + 1] + g[2] * f[frame + 2]);
    const normal = (this.#mass[tree] * down) / this.#wheels[tree];
    return (-friction * normal * slip) / (Math.max(Math.abs(slip), SLOW) + friction * this.#size * stepSec);
  }

  /** The tree of the wheel; the other side is the ground or another body. */
  #treeOf(k: number): number {
    const { geom1, geom2 } = this.#notes;
    const t1 = this.#geomTree[geom1[k]];
    const t2 = this.#geomTree[geom2[k]];
    const isFirst = t1 >= 0 && this.#table.geomMounted[geom1[k]] === 1;
    return isFirst || t2 < 0 ? t1 : t2;
  }

  /** After the solver: writes the drag into the row, so that contact forces include it. */
  report(): void {
    if (this.#count === 0) return;
    const { force } = this.#c.rows();
    for (let i = 0; i < this.#count; i++) force[this.#rows[i]] = this.#drags[i];
  }
}
