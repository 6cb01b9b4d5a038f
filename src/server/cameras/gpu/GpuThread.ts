// The thread that draws on a graphics card: finds one, says which it is or why there is none, and does what it is told
// (GpuJob.ts).

import { parentPort, workerData } from "node:worker_threads";
import { openGpu } from "./GpuDevice.js";
import type { GpuHello, GpuMessage, GpuStart } from "./GpuJob.js";
import { GpuWorker } from "./GpuWorker.js";

const { packages, counts } = workerData as GpuStart;
const send = (hello: GpuHello): void => parentPort?.postMessage(hello);

/** A card with which three.js cannot begin anything. */
const asHello = (problem: unknown) => ({ code: "NO_ADAPTER", found: String(problem) }) as const;

const gpu = await openGpu(packages);
const worker = "code" in gpu ? gpu : await GpuWorker.create(gpu, counts).catch(asHello);
if ("code" in gpu) send(gpu);
else if ("code" in worker) send(worker);
else {
  parentPort?.on("message", (message: GpuMessage) => {
    if (message.kind !== "close") return worker.receive(message);
    // a thread that is ended from outside would leave the driver in the middle of something
    gpu.device.destroy();
    parentPort?.close();
  });
  const { adapter, isSoftware } = gpu;
  send({ adapter, isSoftware });
}
