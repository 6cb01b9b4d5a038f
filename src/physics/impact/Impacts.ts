// Impacts within a step. A contact that bounces and closes in this step faster than its bounce speed is an impact. Its island
// moves freely to the time of the impact, is struck (Blow.ts), moves on with the new velocities to its next impact, and so
// on. A blow thus passes through touching bodies one after the other, and neither its strength nor where bodies are after it
// depends on how much of the step was over. Between two impacts, contacts of spheres get the gaps, normals and lever arms of
// their next touch (MovedSpheres.ts); others keep those of the start of the step. Then the row law and the kernel do the forces
// of the whole step with the velocities after the impacts:
//   x' = x + sum of t_i v_i + (h - sum of t_i) v'
//
// The integrator's velocities belong to the middle between two steps. Entities in flight therefore meet an impact at time t of
// the step with v + (t + h/2) g; supported ones with v. Those that a blow lifts off all that they touch are in flight after it.
//
// Islands without impacts cost one look at every contact.

import type { Vec3 } from "../../math/Vec3.js";
import type { ContactNotes, ContactTools } from "../contact/ContactLaw.js";
import type { CompiledModel, Rows } from "../model/CompiledModel.js";
import { PAIR, type PairTable } from "../model/PairTable.js";
import type { RowDrift } from "../mover/RowDrift.js";
import { Blow, rowDot } from "./Blow.js";
import type { ContactArms } from "./ContactArms.js";
import { MovedSpheres } from "./MovedSpheres.js";
import { Pushes } from "./Pushes.js";
import { RoundSpins } from "./RoundSpins.js";

const JOINT_FREE = 0;
/** An island that still has impacts after this many blows, or struck contacts, does the rest without bounce. */
const MAX_BLOWS = 64;
const MAX_STRUCK = 64;
/** A contact that misses the step's end by less than what this acceleration does in a step is struck in this step, m/s². */
const SLACK = 10;
/** Contacts that are closer are closed, m. */
const TOUCHING = 1e-4;
/** Impacts within this share of a step are one blow. */
const TOGETHER = 1e-3;

export class Impacts {
  readonly #c: CompiledModel;
  readonly #table: PairTable;
  readonly #notes: ContactNotes;
  readonly #blow: Blow;
  readonly #spheres: MovedSpheres;
  readonly #spins: RoundSpins;
  readonly #pushes: Pushes;
  readonly #drift: RowDrift;
  /** Struck in this step. */
  #any = false;
  /** Contacts that were impacts at the start of the step. */
  readonly #first: number[] = [];
  // by degree of freedom
  readonly #islandOf: Int32Array;
  readonly #treeOf: Int32Array;
  readonly #start: Float64Array;
  /** Gravity, of the roots of free entities; and the same in this step, 0 for supported ones. */
  readonly #gravity: Float64Array;
  readonly #free: Float64Array;
  /** Velocities that move the bodies until the next impact. */
  readonly #pace: Float64Array;
  /** Way until the last impact. */
  readonly #way: Float64Array;
  /** Difference between the mean velocity of the step and the velocity at its end. */
  readonly #shift: Float64Array;
  /** Accelerations of struck trees without their blows. */
  readonly #solved: Float64Array;
  /** By tree: time of the last impact of its island; -1: not struck. */
  readonly #time: Float64Array;
  /** By contact: distance that the contact may close at its speed times the step, when its bodies were struck. */
  #gap = new Float64Array(256);
  readonly #played: number[] = [];
  /** By tree: 1: rests on something. */
  readonly #rests: Uint8Array;
  /** By tree: 1: its root is free. */
  readonly #falls: Uint8Array;
  /** By geom: its tree; -1: static. */
  readonly #geomTree: Int32Array;

