// Renders pictures in several threads over one shared memory (S4). A picture that will be read is started when it is
// taken and drawn while physics continues. A reader that needs its bytes before a thread has started draws it itself,
// and draws other pictures while it waits. The pixels do not depend on the thread. Only this thread allocates memory
// and job slots. The threads are those of DrawThreads.ts, the scenes in memory those of SceneStates.ts.

import { availableParallelism } from "node:os";
import { performance } from "node:perf_hooks";
import { pagedBytes } from "../../math/LargeBytes.js";
import { boundingShape } from "../../render/lens/LensTable.js";
import { drawingCost } from "../../render/picture/DrawingCost.js";
import type { CameraRenderer, Picture, PictureSpec } from "../../render/picture/Picture.js";
import { channelsOf, pictureBytes, prepareFormats } from "../../render/picture/PictureFormat.js";
import { PictureRenderer } from "../../render/picture/PictureRenderer.js";
import type { CompiledScene, SceneState } from "../../render/raster/CompiledScene.js";
import { Rasteriser } from "../../render/raster/Rasteriser.js";
import { RasterMemory } from "../../render/raster/RasterMemory.js";
import { loadRasterCode, RasterThread } from "../../render/raster/RasterThread.js";
import { prepareLevels } from "../../render/raster/Tessellation.js";
import { pinhole } from "../../render/raster/View.js";
import { collectSoon } from "../GarbageCollection.js";
import {
  type CameraJob,
  DONE,
  FAILED,
  FREE,
  JOBS,
  LENGTHS_AT,
  nextTag,
  QUEUED,
  renderJob,
  STATES,
  stateOf,
  TAKEN,
  TIMES_AT,
  takeJob,
  waitWhile,
} from "./CameraJob.js";
import { DrawingPace } from "./DrawingPace.js";
import { type DrawThread, DrawThreads } from "./DrawThreads.js";
import { SceneStates } from "./SceneStates.js";
import { ThreadPicture } from "./ThreadPicture.js";

interface OpenJob {
  readonly job: CameraJob;
  readonly picture: ThreadPicture;
  readonly sceneState: SceneState;
  readonly drawThread: DrawThread;
  readonly cost: number;
  /** Wall-clock time of its start, ms. */
  readonly sinceMs: number;
}

/** A wait for pictures of this cost is short. */
const SHORT_LOAD = 1 << 18;
/** Results that are copied before another picture is started, bytes. */
const MAX_COLLECTED = 4 << 20;
/** A thread that takes longer for a picture is given up, ms. */
const MAX_JOB_MS = 60_000;
/** A memory above this size is given up after this time without a picture, bytes and ms. */
const [LARGE_MEMORY, SHRINK_MS] = [128 << 20, 3000];
/** A scene with more shapes takes long to compile. */
const MAX_SHAPES = 200;
const NO_POSES = new Float64Array(0);

export class CameraThreads implements CameraRenderer {
  readonly #code: WebAssembly.Module;
  #memory = new RasterMemory();
  readonly #states = new Int32Array(new SharedArrayBuffer(4 * STATES));
  readonly #pictureRenderer = new PictureRenderer();
  readonly #pace = new DrawingPace();
  #thread: RasterThread;
  #scratch: number;
  readonly #drawThreads: DrawThreads;
  readonly #sceneStates: SceneStates;
  readonly #jobs = new Map<number, OpenJob>();
  /** For pictures without a job. */
  #ownRasteriser: Rasteriser | undefined;
  #isClosed = false;
  #shrinking: NodeJS.Timeout | undefined;
  /** Will be compiled soon. */
  #compiling: CompiledScene | undefined;
  #nextSlot = 0;
  #tag = 0;
  #rendered = 0;
  #drawSeconds = 0;

  /** `threads`: number in addition to this one; default: one less than the cores, at least one. They start with the first picture. */
  static async create(threads = Math.max(1, availableParallelism() - 1)): Promise<CameraThreads> {
    const [code] = await Promise.all([loadRasterCode(), prepareFormats()]);
    prepareLevels();
    return new CameraThreads(code, threads);
  }

