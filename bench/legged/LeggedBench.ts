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
/** Of pictures that are shown, per simulated second. */
const FRAMES_PER_SEC = 30;
/** Simulated s of each second in which three AIBOs are compared with the bare engine. */
const COMPARED_SEC = 0.2;
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

/** Steps per CPU second. */
interface StepRates {
  readonly physics: number;
  readonly bare: number;
}

/** Physics alone and the bare engine, frame by frame in turns; `between` runs before each pair. */
function compareSteps(aibos: WalkingAibos, seconds: number, between: () => void = () => {}): StepRates {
  const { physics } = aibos.world;
  const bare = new BarePipeline(physics);
  const [ours, theirs] = [new CpuSum(), new CpuSum()];
  for (let k = 0; k < seconds / FRAME_SEC; k++) {
    between();
    aibos.command();
    bare.follow();
    theirs.time(STEPS_PER_FRAME, () => bare.step());
    ours.time(STEPS_PER_FRAME, () => physics.step());
  }
  bare.delete();
  return { physics: 1 / ours.perStep, bare: 1 / theirs.perStep };
}

const whole = (value: number, width: number): string => value.toFixed(0).padStart(width);

/** Five walking AIBOs with self-collision: the physics alone, with devices, and the bare engine. */
async function measureFive(seconds: number, say: LeggedBenchOptions["say"]): Promise<void> {
  const aibos = await WalkingAibos.create({ places: apart(5), command: CIRCLE });
  settle(aibos);
  const all = new CpuSum();
  const { physics, bare } = compareSteps(aibos, seconds, () => {
    aibos.command();
    all.time(STEPS_PER_FRAME, () => aibos.world.stepFrame());
  });
  say("five AIBOs with self-collision, steps per CPU second (goal 3000)");
  say(
    `  physics ${whole(physics, 6)}   with sensors and servos ${whole(1 / all.perStep, 6)}   bare engine ${whole(bare, 6)}`,
  );
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
    "AIBOs with cameras: frames per second of a simulation that shows 30 frames per simulated second (2006: five at 30); steps per CPU second of physics alone and of the bare engine",
  );
  say("  AIBOs  frames/s  times real time  pictures/s  CPU s per simulated s  physics steps/s  bare engine steps/s");
  for (const count of COUNTS) {
    const { factor, pictures, cpu, steps } = await withCameras(apart(count), async (aibos) => {
      const speed = await measureSpeed(aibos, seconds);
      return { ...speed, steps: compareSteps(aibos, seconds / 3) };
    });
    const cells = [
      whole(count, 7),
      whole(FRAMES_PER_SEC * factor, 9),
      factor.toFixed(2).padStart(16),
      whole(pictures, 11),
      cpu.toFixed(2).padStart(22),
      whole(steps.physics, 16),
      whole(steps.bare, 20),
    ];
    say(cells.join(" "));
  }
}

/** Frames per second of simulated and CPU time: mean, and of the slowest second. */
interface FrameRates extends StepRates {
  readonly mean: number;
  readonly worst: number;
}

/** Every second the bare engine computes a part of what the robots do then. */
async function measureThree(places: readonly AiboPlace[], seconds: number): Promise<FrameRates> {
  const aibos = await WalkingAibos.create({ places, command: AHEAD });
  settle(aibos);
  const sum = new CpuSum();
  let [slowest, physics, bare] = [0, 0, 0];
  for (let s = 0; s < seconds; s++) {
    slowest = Math.max(
      slowest,
      sum.time(1 / FRAME_SEC, () => aibos.frame()),
    );
    const steps = compareSteps(aibos, COMPARED_SEC);
    physics += 1 / steps.physics / seconds;
    bare += 1 / steps.bare / seconds;
  }
  aibos.dispose();
  const mean = FRAMES_PER_SEC * (FRAME_SEC / sum.perStep);
  return { mean, worst: FRAMES_PER_SEC / slowest, physics: 1 / physics, bare: 1 / bare };
}

async function measureCollision(seconds: number, say: LeggedBenchOptions["say"]): Promise<void> {
  const backs = meeting(1.2).map((place) => ({ ...place, heading: place.heading + PI }));
  say("three AIBOs, without cameras: frames per CPU second at 30 per simulated second, mean and slowest second");
  for (const [name, places] of [
    ["walking apart", backs],
    ["colliding", meeting(0.45)],
  ] as const) {
    const { mean, worst, physics, bare } = await measureThree(places, seconds);
    const steps = `physics ${whole(physics, 6)} steps per CPU second, bare engine ${whole(bare, 6)}`;
    say(`  ${name.padEnd(13)} ${whole(mean, 5)} and ${whole(worst, 5)}   ${steps}`);
  }
}
