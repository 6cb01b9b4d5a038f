import { expect, test, vi } from "vitest";
import type { RasterThread } from "../../render/raster/RasterThread.js";
import * as job from "./CameraJob.js";

const newStates = () => new Int32Array(new SharedArrayBuffer(4 * job.STATES));
const jobAt = (slot: number, tag: number, stateSlot = 0) => ({ slot, tag, stateSlot, sceneState: 7 }) as job.CameraJob;

test("a queued job is taken once", () => {
  const states = newStates();
  const one = jobAt(3, 0);
  expect(job.takeJob(states, one)).toBe(false);
  job.setState(states, one.slot, one.tag + job.QUEUED);
  expect([job.takeJob(states, one), job.takeJob(states, one)]).toEqual([true, false]);
  expect(job.stateOf(states, one)).toBe(job.TAKEN);
});

test("a thread that is late does not take the next job of the same slot", () => {
  const states = newStates();
  const [old, next] = [jobAt(3, 0), jobAt(3, job.nextTag(0))];
  job.setState(states, 3, next.tag + job.QUEUED);
  expect(job.takeJob(states, old)).toBe(false);
  expect(job.takeJob(states, next)).toBe(true);
});

test("tags leave bits for all states and always stay int32", () => {
  const last = Math.max(job.FREE, job.QUEUED, job.TAKEN, job.DONE, job.FAILED);
  for (let tag = 0, i = 0; i < 1000; i++, tag = job.nextTag(tag)) expect(job.nextTag(tag)).toBeGreaterThan(tag + last);
  expect(job.nextTag(2 ** 30 - 8)).toBe(0);
});

test("the three parts of the array of states do not overlap", () => {
  expect(job.LENGTHS_AT).toBeGreaterThanOrEqual(job.JOBS);
  expect(job.SCENE_STATES_AT).toBeGreaterThanOrEqual(job.LENGTHS_AT + job.JOBS);
  expect(job.STATES).toBe(job.SCENE_STATES_AT + job.MAX_SCENE_STATES);
});

test("waitWhile returns as soon as the state is another one", () => {
  const states = newStates();
  expect(job.waitWhile(states, 5, job.QUEUED)).toBe(true);
});

test("a scene is prepared once for all jobs that show it", () => {
  const states = newStates();
  const thread = { prepareSceneState: vi.fn() };
  for (const stateSlot of [2, 2, 3])
    job.prepareSceneState(states, jobAt(0, 0, stateSlot), thread as unknown as RasterThread);
  expect(thread.prepareSceneState).toHaveBeenCalledTimes(2);
  expect(states[job.SCENE_STATES_AT + 2]).toBe(job.PREPARED);
});
