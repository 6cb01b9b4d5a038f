// Jobs and their shared state for the threads that draw pictures (S4). States are in one shared array; the thread that
// changes a state first takes the job. The content of a job is posted to a thread once.

import type { PictureSpec } from "../../render/picture/Picture.js";
import type { PictureRenderer } from "../../render/picture/PictureRenderer.js";
import type { SceneState } from "../../render/raster/CompiledScene.js";
import { readPicture, writePoses, writeView } from "../../render/raster/RasterMemory.js";
import type { RasterThread } from "../../render/raster/RasterThread.js";
import type { View } from "../../render/raster/View.js";

/** A spec without the scene, which is in the shared memory. */
type SentSpec = Omit<PictureSpec, "sceneState"> & { readonly sceneState: { readonly poses: Float64Array } };

export interface CameraJob {
  /** Index in the array of states, and a tag that distinguishes successive jobs of one slot. */
  readonly slot: number;
  readonly tag: number;
  /** Slot and address of the scene state. */
  readonly stateSlot: number;
  readonly sceneState: number;
  /** True: the scene state belongs to this job, which prepares it for each instant of the exposure. */
  readonly isSmeared: boolean;
  readonly picture: number;
  /** Maximum number of pixels to draw. */
  readonly pixels: number;
  /** Address and size of the buffer for the result, bytes. */
  readonly buffer: number;
  readonly bufferBytes: number;
  readonly spec: SentSpec;
}

export interface ThreadStart {
  readonly memory: WebAssembly.Memory;
  readonly code: WebAssembly.Module;
  readonly scratch: number;
  readonly states: Int32Array;
}

export const JOBS = 512;
/** Scene states in memory at a time; each has a shadow map. */
export const MAX_SCENE_STATES = 16;
/** After the states of jobs follow the lengths of the results, their times in µs, then the states of scene states. */
export const LENGTHS_AT = JOBS;
export const TIMES_AT = 2 * JOBS;
export const SCENE_STATES_AT = 3 * JOBS;
export const STATES = 3 * JOBS + MAX_SCENE_STATES;

/** States of a job. The tag is added, so that a late thread does not mistake the next job of the slot for its own. */
export const [FREE, QUEUED, TAKEN, DONE, FAILED] = [0, 1, 2, 3, 4];
const TAG_STEP = 8;
const MAX_TAG = 2 ** 30;
/** States of a scene state. */
export const [UNPREPARED, PREPARING, PREPARED] = [0, 1, 2];

/** Number of checks before sleeping: waking up costs more than a short wait. */
const SPINS = 2000;
/** A thread that takes longer is given up, ms. */
const THREAD_TIMEOUT_MS = 10_000;
/** A thread that sleeps obeys no stop signal: it wakes up this often, ms. */
const SLEEP_MS = 50;

export const nextTag = (tag: number): number => (tag + TAG_STEP) % MAX_TAG;

/** Returns true if the caller now owns the job. */
export const takeJob = (states: Int32Array, { slot, tag }: CameraJob): boolean =>
  Atomics.compareExchange(states, slot, tag + QUEUED, tag + TAKEN) === tag + QUEUED;

export const stateOf = (states: Int32Array, { slot, tag }: CameraJob): number => Atomics.load(states, slot) - tag;

/** Waits until the state changes; returns false after the timeout. */
export function waitWhile(states: Int32Array, at: number, state: number): boolean {
  for (let i = 0; i < SPINS; i++) if (Atomics.load(states, at) !== state) return true;
  for (let i = 0; i < THREAD_TIMEOUT_MS / SLEEP_MS; i++)
    if (Atomics.wait(states, at, state, SLEEP_MS) !== "timed-out" && Atomics.load(states, at) !== state) return true;
  return Atomics.load(states, at) !== state;
}

export function setState(states: Int32Array, at: number, state: number): void {
  Atomics.store(states, at, state);
  Atomics.notify(states, at);
}

/** Prepared once, by the first thread; the others wait for it. */
export function prepareSceneState(
  states: Int32Array,
  { stateSlot, sceneState }: CameraJob,
  thread: RasterThread,
): void {
  const at = SCENE_STATES_AT + stateSlot;
  if (Atomics.compareExchange(states, at, UNPREPARED, PREPARING) === UNPREPARED) {
    thread.prepareSceneState(sceneState);
    setState(states, at, PREPARED);
  } else if (!waitWhile(states, at, PREPARING)) throw new Error("a camera thread does not answer");
}

/** Renders a taken job; into `buffer` if it is given and the format has a fixed size. */
export function renderJob(job: CameraJob, context: JobContext, buffer?: Uint8Array): Uint8Array {
  const { memory, states, thread, pictureRenderer } = context;
  if (!job.isSmeared) prepareSceneState(states, job, thread);
  const draw = ({ poses }: SceneState, view: View) => {
    if (view.width * view.height > job.pixels) throw new Error("the view is larger than its memory");
    if (job.isSmeared) {
      writePoses(memory, job.sceneState, poses);
      thread.prepareSceneState(job.sceneState);
    }
    writeView(memory, job.picture, view);
    thread.drawPicture(job.picture);
    return readPicture(memory, job.picture);
  };
  // the scene is in the shared memory already
  return pictureRenderer.render(job.spec as PictureSpec, { draw }, buffer);
}

export interface JobContext {
  readonly memory: WebAssembly.Memory;
  readonly states: Int32Array;
  readonly thread: RasterThread;
  readonly pictureRenderer: PictureRenderer;
}
