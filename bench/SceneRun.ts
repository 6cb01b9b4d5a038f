// Runs one scene: our pipeline and the bare one take turns, frame by frame, so that other load affects both equally.
// Measures CPU time, not wall-clock time. Commands and SceneProbe are not timed.

import { engineBytes, engineModule, kernelOf } from "../src/physics/Diagnostics.js";
import type { Physics } from "../src/physics/Physics.js";
import { BARE_CALLS, BarePipeline } from "./BarePipeline.js";
import { CallTimer, KERNEL, watchCostMs } from "./CallTimer.js";
import { SceneProbe } from "./SceneProbe.js";
import type { RunningScene, Scene } from "./scenes/BenchScene.js";

export interface SceneResult {
  readonly scene: string;
  readonly stepSec: number;
  readonly simulatedSec: number;
  readonly robots: number;
  readonly stepsPerCpuSec: number;
  readonly realTimeFactor: number;
  readonly bareStepsPerCpuSec: number;
  /** CPU time of our step divided by that of the bare step. */
  readonly bareRatio: number;
  /** (step - bare calls) / bare calls. */
  readonly lawsShare: number;
  readonly contacts: number;
  readonly bareContacts: number;
  readonly minContacts: number;
  readonly rows: number;
  readonly bareRows: number;
  readonly maxPenetration: number;
  readonly maxSpeed: number;
  readonly iterations: number;
  readonly residual: number;
  /** Islands solved with the convex cone, as a share of all. */
  readonly fallbackShare: number;
  /** Errors of the laws of contact, as shares of the largest normal force: our kernel, and the engine's solver. */
  readonly laws: SceneProbe["laws"];
  readonly wasmMb: number;
  readonly rssMb: number;
  /** Microseconds of one step in each engine call, and the rest. */
  readonly microsecondsPerStep: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
}

/** Maximum simulated time of the bare pipeline, s, spread evenly. */
const BARE_SEC = 5;
/** Simulated time with timed engine calls, s. */
const WATCHED_SEC = 2;

export const cpuSec = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

export async function runScene(scene: Scene, seconds: number, progress: (share: number) => void): Promise<SceneResult> {
  const running = await scene.build();
  const { physics } = running;
  const { frameSec } = scene;
  const perFrame = Math.round(frameSec / scene.stepSec);
  let frame = 0;
  const runFrame = () => {
    running.control(frame++);
    for (let i = 0; i < perFrame; i++) physics.step();
  };
  while (frame * frameSec < scene.settleSec) runFrame();

  // ours and bare, in turns
  const bare = new BarePipeline(physics);
  const probe = new SceneProbe();
  const frames = Math.round(seconds / frameSec);
  const bareEvery = Math.max(1, Math.round(seconds / BARE_SEC));
  const [ours, theirs, paired] = [new CpuSum(), new CpuSum(), new CpuSum()];
  let [bareContacts, bareRows] = [0, 0];
  for (let i = 0; i < frames; i++) {
    const withBare = i % bareEvery === 0;
    if (withBare) {
      bare.follow();
      theirs.time(perFrame, () => bare.step());
      bareContacts += bare.contacts;
      bareRows += bare.rows;
    }
    running.control(frame++);
    const spent = ours.time(perFrame, () => void physics.step());
    if (withBare) paired.add(spent, perFrame);
    probe.look(physics, running.speeds?.() ?? []);
    if (i % 50 === 0) progress(i / frames);
  }
  const faults = running.verdict?.(probe) ?? [];
  const { wasmMb, rssMb } = readMemory(physics);
  const bareFrames = Math.ceil(frames / bareEvery);

  const watched = watchCalls(running, frame, perFrame, Math.round(Math.min(WATCHED_SEC, seconds) / frameSec));
  bare.delete();
  physics.dispose();
  return {
    scene: scene.name,
    stepSec: scene.stepSec,
    simulatedSec: seconds,
    robots: scene.robots,
    stepsPerCpuSec: 1 / ours.perStep,
    realTimeFactor: scene.stepSec / ours.perStep,
    bareStepsPerCpuSec: 1 / theirs.perStep,
    bareRatio: paired.perStep / theirs.perStep,
    lawsShare: watched.share,
    contacts: probe.contacts,
    bareContacts: bareContacts / bareFrames,
    minContacts: probe.minContacts,
    rows: probe.rows,
    bareRows: bareRows / bareFrames,
    maxPenetration: probe.maxPenetration,
    maxSpeed: probe.maxSpeed,
    iterations: probe.iterations,
    residual: probe.maxResidual,
    fallbackShare: probe.fallbackShare,
    laws: probe.laws,
    wasmMb,
    rssMb,
    microsecondsPerStep: watched.microseconds,
    faults,
  };
}

class CpuSum {
  #sec = 0;
  #steps = 0;

  time(steps: number, step: () => void): number {
    const from = cpuSec();
    for (let i = 0; i < steps; i++) step();
    const spent = cpuSec() - from;
    this.add(spent, steps);
    return spent;
  }

  add(sec: number, steps: number): void {
    this.#sec += sec;
    this.#steps += steps;
  }

  get perStep(): number {
    return this.#sec / this.#steps;
  }
}

/** Calls that are not laws: the engine's, and the kernel in place of the engine's solver. */
const SOLVING: ReadonlySet<string> = new Set([...BARE_CALLS, "mj_fwdAcceleration", KERNEL]);

/** The engine calls that the bare pipeline makes too, and the kernel, against the whole step. The median of many frames, so that disturbed frames do not count. */
function watchCalls(
  running: RunningScene,
  firstFrame: number,
  perFrame: number,
  frames: number,
): { share: number; microseconds: Record<string, number> } {
  const { physics } = running;
  const overhead = watchCostMs();
  const timer = new CallTimer(engineModule(physics), kernelOf(physics));
  const shares: number[] = [];
  const spent = new Map<string, number[]>();
  const note = (name: string, ms: number) => {
    const list = spent.get(name);
    if (list) list.push(ms);
    else spent.set(name, [ms]);
  };
  for (let i = 0; i < frames; i++) {
    running.control(firstFrame + i);
    timer.reset();
    const from = performance.now();
    for (let k = 0; k < perFrame; k++) physics.step();
    const total = performance.now() - from - overhead * timer.totalCalls;
    const engine = timer.spentMs(SOLVING);
    shares.push((total - engine) / engine);
    for (const { name, ms } of timer.called) note(name, ms);
    note("ours", total - timer.spentMs());
  }
  timer.stop();
  const microseconds: Record<string, number> = {};
  for (const [name, list] of spent) microseconds[name] = (1e3 * median(list)) / perFrame;
  return { share: median(shares), microseconds };
}

const median = (list: number[]): number => list.sort((a, b) => a - b)[list.length >> 1];

export function readMemory(physics: Physics): { wasmMb: number; rssMb: number } {
  const megabyte = 1 << 20;
  return {
    wasmMb: engineBytes(physics) / megabyte,
    rssMb: process.memoryUsage.rss() / megabyte,
  };
}
