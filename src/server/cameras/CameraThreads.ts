// Renders pictures in several threads over one shared memory (S4). A picture that will be read is started when it is
// taken and drawn while physics continues. A reader that needs its bytes before a thread has started draws it itself,
// and draws other pictures while it waits. The pixels do not depend on the thread. Only this thread allocates memory
// and job slots.

import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { viewFor } from "../../render/lens/Lens.js";
import type { CameraRenderer, Picture, PictureSpec } from "../../render/picture/Picture.js";
import { channelsOf, pictureBytes, prepareFormats } from "../../render/picture/PictureFormat.js";
import { PictureRenderer } from "../../render/picture/PictureRenderer.js";
import type { SceneState } from "../../render/raster/CompiledScene.js";
import { Rasteriser } from "../../render/raster/Rasteriser.js";
import { RasterMemory } from "../../render/raster/RasterMemory.js";
import { loadRasterCode, RasterThread } from "../../render/raster/RasterThread.js";
import { packageRoot } from "../PackageRoot.js";
import {
  type CameraJob,
  DONE,
  FAILED,
  FREE,
  JOBS,
  LENGTHS_AT,
  MAX_SCENE_STATES,
  nextTag,
  PREPARING,
  QUEUED,
  renderJob,
  SCENE_STATES_AT,
  STATES,
  stateOf,
  TAKEN,
  type ThreadStart,
  takeJob,
  UNPREPARED,
  waitWhile,
} from "./CameraJob.js";

interface DrawThread {
  readonly worker: Worker;
  readonly scratch: number;
  /** Jobs posted to the thread that are not collected yet. */
  jobs: number;
}

interface PlacedState {
  readonly at: number;
  readonly slot: number;
  jobs: number;
}

interface OpenJob {
  readonly job: CameraJob;
  readonly picture: ThreadPicture;
  readonly sceneState: SceneState;
  readonly drawThread: DrawThread;
}

export class CameraThreads implements CameraRenderer {
  readonly #code: WebAssembly.Module;
  readonly #memory = new RasterMemory();
  readonly #states = new Int32Array(new SharedArrayBuffer(4 * STATES));
  readonly #pictureRenderer = new PictureRenderer();
  readonly #thread: RasterThread;
  readonly #scratch: number;
  readonly #wanted: number;
  readonly #workers: Worker[] = [];
  /** Threads that are ready. */
  readonly #drawThreads: DrawThread[] = [];
  readonly #sceneStates = new Map<SceneState, PlacedState>();
  readonly #jobs = new Map<number, OpenJob>();
  /** For motion blur and rolling shutter, whose scene states are not shared. */
  #ownRasteriser: Rasteriser | undefined;
  #started: Promise<unknown> | undefined;
  #isClosed = false;
  #nextSlot = 0;
  #tag = 0;
  #rendered = 0;

  /** `threads`: number in addition to this one; default: one less than the cores. They start with the first picture. */
  static async create(threads = availableParallelism() - 1): Promise<CameraThreads> {
    const [code] = await Promise.all([loadRasterCode(), prepareFormats()]);
    return new CameraThreads(code, threads);
  }

  private constructor(code: WebAssembly.Module, threads: number) {
    this.#code = code;
    this.#wanted = threads;
    this.#scratch = this.#memory.addScratch();
    this.#thread = RasterThread.from(code, this.#memory.memory, this.#scratch);
  }

  /** Resolves when all threads are ready; waiting for it is optional. */
  start(): Promise<unknown> {
    this.#started ??= Promise.all(Array.from({ length: this.#wanted }, () => this.#addDrawThread()));
    return this.#started;
  }

