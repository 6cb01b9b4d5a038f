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
    const { roller, count } = this.#notes;
    const { contactI: n, contactFields: at } = this.#c;
    this.#count = 0;
    this.#wheels.fill(0);
    for (let k = 0; k < count; k++) if (roller[k]) this.#wheels[this.#treeOf(k)]++;
    for (let k = 0; k < count; k++) {
      const row = roller[k] ? n[k * (at.bytes >> 2) + at.efcAddress] : -1;
      if (row >= 0) this.#free(k, row + 2, rows);
    }
  }

  #free(k: number, row: number, { vel, J, columns, first, width }: Rows): void {
    const { qfrc_applied } = this.#c.views;
    const drag = this.#dragOf(k, vel[row]);
    const end = first[row] + width[row];
    for (let i = first[row]; i < end; i++) {
      qfrc_applied[columns[i]] += drag * J[i];
      J[i] = 0;
    }
    vel[row] = 0;
    this.#keep(row, drag);
  }

  #dragOf(k: number, slip: number): number {
    const { contactF: f, contactFields: at, stepSec } = this.#c;
    const friction = this.#table.values[this.#notes.pair[k] + PAIR.friction2];
    const frame = k * (at.bytes >> 3) + at.frame;
    const [gx, gy, gz] = this.#gravity;
    const down = Math.abs(gx * f[frame] + gy * f[frame + 1] + gz * f[frame + 2]);
    const tree = this.#treeOf(k);
    const normal = (this.#mass[tree] * down) / this.#wheels[tree];
    // a wheel that stays in the air during the step has no drag
    if (f[k * (at.bytes >> 3) + at.dist] > 1e-4) return 0;
    return (-friction * normal * slip) / (Math.max(Math.abs(slip), SLOW) + friction * this.#size * stepSec);
  }

  /** The tree of the wheel; the other side is the ground or another body. */
  #treeOf(k: number): number {
    const [t1, t2] = [this.#geomTree[this.#notes.geom1[k]], this.#geomTree[this.#notes.geom2[k]]];
    const isFirst = t1 >= 0 && this.#table.geomMounted[this.#notes.geom1[k]] === 1;
    return isFirst || t2 < 0 ? t1 : t2;
  }

  #keep(row: number, drag: number): void {
    if (this.#count === this.#rows.length) {
      const [rows, drags] = [this.#rows, this.#drags];
      this.#rows = new Int32Array(2 * rows.length);
      this.#drags = new Float64Array(2 * rows.length);
      this.#rows.set(rows);
      this.#drags.set(drags);
    }
    this.#rows[this.#count] = row;
    this.#drags[this.#count++] = drag;
  }

  /** After the solver: writes the drag into the row, so that contact forces include it. */
  report(): void {
    if (this.#count === 0) return;
    const { force } = this.#c.rows();
    for (let i = 0; i < this.#count; i++) force[this.#rows[i]] = this.#drags[i];
  }
}
