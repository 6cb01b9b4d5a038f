// Reads figures of a world between two frames, outside of the timed code: contacts, rows, overlap, the solver's iterations, its
// residual, and how well the laws of contact hold.

import { compareSolvers, countRows, readSolver } from "../src/physics/Diagnostics.js";
import type { Physics } from "../src/physics/Physics.js";
import { largestOverlap } from "../src/physics/Queries.js";

export class SceneProbe {
  minContacts = Number.POSITIVE_INFINITY;
  maxPenetration = 0;
  maxSpeed = 0;
  maxResidual = 0;
  #frames = 0;
  #contacts = 0;
  #rows = 0;
  #iterations = 0;
  #solverFrames = 0;
  #islands = 0;
  #fallbacks = 0;
  #late = 0;
  /** By sampled frame: the largest errors among the contacts. */
  readonly #errors: { kernel: number[][]; engine: number[][] } = { kernel: [], engine: [] };

  look(physics: Physics, speeds: Iterable<number>): void {
    const { contacts, rows } = countRows(physics);
    this.maxPenetration = Math.max(this.maxPenetration, largestOverlap(physics));
    for (const speed of speeds) this.maxSpeed = Math.max(this.maxSpeed, speed);
    this.minContacts = Math.min(this.minContacts, contacts);
    this.#frames++;
    this.#contacts += contacts;
    this.#rows += rows;
    if (this.#frames % 10 === 0) this.#lookAtSolver(physics);
  }

  #lookAtSolver(physics: Physics): void {
    const { worstIterations, worstResidual, islands, fallbacks, late } = readSolver(physics);
    this.maxResidual = Math.max(this.maxResidual, worstResidual);
    this.#iterations += worstIterations;
    this.#islands = islands;
    this.#fallbacks = fallbacks;
    this.#late = late;
    this.#solverFrames++;
    const { kernel, engine } = compareSolvers(physics);
    for (const [list, { signorini, coulomb, dissipation }] of [
      [this.#errors.kernel, kernel],
      [this.#errors.engine, engine],
    ] as const)
      list.push([signorini, coulomb, dissipation]);
  }

  get contacts(): number {
    return this.#contacts / this.#frames;
  }
  get rows(): number {
    return this.#rows / this.#frames;
  }
  /** Islands solved with the convex cone, as a share of all. */
  get fallbackShare(): number {
    return this.#fallbacks / Math.max(1, this.#islands);
  }
  /** Islands that ended before friction had settled. */
  get lateShare(): number {
    return this.#late / Math.max(1, this.#islands);
  }
  /** Errors of the laws of contact: Signorini, Coulomb, dissipation; medians of the sampled frames. */
  get laws(): { readonly kernel: readonly number[]; readonly engine: readonly number[] } {
    return { kernel: medians(this.#errors.kernel), engine: medians(this.#errors.engine) };
  }
  get iterations(): number {
    return this.#iterations / Math.max(1, this.#solverFrames);
  }
}

const medians = (list: readonly (readonly number[])[]): number[] =>
  [0, 1, 2].map((k) => list.map((one) => one[k]).sort((a, b) => a - b)[list.length >> 1] ?? 0);
