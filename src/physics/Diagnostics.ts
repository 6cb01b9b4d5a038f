// Figures of engine and kernel for benchmarks and tests: memory, contacts, rows, iterations, how well the laws of contact hold.
// Simulations do not need them. Reading changes no state.

import { type ContactErrors, measureContactLaws } from "./kernel/ContactLaws.js";
import type { KernelCounters } from "./kernel/Kernel.js";
import type { CompiledModel } from "./model/CompiledModel.js";
import { SOLVER_POINTERS } from "./model/DataFields.js";
import type { MainModule } from "./model/Engine.js";
import type { Physics } from "./Physics.js";
import { INTERNALS } from "./state/LiveModel.js";

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

/** The constraint kernel, to measure its calls. */
export function kernelOf(physics: Physics): { solve(): void } {
  return physics[INTERNALS].compiled.kernel;
}

/** What the constraint kernel did, since the model was compiled. */
export function readSolver(physics: Physics): KernelCounters {
  return physics[INTERNALS].compiled.kernel.counters;
}

/** How well the last step fulfils the laws of contact: with our kernel, and with the engine's solver on the same rows. */
export function compareSolvers(physics: Physics): { readonly kernel: ContactErrors; readonly engine: ContactErrors } {
  const c = physics[INTERNALS].compiled;
  const { mj } = c.engine;
  const kernel = measureContactLaws(c);
  const { qacc, qacc_warmstart } = c.views;
  const { force } = c.rows();
  const kept = [qacc, qacc_warmstart, force].map((values) => values.slice());
  const takeBack = lendArrays(c);
  mj.mj_island(c.model, c.data);
  mj.mj_fwdConstraint(c.model, c.data);
  c.refresh();
  const engine = measureContactLaws(c);
  takeBack();
  c.views.qacc.set(kept[0]);
  c.views.qacc_warmstart.set(kept[1]);
  c.rows().force.set(kept[2]);
  return { kernel, engine };
}

/** Gives the engine's solver zeroed arrays for the rows that the kernel has made. Returns how to take them back. */
function lendArrays(c: CompiledModel): () => void {
  const { heap } = c.engine;
  const names = Object.keys(SOLVER_POINTERS) as (keyof typeof SOLVER_POINTERS)[];
  const count = c.words[c.fields.nefc];
  const own = names.map((name) => c.words[c.fields[name]]);
  const lent = names.map((name) => heap.malloc(SOLVER_POINTERS[name] * count + 8));
  c.refresh();
  names.forEach((name, i) => {
    new Uint8Array(heap.memory.buffer, lent[i], SOLVER_POINTERS[name] * count).fill(0);
    c.words[c.fields[name]] = lent[i];
  });
  return () => {
    names.forEach((name, i) => {
      c.words[c.fields[name]] = own[i];
      heap.free(lent[i]);
    });
  };
}
