// One blow of an island, in no time: only impulses count, so gravity and motors, whose forces are bounded, have no part.
//
//   compression   the kernel stops the contacts that are struck, with Coulomb friction: impulses p, velocities v1
//   restitution   their normal impulses e p_n follow (Poisson), with friction within mu e p_n: velocities v2. A tangential
//                 restitution e_t asks friction for the slip -e_t s, with s the slip before
//
// Contacts without bounce that touch, stops that are reached and loops hold as constraints in both phases. Touching contacts
// that bounce are left out: where the blow drives them together they are the next impact.
//
// Compression never gains energy, restitution with friction may. Then only a share s of the restitution takes place, the
// largest that keeps the energy from rising. Impulses and velocities stay between those of the two phases, so that s breaks
// neither friction cones nor contacts:
//   W(s) = W_1 + s sum(p_2 v_1) + s² sum(p_2 J dv_2) / 2 <= 0

import type { ContactNotes } from "../contact/ContactLaw.js";
import type { CompiledModel, Rows } from "../model/CompiledModel.js";
import { PAIR, type PairTable } from "../model/PairTable.js";
import type { RowDrift } from "../mover/RowDrift.js";
import { softnessFor } from "../rows/Softness.js";

/** Softness of contacts that are struck: gives the restitution to five digits. With less, the kernel lost large piles to bad numbers. */
const STRUCK_SOFTNESS = 1e-5;
/** Stiffness of a row that acts as a constant force, as a share of its own. */
const CONSTANT = 1e-11;

export class Blow {
  readonly #c: CompiledModel;
  readonly #table: PairTable;
  readonly #notes: ContactNotes;
  readonly #drift: RowDrift;
  /** Softness of a contact that is struck relative to a resting one. */
  readonly #harder: number;
  // the island
  readonly dofs: number[] = [];
  readonly contacts: number[] = [];
  /** Rows of motors, stops and loops. */
  readonly #others: number[] = [];
  /** By contact: first row, whether it is struck, whether it touches, and its normal speed before the blow. */
  #rowOf = new Int32Array(256);
  hits = new Uint8Array(256);
  closed = new Uint8Array(256);
  normalSpeed = new Float64Array(256);
  /** By degree of freedom. */
  readonly velocity: Float64Array;
  readonly isStruck: Uint8Array;
  /** By row: total impulse of all blows of this step, and its stiffness outside of blows. */
  impulse = new Float64Array(256);
  #stiffness = new Float64Array(256);
  /** By row: force of the compression, and speed before it. */
  #pressed = new Float64Array(256);
  #slip = new Float64Array(256);
  /** Rows that take part. */
  readonly #active: number[] = [];
  readonly #marks: number[] = [];
  count = 0;

  constructor(c: CompiledModel, table: PairTable, notes: ContactNotes, drift: RowDrift) {
    this.#c = c;
    this.#drift = drift;
    this.#table = table;
    this.#notes = notes;
    this.#harder = STRUCK_SOFTNESS / softnessFor(c.stepSec);
    this.velocity = new Float64Array(c.nv);
    this.isStruck = new Uint8Array(c.nv);
  }

  /** Before the blows of a step: no row takes part. */
  begin(): void {
    const { D, count } = this.#c.rows();
    this.count = count;
    if (this.impulse.length < count) {
      this.impulse = new Float64Array(2 * count);
      this.#stiffness = new Float64Array(2 * count);
      this.#pressed = new Float64Array(2 * count);
      this.#slip = new Float64Array(2 * count);
    }
    if (this.hits.length < this.#notes.count) {
      const size = 2 * this.#notes.count;
      this.#rowOf = new Int32Array(size);
      this.hits = new Uint8Array(size);
      this.closed = new Uint8Array(size);
      this.normalSpeed = new Float64Array(size);
    }
    this.impulse.fill(0, 0, count);
    this.#stiffness.set(D);
    D.fill(0);
  }

  /** After the blows of a step. */
  end(): void {
    this.#c.rows().D.set(this.#stiffness.subarray(0, this.count));
  }

  clear(): void {
    this.dofs.length = this.contacts.length = this.#others.length = 0;
  }

  addDof(i: number, velocity: number): void {
    this.dofs.push(i);
    this.velocity[i] = velocity;
    this.isStruck[i] = 0;
    // no gravity, no bounded forces
    this.#c.views.qacc_smooth[i] = 0;
  }

  addContact(k: number, row: number): void {
    this.contacts.push(k);
    this.#rowOf[k] = row;
  }

  addRow(r: number): void {
    this.#others.push(r);
  }

