// S4: several threads draw from one shared memory, and the pixels do not depend on which thread draws which picture.

import { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { ORIGIN } from "../src/math/Pose.js";
import { fromAxisAngle } from "../src/math/Quat.js";
import { RASTER_CODE } from "../src/render/raster/RasterCode.js";
import { RasterMemory } from "../src/render/raster/RasterMemory.js";
import { RasterThread } from "../src/render/raster/RasterThread.js";
import { pinhole } from "../src/render/raster/View.js";
import { sceneStateOf, seen } from "../testing/builders/SeenThings.js";

/** Draws the pictures of its messages in a given memory. */
const WORKER = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { code, memory, scratch } = workerData;
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(code, "base64")), { env: { memory } });
  parentPort.on("message", (picture) => {
    exports.drawPicture(picture, scratch);
    parentPort.postMessage(picture);
  });
`;

const things = Array.from({ length: 60 }, (_, i) => ({
  shape:
    i % 3 === 0
      ? ({ kind: "Box", size: [0.3, 0.2, 0.4] } as const)
      : i % 3 === 1
        ? ({ kind: "Cylinder", radius: 0.15, length: 0.4 } as const)
        : ({ kind: "CappedCylinder", radius: 0.1, length: 0.3 } as const),
  at: [0.5 * (i % 10) - 2.2, 3 + 0.7 * Math.floor(i / 10), -0.5] as const,
  turned: fromAxisAngle([1, 2, 3], i),
  color: [(37 * i) % 256, (91 * i) % 256, (53 * i) % 256] as const,
  material: "Plastic",
}));

describe("[S4] threads", () => {
  test("three threads at once give the same pixels as drawing one after the other", async () => {
    const memory = new RasterMemory();
    const own = memory.addScratch();
    const thread = await RasterThread.create(memory.memory, own);
    const sceneState = memory.addSceneState(
      sceneStateOf(seen(...things, { shape: { kind: "Plane" }, at: [0, 0, -0.7] })),
    );
    const views = Array.from({ length: 12 }, (_, i) =>
      pinhole({ position: [0.1 * i, 0, 0.2], orientation: fromAxisAngle([0, 0, 1], 0.05 * i) }, 320, 240, 60),
    );
    const all = { color: true, depth: true, segmentation: true };
    const pictures = views.map((view) => memory.addPicture(sceneState, view, all));
    const alone = memory.addPicture(sceneState, pinhole(ORIGIN, 320, 240, 60), all);
    memory.fitScratch(own, sceneState, alone);
    thread.prepareSceneState(sceneState);

    const workers = [0, 1, 2].map(() => {
      const scratch = memory.addScratch();
      memory.fitScratch(scratch, sceneState, alone);
      return new Worker(WORKER, { eval: true, workerData: { code: RASTER_CODE, memory: memory.memory, scratch } });
    });
    await Promise.all(
      workers.map((worker, k) =>
        drawAll(
          worker,
          pictures.filter((_, i) => i % 3 === k),
        ),
      ),
    );
    const together = pictures.map((at) => copy(memory, at));
    for (const at of pictures) {
      thread.drawPicture(at);
      expect(copy(memory, at)).toEqual(together[pictures.indexOf(at)]);
    }
    // all 12 pictures were drawn
    expect(new Set(together).size).toBe(12);
    await Promise.all(workers.map((worker) => worker.terminate()));
  });
});

async function drawAll(worker: Worker, pictures: readonly number[]): Promise<void> {
  for (const picture of pictures)
    await new Promise<void>((resolve, reject) => {
      worker.once("message", () => resolve());
      worker.once("error", reject);
      worker.postMessage(picture);
    });
}

function copy(memory: RasterMemory, at: number): string {
  const { color, depth, segmentation } = memory.readPicture(at);
  const parts = [color!, depth!, segmentation!].map(({ buffer, byteOffset, byteLength }) =>
    Buffer.from(new Uint8Array(buffer, byteOffset, byteLength)).toString("base64"),
  );
  return parts.join();
}
