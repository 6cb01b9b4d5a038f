// Worker thread that draws pictures (S4): takes the jobs that are posted to it, unless another thread was faster.

import { parentPort, workerData } from "node:worker_threads";
import { prepareFormats } from "../../render/picture/PictureFormat.js";
import { PictureRenderer } from "../../render/picture/PictureRenderer.js";
import { RasterThread } from "../../render/raster/RasterThread.js";
import {
  type CameraJob,
  DONE,
  FAILED,
  type JobContext,
  LENGTHS_AT,
  renderJob,
  setState,
  type ThreadStart,
  TIMES_AT,
  takeJob,
} from "./CameraJob.js";
import { threadClock } from "./DrawingPace.js";

const { memory, code, scratch, states } = workerData as ThreadStart;
const thread = RasterThread.from(code, memory, scratch);
const context: JobContext = { memory, states, thread, pictureRenderer: new PictureRenderer() };
const now = threadClock();
await prepareFormats();

parentPort?.on("message", (job: CameraJob) => {
  if (!takeJob(states, job)) return;
  try {
    const startUs = now();
    // refreshes the buffer, since the memory may have grown
    memory.grow(0);
    const buffer = new Uint8Array(memory.buffer, job.buffer, job.bufferBytes);
    const bytes = renderJob(job, context, buffer);
    if (bytes.length > buffer.length) throw new Error("the picture is larger than its buffer");
    if (bytes.buffer !== buffer.buffer) buffer.set(bytes);
    Atomics.store(states, TIMES_AT + job.slot, Math.ceil(now() - startUs));
    Atomics.store(states, LENGTHS_AT + job.slot, bytes.length);
    setState(states, job.slot, job.tag + DONE);
  } catch {
    // the reader of the picture renders it again and gets the error
    setState(states, job.slot, job.tag + FAILED);
  }
});
parentPort?.postMessage("ready");
