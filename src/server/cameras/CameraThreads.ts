// Renders pictures in several threads over one shared memory (S4). A picture that will be read is started when it is
// taken and drawn while physics continues. A reader that needs its bytes before a thread has started draws it itself,
// and draws other pictures while it waits. The pixels do not depend on the thread. Only this thread allocates memory
// and job slots.

import { availableParallelism } from "node:os";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { boundingShape } from "../../render/lens/LensTable.js";
import { type CameraRenderer, drawingCost, type Picture, type PictureSpec } from "../../render/picture/Picture.js";
import { channelsOf, pictureBytes, prepareFormats } from "../../render/picture/PictureFormat.js";
import { PictureRenderer } from "../../render/picture/PictureRenderer.js";
import type { SceneState } from "../../render/raster/CompiledScene.js";
import { Rasteriser } from "../../render/raster/Rasteriser.js";
import { RasterMemory } from "../../render/raster/RasterMemory.js";
import { loadRasterCode, RasterThread } from "../../render/raster/RasterThread.js";
import { pinhole } from "../../render/raster/View.js";
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
  /** Cost of the jobs that were posted to the thread and are not collected yet. */
  load: number;
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
  /** Wall-clock time of its start, ms. */
  readonly sinceMs: number;
}

/** A wait for pictures of this cost is short. */
const SHORT_LOAD = 1 << 18;
/** Larger views are drawn by the first thread. */
const LARGE_PIXELS = 1 << 20;
/** Results that are copied before another picture is started, bytes. */
const MAX_COLLECTED = 4 << 20;
/** A thread that takes longer for a picture is given up, ms. */
const MAX_JOB_MS = 60_000;
/** A memory above this size is given up after this time without a picture, bytes and ms. */
const [LARGE_MEMORY, SHRINK_MS] = [128 << 20, 3000];
const NO_POSES = new Float64Array(0);

export class CameraThreads implements CameraRenderer {
  readonly #code: WebAssembly.Module;
  #memory = new RasterMemory();
  readonly #states = new Int32Array(new SharedArrayBuffer(4 * STATES));
  readonly #pictureRenderer = new PictureRenderer();
  #thread: RasterThread;
  #scratch: number;
  readonly #wanted: number;
  readonly #workers: Worker[] = [];
  /** Threads that are ready. */
  readonly #drawThreads: DrawThread[] = [];
  readonly #sceneStates = new Map<SceneState, PlacedState>();
  readonly #jobs = new Map<number, OpenJob>();
  /** For pictures without a job. */
  #ownRasteriser: Rasteriser | undefined;
  #started: Promise<unknown> | undefined;
  #hasStarted = false;
  #isClosed = false;
  #shrinking: NodeJS.Timeout | undefined;
  #nextSlot = 0;
  #tag = 0;
  #rendered = 0;

  /** `threads`: number in addition to this one; default: one less than the cores, at least one. They start with the first picture. */
  static async create(threads = Math.max(1, availableParallelism() - 1)): Promise<CameraThreads> {
    const [code] = await Promise.all([loadRasterCode(), prepareFormats()]);
    return new CameraThreads(code, threads);
  }

  private constructor(code: WebAssembly.Module, threads: number) {
    this.#code = code;
    this.#wanted = threads;
    this.#scratch = this.#memory.addScratch();
    this.#thread = RasterThread.from(code, this.#memory.memory, this.#scratch);
  }

  /**
   * A memory never shrinks. One that large pictures have made grow is given up with its threads when it has not been used for a
   * while; the next picture starts new ones.
   */
  #planShrinking(): void {
    clearTimeout(this.#shrinking);
    this.#shrinking = setTimeout(() => {
      if (this.#isClosed) return;
      // pictures of robots that have left are not read
      this.#collectFinished();
      if (this.#jobs.size > 0) {
        this.#planShrinking();
        return;
      }
      this.#drawThreads.length = 0;
      for (const worker of this.#workers.splice(0)) void worker.terminate();
      this.#sceneStates.clear();
      this.#ownRasteriser = undefined;
      this.#memory = new RasterMemory();
      this.#scratch = this.#memory.addScratch();
      this.#thread = RasterThread.from(this.#code, this.#memory.memory, this.#scratch);
      this.#started = undefined;
      this.#hasStarted = false;
    }, SHRINK_MS).unref();
  }

