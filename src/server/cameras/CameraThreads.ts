// Pictures drawn by several threads over one shared memory (S4): a picture that somebody will want is begun when it is
// taken and drawn while physics goes on; whoever needs its bytes before a thread got to it draws it himself, and draws others
// while he waits. The pixels do not depend on who draws. Only this thread gives out memory and job numbers.

import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { viewFor } from "../../render/lens/Lens.js";
import type { CameraRenderer, Picture, Shot } from "../../render/picture/Picture.js";
import { channelsOf, pictureBytes, prepareFormats } from "../../render/picture/PictureFormat.js";
import { ShotRenderer } from "../../render/picture/ShotRenderer.js";
import type { Moment } from "../../render/raster/CompiledScene.js";
import { Rasteriser } from "../../render/raster/Rasteriser.js";
import { RasterMemory } from "../../render/raster/RasterMemory.js";
import { loadRasterCode, RasterThread } from "../../render/raster/RasterThread.js";
import { packageRoot } from "../WorldSource.js";
import {
  type CameraJob,
  DONE,
  developJob,
  FAILED,
  FREE,
  JOBS,
  LENGTHS_AT,
  MOMENTS,
  MOMENTS_AT,
  nextTag,
  QUEUED,
  STATES,
  stateOf,
  TAKEN,
  type ThreadStart,
  takeJob,
  UNPREPARED,
  waitWhile,
} from "./CameraJob.js";

interface Drawer {
  readonly worker: Worker;
  readonly scratch: number;
  /** Jobs that it was sent and that have not been put away. */
  jobs: number;
}

interface PlacedMoment {
  readonly at: number;
  readonly slot: number;
  jobs: number;
}

interface OpenJob {
  readonly job: CameraJob;
  readonly picture: ThreadPicture;
  readonly moment: Moment;
  readonly drawer: Drawer;
}

export class CameraThreads implements CameraRenderer {
  readonly #code: WebAssembly.Module;
  readonly #memory = new RasterMemory();
  readonly #states = new Int32Array(new SharedArrayBuffer(4 * STATES));
  readonly #shotRenderer = new ShotRenderer();
  readonly #thread: RasterThread;
  readonly #scratch: number;
  readonly #wanted: number;
  readonly #workers: Worker[] = [];
  /** Those that are ready. */
  readonly #drawers: Drawer[] = [];
  readonly #moments = new Map<Moment, PlacedMoment>();
  readonly #jobs = new Map<number, OpenJob>();
  /** For what moves while it is exposed: its moments are its own. */
  #alone: Rasteriser | undefined;
  #started: Promise<unknown> | undefined;
  #isClosed = false;
  #nextSlot = 0;
  #tag = 0;
  #developed = 0;

  /** `threads` besides this one; they are started when the first picture is begun. */
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

  /** Settles when all threads are at work; nobody has to wait for it. */
  start(): Promise<unknown> {
    this.#started ??= Promise.all(Array.from({ length: this.#wanted }, () => this.#addDrawer()));
    return this.#started;
  }

