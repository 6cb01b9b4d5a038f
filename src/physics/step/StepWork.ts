// Limits of the work of one step (M8), by entity: pairs of solids before they are collided, contacts before they become rows,
// and the solver's steps while they are made. All are counts, so that the same step fails at the same place on every machine.
// Work that several entities cause is shared between them.

import type { WorldDescription } from "../../describe/world/WorldDescription.js";
import type { Collision } from "../kernel/Collision.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import { type LiveEntity, rangesOf } from "../state/EntityState.js";
import { Crowd } from "./Crowd.js";
import { PairWork } from "./PairWork.js";

/** Of one entity that joined the world; units are about a nanosecond. */
const MAX_PAIR_WORK = 8e6;
const MAX_SOLVER_WORK = 15e6;
const MAX_CONTACTS = 2000;
/** All entities that joined may together ask for this many times as much; those with less than a share of the limit do not count. */
const SUM_FACTOR = 4;
const LIGHT_SHARE = 1 / 8;
/** Entities of the world file come from the user who starts the server: they may ask for this many times as much. */
const WORLD_FACTOR = 100;

export class StepWork {
  readonly #c: CompiledModel;
  readonly #live: ReadonlyMap<string, LiveEntity>;
  readonly #pairs: PairWork;
  /** By geom and by degree of freedom: number of its entity; -1: static. */
  readonly #ownerOfGeom: Int32Array;
  readonly #ownerOfDof: Int32Array;
  /** By entity: how many times the limits it may reach. */
  readonly #factors: readonly number[];
  readonly #counts: Float64Array;
  /** What of the counts no other entity that moves has a part in. */
  readonly #own: Float64Array;
  #solverLimit = MAX_SOLVER_WORK;
  #isSearching = false;

