// Single rows of a contact's Jacobian J: inverse mass along a direction, A = J M⁻¹ Jᵀ, acceleration J a, and the
// friction of the ellipse in a direction. For the rare contacts that need it: impacts and slip that starts suddenly.

import type { CompiledModel } from "./CompiledModel.js";

export class ContactJacobian {
  readonly #c: CompiledModel;
  readonly #row: Float64Array;
  #values = new Float64Array(0);
  #columns = new Int32Array(0);
  #from = new Int32Array(0);
  #count = new Int32Array(0);
  readonly #solved: { GetView(): Float64Array; delete(): void };

  constructor(c: CompiledModel) {
    this.#c = c;
    this.#row = new Float64Array(c.nv);
    this.#solved = new c.engine.mj.DoubleBuffer(c.nv);
    c.owned.push(this.#solved);
  }

  /** Rows move from step to step: to be called before the others. */
  look(): void {
    const d = this.#c.data;
    this.#values = d.efc_J as Float64Array<ArrayBuffer>;
    this.#columns = d.efc_J_colind as Int32Array<ArrayBuffer>;
    this.#from = d.efc_J_rowadr as Int32Array<ArrayBuffer>;
    this.#count = d.efc_J_rownnz as Int32Array<ArrayBuffer>;
  }

  /** Friction in the direction (d1, d2) of slip. `friction`: where the contact's values lie. */
  frictionAlong(friction: number, d1: number, d2: number): number {
    const f = this.#c.contactF;
    const m1 = d1 / f[friction];
    const m2 = d2 / f[friction + 1];
    return 1 / Math.sqrt(m1 * m1 + m2 * m2);
  }

  /** A of the contact that starts at `row`, along dn normal + d1 tangent 1 + d2 tangent 2. */
  inverseMass(row: number, dn: number, d1: number, d2: number): number {
    const c = this.#c;
    const j = this.#row;
    j.fill(0);
    this.#add(row, dn);
    this.#add(row + 1, d1);
    this.#add(row + 2, d2);
    c.engine.mj.mj_solveM(c.model, c.data, this.#solved, j as unknown as number[]);
    // a solve may let the engine's memory grow
    if (this.#values.length === 0) this.look();
    c.refresh();
    const solved = this.#solved.GetView();
    let sum = 0;
    for (let i = 0; i < j.length; i++) sum += j[i] * solved[i];
    return sum;
  }

  /** J a of one row with the accelerations just solved for. */
  acceleration(row: number): number {
    const { qacc } = this.#c.views;
    const end = this.#from[row] + this.#count[row];
    let sum = 0;
    for (let i = this.#from[row]; i < end; i++) sum += this.#values[i] * qacc[this.#columns[i]];
    return sum;
  }

  #add(row: number, factor: number): void {
    if (factor === 0) return;
    const end = this.#from[row] + this.#count[row];
    for (let i = this.#from[row]; i < end; i++) this.#row[this.#columns[i]] += factor * this.#values[i];
  }
}
