// Looks at a world between two frames, outside of what is timed: contacts, rows, overlap, the solver's iterations and
// what it left undone.

import type { Physics } from "../src/physics/Physics.js";

/** The engine keeps this many iterations for each of its first islands. */
const SOLVER_KEEPS = 200;
const ISLANDS_KEPT = 20;

export class SceneProbe {
  leastContacts = Number.POSITIVE_INFINITY;
  mostPenetration = 0;
  mostSpeed = 0;
  mostResidual = 0;
  #frames = 0;
  #contacts = 0;
  #rows = 0;
  #iterations = 0;
  #solverFrames = 0;

  look(physics: Physics, speeds: Iterable<number>): void {
    const { data, contactF, contactFields } = physics.compiled;
    const { ncon } = data;
    const wide = contactFields.bytes >> 3;
    for (let k = 0; k < ncon; k++) this.mostPenetration = Math.max(this.mostPenetration, -contactF[k * wide]);
    for (const speed of speeds) this.mostSpeed = Math.max(this.mostSpeed, speed);
    this.leastContacts = Math.min(this.leastContacts, ncon);
    this.#frames++;
    this.#contacts += ncon;
    this.#rows += data.nefc;
    if (this.#frames % 10 === 0) this.#lookAtSolver(physics);
  }

  /** Iterations of the island that needed most (the list is the engine's own, its records are copies); the residual is the solver's scaled gradient after the last one. */
  #lookAtSolver(physics: Physics): void {
    const { data } = physics.compiled;
    const iterations = data.solver_niter as Int32Array;
    const stats = data.solver;
    let most = 0;
    for (let island = 0; island < Math.min(ISLANDS_KEPT, Math.max(1, data.nisland)); island++) {
      const count = iterations[island];
      most = Math.max(most, count);
      if (count === 0) continue;
      const last = stats.get(island * SOLVER_KEEPS + Math.min(count, SOLVER_KEEPS) - 1);
      if (!last) continue;
      this.mostResidual = Math.max(this.mostResidual, last.gradient);
      last.delete();
    }
    this.#iterations += most;
    this.#solverFrames++;
  }

  get contacts(): number {
    return this.#contacts / this.#frames;
  }
  get rows(): number {
    return this.#rows / this.#frames;
  }
  get iterations(): number {
    return this.#iterations / Math.max(1, this.#solverFrames);
  }
}
