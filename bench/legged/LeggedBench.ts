// `npm run bench -- legged` (L4): the experiments of the 2006 paper. Five AIBOs alone; eight with cameras as in a game; one to twenty; three
// that collide. CPU time is that of this process, all threads; the bare engine computes the same steps in turns.

import { PI } from "../../src/math/Trigonometry.js";
import { CameraThreads } from "../../src/server/cameras/CameraThreads.js";
import { BarePipeline } from "../BarePipeline.js";
import { CpuSum } from "../CpuSum.js";
import { type AiboPlace, STEPS_PER_FRAME, WalkingAibos } from "./WalkingAibos.js";

export interface LeggedBenchOptions {
  /** Simulated time of each measurement. */
  readonly seconds: number;
  readonly say: (line: string) => void;
}

const STEP_SEC = 0.002;
const FRAME_SEC = STEPS_PER_FRAME * STEP_SEC;
const SETTLE_SEC = 1;
/** Walks in a circle of 0.25 m, so that it stays where it is. */
const CIRCLE = { forward: 0.2, left: 0, turn: 0.8 };
const AHEAD = { forward: 0.25, left: 0, turn: 0 };
const COUNTS = [1, 2, 3, 5, 8, 12, 16, 20];

/** Rows of five, apart from each other. */
const apart = (count: number): readonly AiboPlace[] =>
  Array.from({ length: count }, (_, i) => ({ x: -2.2 + 1.1 * (i % 5), y: -1.5 + 1.0 * Math.floor(i / 5), heading: i }));

/** Three at the corners of a triangle that walk towards its middle. */
const meeting = (radius: number): readonly AiboPlace[] =>
  [0, 1, 2].map((i) => {
    const angle = (2 * PI * i) / 3;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle), heading: angle + PI / 2 };
  });

export async function runLeggedBench({ seconds, say }: LeggedBenchOptions): Promise<void> {
  await measureFive(seconds, say);
  await measureGame(seconds, say);
  await measureCounts(seconds, say);
  await measureCollision(seconds, say);
}

const settle = (aibos: WalkingAibos): void => {
  for (let k = 0; k < SETTLE_SEC / FRAME_SEC; k++) aibos.frame();
};

/** Steps per CPU second of five walking AIBOs with self-collision: the physics alone, with devices, and the bare engine. */
async function measureFive(seconds: number, say: LeggedBenchOptions["say"]): Promise<void> {
  const aibos = await WalkingAibos.create({ places: apart(5), command: CIRCLE });
  settle(aibos);
  const { physics } = aibos.world;
  const bare = new BarePipeline(physics);
  const [whole, alone, engine] = [new CpuSum(), new CpuSum(), new CpuSum()];
  for (let k = 0; k < seconds / FRAME_SEC; k++) {
    whole.time(STEPS_PER_FRAME, () => aibos.world.stepFrame());
    aibos.command();
    bare.follow();
    engine.time(STEPS_PER_FRAME, () => bare.step());
    alone.time(STEPS_PER_FRAME, () => physics.step());
    aibos.command();
  }
  const rate = (sum: CpuSum): string => (1 / sum.perStep).toFixed(0).padStart(6);
  say("five AIBOs with self-collision, steps per CPU second (goal 3000)");
  say(`  physics ${rate(alone)}   with sensors and servos ${rate(whole)}   bare engine ${rate(engine)}`);
  aibos.dispose();
}

interface Speed {
  /** Times real time. */
  readonly factor: number;
  /** Pictures per second of wall-clock time. */
  readonly pictures: number;
  readonly cpu: number;
}

async function measureSpeed(aibos: WalkingAibos, seconds: number): Promise<Speed> {
  const [pictures, start, cpu] = [aibos.pictures, performance.now(), process.cpuUsage()];
  for (let k = 0; k < seconds / FRAME_SEC; k++) aibos.frame();
  const wallSec = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return {
    factor: seconds / wallSec,
    pictures: (aibos.pictures - pictures) / wallSec,
    cpu: (user + system) / 1e6 / seconds,
  };
}

async function withCameras<T>(places: readonly AiboPlace[], work: (aibos: WalkingAibos) => Promise<T>): Promise<T> {
  const cameras = await CameraThreads.create();
  // a thread is ready only after the event loop has turned, which the frames below leave no time for
  await cameras.start();
  const aibos = await WalkingAibos.create({ places, command: CIRCLE, cameras });
  try {
    settle(aibos);
    return await work(aibos);
  } finally {
    aibos.dispose();
  }
}

async function measureGame(seconds: number, say: LeggedBenchOptions["say"]): Promise<void> {
  const speed = await withCameras(apart(8), (aibos) => measureSpeed(aibos, seconds));
  say(
    "eight AIBOs with cameras of 208 x 160 at 30 Hz and a ball, 2 ms step, physics and pictures (goal 1.5 times real time)",
  );
  say(
    `  ${speed.factor.toFixed(2)} times real time, ${speed.pictures.toFixed(0)} pictures/s, ${speed.cpu.toFixed(2)} CPU s per simulated s`,
  );
}

async function measureCounts(seconds: number, say: LeggedBenchOptions["say"]): Promise<void> {
  say(
    "AIBOs with cameras: frames per second of a simulation that shows 30 frames per simulated second (2006: five at 30)",
  );
  say("  AIBOs  frames/s  times real time  pictures/s  CPU s per simulated s");
  for (const count of COUNTS) {
    const { factor, pictures, cpu } = await withCameras(apart(count), (aibos) => measureSpeed(aibos, seconds));
    const cells = [
      (30 * factor).toFixed(0).padStart(9),
      factor.toFixed(2).padStart(16),
      pictures.toFixed(0).padStart(11),
    ];
    say(`  ${String(count).padStart(5)} ${cells.join(" ")} ${cpu.toFixed(2).padStart(22)}`);
  }
}

async function measureCollision(seconds: number, say: LeggedBenchOptions["say"]): Promise<void> {
  const run = async (places: readonly AiboPlace[]) => {
    const aibos = await WalkingAibos.create({ places, command: AHEAD });
    settle(aibos);
    const sum = new CpuSum();
    let slowest = 0;
    for (let s = 0; s < seconds; s++) {
      const part = sum.time(1 / FRAME_SEC, () => aibos.frame());
      slowest = Math.max(slowest, part);
    }
    aibos.dispose();
    return { mean: 1 / (sum.perStep / FRAME_SEC), worst: 1 / slowest };
  };
  const [away, together] = [
    await run(meeting(1.2).map((place) => ({ ...place, heading: place.heading + PI }))),
    await run(meeting(0.45)),
  ];
  say("three AIBOs, without cameras: simulated s per CPU s, mean and slowest second");
  say(
    `  walking apart ${away.mean.toFixed(2)} and ${away.worst.toFixed(2)}   colliding ${together.mean.toFixed(2)} and ${together.worst.toFixed(2)}`,
  );
}
