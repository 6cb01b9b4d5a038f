// Reads figures of a world between two frames, outside of the timed code: contacts, rows, overlap, the solver's iterations and
// its residual.

import { countRows, readSolver } from "../src/physics/Diagnostics.js";
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
    const { iterations, residual } = readSolver(physics);
    this.maxResidual = Math.max(this.maxResidual, residual);
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
