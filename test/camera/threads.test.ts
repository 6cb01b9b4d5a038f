// Pictures drawn by several threads have the same bytes as those of one thread, also after pictures are dropped or
// restored.

import { afterEach, describe, expect, test, vi } from "vitest";
import { describeWorld } from "../../src/describe/world/WorldDescription.js";
import { worldFileOf } from "../../src/describe/world/WorldFile.js";
import { bytesOf } from "../../src/devices/Sample.js";
import { RandomStream } from "../../src/math/RandomStream.js";
import { DirectCameraRenderer } from "../../src/render/picture/DirectCameraRenderer.js";
import type { CameraRenderer } from "../../src/render/picture/Picture.js";
import { CameraThreads } from "../../src/server/cameras/CameraThreads.js";
import { newestSpec } from "../../src/session/verbs/PictureVerb.js";
import { World } from "../../src/world/World.js";
import { boxRobot, readDocument } from "../../testing/builders/BoxRobot.js";

const worlds: World[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.dispose();
});

const FORMATS = ["bgra", "rgb", "gray", "depth", "segmentation", "jpeg", "png"];

/** Balls fall among robots with cameras, each with its own format and latency. */
async function makeWorld(cameraRenderer: CameraRenderer): Promise<World> {
  const ball = (i: number) => ({
    name: `Ball${i}`,
    bodies: [
      {
        name: "Body",
        solids: [
          {
            name: "S",
            shape: { kind: "Sphere", radius: 0.2 } as const,
            mass: 1,
            color: [255, 40 * i, 0] as const,
            position: [0.3 * i - 0.6, 2, 1 + 0.1 * i] as const,
          },
        ],
      },
    ],
  });
  const ground = {
    name: "Ground",
    isStatic: true,
    bodies: [{ name: "Body", solids: [{ name: "P", shape: { kind: "Plane" } as const }] }],
  };
  const entities = [ground, ...[0, 1, 2, 3].map(ball)];
  const world = await World.create(worldFileOf(describeWorld({ entities })), { cameraRenderer });
  worlds.push(world);
  FORMATS.forEach((format, i) => {
    const noise = i % 2 ? "<PixelNoise><Gaussian>4</Gaussian></PixelNoise>" : "<Lens><K1>-0.1</K1></Lens>";
    const more = i === 2 ? "<MotionBlurMS>8</MotionBlurMS>" : noise;
    const size = `<Width>${80 + 16 * i}</Width><Height>${60 + 8 * i}</Height>`;
    const camera = `<CameraSensor name="Cam">${size}<Format>${format}</Format><Rate>200</Rate><LatencyMS>${4 * i}</LatencyMS>
      <Position>0 0.2 0</Position>${more}</CameraSensor>`;
    world.join(readDocument(boxRobot({ name: `R${i}`, at: `${i - 3} 0 0.2`, sensors: camera }))).attachClient();
  });
  return world;
}

/** All samples received in a number of frames. */
function watch(world: World, frames: number): string[] {
  const seen: string[] = [];
  for (let i = 0; i < frames; i++) {
    world.stepFrame();
    for (const robot of world.robots)
      for (const { sample } of robot.reports)
        seen.push(`${world.frame} ${robot.name} ${Buffer.from(bytesOf(sample)).toString("base64")}`);
  }
  return [...seen, world.hash()];
}