  constructor(c: CompiledModel, tools: ContactTools, arms: ContactArms, gravity: Vec3) {
    const { table, notes, drift } = tools;
    this.#drift = drift;
    this.#c = c;
    this.#table = table;
    this.#notes = notes;
    this.#blow = new Blow(c, table, notes, drift);
    this.#spheres = new MovedSpheres(c, tools, arms, this.#blow);
    this.#spins = new RoundSpins(c);
    this.#pushes = new Pushes(c);
    this.#islandOf = new Int32Array(c.nv);
    this.#treeOf = Int32Array.from(c.views.dof_treeid);
    this.#start = new Float64Array(c.nv);
    this.#gravity = new Float64Array(c.nv);
    this.#falls = new Uint8Array(c.model.ntree as number);
    this.#geomTree = Int32Array.from(c.layout.geoms, ({ bodyId }) => c.views.body_treeid[bodyId]);
    c.views.jnt_type.forEach((type, joint) => {
      if (type !== JOINT_FREE) return;
      this.#gravity.set(gravity, c.views.jnt_dofadr[joint]);
      this.#falls[this.#treeOf[c.views.jnt_dofadr[joint]]] = 1;
    });
    this.#free = new Float64Array(c.nv);
    this.#pace = new Float64Array(c.nv);
    this.#way = new Float64Array(c.nv);
    this.#shift = new Float64Array(c.nv);
    this.#solved = new Float64Array(c.nv);
    this.#time = new Float64Array(c.model.ntree as number);
    this.#rests = new Uint8Array(c.model.ntree as number);
  }

  /** Whether the tree of a degree of freedom was struck in this step. */
  hasStruck(dof: number): boolean {
    return this.#any && this.#time[this.#treeOf[dof]] >= 0;
  }

