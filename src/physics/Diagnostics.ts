// Figures of the engine for benchmarks and tests: memory, contacts, rows, iterations of the solver. Simulations do not need
// them. Reading changes no state.

import type { MainModule } from "./model/Engine.js";
import type { Physics } from "./Physics.js";
import { INTERNALS } from "./state/LiveModel.js";

/** The engine keeps statistics of this many iterations for each of its first islands. */
const ITERATIONS_KEPT = 200;
const ISLANDS_KEPT = 20;

/** Size of the engine's memory, which all worlds of a process share. */
export function engineBytes(physics: Physics): number {
  return physics[INTERNALS].compiled.views.qpos.buffer.byteLength;
}

/** The module of the engine, to measure its calls. */
export function engineModule(physics: Physics): MainModule {
  return physics[INTERNALS].compiled.engine.mj;
}

/** Contacts and constraint rows of the last step. */
export function countRows(physics: Physics): { readonly contacts: number; readonly rows: number } {
  const { data } = physics[INTERNALS].compiled;
  return { contacts: data.ncon, rows: data.nefc };
}

interface SolverFigures {
  /** Of the island that needed most. */
  readonly iterations: number;
  /** Largest scaled gradient after the last iteration of an island. */
  readonly residual: number;
}

/** Statistics of the solver in the last step. */
export function readSolver(physics: Physics): SolverFigures {
  const { data } = physics[INTERNALS].compiled;
  const counts = data.solver_niter as Int32Array;
  // the list belongs to the engine, its records are copies
  const stats = data.solver;
  let [iterations, residual] = [0, 0];
  for (let island = 0; island < Math.min(ISLANDS_KEPT, Math.max(1, data.nisland)); island++) {
    const count = counts[island];
    iterations = Math.max(iterations, count);
    if (count === 0) continue;
    const last = stats.get(island * ITERATIONS_KEPT + Math.min(count, ITERATIONS_KEPT) - 1);
    if (!last) continue;
    residual = Math.max(residual, last.gradient);
    last.delete();
  }
  return { iterations, residual };
}