  async #addDrawer(): Promise<void> {
    const scratch = this.#memory.addScratch();
    const start: ThreadStart = { memory: this.#memory.memory, code: this.#code, scratch, states: this.#states };
    const worker = new Worker(threadFile(), { workerData: start });
    worker.unref();
    this.#workers.push(worker);
    // one that does not come up is done without
    const isReady = await new Promise<boolean>((resolve) => {
      worker.once("message", () => resolve(true));
      worker.once("error", () => resolve(false));
      worker.once("exit", () => resolve(false));
    });
    if (isReady && !this.#isClosed) this.#drawers.push({ worker, scratch, jobs: 0 });
  }

  get developed(): number {
    return this.#developed;
  }

  get threads(): number {
    return this.#drawers.length;
  }

  /** Bytes of the shared memory that are in use. */
  get memoryUsed(): number {
    return this.#memory.used;
  }

  /** Settles when all that was begun has been drawn. */
  async rest(): Promise<void> {
    for (this.#putAway(); this.#jobs.size > 0; this.#putAway()) await new Promise((resolve) => setTimeout(resolve, 1));
  }

  take(shot: Shot): Picture {
    return new ThreadPicture(shot, this);
  }

  /** Gives the job to a thread, if there is room for it. */
  begin(picture: ThreadPicture): void {
    const { shot } = picture;
    const { exposureMS, readoutMS } = shot.lens;
    void this.start();
    this.#putAway();
    if (exposureMS > 0 || readoutMS > 0 || this.#drawers.length === 0 || this.#jobs.size >= JOBS) return;
    const moment = this.#place(shot.moment);
    if (!moment) return;
    const drawer = this.#drawers.reduce((best, one) => (one.jobs < best.jobs ? one : best));
    const { width, height, format } = shot;
    const at = this.#memory.addPicture(moment.at, viewFor(shot.lens, shot), channelsOf(shot.shows ?? format));
    if (!this.#memory.isFit(drawer.scratch, moment.at, at)) {
      this.#drain(drawer);
      this.#memory.fitScratch(drawer.scratch, moment.at, at);
    }
    const roomBytes = pictureBytes(format, width, height);
    this.#tag = nextTag(this.#tag);
    const { moment: _, velocities: __, velocity: ___, ...sent } = shot;
    const job: CameraJob = {
      slot: this.#freeSlot(),
      tag: this.#tag,
      momentSlot: moment.slot,
      moment: moment.at,
      picture: at,
      room: this.#memory.addRoom(roomBytes),
      roomBytes,
      shot: sent,
    };
    moment.jobs++;
    drawer.jobs++;
    this.#jobs.set(job.slot, { job, picture, moment: shot.moment, drawer });
    picture.slot = job.slot;
    Atomics.store(this.#states, job.slot, job.tag + QUEUED);
    drawer.worker.postMessage(job);
  }

  isDone({ slot }: ThreadPicture): boolean {
    const open = slot === undefined ? undefined : this.#jobs.get(slot);
    return open !== undefined && stateOf(this.#states, open.job) === DONE;
  }

  /** The bytes of a picture, now. */
  finish(picture: ThreadPicture): Uint8Array {
    const open = picture.slot === undefined ? undefined : this.#jobs.get(picture.slot);
    if (!open) return this.#developAlone(picture.shot);
    if (takeJob(this.#states, open.job)) this.#developHere(open);
    else this.#await(open);
    return picture.done ?? this.#developAlone(picture.shot);
  }

  /** Another thread is at it: meanwhile we draw what nobody has begun, the last first. */
  #await({ job, drawer }: OpenJob): void {
    for (const other of [...this.#jobs.values()].reverse()) {
      if (stateOf(this.#states, job) !== TAKEN) break;
      if (takeJob(this.#states, other.job)) this.#developHere(other);
    }
    if (!waitWhile(this.#states, job.slot, job.tag + TAKEN)) this.#lose(drawer);
    this.#putAway();
  }

  #developHere(open: OpenJob): void {
    const { job, picture } = open;
    const [{ memory }, states, thread, shotRenderer] = [this.#memory, this.#states, this.#thread, this.#shotRenderer];
    this.#memory.fitScratch(this.#scratch, job.moment, job.picture);
    try {
      picture.done = developJob(job, { memory, states, thread, shotRenderer });
      this.#developed++;
    } finally {
      this.#remove(open);
    }
  }

  #developAlone(shot: Shot): Uint8Array {
    this.#alone ??= Rasteriser.from(this.#code);
    this.#developed++;
    return this.#shotRenderer.develop(shot, this.#alone);
  }

  // ---- jobs and moments

  /** Brings home what the threads have finished. */
  #putAway(): void {
    for (const open of this.#jobs.values()) {
      const state = stateOf(this.#states, open.job);
      if (state !== DONE && state !== FAILED) continue;
      if (state === DONE) {
        const { slot, room } = open.job;
        open.picture.done = this.#memory.readRoom(room, Atomics.load(this.#states, LENGTHS_AT + slot)).slice();
        this.#developed++;
      }
      this.#remove(open);
    }
  }

  #remove({ job, picture, moment, drawer }: OpenJob): void {
    this.#jobs.delete(job.slot);
    picture.slot = undefined;
    drawer.jobs--;
    this.#memory.removePicture(job.picture);
    this.#memory.removeRoom(job.room);
    Atomics.store(this.#states, job.slot, FREE);
    const placed = this.#moments.get(moment);
    if (placed && --placed.jobs === 0) this.#forgetMoments();
  }

  /** Waits until it has nothing to do; what it has not begun we do ourselves. */
  #drain(drawer: Drawer): void {
    for (const open of [...this.#jobs.values()]) {
      if (open.drawer !== drawer) continue;
      const { slot, tag } = open.job;
      if (takeJob(this.#states, open.job)) this.#developHere(open);
      else if (!waitWhile(this.#states, slot, tag + TAKEN)) this.#lose(drawer);
    }
    this.#putAway();
  }

  /** It does not answer any more: its jobs are drawn by whoever wants them. */
  #lose(drawer: Drawer): void {
    void drawer.worker.terminate();
    this.#drawers.splice(this.#drawers.indexOf(drawer), 1);
    for (const open of [...this.#jobs.values()]) if (open.drawer === drawer) this.#remove(open);
  }

  #place(moment: Moment): PlacedMoment | undefined {
    const known = this.#moments.get(moment);
    if (known) return known;
    const taken = new Set([...this.#moments.values()].map(({ slot }) => slot));
    const slot = Array.from({ length: MOMENTS }, (_, i) => i).find((i) => !taken.has(i));
    if (slot === undefined) return undefined;
    const placed = { at: this.#memory.addMoment(moment), slot, jobs: 0 };
    Atomics.store(this.#states, MOMENTS_AT + slot, UNPREPARED);
    this.#moments.set(moment, placed);
    this.#forgetMoments();
    return placed;
  }

  /** All that nobody needs but the newest: the scene stays where it is for the next one. */
  #forgetMoments(): void {
    const newest = [...this.#moments.keys()].at(-1);
    for (const [moment, { at, jobs }] of this.#moments) {
      if (jobs > 0 || moment === newest) continue;
      this.#memory.removeMoment(at);
      this.#moments.delete(moment);
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
    this.#drawers.length = 0;
    for (const worker of this.#workers.splice(0)) void worker.terminate();
  }
}

class ThreadPicture implements Picture {
  readonly shot: Shot;
  readonly #threads: CameraThreads;
  /** Of its job; undefined: it has none. */
  slot: number | undefined;
  done: Uint8Array | undefined;

  constructor(shot: Shot, threads: CameraThreads) {
    this.shot = shot;
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

/** The built one, from sources too: threads read no TypeScript. */
function threadFile(): string | URL {
  const here = new URL("./CameraThread.js", import.meta.url);
  return fileURLToPath(here).includes("/dist/")
    ? here
    : new URL(`file://${packageRoot()}/dist/src/server/cameras/CameraThread.js`);
}
