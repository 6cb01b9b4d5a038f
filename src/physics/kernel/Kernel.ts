// Binds the constraint kernel (assembly/kernel) to one model of the engine: tells it where the arrays are, gives it memory, and
// calls it in place of the engine's own islands and solver. docs/physics.md has the mathematics.

import type { Engine, MjData, MjModel } from "../model/Engine.js";
import { KERNEL_CODE } from "./KernelCode.js";
import * as Layout from "./KernelLayout.js";
import { KernelMemory } from "./KernelMemory.js";
import { tableOf } from "./KernelTable.js";
import { LastForces } from "./LastForces.js";
import { compileWrappers, type IdleExports } from "./Wrappers.js";

export interface KernelExports extends IdleExports {
  modelBytes(dofs: number, trees: number, bodies: number, massEntries: number): number;
  open(table: number, start: number, massEntries: number): void;
  useRowMemory(start: number, bytes: number): void;
  useIslandMemory(start: number, bytes: number): void;
  setSolver(law: number, tolerance: number, maxSteps: number, maxUpdates: number): void;
  useMadeRowMemory(start: number, bytes: number): void;
  factorMass(): void;
  accelerate(): void;
  hideContacts(): void;
  /** 0, or the bytes of memory that are needed to go on; -1: the engine had no memory for its own rows. */
  makeRows(): number;
  /** To call when the Jacobian of a row has changed. */
  updateSpeed(row: number): void;
  prepare(warm: boolean): number;
  solve(): number;
  solveMarked(): number;
  beginWork(limit: number): void;
  islandWork(): number;
  // forces of the last step (LastForces.ts)
  useForceMemory(start: number, slots: number): void;
  forceSlot(): number;
  rememberForces(): number;
  addForce(first: number, second: number, force: number): void;
  motorSides(): number;
  treeMarks(): number;
  treeIslands(): number;
  // collision (Collision.ts)
  broadPhaseBytes(bounded: number, planes: number): number;
  openCollision(table: number): void;
  usePairMemory(start: number, pairs: number): void;
  lookAhead(sec: number): void;
  lookAround(limit: number): number;
  readonly onCount: WebAssembly.Global;
  readonly testCount: WebAssembly.Global;
  closePairs(): number;
  wheelMarks(): number;
  appendPlaneContacts(count: number): number;
  readonly spent: WebAssembly.Global;
  readonly worstIterations: WebAssembly.Global;
  readonly worstResidual: WebAssembly.Global;
  readonly islandsSolved: WebAssembly.Global;
  readonly iterations: WebAssembly.Global;
  readonly updates: WebAssembly.Global;
  readonly fallbacks: WebAssembly.Global;
  readonly late: WebAssembly.Global;
  readonly failures: WebAssembly.Global;
}

export interface SolverOptions {
  /** coulomb: exact friction; convex: the engine's elliptic cone. */
  readonly law: "coulomb" | "convex";
  /** Scaled gradient at which an island is solved. */
  readonly tolerance: number;
  /** Maximum number of Newton steps of an island; as many again for the fallback. */
  readonly maxSteps: number;
  /** Maximum number of updates of the frozen normal forces. */
  readonly maxUpdates: number;
}

const DEFAULT_OPTIONS: SolverOptions = { law: "coulomb", tolerance: 1e-8, maxSteps: 50, maxUpdates: 30 };

/** What the kernel did. */
export interface KernelCounters {
  /** Of the last solve: Newton steps of the island that needed most, and largest scaled gradient that remained. */
  readonly worstIterations: number;
  readonly worstResidual: number;
  // of all solves of this model
  readonly islands: number;
  readonly iterations: number;
  readonly updates: number;
  /** Islands whose friction did not settle and was solved with the convex cone. */
  readonly fallbacks: number;
  /** Islands that ended, after enough steps, with friction limits that differ from their normal forces. */
  readonly late: number;
  /** Islands without a finite solution. */
  readonly failures: number;
}