  async #addDrawThread(): Promise<void> {
    const scratch = this.#memory.addScratch();
    const start: ThreadStart = { memory: this.#memory.memory, code: this.#code, scratch, states: this.#states };
    const worker = new Worker(threadFile(), { workerData: start });
    worker.unref();
    this.#workers.push(worker);
    // a thread that fails to start is left out
    const isReady = await new Promise<boolean>((resolve) => {
      worker.once("message", () => resolve(true));
      worker.once("error", () => resolve(false));
      worker.once("exit", () => resolve(false));
    });
    if (!isReady || this.#isClosed) return;
    const drawThread = { worker, scratch, jobs: 0 };
    this.#drawThreads.push(drawThread);
    worker.once("exit", () => this.#dropThread(drawThread));
  }

  get rendered(): number {
    return this.#rendered;
  }

  get threads(): number {
    return this.#drawThreads.length;
  }

  /** Allocated bytes of the shared memory. */
  get memoryUsed(): number {
    return this.#memory.used;
  }

  /** Resolves when all started pictures are drawn. */
  async whenIdle(): Promise<void> {
    for (this.#collectFinished(); this.#jobs.size > 0; this.#collectFinished())
      await new Promise((resolve) => setTimeout(resolve, 1));
  }

  take(spec: PictureSpec): Picture {
    return new ThreadPicture(spec, this);
  }

  /** Posts the job to the least busy thread, if there is a free slot. */
  begin(picture: ThreadPicture): void {
    const { spec } = picture;
    const { exposureMS, readoutMS } = spec.lens;
    void this.start();
    this.#collectFinished();
    if (exposureMS > 0 || readoutMS > 0 || this.#drawThreads.length === 0 || this.#jobs.size >= JOBS) return;
    const sceneState = this.#place(spec.sceneState);
    if (!sceneState) return;
    const drawThread = this.#drawThreads.reduce((best, one) => (one.jobs < best.jobs ? one : best));
    const { width, height, format } = spec;
    const at = this.#memory.addPicture(sceneState.at, viewFor(spec.lens, spec), channelsOf(spec.shows ?? format));
    if (!this.#memory.fitsScratch(drawThread.scratch, sceneState.at, at)) {
      this.#drain(drawThread);
      this.#memory.fitScratch(drawThread.scratch, sceneState.at, at);
    }
    const bufferBytes = pictureBytes(format, width, height);
    this.#tag = nextTag(this.#tag);
    const { sceneState: _, velocities: __, velocity: ___, ...sent } = spec;
    const job: CameraJob = {
      slot: this.#freeSlot(),
      tag: this.#tag,
      stateSlot: sceneState.slot,
      sceneState: sceneState.at,
      picture: at,
      buffer: this.#memory.addBuffer(bufferBytes),
      bufferBytes,
      spec: sent,
    };
    sceneState.jobs++;
    drawThread.jobs++;
    this.#jobs.set(job.slot, { job, picture, sceneState: spec.sceneState, drawThread });
    picture.slot = job.slot;
    Atomics.store(this.#states, job.slot, job.tag + QUEUED);
    drawThread.worker.postMessage(job);
  }

  isDone({ slot }: ThreadPicture): boolean {
    const open = slot === undefined ? undefined : this.#jobs.get(slot);
    return open !== undefined && stateOf(this.#states, open.job) === DONE;
  }

  /** The bytes of a picture; renders or waits as needed. */
  finish(picture: ThreadPicture): Uint8Array {
    const open = picture.slot === undefined ? undefined : this.#jobs.get(picture.slot);
    if (!open) return this.#renderAlone(picture.spec);
    if (takeJob(this.#states, open.job)) this.#renderHere(open);
    else this.#waitFor(open);
    return picture.done ?? this.#renderAlone(picture.spec);
  }

  /** Another thread draws it: meanwhile draw jobs that no thread has started, the last first. */
  #waitFor({ job, drawThread }: OpenJob): void {
    for (const other of [...this.#jobs.values()].reverse()) {
      if (stateOf(this.#states, job) !== TAKEN) break;
      if (takeJob(this.#states, other.job)) this.#renderHere(other);
    }
    if (!waitWhile(this.#states, job.slot, job.tag + TAKEN)) this.#dropThread(drawThread);
    this.#collectFinished();
  }

  #renderHere(open: OpenJob): void {
    const { job, picture } = open;
    const [{ memory }, states, thread, pictureRenderer] = [
      this.#memory,
      this.#states,
      this.#thread,
      this.#pictureRenderer,
    ];
    this.#memory.fitScratch(this.#scratch, job.sceneState, job.picture);
    try {
      picture.done = renderJob(job, { memory, states, thread, pictureRenderer });
      this.#rendered++;
    } finally {
      this.#remove(open);
    }
  }

  #renderAlone(spec: PictureSpec): Uint8Array {
    this.#ownRasteriser ??= Rasteriser.from(this.#code);
    this.#rendered++;
    return this.#pictureRenderer.render(spec, this.#ownRasteriser);
  }

  // ---- jobs and scene states

  /** Collects the results of finished jobs. */
  #collectFinished(): void {
    for (const open of this.#jobs.values()) {
      const state = stateOf(this.#states, open.job);
      if (state !== DONE && state !== FAILED) continue;
      if (state === DONE) {
        const { slot, buffer } = open.job;
        open.picture.done = this.#memory.readBuffer(buffer, Atomics.load(this.#states, LENGTHS_AT + slot)).slice();
        this.#rendered++;
      }
      this.#remove(open);
    }
  }

  #remove({ job, picture, sceneState, drawThread }: OpenJob): void {
    this.#jobs.delete(job.slot);
    picture.slot = undefined;
    drawThread.jobs--;
    this.#memory.removePicture(job.picture);
    this.#memory.removeBuffer(job.buffer);
    Atomics.store(this.#states, job.slot, FREE);
    const placed = this.#sceneStates.get(sceneState);
    if (placed && --placed.jobs === 0) this.#removeUnusedStates();
  }

  /** Waits until the thread is idle; jobs it has not started are drawn here. */
  #drain(drawThread: DrawThread): void {
    for (const open of [...this.#jobs.values()]) {
      if (open.drawThread !== drawThread) continue;
      const { slot, tag } = open.job;
      if (takeJob(this.#states, open.job)) this.#renderHere(open);
      else if (!waitWhile(this.#states, slot, tag + TAKEN)) this.#dropThread(drawThread);
    }
    this.#collectFinished();
  }

  /** Drops a thread that has ended or does not answer; its jobs are drawn when their bytes are read. */
  #dropThread(drawThread: DrawThread): void {
    const at = this.#drawThreads.indexOf(drawThread);
    if (at < 0) return;
    this.#drawThreads.splice(at, 1);
    void drawThread.worker.terminate();
    // a scene state that the thread was preparing is never used again
    for (const [sceneState, { slot }] of this.#sceneStates)
      if (Atomics.load(this.#states, SCENE_STATES_AT + slot) === PREPARING) this.#sceneStates.delete(sceneState);
    for (const open of [...this.#jobs.values()]) if (open.drawThread === drawThread) this.#remove(open);
  }

  #place(sceneState: SceneState): PlacedState | undefined {
    const known = this.#sceneStates.get(sceneState);
    if (known) return known;
    const taken = new Set([...this.#sceneStates.values()].map(({ slot }) => slot));
    const slot = Array.from({ length: MAX_SCENE_STATES }, (_, i) => i).find((i) => !taken.has(i));
    if (slot === undefined) return undefined;
    const placed = { at: this.#memory.addSceneState(sceneState), slot, jobs: 0 };
    Atomics.store(this.#states, SCENE_STATES_AT + slot, UNPREPARED);
    this.#sceneStates.set(sceneState, placed);
    this.#removeUnusedStates();
    return placed;
  }

  /** Removes unused states except the newest, which keeps the scene in memory for the next one. */
  #removeUnusedStates(): void {
    const newest = [...this.#sceneStates.keys()].at(-1);
    for (const [sceneState, { at, jobs }] of this.#sceneStates) {
      if (jobs > 0 || sceneState === newest) continue;
      this.#memory.removeSceneState(at);
      this.#sceneStates.delete(sceneState);
    }
  }

  #freeSlot(): number {
    while (this.#jobs.has(this.#nextSlot)) this.#nextSlot = (this.#nextSlot + 1) % JOBS;
    const slot = this.#nextSlot;
    this.#nextSlot = (slot + 1) % JOBS;
    return slot;
  }

  close(): void {
    this.#isClosed = true;
    this.#drawThreads.length = 0;
    // jobs of threads that end are settled, so that no caller waits for them
    for (const { picture } of this.#jobs.values()) picture.slot = undefined;
    this.#jobs.clear();
    for (const worker of this.#workers.splice(0)) void worker.terminate();
  }
}

class ThreadPicture implements Picture {
  readonly spec: PictureSpec;
  readonly #threads: CameraThreads;
  /** Slot of its job; undefined without one. */
  slot: number | undefined;
  done: Uint8Array | undefined;

  constructor(spec: PictureSpec, threads: CameraThreads) {
    this.spec = spec;
    this.#threads = threads;
  }

  begin(): void {
    if (!this.done && this.slot === undefined) this.#threads.begin(this);
  }

  get isReady(): boolean {
    return this.done !== undefined || this.#threads.isDone(this);
  }

  bytes(): Uint8Array {
    this.done ??= this.#threads.finish(this);
    return this.done;
  }
}

/** The built file even when running from sources: worker threads cannot load TypeScript. */
function threadFile(): string | URL {
  const here = new URL("./CameraThread.js", import.meta.url);
  return fileURLToPath(here).includes("/dist/")
    ? here
    : new URL(`file://${packageRoot()}/dist/src/server/cameras/CameraThread.js`);
}
