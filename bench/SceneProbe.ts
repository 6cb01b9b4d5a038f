// Looks at a world between two frames, outside of what is timed: contacts, rows, overlap, the solver's iterations and
// what it left undone.

import { countRows, readSolver } from "../src/physics/Diagnostics.js";
import type { Physics } from "../src/physics/Physics.js";
import { largestOverlap } from "../src/physics/Queries.js";

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
    const { contacts, rows } = countRows(physics);
    this.mostPenetration = Math.max(this.mostPenetration, largestOverlap(physics));
    for (const speed of speeds) this.mostSpeed = Math.max(this.mostSpeed, speed);
    this.leastContacts = Math.min(this.leastContacts, contacts);
    this.#frames++;
    this.#contacts += contacts;
    this.#rows += rows;
    if (this.#frames % 10 === 0) this.#lookAtSolver(physics);
  }

  #lookAtSolver(physics: Physics): void {
    const { iterations, residual } = readSolver(physics);
    this.mostResidual = Math.max(this.mostResidual, residual);
    this.#iterations += iterations;
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