/** First sizes; all memories grow. */
const MADE_ROW_BYTES = 64 << 10;
const ROW_BYTES = 64 << 10;
const ISLAND_BYTES = 64 << 10;

let loaded: Promise<WebAssembly.Module> | undefined;

/** Compiled once per process. */
export function loadKernelCode(): Promise<WebAssembly.Module> {
  loaded ??= WebAssembly.compile(Uint8Array.from(atob(KERNEL_CODE), (c) => c.charCodeAt(0)));
  return loaded;
}

export class Kernel {
  readonly #memory: WebAssembly.Memory;
  /** The kernel's functions, in an instance of this model. */
  readonly code: KernelExports;
  readonly #own: KernelMemory;
  readonly #madeRows: KernelMemory;
  readonly #rows: KernelMemory;
  readonly #islands: KernelMemory;
  readonly forces: LastForces;
  readonly #trees: number;
  /** By degree of freedom. */
  readonly #treeOf: Int32Array;
  #starved = false;
  /** There was no memory for the rows of this step. */
  #lacksRows = false;
  /** Called when the work of a step has reached its limit: returns the next limit, or throws and gives up the step. */
  onLimit: () => number = () => Number.POSITIVE_INFINITY;

  constructor(engine: Engine, model: MjModel, data: MjData) {
    const { heap } = engine;
    this.#memory = heap.memory;
    this.code = new WebAssembly.Instance(engine.kernelCode, {
      env: { memory: heap.memory, onLimit: () => this.onLimit() },
    }).exports as unknown as KernelExports;
    compileWrappers(this.code);
    this.#trees = model.ntree;
    const { length: entries } = model.M_colind as Int32Array;
    const own = this.code.modelBytes(model.nv, model.ntree, model.nbody, entries);
    this.#own = new KernelMemory(heap, 4 * Layout.SLOTS + 16 + own);
    this.#madeRows = new KernelMemory(heap, MADE_ROW_BYTES);
    this.#rows = new KernelMemory(heap, ROW_BYTES);
    this.#islands = new KernelMemory(heap, ISLAND_BYTES);
    this.forces = new LastForces(this.code, heap);
    if (this.#memories.some(({ bytes }) => bytes === 0)) {
      this.delete();
      throw new Error("no memory for the constraint kernel");
    }
    const table = this.#own.address;
    new Int32Array(heap.memory.buffer, table, Layout.SLOTS).set(tableOf(engine, model, data));
    this.code.open(table, (table + 4 * Layout.SLOTS + 15) & ~15, entries);
    this.code.useMadeRowMemory(this.#madeRows.address, this.#madeRows.bytes);
    this.code.useRowMemory(this.#rows.address, this.#rows.bytes);
    this.code.useIslandMemory(this.#islands.address, this.#islands.bytes);
    this.#treeOf = (model.dof_treeid as Int32Array).slice();
    this.set({});
  }

  set(options: Partial<SolverOptions>): void {
    const { law, tolerance, maxSteps, maxUpdates } = { ...DEFAULT_OPTIONS, ...options };
    const number = law === "coulomb" ? Layout.LAW_COULOMB : Layout.LAW_CONVEX;
    this.code.setSolver(number, tolerance, maxSteps, maxUpdates);
  }

  /** After the engine's mass matrix: its factor, in place of mj_factorM. */
  factorMass(): void {
    this.code.factorMass();
  }

  /** After the engine's velocities: accelerations without constraints, in place of mj_fwdAcceleration. No body may have applied forces. */
  accelerate(): void {
    this.code.accelerate();
  }

  /** Before the engine makes its rows, those of equalities. */
  hideContacts(): void {
    this.code.hideContacts();
  }

  /** After the engine's velocities: makes the rows of joints and contacts. May grow the engine's memory. */
  makeRows(): void {
    const { code } = this;
    let needed = code.makeRows();
    for (; needed > 0; needed = code.makeRows()) {
      if (!this.#madeRows.grow(needed)) break;
      code.useMadeRowMemory(this.#madeRows.address, this.#madeRows.bytes);
    }
    this.#lacksRows = needed !== 0;
  }

  /**
   * Finds the islands of the rows that have a stiffness (D above 0) and sets the accelerations to those without constraints.
   * May grow the engine's memory. False: there is no more.
   */
  prepare(): boolean {
    return this.#prepare(false);
  }

  #prepare(warm: boolean): boolean {
    const code = this.code;
    this.#starved = false;
    for (let needed = code.prepare(warm); needed > 0; needed = code.prepare(warm))
      if (!this.#growRows(needed)) return false;
    return true;
  }

  /** Finds the islands and solves them: accelerations and forces of the rows. May grow the engine's memory. */
  solve(): void {
    const code = this.code;
    if (!this.#prepare(true)) return;
    for (let needed = code.solve(); needed > 0; needed = code.solve()) if (!this.#growIslands(needed)) return;
  }

  /** Solves the islands of the marked degrees of freedom again, with the present targets of their rows. */
  again(dofs: Iterable<number>): void {
    const code = this.code;
    const marks = new Uint8Array(this.#memory.buffer, code.treeMarks(), this.#trees).fill(0);
    for (const dof of dofs) marks[this.#treeOf[dof]] = 1;
    for (let needed = code.solveMarked(); needed > 0; needed = code.solveMarked())
      if (!this.#growIslands(needed)) return;
  }

  // ---- work, counted in units of about a nanosecond

  /** At the start of a step. */
  beginWork(limit: number): void {
    this.code.beginWork(limit);
  }

  /** Since the step began. */
  get work(): number {
    return this.code.spent.value;
  }

  /** Work of the island of each tree that is the first of its island, and the island of each tree. */
  readWork(): { readonly works: Float64Array; readonly islands: Int32Array } {
    const { buffer } = this.#memory;
    return {
      works: new Float64Array(buffer, this.code.islandWork(), this.#trees),
      islands: new Int32Array(buffer, this.code.treeIslands(), this.#trees),
    };
  }

  /** The last step needed more memory than allowed: its result is worthless. */
  get isStarved(): boolean {
    return this.#starved || this.#lacksRows;
  }

  /** Island of a degree of freedom in the last step; -1: no constraint acts on its tree. */
  islandOf(dof: number): number {
    return new Int32Array(this.#memory.buffer, this.code.treeIslands(), this.#trees)[this.#treeOf[dof]];
  }

  /** The same for every degree of freedom. */
  readIslands(out: Int32Array): void {
    const islands = new Int32Array(this.#memory.buffer, this.code.treeIslands(), this.#trees);
    for (let i = 0; i < out.length; i++) out[i] = islands[this.#treeOf[i]];
  }

  /** By degree of freedom: whether its motor was at a bound in the last step: 1 up, -1 down. Valid until the memory grows. */
  readSides(): Float64Array {
    return new Float64Array(this.#memory.buffer, this.code.motorSides(), this.#treeOf.length);
  }

  get counters(): KernelCounters {
    const code = this.code;
    return {
      worstIterations: code.worstIterations.value,
      worstResidual: code.worstResidual.value,
      islands: code.islandsSolved.value,
      iterations: code.iterations.value,
      updates: code.updates.value,
      fallbacks: code.fallbacks.value,
      late: code.late.value,
      failures: code.failures.value,
    };
  }

  delete(): void {
    for (const memory of this.#memories) memory.delete();
  }

  get #memories(): KernelMemory[] {
    return [this.#own, this.#madeRows, this.#rows, this.#islands, this.forces.memory];
  }

  #growRows(needed: number): boolean {
    this.#starved = !this.#rows.grow(needed);
    this.code.useRowMemory(this.#rows.address, this.#rows.bytes);
    return !this.#starved;
  }

  #growIslands(needed: number): boolean {
    this.#starved = !this.#islands.grow(needed);
    this.code.useIslandMemory(this.#islands.address, this.#islands.bytes);
    return !this.#starved;
  }
}