  /** Resolves when all threads are ready; waiting for it is optional. */
  start(): Promise<unknown> {
    if (this.#started) return this.#started;
    const started = Promise.all(Array.from({ length: this.#wanted }, () => this.#addDrawThread())).then(() => {
      if (this.#started === started) this.#hasStarted = true;
    });
    this.#started = started;
    return started;
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
    if (!isReady || !this.#workers.includes(worker)) return;
    const drawThread = { worker, scratch, load: 0 };
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

  /** Posts the job to the least busy thread. Changes nothing if there is no thread, slot or memory for it now. */
  begin(picture: ThreadPicture): void {
    const { spec } = picture;
    void this.start();
    this.#collectFinished(MAX_COLLECTED);
    if (this.#drawThreads.length === 0 || this.#jobs.size >= JOBS) return;
    try {
      const placed = this.#placeJob(spec);
      if (!placed) return;
      const { job, drawThread, sceneState } = placed;
      drawThread.load += drawingCost(spec);
      this.#jobs.set(job.slot, { job, picture, sceneState, drawThread, sinceMs: performance.now() });
      picture.slot = job.slot;
      Atomics.store(this.#states, job.slot, job.tag + QUEUED);
      drawThread.worker.postMessage(job);
      if (this.#memory.size > LARGE_MEMORY) this.#planShrinking();
    } catch (problem) {
      // the memory is full, or the lens is wrong: the reader of the bytes gets the error
      if (!(problem instanceof RangeError) || this.#jobs.size === 0) picture.hasFailed = true;
    }
  }

  /** Undefined: the threads are busy. */
  #placeJob(spec: PictureSpec): Pick<OpenJob, "job" | "drawThread" | "sceneState"> | undefined {
    const { format, lens } = spec;
    const isSmeared = lens.exposureMS > 0 || lens.readoutMS > 0;
    const view = { ...pinhole(spec.pose, spec.width, spec.height, spec.fovDeg), ...boundingShape(lens, spec) };
    const pixels = view.width * view.height;
    if (!this.#memory.hasRoom(pixels, spec.sceneState.scene)) throw new RangeError("the memory for pictures is full");
    const sceneState = isSmeared ? { ...spec.sceneState } : spec.sceneState;
    const state = this.#place(sceneState);
    if (!state) return undefined;
    state.jobs++;
    const drawThread = this.#threadFor(pixels);
    const blocks: number[] = [];
    try {
      const picture = this.#memory.addPicture(state.at, view, channelsOf(spec.shows ?? format));
      blocks.push(picture);
      if (!this.#fitScratch(drawThread, state.at, picture)) return this.#unplace(sceneState, blocks);
      const bufferBytes = pictureBytes(format, spec.width, spec.height);
      const buffer = this.#memory.addBuffer(bufferBytes);
      this.#tag = nextTag(this.#tag);
      const at = { slot: this.#freeSlot(), tag: this.#tag, stateSlot: state.slot, sceneState: state.at };
      const sent = { ...spec, sceneState: { poses: isSmeared ? spec.sceneState.poses : NO_POSES } };
      const job = { ...at, isSmeared, picture, pixels, buffer, bufferBytes, spec: sent };
      return { job, drawThread, sceneState };
    } catch (problem) {
      this.#unplace(sceneState, blocks);
      throw problem;
    }
  }

  #unplace(sceneState: SceneState, pictures: readonly number[]): undefined {
    for (const picture of pictures) this.#memory.removePicture(picture);
    this.#releaseState(sceneState);
  }

  /** Large pictures take the first thread, so that only one needs the memory for them. */
  #threadFor(pixels: number): DrawThread {
    if (pixels > LARGE_PIXELS) return this.#drawThreads[0];
    return this.#drawThreads.reduce((best, one) => (one.load < best.load ? one : best));
  }

  /** Enlarges the memory of a thread when it is idle, or soon will be. False: it is busy. */
  #fitScratch(drawThread: DrawThread, sceneState: number, picture: number): boolean {
    const { scratch } = drawThread;
    if (this.#memory.fitsScratch(scratch, sceneState, picture)) return true;
    if (drawThread.load > SHORT_LOAD) return false;
    this.#drain(drawThread);
    this.#memory.fitScratch(scratch, sceneState, picture);
    return true;
  }

  /** True: a thread draws pictures, or will when it has started. */
  get isWorking(): boolean {
    return !this.#isClosed && this.#wanted > 0 && (!this.#hasStarted || this.#drawThreads.length > 0);
  }

  isDone({ slot }: ThreadPicture): boolean {
    const open = slot === undefined ? undefined : this.#jobs.get(slot);
    if (!open) return false;
    const state = stateOf(this.#states, open.job);
    if (state === FAILED) this.#collect(open);
    else if (state === TAKEN && performance.now() - open.sinceMs > MAX_JOB_MS) this.#dropThread(open.drawThread);
    return state === DONE;
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
      if (drawingCost(other.picture.spec) > SHORT_LOAD) continue;
      if (takeJob(this.#states, other.job)) this.#renderHere(other);
    }
    if (!waitWhile(this.#states, job.slot, job.tag + TAKEN)) this.#dropThread(drawThread);
    const open = this.#jobs.get(job.slot);
    if (open) this.#collect(open);
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

  /** Collects the results of finished jobs, up to a number of bytes. */
  #collectFinished(maxBytes = Number.POSITIVE_INFINITY): void {
    let left = maxBytes;
    for (const open of this.#jobs.values()) {
      if (left <= 0) return;
      left -= this.#collect(open);
    }
  }

  /** Returns the number of bytes. */
  #collect(open: OpenJob): number {
    const state = stateOf(this.#states, open.job);
    const { slot, buffer } = open.job;
    const length = state === DONE ? Atomics.load(this.#states, LENGTHS_AT + slot) : 0;
    if (state === DONE) {
      open.picture.done = this.#memory.readBuffer(buffer, length).slice();
      this.#rendered++;
    } else if (state === FAILED) open.picture.hasFailed = true;
    if (state === DONE || state === FAILED) this.#remove(open);
    return length;
  }

  #remove({ job, picture, sceneState, drawThread }: OpenJob): void {
    this.#jobs.delete(job.slot);
    picture.slot = undefined;
    drawThread.load -= drawingCost(picture.spec);
    this.#memory.removePicture(job.picture);
    this.#memory.removeBuffer(job.buffer);
    Atomics.store(this.#states, job.slot, FREE);
    this.#releaseState(sceneState);
  }

  #releaseState(sceneState: SceneState): void {
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
    const placed: PlacedState = { at: this.#memory.addSceneState(sceneState), slot, jobs: 0 };
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
    clearTimeout(this.#shrinking);
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
  /** No thread can draw it. */
  hasFailed = false;

  constructor(spec: PictureSpec, threads: CameraThreads) {
    this.spec = spec;
    this.#threads = threads;
  }

  begin(): void {
    if (!this.done && this.slot === undefined && !this.hasFailed) this.#threads.begin(this);
  }

  get isReady(): boolean {
    return this.done !== undefined || this.#threads.isDone(this);
  }

  get isAway(): boolean {
    return !this.done && !this.hasFailed && this.#threads.isWorking;
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
