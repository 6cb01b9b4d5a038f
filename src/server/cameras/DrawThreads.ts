// The worker threads that draw pictures (CameraThread.ts): started with the first picture, picked by their load, dropped when they end.

import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { RasterMemory } from "../../render/raster/RasterMemory.js";
import { packageRoot } from "../PackageRoot.js";
import type { ThreadStart } from "./CameraJob.js";

export interface DrawThread {
  readonly worker: Worker;
  readonly scratch: number;
  /** Cost of the jobs that were posted to the thread and are not collected yet. */
  load: number;
}

export interface DrawThreadOptions {
  readonly count: number;
  readonly code: WebAssembly.Module;
  /** States of the jobs, shared with the threads. */
  readonly states: Int32Array;
  /** A thread that was ready has ended. */
  readonly onExit: (drawThread: DrawThread) => void;
}

/** Larger views are drawn by the first thread. */
const LARGE_PIXELS = 1 << 20;

export class DrawThreads {
  readonly #options: DrawThreadOptions;
  readonly #workers: Worker[] = [];
  readonly #ready: DrawThread[] = [];
  #started: Promise<unknown> | undefined;
  #hasStarted = false;

  constructor(options: DrawThreadOptions) {
    this.#options = options;
  }

  /** Starts them over this memory, unless they have been started. Resolves when all are ready or have failed. */
  start(memory: RasterMemory): Promise<unknown> {
    if (this.#started) return this.#started;
    const all = Array.from({ length: this.#options.count }, () => this.#add(memory));
    const started = Promise.all(all).then(() => {
      if (this.#started === started) this.#hasStarted = true;
    });
    this.#started = started;
    return started;
  }

  async #add(raster: RasterMemory): Promise<void> {
    const { code, states, onExit } = this.#options;
    const scratch = raster.addScratch();
    const start: ThreadStart = { memory: raster.memory, code, scratch, states };
    const worker = new Worker(threadFile(), { workerData: start });
    worker.unref();
    this.#workers.push(worker);
    // a thread that fails to start is left out
    const isReady = await new Promise<boolean>((resolve) => {
      worker.once("message", () => resolve(true));
      worker.once("error", () => resolve(false));
      worker.once("exit", () => resolve(false));
    });
    if (!isReady || !this.#workers.includes(worker)) return;
    const drawThread = { worker, scratch, load: 0 };
    this.#ready.push(drawThread);
    worker.once("exit", () => onExit(drawThread));
  }

  /** Number of threads that are ready. */
  get ready(): number {
    return this.#ready.length;
  }

  /** True: a thread draws pictures, or will when it has started. */
  get isWorking(): boolean {
    return this.#options.count > 0 && (!this.#hasStarted || this.#ready.length > 0);
  }

  /** The least busy thread. Large pictures take the first one, so that only one needs the memory for them. */
  pick(pixels: number): DrawThread {
    if (pixels > LARGE_PIXELS) return this.#ready[0];
    return this.#ready.reduce((best, one) => (one.load < best.load ? one : best));
  }

  /** Ends a thread; false: it was dropped before. */
  drop(drawThread: DrawThread): boolean {
    const at = this.#ready.indexOf(drawThread);
    if (at < 0) return false;
    this.#ready.splice(at, 1);
    void drawThread.worker.terminate();
    return true;
  }

  /** Ends all; the next start begins anew. */
  stop(): void {
    this.#ready.length = 0;
    for (const worker of this.#workers.splice(0)) void worker.terminate();
    this.#started = undefined;
    this.#hasStarted = false;
  }
}

/** The built file even when running from sources: worker threads cannot load TypeScript. */
function threadFile(): string | URL {
  const here = new URL("./CameraThread.js", import.meta.url);
  return fileURLToPath(here).includes("/dist/")
    ? here
    : new URL(`file://${packageRoot()}/dist/src/server/cameras/CameraThread.js`);
}