  /** Strikes the contacts that are hit. Returns their number. */
  strike(): number {
    const c = this.#c;
    this.#take();
    this.#aim(false);
    if (!c.kernel.prepare()) return this.#marks.length;
    c.kernel.again(this.#marks);
    const work = this.#add(1);
    if (this.#press()) {
      this.#aim(true);
      c.kernel.again(this.#marks);
      this.#add(this.#shareFor(work));
    }
    const { D } = c.rows();
    for (const r of this.#active) D[r] = 0;
    return this.#marks.length;
  }

  /** The frame of contact k has turned: its impulses so far are written in the new one. */
  turn(k: number, from: Float64Array, to: Float64Array): void {
    const row = this.#rowOf[k];
    const p = this.impulse;
    if (p[row] === 0 || this.#c.contactI[k * (this.#c.contactFields.bytes >> 2) + this.#c.contactFields.dim] < 3)
      return;
    const [a, b, c] = [0, 1, 2].map((i) => p[row] * from[i] + p[row + 1] * from[3 + i] + p[row + 2] * from[6 + i]);
    for (let q = 0; q < 3; q++) p[row + q] = a * to[3 * q] + b * to[3 * q + 1] + c * to[3 * q + 2];
  }

  /** Which rows take part. */
  #take(): void {
    const { words, fields, contactI, contactFields: at } = this.#c;
    const { pos, columns, first, force } = this.#c.rows();
    const { values } = this.#table;
    const [ne, nf] = [words[fields.ne], words[fields.nf]];
    this.#active.length = this.#marks.length = 0;
    for (const r of this.#others) if (r < ne || (r >= ne + nf && pos[r] <= 0)) this.#active.push(r);
    for (const k of this.contacts) {
      const plain = values[this.#notes.pair[k] + PAIR.restitution] === 0 && this.closed[k] === 1;
      if (!this.hits[k] && !plain) continue;
      const row = this.#rowOf[k];
      const dim = contactI[k * (at.bytes >> 2) + at.dim];
      for (let r = row; r < row + dim; r++) this.#active.push(r);
      if (this.hits[k]) this.#marks.push(columns[first[row]]);
    }
    for (const r of this.#active) force[r] = 0;
  }

  /** Targets and stiffness of the rows that take part: no speed; in the restitution, a given normal force instead. */
  #aim(restitution: boolean): void {
    const c = this.#c;
    const { stepSec: h, contactI, contactFields: at } = c;
    const rows = c.rows();
    const { aref, D } = rows;
    const ne = c.words[c.fields.ne];
    for (const r of this.#active) {
      D[r] = this.#stiffness[r];
      const speed = rowDot(rows, r, this.velocity) + this.#drift.of(r);
      // loops keep the speed that they have
      aref[r] = r < ne ? 0 : -speed / h;
      if (!restitution) this.#slip[r] = speed;
    }
    for (const k of this.contacts) {
      if (!this.hits[k]) continue;
      const row = this.#rowOf[k];
      const dim = contactI[k * (at.bytes >> 2) + at.dim];
      for (let r = row; r < row + dim; r++) D[r] /= this.#harder;
      if (!restitution) continue;
      D[row] *= CONSTANT;
      aref[row] = (this.#valueOf(k, PAIR.restitution) * this.#pressed[row]) / D[row];
      const back = this.#valueOf(k, PAIR.tangential) / h;
      for (let r = row + 1; r < row + Math.min(dim, 3); r++) aref[r] -= back * this.#slip[r];
    }
  }

  #valueOf(k: number, column: number): number {
    return this.#table.values[this.#notes.pair[k] + column];
  }

  /** Keeps the forces of the compression. False: there is nothing to give back. */
  #press(): boolean {
    const { force } = this.#c.rows();
    let any = false;
    for (const k of this.contacts) {
      if (!this.hits[k]) continue;
      const row = this.#rowOf[k];
      this.#pressed[row] = force[row];
      if (force[row] > 0) any = true;
    }
    return any;
  }

  /** Adds a share of the solution to velocities and impulses. Returns its work. */
  #add(share: number): number {
    const { stepSec: h, views } = this.#c;
    const rows = this.#c.rows();
    const { qacc } = views;
    const [linear, square] = this.#workOf(rows);
    for (const r of this.#active) this.impulse[r] += share * h * rows.force[r];
    for (const i of this.dofs) {
      if (qacc[i] === 0) continue;
      this.velocity[i] += share * h * qacc[i];
      this.isStruck[i] = 1;
    }
    return share * linear + share * share * square;
  }

  /** Largest share of the solution that does no more work than `-done`. */
  #shareFor(done: number): number {
    const [linear, square] = this.#workOf(this.#c.rows());
    if (done + linear + square <= 0) return 1;
    if (square <= 0) return 0;
    const root = Math.sqrt(Math.max(linear * linear - 4 * square * done, 0));
    return Math.min(Math.max((-linear + root) / (2 * square), 0), 1);
  }

  /** Work of the solution, by powers of its share. */
  #workOf(rows: Rows): [number, number] {
    const { stepSec: h, views } = this.#c;
    let [linear, square] = [0, 0];
    for (const r of this.#active) {
      const p = h * rows.force[r];
      if (p === 0) continue;
      // seen from a moving surface, which does work without end
      linear += p * (rowDot(rows, r, this.velocity) + this.#drift.of(r));
      square += 0.5 * p * h * rowDot(rows, r, views.qacc);
    }
    return [linear, square];
  }
}

/** Row r of J times a vector. */
export function rowDot({ J, columns, first, width }: Rows, r: number, x: Float64Array): number {
  let sum = 0;
  for (let i = first[r]; i < first[r] + width[r]; i++) sum += J[i] * x[columns[i]];
  return sum;
}