describe("[S4] threads that draw pictures", () => {
  test("0, 1 and 3 additional threads give the same bytes as one thread", async () => {
    const alone = watch(await makeWorld(await DirectCameraRenderer.create()), 40);
    expect(alone.length).toBeGreaterThan(40);
    for (const count of [0, 1, 3]) {
      const threads = await CameraThreads.create(count);
      const world = await makeWorld(threads);
      await threads.start();
      expect(threads.threads).toBe(count);
      expect(watch(world, 40)).toEqual(alone);
    }
  });

  test("a started picture is drawn by another thread before its bytes are read", async () => {
    const threads = await CameraThreads.create(1);
    const world = await makeWorld(threads);
    await threads.start();
    for (let i = 0; i < 20; i++) world.stepFrame();
    await threads.whenIdle();
    // four pictures of all cameras, also of those with motion blur
    expect(threads.rendered).toBeGreaterThanOrEqual(4 * FORMATS.length);
  });

  test("[M8] a large scene is compiled in another turn than the join, and the picture is the same", async () => {
    const boxes = Array.from(
      { length: 250 },
      (_, i) => `<Box name="x${i}"><Mass>1</Mass><XSize>0.1</XSize><YSize>0.1</YSize><ZSize>0.1</ZSize>
        <Position>${i % 16} ${2 + Math.floor(i / 16)} 0</Position></Box>`,
    );
    const camera = "<CameraSensor name='Cam'><Width>64</Width><Height>48</Height></CameraSensor>";
    const large = boxRobot({ name: "Large", at: "0 20 1", sensors: camera + boxes.join("") });
    const [threads, direct] = [await CameraThreads.create(1), await DirectCameraRenderer.create()];
    const [world, other] = [await makeWorld(threads), await makeWorld(direct)];
    await threads.start();
    for (const one of [world, other]) one.join(readDocument(large));
    const spec = newestSpec(world, "Large.Cam");
    const picture = threads.take(spec);
    picture.begin();
    expect(spec.sceneState.scene.isCompiled).toBe(false);
    expect(picture.isWaiting).toBe(true);
    for (; !picture.isReady; picture.begin()) await new Promise((resolve) => setImmediate(resolve));
    expect(picture.bytes()).toEqual(direct.take(newestSpec(other, "Large.Cam")).bytes());
  });

  test("[M8] the memory of large pictures is given up after some time, and the next picture is the same", async () => {
    const threads = await CameraThreads.create(1);
    const world = await makeWorld(threads);
    await threads.start();
    world.stepFrame();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const spec = { ...newestSpec(world, "R0.Cam"), width: 2048, height: 2048 };
    const draw = async (): Promise<Uint8Array> => {
      const picture = threads.take(spec);
      for (picture.begin(); !picture.isReady; picture.begin()) await new Promise((resolve) => setImmediate(resolve));
      return picture.bytes();
    };
    const before = await draw();
    expect(threads.memoryUsed).toBeGreaterThan(100 << 20);
    vi.advanceTimersByTime(3000);
    vi.useRealTimers();
    expect(threads.memoryUsed).toBeLessThan(20 << 20);
    expect(Buffer.compare(await draw(), before)).toBe(0);
    expect(threads.threads).toBe(1);
    threads.close();
  });

  test("a robot that leaves with pending pictures leaks no memory", async () => {
    const threads = await CameraThreads.create(1);
    const world = await makeWorld(threads);
    await threads.start();
    const stream = new RandomStream(7);
    const spare = world.robots.map(({ description }) => description);
    const used: number[] = [];
    for (let round = 0; round < 20; round++) {
      const gone = spare[Math.floor(stream.uniform() * spare.length)];
      world.leave(gone.name);
      for (let i = 0; i < 6; i++) {
        world.stepFrame();
        if (stream.uniform() < 0.5)
          for (const { reports } of world.robots) for (const { sample } of reports) bytesOf(sample);
      }
      world.join(gone).attachClient();
      await threads.whenIdle();
      used.push(threads.memoryUsed);
    }
    expect(used.at(-1)).toBeLessThanOrEqual(Math.max(...used.slice(0, 10)));
  });

  test("[T8] restore gives the same pictures again", async () => {
    const threads = await CameraThreads.create(1);
    const world = await makeWorld(threads);
    await threads.start();
    for (let i = 0; i < 17; i++) world.stepFrame();
    const kept = world.snapshot();
    const undistorted = watch(world, 20);
    world.restore(kept);
    for (const robot of world.robots) robot.attachClient();
    expect(watch(world, 20)).toEqual(undistorted);
  });
});

test("a picture whose thread has ended is drawn at once, without waiting for the thread", async () => {
  const threads = await CameraThreads.create(1);
  const world = await makeWorld(threads);
  await threads.start();
  world.stepFrame();
  const spec = { ...newestSpec(world, "R0.Cam"), width: 1000, height: 800 };
  const picture = threads.take(spec);
  picture.begin();
  await new Promise((resolve) => setTimeout(resolve, 20));
  threads.close();
  const from = performance.now();
  expect(picture.bytes()).toHaveLength(1000 * 800 * 4);
  expect(performance.now() - from).toBeLessThan(8000);
});
