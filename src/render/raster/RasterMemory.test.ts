// S4: one memory for all threads; unused blocks are freed.

import { describe, expect, test } from "vitest";
import { light, sceneStateOf, seen } from "../../../testing/builders/SeenThings.js";
import { ORIGIN } from "../../math/Pose.js";
import { RasterHeap } from "./RasterHeap.js";
import { Rasteriser } from "./Rasteriser.js";
import { RasterMemory } from "./RasterMemory.js";
import { RasterThread } from "./RasterThread.js";
import { pinhole } from "./View.js";

const COLOR = { color: true, depth: false, segmentation: false };
const balls = (count: number) =>
  sceneStateOf(
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
  test("scenes, scene states and pictures are freed completely", async () => {
    const memory = new RasterMemory();
    const scratch = memory.addScratch();
    const thread = await RasterThread.create(memory.memory, scratch);
    const before: number[] = [];
    for (let i = 0; i < 40; i++) {
      const sceneState = memory.addSceneState(balls(1 + (i % 12)));
      const picture = memory.addPicture(sceneState, pinhole(ORIGIN, 64 + 8 * (i % 4), 48, 45), COLOR);
      memory.fitScratch(scratch, sceneState, picture);
      thread.prepareSceneState(sceneState);
      thread.drawPicture(picture);
      memory.removePicture(picture);
      memory.removeSceneState(sceneState);
      before.push(memory.used);
    }
    expect(before.at(-1)).toBe(before[12]);
    const { size } = memory;
    for (let i = 0; i < 40; i++) memory.removeSceneState(memory.addSceneState(balls(1 + (i % 12))));
    expect(memory.size).toBe(size);
  });

  test("a scene is stored once for all its states", () => {
    const memory = new RasterMemory();
    const sceneState = { ...balls(12), lights: [light("ambient")] };
    const first = memory.addSceneState(sceneState);
    const { used } = memory;
    const second = memory.addSceneState({ ...sceneState });
    expect(memory.used - used).toBeLessThan(sceneState.scene.bytes.length / 10);
    memory.removeSceneState(first);
    memory.removeSceneState(second);
    expect(memory.used).toBeLessThan(used - sceneState.scene.bytes.length / 2);
  });

  test("freed blocks are reused, and neighbours are joined", () => {
    const heap = new RasterHeap();
    const [a, b, c] = [heap.allocate(1000), heap.allocate(1000), heap.allocate(1000)];
    expect(new Set([a, b, c].map((at) => at % 64))).toEqual(new Set([0]));
    heap.free(a);
    heap.free(c);
    heap.free(b);
    expect(heap.used).toBe(0);
    expect(heap.allocate(3000)).toBe(a);
    const { size } = heap;
    const large = heap.allocate(size);
    expect(heap.size).toBeLessThan(2 * size + 65536);
    heap.free(large);
    expect(heap.allocate(size)).toBe(large);
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