  private constructor(code: WebAssembly.Module, threads: number) {
    this.#code = code;
    this.#drawThreads = new DrawThreads({
      count: threads,
      code,
      states: this.#states,
      onExit: (one) => this.#dropThread(one),
    });
    this.#sceneStates = new SceneStates(this.#states);
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
      this.#drawThreads.stop();
      this.#sceneStates.clear();
      this.#ownRasteriser = undefined;
      this.#memory = new RasterMemory();
      this.#scratch = this.#memory.addScratch();
      this.#thread = RasterThread.from(this.#code, this.#memory.memory, this.#scratch);
      collectSoon();
    }, SHRINK_MS).unref();
  }

  /** Resolves when all threads are ready; waiting for it is optional. */
  start(): Promise<unknown> {
    return this.#isClosed ? Promise.resolve() : this.#drawThreads.start(this.#memory);
  }

  get rendered(): number {
    return this.#rendered;
  }

  get waiting(): number {
    return this.#jobs.size;
  }

  get drawSeconds(): number {
    return this.#drawSeconds;
  }

  get threads(): number {
    return this.#drawThreads.ready;
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
    if (this.#drawThreads.ready === 0 || this.#jobs.size >= JOBS || !this.#isCompiled(spec.sceneState)) return;
    try {
      const placed = this.#placeJob(spec);
      if (!placed) return;
      const { job, drawThread, sceneState } = placed;
      const cost = drawingCost(spec);
      drawThread.load += cost;
      this.#jobs.set(job.slot, { job, picture, sceneState, drawThread, cost, sinceMs: performance.now() });
      picture.slot = job.slot;
      Atomics.store(this.#states, job.slot, job.tag + QUEUED);
      drawThread.worker.postMessage(job);
      if (this.#memory.size > LARGE_MEMORY) this.#planShrinking();
    } catch (problem) {
      // the memory is full, or the lens is wrong: the reader of the bytes gets the error
      if (!(problem instanceof RangeError) || this.#jobs.size === 0) picture.hasFailed = true;
    }
  }

  /** A large scene is compiled in another turn of the event loop than the join that made it necessary (M8). */
  #isCompiled({ scene }: SceneState): boolean {
    if (scene.isCompiled !== false || (scene.shapeCount ?? 0) <= MAX_SHAPES) return true;
    if (this.#compiling === scene) return false;
    this.#compiling = scene;
    // the first one may belong to this turn
    setImmediate(() => setImmediate(() => void scene.bytes));
    return false;
  }

  /** Undefined: the threads are busy. */
  #placeJob(spec: PictureSpec): Pick<OpenJob, "job" | "drawThread" | "sceneState"> | undefined {
    const { format, lens } = spec;
    const isSmeared = lens.exposureMS > 0 || lens.readoutMS > 0;
    const view = { ...pinhole(spec.pose, spec.width, spec.height, spec.fovDeg), ...boundingShape(lens, spec) };
    const pixels = view.width * view.height;
    if (!this.#memory.hasRoom(pixels, spec.sceneState.scene)) throw new RangeError("the memory for pictures is full");
    const sceneState = isSmeared ? { ...spec.sceneState } : spec.sceneState;
    const state = this.#sceneStates.place(sceneState, this.#memory);
    if (!state) return undefined;
    state.jobs++;
    const drawThread = this.#drawThreads.pick(pixels);
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
    this.#sceneStates.release(sceneState, this.#memory);
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

  /** How many times as long as its cost says the picture may take. */
  slownessOf({ sceneState }: PictureSpec): number {
    return this.#pace.slownessOf(sceneState.scene);
  }

  /** True: a thread draws pictures, or will when it has started. */
  get isWorking(): boolean {
    return !this.#isClosed && this.#drawThreads.isWorking;
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
      if (other.cost * this.slownessOf(other.picture.spec) > SHORT_LOAD) continue;
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
      const startMs = performance.now();
      picture.done = renderJob(job, { memory, states, thread, pictureRenderer });
      this.#count(open, 1000 * (performance.now() - startMs));
    } finally {
      this.#remove(open);
    }
  }

  #renderAlone(spec: PictureSpec): Uint8Array {
    this.#ownRasteriser ??= Rasteriser.from(this.#code);
    this.#rendered++;
    const startMs = performance.now();
    const bytes = this.#pictureRenderer.render(spec, this.#ownRasteriser);
    this.#drawSeconds += (performance.now() - startMs) / 1000;
    return bytes;
  }

  /** A picture took `us` µs. */
  #count({ picture, cost }: OpenJob, us: number): void {
    this.#pace.measure(picture.spec.sceneState.scene, cost, us);
    this.#drawSeconds += us / 1e6;
    this.#rendered++;
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
      open.picture.done = pagedBytes(length);
      open.picture.done.set(this.#memory.readBuffer(buffer, length));
      this.#count(open, Atomics.load(this.#states, TIMES_AT + slot));
    } else if (state === FAILED) open.picture.hasFailed = true;
    if (state === DONE || state === FAILED) this.#remove(open);
    return length;
  }

  #remove({ job, picture, sceneState, drawThread, cost }: OpenJob): void {
    this.#jobs.delete(job.slot);
    picture.slot = undefined;
    drawThread.load -= cost;
    this.#memory.removePicture(job.picture);
    this.#memory.removeBuffer(job.buffer);
    Atomics.store(this.#states, job.slot, FREE);
    this.#sceneStates.release(sceneState, this.#memory);
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
    if (!this.#drawThreads.drop(drawThread)) return;
    this.#sceneStates.forgetPreparing();
    for (const open of [...this.#jobs.values()]) if (open.drawThread === drawThread) this.#remove(open);
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
    // jobs of threads that end are settled, so that no caller waits for them
    for (const { picture } of this.#jobs.values()) picture.slot = undefined;
    this.#jobs.clear();
    this.#drawThreads.stop();
  }
}
