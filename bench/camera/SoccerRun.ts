// The soccer world with cameras: real-time factor, robots in view, and no pictures without readers (S4).

import { compose } from "../../src/math/Pose.js";
import { readPose } from "../../src/physics/Bodies.js";
import { DirectCameraRenderer } from "../../src/render/picture/DirectCameraRenderer.js";
import type { CameraRenderer } from "../../src/render/picture/Picture.js";
import { Rasteriser } from "../../src/render/raster/Rasteriser.js";
import { pinhole } from "../../src/render/raster/View.js";
import { CameraThreads } from "../../src/server/cameras/CameraThreads.js";
import { type Say, table } from "./BenchTable.js";
import { seenWorld, sky } from "./CameraScene.js";
import { sceneStateOf } from "./OurPicture.js";
import { EYE_SHAPE, eyeInBody, ROBOTS, SoccerCameras } from "./SoccerCameras.js";

const WARM_UP_SEC = 0.2;
const LOOK_EVERY_SEC = 0.5;
const MIN_SEEN = 5;
/** Minimum number of pixels of a robot in view. */
const MIN_PIXELS = 12;
const NUMBERS = { color: false, depth: false, segmentation: true };

interface SoccerRunOptions {
  readonly seconds: number;
  readonly say: Say;
}

interface Way {
  readonly name: string;
  readonly latencyMs: number;
  readonly start: () => Promise<CameraRenderer>;
}

async function startThreads(): Promise<CameraRenderer> {
  const threads = await CameraThreads.create();
  await threads.start();
  return threads;
}

const WAYS: readonly Way[] = [
  { name: "in the world's own thread", latencyMs: 0, start: () => DirectCameraRenderer.create() },
  { name: "by all cores", latencyMs: 0, start: startThreads },
  { name: "by all cores", latencyMs: 40, start: startThreads },
];

/** Returns whether all aims are met. */
export async function runSoccerCameras({ seconds, say }: SoccerRunOptions): Promise<boolean> {
  say(
    `\n${ROBOTS} omni robots, each with a camera of 320x240 at 20 Hz, shadows, steps of 2 ms, ${seconds} s simulated`,
  );
  const seen = await countSeen(seconds);
  const isFull = seen.robots >= MIN_SEEN;
  say(`in view: ${seen.robots.toFixed(1)} other robots on average, aim ${MIN_SEEN}: ${isFull ? "met" : "MISSED"}`);
  say(`triangles drawn for a picture: ${seen.drawn.toFixed(0)} on average`);
  const isIdle = seen.rendered === 0;
  say(`without readers: ${seen.rendered} pictures rendered: ${isIdle ? "met" : "MISSED"}`);
  const rows: string[][] = [];
  let best = 0;
  for (const way of WAYS) {
    const { factor, cpuSec, pictures, waitShare } = await run(way, seconds);
    best = Math.max(best, factor);
    const share = (x: number) => `${(100 * x).toFixed(0)} %`;
    rows.push([
      way.name,
      String(way.latencyMs),
      String(pictures),
      factor.toFixed(2),
      share(waitShare),
      cpuSec.toFixed(2),
    ]);
  }
  say(table(["pictures", "latency ms", "read", "x real time", "reading", "CPU s a second"], rows));
  say(`real-time factor ${best.toFixed(2)}, aim at least 1: ${best >= 1 ? "met" : "MISSED"}`);
  return isFull && isIdle && best >= 1;
}

async function run({ latencyMs, start }: Way, seconds: number) {
  const cameraRenderer = await start();
  const soccer = await SoccerCameras.create({ cameraRenderer, latencyMs });
  const steps = (sec: number) => Math.round(sec / 0.002);
  for (let i = 0; i < steps(WARM_UP_SEC); i++) soccer.step(true);
  const [pictures, readMs] = [soccer.pictures, soccer.readMs];
  const cpu = process.cpuUsage();
  const from = performance.now();
  for (let i = 0; i < steps(seconds); i++) soccer.step(true);
  const wallMs = performance.now() - from;
  const { user, system } = process.cpuUsage(cpu);
  soccer.dispose();
  cameraRenderer.close();
  return {
    factor: (1000 * seconds) / wallMs,
    cpuSec: (user + system) / 1e6 / seconds,
    pictures: soccer.pictures - pictures,
    waitShare: (soccer.readMs - readMs) / wallMs,
  };
}

/** The same run without readers; the robots in view are counted separately. */
async function countSeen(seconds: number) {
  const cameraRenderer = await DirectCameraRenderer.create();
  const soccer = await SoccerCameras.create({ cameraRenderer, latencyMs: 0 });
  const rasteriser = await Rasteriser.create();
  let [looks, robots, drawn] = [0, 0, 0];
  const every = Math.round(LOOK_EVERY_SEC / 0.002);
  for (let i = 0; i < Math.round(seconds / 0.002); i++) {
    soccer.step(false);
    if (i % every !== 0) continue;
    const { physics } = soccer.world;
    const sceneState = sceneStateOf({ ...seenWorld(physics), lights: [sky()] });
    for (const { name } of soccer.world.robots) {
      const pose = compose(readPose(physics, name, "Body"), eyeInBody(physics, name));
      const view = pinhole(pose, EYE_SHAPE.width, EYE_SHAPE.height, EYE_SHAPE.fovDeg);
      const { segmentation } = rasteriser.draw(sceneState, view, NUMBERS);
      robots += countRobots(segmentation ?? new Uint16Array(), physics.names, name);
      drawn += rasteriser.triangles;
      looks++;
    }
  }
  const { rendered } = cameraRenderer;
  soccer.dispose();
  return { robots: robots / looks, rendered, drawn: drawn / looks };
}

function countRobots(numbers: Uint16Array, names: readonly string[], own: string): number {
  const pixels = new Map<number, number>();
  for (const number of numbers) pixels.set(number, (pixels.get(number) ?? 0) + 1);
  const isRobot = (number: number) => /^r\d\d$/.test(names[number - 1] ?? "") && names[number - 1] !== own;
  return [...pixels].filter(([number, count]) => isRobot(number) && count >= MIN_PIXELS).length;
}