  constructor(c: CompiledModel, world: WorldDescription, live: ReadonlyMap<string, LiveEntity>) {
    const { entities, geoms } = c.layout;
    const numberOf = new Map(entities.map(({ entity }, i) => [entity.name, i]));
    const own = new Set(world.entities.map(({ name }) => name));
    this.#c = c;
    this.#live = live;
    this.#ownerOfGeom = Int32Array.from(geoms, ({ entity, bodyId, driven }) =>
      bodyId > 0 && !driven ? numberOf.get(entity.name)! : -1,
    );
    this.#ownerOfDof = new Int32Array(c.nv).fill(-1);
    entities.forEach((layout, i) => {
      const { v } = rangesOf(c, layout);
      this.#ownerOfDof.fill(i, v[0], v[1]);
    });
    this.#factors = entities.map(({ entity }) => (own.has(entity.name) ? WORLD_FACTOR : 1));
    this.#counts = new Float64Array(entities.length);
    this.#own = new Float64Array(entities.length);
    this.#pairs = new PairWork(c, this.#ownerOfGeom, this.#factors);
    c.kernel.onLimit = () => this.#checkSolver();
  }

  begin(): void {
    this.#solverLimit = MAX_SOLVER_WORK;
    this.#c.kernel.beginWork(MAX_SOLVER_WORK);
  }

  /** After the broad phase. */
  checkPairs(collision: Collision): void {
    const counts = this.#pairs.count(collision, MAX_PAIR_WORK, SUM_FACTOR * MAX_PAIR_WORK);
    if (counts)
      this.#check(
        counts,
        this.#pairs.own,
        MAX_PAIR_WORK,
        (work) => `${Math.round(work / 1e6)} ms of work on pairs of solids`,
      );
  }

  /** After the engine's collision. */
  checkContacts(count: number): void {
    if (count <= MAX_CONTACTS / 2) return;
    const { contactI: n, contactFields: at } = this.#c;
    const counts = this.#counts.fill(0);
    const own = this.#own.fill(0);
    for (let k = 0; k < count; k++) {
      const geoms = k * (at.bytes >> 2) + at.geom;
      const [a, b] = [this.#geomOwner(n[geoms]), this.#geomOwner(n[geoms + 1])];
      this.#add(counts, a, b, 1);
      if (a === b || a < 0 || b < 0) this.#add(own, a, b, 1);
    }
    this.#check(counts, own, MAX_CONTACTS, (contacts) => `${contacts} contacts, those with itself counted twice`);
  }

  #geomOwner(geom: number): number {
    return geom >= 0 ? this.#ownerOfGeom[geom] : -1;
  }

  /** Contacts within an entity count twice. */
  #add(counts: Float64Array, a: number, b: number, amount: number): void {
    if (a >= 0) counts[a] += amount;
    if (b >= 0) counts[b] += amount;
  }

  /** The solver has reached the limit of its work: an entity has too much of it, or more is allowed. */
  #checkSolver(): number {
    const { kernel } = this.#c;
    try {
      this.#check(
        this.#shareWork(),
        this.#own,
        this.#solverLimit,
        (work) => `${Math.round(work / 1e6)} ms of work in the solver`,
      );
    } catch (problem) {
      if (!(problem instanceof Crowd) || this.#isSearching) throw problem;
      throw this.#findMore(problem);
    }
    return 2 * kernel.work;
  }

  /**
   * Solves the islands that are left, to find all entities that have too much work before the step is repeated without them:
   * one by one each would cost a step. Every one that is found halves the limit of the others.
   */
  #findMore(first: Crowd): Crowd {
    const { kernel } = this.#c;
    const found = [first, ...first.others];
    this.#isSearching = true;
    try {
      const left = new Set(this.#c.views.dof_treeid.keys());
      for (let isDone = false; !isDone; ) {
        this.#dropSolved(left);
        if (left.size === 0) break;
        this.#solverLimit = Math.max(this.#solverLimit / 2, LIGHT_SHARE * MAX_SOLVER_WORK);
        kernel.beginWork(this.#solverLimit);
        try {
          kernel.again(left);
          isDone = true;
        } catch (problem) {
          if (!(problem instanceof Crowd)) throw problem;
          found.push(problem, ...problem.others);
        }
      }
    } finally {
      this.#isSearching = false;
    }
    const [{ entity, found: text }, ...others] = found;
    return new Crowd(entity, text, others);
  }

  /** Takes out degrees of freedom of islands that were worked on, and those without an island. */
  #dropSolved(dofs: Set<number>): void {
    const { works, islands } = this.#c.kernel.readWork();
    const treeOf = this.#c.views.dof_treeid;
    const solved = new Set<number>();
    works.forEach((work, tree) => {
      if (work > 0) solved.add(islands[tree]);
    });
    for (const dof of dofs) {
      const island = islands[treeOf[dof]];
      if (island < 0 || solved.has(island)) dofs.delete(dof);
    }
  }

  /** Work of each island, by the rows of its entities. */
  #shareWork(): Float64Array {
    const c = this.#c;
    const rows = c.rows();
    const { works, islands } = c.kernel.readWork();
    const treeOf = c.views.dof_treeid;
    const workOf = new Float64Array(islands.length);
    works.forEach((work, tree) => {
      if (islands[tree] >= 0) workOf[islands[tree]] += work;
    });
    const sums = new Float64Array(islands.length);
    const visit = (each: (island: number, entity: number, amount: number) => void): void => {
      for (let r = 0; r < rows.count; r++) {
        if (rows.width[r] === 0) continue;
        const first = rows.columns[rows.first[r]];
        const last = rows.columns[rows.first[r] + rows.width[r] - 1];
        const island = islands[treeOf[first]];
        if (island < 0) continue;
        each(island, this.#ownerOfDof[first], 1);
        each(island, this.#ownerOfDof[last], 1);
      }
    };
    // the entity of an island; -2: several
    const ownerOf = new Int32Array(islands.length).fill(-1);
    visit((island, entity, amount) => {
      sums[island] += amount;
      ownerOf[island] = ownerOf[island] === -1 || ownerOf[island] === entity ? entity : -2;
    });
    const [counts, own] = [this.#counts.fill(0), this.#own.fill(0)];
    visit((island, entity, amount) => {
      const work = (amount * workOf[island]) / sums[island];
      counts[entity] += work;
      if (ownerOf[island] === entity) own[entity] += work;
    });
    return counts;
  }

  /**
   * Throws for the entity that is furthest above its limit; among equals the one that joined last. Entities that are above the
   * limit by their `own` work alone go with it. If all heavy entities together ask for too much, the heaviest go.
   */
  #check(counts: Float64Array, own: Float64Array, limit: number, textOf: (count: number) => string): void {
    const order = Array.from(counts.keys()).filter((i) => counts[i] / this.#factors[i] > LIGHT_SHARE * limit);
    order.sort(
      (a, b) => counts[b] / this.#factors[b] - counts[a] / this.#factors[a] || this.#orderOf(b) - this.#orderOf(a),
    );
    let left = 0;
    for (const i of order) if (this.#factors[i] === 1) left += counts[i];
    const guilty: number[] = [];
    for (const [place, i] of order.entries()) {
      const [most, alone] = [counts[i] / this.#factors[i], own[i] / this.#factors[i]];
      const isOverSum = this.#factors[i] === 1 && left > SUM_FACTOR * limit;
      if (!isOverSum && !(most > limit && (place === 0 || alone > limit))) continue;
      guilty.push(i);
      if (this.#factors[i] === 1) left -= counts[i];
    }
    const { entities } = this.#c.layout;
    const [first, ...others] = guilty.map((i) => new Crowd(entities[i].entity.name, textOf(counts[i])));
    if (first) throw new Crowd(first.entity, first.found, others);
  }

  #orderOf(entity: number): number {
    return this.#live.get(this.#c.layout.entities[entity].entity.name)?.order ?? 0;
  }
}