  /**
   * Before the row law: gives velocities and rows their values after the impacts of this step. `pushed`: bodies may have
   * applied forces.
   */
  apply(rows: Rows, pushed: boolean): void {
    const c = this.#c;
    this.#any = false;
    this.#pushes.find(pushed);
    this.#find(rows);
    if (this.#first.length === 0 || !c.kernel.prepare()) return;
    c.refresh();
    this.#any = true;
    c.kernel.readIslands(this.#islandOf);
    this.#time.fill(-1);
    this.#start.set(c.views.qvel);
    this.#played.length = 0;
    this.#blow.begin();
    for (const k of this.#first) {
      const island = this.#islandAt(k);
      if (!this.#played.includes(island)) this.#play(island);
    }
    this.#blow.end();
    this.#refreshRows();
  }

  /** Distance of contact k for the row law: the rest of the step closes it as the whole step would close the result. */
  gapOf(k: number, dist: number): number {
    return this.#any && this.#isStruck(k) ? this.#gap[k] : dist;
  }

  /** After the solver: accelerations and forces are those of the whole step, velocities those of its start. */
  fold(): void {
    if (!this.#any) return;
    const { views, stepSec: h } = this.#c;
    const { qvel, qacc } = views;
    const { impulse, count } = this.#blow;
    const { force } = this.#c.rows();
    for (let r = 0; r < count; r++) if (impulse[r] !== 0) force[r] += impulse[r] / h;
    for (let i = 0; i < qvel.length; i++) {
      this.#shift[i] = 0;
      const time = this.#time[this.#treeOf[i]];
      if (time < 0) continue;
      const end = qvel[i] + h * qacc[i];
      this.#shift[i] = (this.#way[i] - time * end) / h;
      this.#solved[i] = qacc[i];
      qacc[i] = (end - this.#start[i]) / h;
      qvel[i] = this.#start[i] + this.#shift[i];
    }
  }

  /** By degree of freedom: what `fold` has added to its velocity; undefined: nothing. */
  get shift(): Float64Array | undefined {
    return this.#any ? this.#shift : undefined;
  }

  /** After the integration, which has moved everything by its mean velocity. The next step does not continue a blow. */
  unfold(): void {
    if (!this.#any) return;
    const { qvel, qacc_warmstart } = this.#c.views;
    for (let i = 0; i < qvel.length; i++) if (this.hasStruck(i)) qacc_warmstart[i] = this.#solved[i];
    for (let i = 0; i < qvel.length; i++) if (this.#shift[i] !== 0) qvel[i] -= this.#shift[i];
    this.#spins.settle(qvel, this.#shift, this.#c.stepSec);
  }

  #find(rows: Rows): void {
    const { contactI, contactF, contactFields: at, stepSec: h } = this.#c;
    const { values } = this.#table;
    const { pair, count } = this.#notes;
    this.#first.length = 0;
    for (let k = 0; k < count; k++) {
      const row = contactI[k * (at.bytes >> 2) + at.efcAddress];
      if (row < 0 || values[pair[k] + PAIR.restitution] === 0) continue;
      const speed = rows.vel[row] + (this.#pushes.any ? rowDot(rows, row, this.#pushes.push) : 0);
      const reach = contactF[k * (at.bytes >> 3) + at.dist] + speed * h;
      if (speed < -values[pair[k] + PAIR.bounceSpeed] && reach < SLACK * h * h) this.#first.push(k);
    }
  }

  #rowAt(k: number): number {
    return this.#c.contactI[k * (this.#c.contactFields.bytes >> 2) + this.#c.contactFields.efcAddress];
  }

  #islandAt(k: number): number {
    const { columns, first } = this.#c.rows();
    return this.#islandOf[columns[first[this.#rowAt(k)]]];
  }

  #isStruck(k: number): boolean {
    const { columns, first, width } = this.#c.rows();
    const row = this.#rowAt(k);
    for (let i = first[row]; i < first[row] + width[row]; i++)
      if (this.#time[this.#treeOf[columns[i]]] >= 0) return true;
    return false;
  }

  /** All impacts of an island. */
  #play(island: number): void {
    const { stepSec: h } = this.#c;
    const blow = this.#blow;
    this.#played.push(island);
    this.#gather(island);
    let time = 0;
    for (let done = 0, struck = 0; done < MAX_BLOWS && struck < MAX_STRUCK; done++) {
      for (const i of blow.dofs) this.#pace[i] = blow.velocity[i] + (h / 2 - time) * this.#free[i];
      if (done > 0) this.#follow(h - time);
      const wait = this.#next(h - time);
      if (wait < 0) break;
      for (const k of blow.contacts) this.#gap[k] += wait * blow.normalSpeed[k];
      for (const i of blow.dofs) {
        this.#way[i] += wait * this.#pace[i];
        blow.velocity[i] += wait * this.#free[i];
      }
      time += wait;
      struck += blow.strike();
    }
    this.#lift();
    const rest = h - time;
    for (const k of blow.contacts) if (this.#gap[k] > 0) this.#gap[k] *= h / Math.max(rest, 1e-9 * h);
    // the forces of the whole step are still to come
    for (const i of blow.dofs) blow.velocity[i] -= (time + h / 2) * this.#free[i] + this.#pushes.of(i);
    for (const i of blow.dofs) if (blow.isStruck[i]) this.#time[this.#treeOf[i]] = time;
  }

  /** Trees that rested and now leave all that they touch are in flight. */
  #lift(): void {
    const { contacts, dofs, isStruck, velocity } = this.#blow;
    const { geom1, geom2 } = this.#notes;
    const rows = this.#c.rows();
    const [tree, rests] = [this.#geomTree, this.#rests];
    const slow = 2 * this.#c.stepSec * SLACK;
    for (const k of contacts) {
      if (this.#gap[k] > TOUCHING) continue;
      if (rowDot(rows, this.#rowAt(k), velocity) + this.#drift.of(this.#rowAt(k)) > slow) continue;
      for (const geom of [geom1[k], geom2[k]]) if (tree[geom] >= 0) rests[tree[geom]] = 0;
    }
    for (const i of dofs) {
      const t = this.#treeOf[i];
      if (rests[t] === 1 && isStruck[i] && !this.#pushes.isPushed(t)) this.#free[i] = this.#gravity[i];
    }
  }

  /** Gaps and rows of the contacts of spheres, where a blow has changed a velocity. */
  #follow(rest: number): void {
    const { contacts, isStruck } = this.#blow;
    const { columns, first, width } = this.#c.rows();
    for (const k of contacts) {
      const row = this.#rowAt(k);
      let changed = false;
      for (let i = first[row]; i < first[row] + width[row]; i++) if (isStruck[columns[i]]) changed = true;
      if (!changed) continue;
      const gap = this.#spheres.follow(k, this.#way, this.#pace, rest);
      if (!Number.isNaN(gap)) this.#gap[k] = gap;
    }
  }

  /** Degrees of freedom, contacts and other rows of the island. */
  #gather(island: number): void {
    const { contactF, contactFields: at, stepSec } = this.#c;
    const { columns, first, width, count } = this.#c.rows();
    const blow = this.#blow;
    const islandOf = this.#islandOf;
    blow.clear();
    if (this.#gap.length < this.#notes.count) this.#gap = new Float64Array(2 * this.#notes.count);
    let contactRows = count;
    for (let k = 0; k < this.#notes.count; k++) {
      const row = this.#rowAt(k);
      if (row < 0) continue;
      contactRows = Math.min(contactRows, row);
      if (width[row] === 0 || islandOf[columns[first[row]]] !== island) continue;
      this.#gap[k] = contactF[k * (at.bytes >> 3) + at.dist];
      blow.addContact(k, row);
    }
    this.#findResting();
    for (let i = 0; i < islandOf.length; i++) {
      if (islandOf[i] !== island) continue;
      const tree = this.#treeOf[i];
      this.#free[i] = this.#rests[tree] || this.#pushes.isPushed(tree) ? 0 : this.#gravity[i];
      this.#way[i] = 0;
      blow.addDof(i, this.#start[i] + (stepSec / 2) * this.#free[i] + this.#pushes.of(i));
    }
    for (let r = 0; r < contactRows; r++) if (width[r] > 0 && islandOf[columns[first[r]]] === island) blow.addRow(r);
  }

  /** Trees of the island that rest: closed and slow contacts lead from them to something that does not fall. */
  #findResting(): void {
    const { vel } = this.#c.rows();
    const { values } = this.#table;
    const { pair, geom1, geom2 } = this.#notes;
    const [tree, rests] = [this.#geomTree, this.#rests];
    const isUp = (geom: number): boolean => tree[geom] < 0 || rests[tree[geom]] === 1 || this.#falls[tree[geom]] === 0;
    rests.fill(0);
    for (let more = true; more; ) {
      more = false;
      for (const k of this.#blow.contacts) {
        const [a, b] = [geom1[k], geom2[k]];
        if (this.#gap[k] > TOUCHING || isUp(a) === isUp(b)) continue;
        if (Math.abs(vel[this.#rowAt(k)]) > values[pair[k] + PAIR.bounceSpeed]) continue;
        rests[tree[isUp(a) ? b : a]] = 1;
        more = true;
      }
    }
  }

  /** Time until the next impact within `rest`, and which contacts it strikes; -1: none. */
  #next(rest: number): number {
    const { values } = this.#table;
    const { pair } = this.#notes;
    const { contacts, hits, normalSpeed, closed } = this.#blow;
    const rows = this.#c.rows();
    const { stepSec: h } = this.#c;
    let earliest = Number.POSITIVE_INFINITY;
    for (const k of contacts) {
      const v = rowDot(rows, this.#rowAt(k), this.#pace) + this.#drift.of(this.#rowAt(k));
      normalSpeed[k] = v;
      hits[k] = 0;
      if (values[pair[k] + PAIR.restitution] === 0 || v >= -values[pair[k] + PAIR.bounceSpeed]) continue;
      if (this.#gap[k] + v * rest < SLACK * h * h) earliest = Math.min(earliest, Math.max(this.#gap[k], 0) / -v, rest);
    }
    if (earliest > rest) return -1;
    const until = earliest + TOGETHER * h;
    for (const k of contacts) {
      const v = normalSpeed[k];
      const gap = this.#gap[k] + earliest * v;
      closed[k] = gap < TOUCHING ? 1 : 0;
      const bounces = values[pair[k] + PAIR.restitution] > 0 && v < -values[pair[k] + PAIR.bounceSpeed];
      const time = this.#gap[k] + v * rest < SLACK * h * h ? Math.min(Math.max(this.#gap[k], 0) / -v, rest) : rest + h;
      if (bounces && time <= until) hits[k] = 1;
    }
    return earliest;
  }

  /** Rows and velocities after the impacts. */
  #refreshRows(): void {
    const { qvel } = this.#c.views;
    const { velocity } = this.#blow;
    const rows = this.#c.rows();
    const { columns, first, width, vel, count } = rows;
    for (let i = 0; i < qvel.length; i++) if (this.#time[this.#treeOf[i]] >= 0) qvel[i] = velocity[i];
    for (let r = 0; r < count; r++) {
      let struck = false;
      for (let i = first[r]; i < first[r] + width[r]; i++) if (this.#time[this.#treeOf[columns[i]]] >= 0) struck = true;
      if (struck) vel[r] = rowDot(rows, r, qvel) + this.#drift.of(r);
    }
  }
}
