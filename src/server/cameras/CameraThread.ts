// A thread that draws pictures (S4): takes the jobs that it is sent, unless another thread was quicker.

import { parentPort, workerData } from "node:worker_threads";
import { prepareFormats } from "../../render/picture/PictureFormat.js";
import { ShotRenderer } from "../../render/picture/ShotRenderer.js";
import { RasterThread } from "../../render/raster/RasterThread.js";
import {
  type CameraJob,
  DONE,
  developJob,
  FAILED,
  LENGTHS_AT,
  setState,
  type ThreadStart,
  takeJob,
  type Workplace,
} from "./CameraJob.js";

const { memory, code, scratch, states } = workerData as ThreadStart;
const thread = RasterThread.from(code, memory, scratch);
const place: Workplace = { memory, states, thread, shotRenderer: new ShotRenderer() };
await prepareFormats();

parentPort?.on("message", (job: CameraJob) => {
  if (!takeJob(states, job)) return;
  try {
    // it may have grown since we looked
    memory.grow(0);
    const room = new Uint8Array(memory.buffer, job.room, job.roomBytes);
    const bytes = developJob(job, place, room);
    if (bytes.length > room.length) throw new Error("the picture is larger than its room");
    if (bytes.buffer !== room.buffer) room.set(bytes);
    Atomics.store(states, LENGTHS_AT + job.slot, bytes.length);
    setState(states, job.slot, job.tag + DONE);
  } catch {
    // whoever wants it will meet the same trouble and can tell
    setState(states, job.slot, job.tag + FAILED);
  }
});
parentPort?.postMessage("ready");
