// Movers that meet more force than they may (E3). After a step, the force f against a mover is the sum over its contacts of the
// force against the motion of the surface there. If f exceeds its limit at full speed, the step is undone and done again with a
// share r of the speed, until
//   f(r) = limit,   or r = 0
// So a mover presses with its limit at most, and a load m on it gains (limit - what resists) / m. f grows with r: it is 0 up to
// the speed of what the mover pushes, then almost a line. The share of the last step lies at that bend, so the second
// try starts there, and a secant through two tries above the bend usually ends the search.

import type { ContactNotes } from "../contact/ContactLaw.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import type { Mover } from "./Mover.js";

/** Tries of one step, the one at full speed included. */
const MAX_TRIES = 8;
/** A force between these shares of the limit ends the search. */
const ENOUGH = 0.98;
const SLACK = 1.01;
/** Shares that differ by less are the same. */
const FINEST = 1e-7;

/** A try of one mover: its share of the speed, and by how much the force exceeds the limit, N. */
interface Try {
  readonly rate: number;
  readonly excess: number;
}

/** The search for the share of one mover, between a try below the limit and one above it. */
interface Search {
  rate: number;
  low: Try | undefined;
  high: Try;
  isOver: boolean;
}

export class Blocking {
  readonly #c: CompiledModel;
  readonly #notes: ContactNotes;
  readonly #searches = new Map<string, Search>();
  #tries = 0;
  readonly rates = new Map<string, number>();

  constructor(c: CompiledModel, notes: ContactNotes) {
    this.#c = c;
    this.#notes = notes;
  }

  /** True: the step must be done again with `rates`. */
  look(): boolean {
    this.#tries++;
    let again = false;
    for (const mover of this.#c.surfaces.movers) {
      if (!mover.isLimited) continue;
      const search = this.#searches.get(mover.name);
      if (search?.isOver || (!search && !mover.moves)) continue;
      if (search ? this.#goOn(search, mover) : this.#begin(mover)) again = true;
    }
    return again;
  }

  /** True: it is blocked at full speed. */
  #begin(mover: Mover): boolean {
    const { force: limit } = mover.path;
    const excess = this.#forceOn(mover.geoms) - limit;
    if (excess <= (SLACK - 1) * limit) return false;
    const { lastShare } = mover;
    const search = { rate: lastShare < 1 ? lastShare : 0, low: undefined, high: { rate: 1, excess }, isOver: false };
    this.#searches.set(mover.name, search);
    this.rates.set(mover.name, search.rate);
    return true;
  }

  /** True: another share must be tried. */
  #goOn(search: Search, mover: Mover): boolean {
    const { force: limit } = mover.path;
    const { rate } = search;
    const excess = this.#forceOn(mover.geoms) - limit;
    const isAbove = excess > (SLACK - 1) * limit;
    narrow(search, { rate, excess }, isAbove);
    const { low, high } = search;
    const isFound = !isAbove && excess >= (ENOUGH - 1) * limit;
    const isNarrow = low !== undefined && high.rate - low.rate < FINEST;
    search.isOver = isFound || (isAbove ? rate === 0 : isNarrow || this.#tries >= MAX_TRIES);
    if (search.isOver) return false;
    // the last try is one that is known to keep the limit
    const isLast = isNarrow || this.#tries >= MAX_TRIES - 1;
    search.rate = !low ? 0 : isLast && isAbove ? low.rate : between(low, high);
    this.rates.set(mover.name, search.rate);
    return true;
  }

  /** Force against the motion of these geoms in the step that was done last, N. */
  #forceOn(geoms: readonly number[]): number {
    const { contactF: f, contactI: n, contactFields: at, surfaces } = this.#c;
    const { force } = this.#c.rows();
    const { geom1, geom2, count } = this.#notes;
    let sum = 0;
    for (let k = 0; k < count; k++) {
      const second = geoms.includes(geom2[k]);
      if (!second && !geoms.includes(geom1[k])) continue;
      const row = n[k * (at.bytes >> 2) + at.efcAddress];
      if (row < 0) continue;
      const [fk, dim] = [k * (at.bytes >> 3), n[k * (at.bytes >> 2) + at.dim]];
      surfaces.measureWanted(second ? geom2[k] : geom1[k], f[fk + at.pos], f[fk + at.pos + 1], f[fk + at.pos + 2]);
      const speed = Math.sqrt(surfaces.x * surfaces.x + surfaces.y * surfaces.y + surfaces.z * surfaces.z);
      if (speed === 0) continue;
      for (let q = 0; q < Math.min(dim, 3); q++) {
        const axis = fk + at.frame + 3 * q;
        const along = (f[axis] * surfaces.x + f[axis + 1] * surfaces.y + f[axis + 2] * surfaces.z) / speed;
        sum += (second ? -1 : 1) * force[row + q] * along;
      }
    }
    return sum;
  }
}

/**
 * Takes a try as an end of the search. If the other end stays twice, its excess counts half, so that the ends close in from both
 * sides (the Illinois variant of regula falsi).
 */
function narrow(search: Search, one: Try, isAbove: boolean): void {
  const { low, high } = search;
  if (isAbove) {
    if (low && high.rate < 1) search.low = { ...low, excess: low.excess / 2 };
    search.high = one;
  } else {
    if (low) search.high = { ...high, excess: high.excess / 2 };
    search.low = one;
  }
}

/** The share at which the line through both ends meets the limit. */
const between = (low: Try, high: Try): number =>
  low.rate + (Math.min(low.excess, 0) / (Math.min(low.excess, 0) - high.excess)) * (high.rate - low.rate);
