// What the threads that draw pictures say to each other (S4). States stand in one shared array, so that whoever comes first
// takes a job; what a job is about goes to a thread as a message, once.

import type { PictureSpec } from "../../render/picture/Picture.js";
import type { PictureRenderer } from "../../render/picture/PictureRenderer.js";
import { readPicture } from "../../render/raster/RasterMemory.js";
import type { RasterThread } from "../../render/raster/RasterThread.js";

/** A shot without what stands in the shared memory. */
export type SentSpec = Omit<PictureSpec, "sceneState" | "velocities" | "velocity">;

export interface CameraJob {
  /** Its place in the array of states, and what tells it from others that had that place. */
  readonly slot: number;
  readonly tag: number;
  /** Of its moment. */
  readonly stateSlot: number;
  readonly sceneState: number;
  readonly picture: number;
  /** Where its bytes go, and how many fit. */
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
/** Each has a shadow map: more of them waiting would only fill the memory. */
export const MAX_SCENE_STATES = 16;
/** Behind the states of jobs: how long each result is, then the states of moments. */
export const LENGTHS_AT = JOBS;
export const SCENE_STATES_AT = 2 * JOBS;
export const STATES = 2 * JOBS + MAX_SCENE_STATES;

/** Of a job. Its tag is added, so that a thread that is late does not take the next job of that slot for it. */
export const [FREE, QUEUED, TAKEN, DONE, FAILED] = [0, 1, 2, 3, 4];
const TAG_STEP = 8;
const MAX_TAG = 2 ** 30;
/** Of a moment. */
export const [UNPREPARED, PREPARING, PREPARED] = [0, 1, 2];

/** How often to look before going to sleep: being woken costs more than a short wait. */
const SPINS = 2000;
/** Nobody draws for so long: the thread is lost. */
const THREAD_TIMEOUT_MS = 60_000;

export const nextTag = (tag: number): number => (tag + TAG_STEP) % MAX_TAG;

/** True: it is ours now. */
export const takeJob = (states: Int32Array, { slot, tag }: CameraJob): boolean =>
  Atomics.compareExchange(states, slot, tag + QUEUED, tag + TAKEN) === tag + QUEUED;

export const stateOf = (states: Int32Array, { slot, tag }: CameraJob): number => Atomics.load(states, slot) - tag;

/** Until the state is another one; false: it takes too long. */
export function waitWhile(states: Int32Array, at: number, state: number): boolean {
  for (let i = 0; i < SPINS; i++) if (Atomics.load(states, at) !== state) return true;
  while (Atomics.load(states, at) === state)
    if (Atomics.wait(states, at, state, THREAD_TIMEOUT_MS) === "timed-out") return false;
  return true;
}

export function setState(states: Int32Array, at: number, state: number): void {
  Atomics.store(states, at, state);
  Atomics.notify(states, at);
}

/** Once by whoever comes first; the others wait for it. */
export function prepareSceneState(
  states: Int32Array,
  { stateSlot, sceneState }: CameraJob,
  thread: RasterThread,
): void {
  const at = SCENE_STATES_AT + stateSlot;
  if (Atomics.compareExchange(states, at, UNPREPARED, PREPARING) === UNPREPARED) {
    thread.prepareSceneState(sceneState);
    setState(states, at, PREPARED);
  } else if (!waitWhile(states, at, PREPARING)) throw new Error("a thread that draws pictures is lost");
}

/** The bytes of a job that we have taken; in `room` if they fit there as they are. */
export function renderJob(job: CameraJob, context: JobContext, buffer?: Uint8Array): Uint8Array {
  const { memory, states, thread, pictureRenderer } = context;
  prepareSceneState(states, job, thread);
  const draw = () => {
    thread.drawPicture(job.picture);
    return readPicture(memory, job.picture);
  };
  // where everything is stands in the memory already
  return pictureRenderer.render(job.spec as PictureSpec, { draw }, buffer);
}

export interface JobContext {
  readonly memory: WebAssembly.Memory;
  readonly states: Int32Array;
  readonly thread: RasterThread;
  readonly pictureRenderer: PictureRenderer;
}
