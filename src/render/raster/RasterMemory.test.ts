// S4: one memory for all threads; what is not needed any more is given back.

import { describe, expect, test } from "vitest";
import { light, momentOf, seen } from "../../../testing/builders/SeenThings.js";
import { ORIGIN } from "../../math/Pose.js";
import { RasterHeap } from "./RasterHeap.js";
import { Rasteriser } from "./Rasteriser.js";
import { RasterMemory } from "./RasterMemory.js";
import { RasterThread } from "./RasterThread.js";
import { pinhole } from "./View.js";

const COLOR = { color: true, depth: false, segmentation: false };
const balls = (count: number) =>
  momentOf(
    seen(
      ...Array.from({ length: count }, (_, i) => ({
        shape: { kind: "Sphere", radius: 0.2 + 0.01 * i } as const,
        at: [0.3 * (i % 5) - 0.6, 4 + 0.2 * i, 0.3 * (i % 3)] as const,
        color: [40 * (i % 6), 255 - 10 * i, 100] as const,
        material: "Plastic",
      })),
    ),
  );

describe("[S4] memory of the rasteriser", () => {
  test("scenes, moments and pictures that come and go leave nothing behind", async () => {
    const memory = new RasterMemory();
    const scratch = memory.addScratch();
    const thread = await RasterThread.create(memory.memory, scratch);
    const before: number[] = [];
    for (let i = 0; i < 40; i++) {
      const moment = memory.addMoment(balls(1 + (i % 12)));
      const picture = memory.addPicture(moment, pinhole(ORIGIN, 64 + 8 * (i % 4), 48, 45), COLOR);
      memory.fitScratch(scratch, moment, picture);
      thread.prepareMoment(moment);
      thread.drawPicture(picture);
      memory.removePicture(picture);
      memory.removeMoment(moment);
      before.push(memory.used);
    }
    expect(before.at(-1)).toBe(before[12]);
    const { size } = memory;
    for (let i = 0; i < 40; i++) memory.removeMoment(memory.addMoment(balls(1 + (i % 12))));
    expect(memory.size).toBe(size);
  });

  test("a scene is there once for all its moments", () => {
    const memory = new RasterMemory();
    const moment = { ...balls(12), lights: [light("ambient")] };
    const first = memory.addMoment(moment);
    const { used } = memory;
    const second = memory.addMoment({ ...moment });
    expect(memory.used - used).toBeLessThan(moment.scene.bytes.length / 10);
    memory.removeMoment(first);
    memory.removeMoment(second);
    expect(memory.used).toBeLessThan(used - moment.scene.bytes.length / 2);
  });

  test("pieces that were given back are given out again, and neighbours become one", () => {
    const heap = new RasterHeap();
    const [a, b, c] = [heap.take(1000), heap.take(1000), heap.take(1000)];
    expect(new Set([a, b, c].map((at) => at % 64))).toEqual(new Set([0]));
    heap.giveBack(a);
    heap.giveBack(c);
    heap.giveBack(b);
    expect(heap.used).toBe(0);
    expect(heap.take(3000)).toBe(a);
    const { size } = heap;
    const large = heap.take(size);
    expect(heap.size).toBeLessThan(2 * size + 65536);
    heap.giveBack(large);
    expect(heap.take(size)).toBe(large);
  });
});

describe("[S3] the same pixels", () => {
  test("again, in another rasteriser, and after other pictures", async () => {
    const [one, two] = [await Rasteriser.create(), await Rasteriser.create()];
    const view = pinhole(ORIGIN, 160, 120, 45);
    const first = Uint8Array.from(one.draw(balls(12), view, COLOR).color!);
    two.draw(balls(3), pinhole(ORIGIN, 333, 77, 100), { color: true, depth: true, segmentation: true });
    expect(Buffer.compare(first, Uint8Array.from(two.draw(balls(12), view, COLOR).color!))).toBe(0);
  });
});
