// Worker thread of the graphics card: opens the card, reports its name or the error, and runs the messages of GpuJob.ts.

import { parentPort, workerData } from "node:worker_threads";
import { openGpu } from "./GpuDevice.js";
import type { GpuHello, GpuMessage, GpuStart } from "./GpuJob.js";
import { GpuWorker } from "./GpuWorker.js";

const { packages, counts } = workerData as GpuStart;
const send = (hello: GpuHello): void => parentPort?.postMessage(hello);

/** A card that three.js cannot use. */
const asHello = (problem: unknown) => ({ code: "NO_ADAPTER", found: String(problem) }) as const;

const gpu = await openGpu(packages);
const worker = "code" in gpu ? gpu : await GpuWorker.create(gpu, counts).catch(asHello);
if ("code" in gpu) send(gpu);
else if ("code" in worker) send(worker);
else {
  parentPort?.on("message", (message: GpuMessage) => {
    if (message.kind !== "close") return worker.receive(message);
    // close the device first: terminating the thread would interrupt the driver
    gpu.device.destroy();
    parentPort?.close();
  });
  const { adapter, isSoftware } = gpu;
  send({ adapter, isSoftware });
}
