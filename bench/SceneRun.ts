// Runs one scene: our pipeline and the bare one take turns, so that other load affects both equally.
// Where native ODE is installed, it runs the same scene with the same commands, in turns too. Measures CPU time, not wall-clock
// time. Commands and SceneProbe are not timed.

import { engineBytes, engineModule, kernelOf } from "../src/physics/Diagnostics.js";
import type { Physics } from "../src/physics/Physics.js";
import { BARE_CALLS, BarePipeline } from "./BarePipeline.js";
import { CallTimer, KERNEL, KERNEL_CALLS, watchCostMs } from "./CallTimer.js";
import { CpuSum } from "./CpuSum.js";
import { buildOde, OdeReference, type OdeSolver } from "./native/OdeReference.js";
import { SceneProbe } from "./SceneProbe.js";
import { measureShrink, type ShrinkResult } from "./StepShrink.js";
import { measureSteps, type StepTimes } from "./StepTimes.js";
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
  /** Native ODE by solver; empty: not installed. */
  readonly ode: Readonly<Partial<Record<OdeSolver, OdeResult>>>;
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
  /** Islands that ended, after enough steps, before friction had settled, as a share of all. */
  readonly lateShare: number;
  /** Errors of the laws of contact, as shares of the largest normal force: our kernel, and the engine's solver. */
  readonly laws: SceneProbe["laws"];
  readonly wasmMb: number;
  readonly rssMb: number;
  /** Microseconds of one step in each engine call, and the rest. */
  readonly microsecondsPerStep: Readonly<Record<string, number>>;
  /** Single steps, and how the result changes as the step shrinks. */
  readonly steps: StepTimes;
  readonly shrink: readonly ShrinkResult[];
  readonly faults: readonly string[];
}

export interface OdeResult {
  readonly stepsPerCpuSec: number;
  /** Mean contacts and maximum speed of a body, m/s. */
  readonly contacts: number;
  readonly maxSpeed: number;
}

/** ODE's exact solver takes seconds for a step with many more bodies than this. */
const MAX_EXACT_BODIES = 200;

/** Simulated time of a turn, and maximum time before the first one in which everything is compiled and cached, s. */
const TURN_SEC = 0.1;
const WARM_UP_SEC = 2;
/** Maximum simulated time of the bare pipeline, s, spread evenly. */
const BARE_SEC = 5;
/** Maximum simulated time in which every step is timed, s. */
const STEPS_SEC = 3;
/** Simulated time with timed engine calls, s. */
const WATCHED_SEC = 2;

export async function runScene(scene: Scene, asked: number, progress: (share: number) => void): Promise<SceneResult> {
  const seconds = scene.isFresh ? Math.min(asked, scene.seconds) : asked;
  if (scene.isFresh) await warmUp(scene, seconds);
  const running = await scene.build();
  const { physics } = running;
  const { frameSec } = scene;
  const perFrame = Math.round(frameSec / scene.stepSec);
  const ode = await startOde(physics, perFrame);
  let frame = 0;
  /** So many frames of ours, then of the references: a turn is long enough for warm caches. */
  const turn = async (frames: number, ours?: CpuSum, look?: () => void): Promise<number> => {
    let spent = 0;
    for (let i = 0; i < frames; i++) {
      running.control(frame++);
      for (const reference of ode) reference.endFrame();
      if (ours) spent += ours.time(perFrame, () => void physics.step());
      else for (let k = 0; k < perFrame; k++) physics.step();
      look?.();
    }
    for (const reference of ode) await reference.run(ours !== undefined);
    return spent;
  };
  if (!scene.isFresh) await turn(Math.ceil((scene.settleSec + Math.min(WARM_UP_SEC, seconds)) / frameSec));

  // ours, bare and native, in turns
  const bare = new BarePipeline(physics);
  const probe = new SceneProbe();
  const frames = Math.round(seconds / frameSec);
  const perTurn = Math.max(1, Math.round(TURN_SEC / frameSec));
  const bareEvery = Math.max(1, Math.round(seconds / BARE_SEC));
  const [ours, theirs, paired] = [new CpuSum(), new CpuSum(), new CpuSum()];
  let [bareContacts, bareRows, bareTurns] = [0, 0, 0];
  for (let done = 0, turns = 0; done < frames; turns++) {
    const count = Math.min(perTurn, frames - done);
    const withBare = turns % bareEvery === 0;
    if (withBare) {
      bare.follow();
      theirs.time(count * perFrame, () => bare.step());
      bareContacts += bare.contacts;
      bareRows += bare.rows;
      bareTurns++;
    }
    const spent = await turn(count, ours, () => probe.look(physics, running.speeds?.() ?? []));
    if (withBare) paired.add(spent, count * perFrame);
    done += count;
    progress(done / frames);
  }
  const faults = running.verdict?.(probe) ?? [];
  const { wasmMb, rssMb } = readMemory(physics);

  const watched = watchCalls(running, frame, perFrame, Math.round(Math.min(WATCHED_SEC, seconds) / frameSec));
  bare.delete();
  physics.dispose();
  for (const reference of ode) reference.stop();
  const steps = await measureSteps(scene, Math.min(STEPS_SEC, seconds));
  const shrink = await measureShrink(scene);
  return {
    scene: scene.name,
    stepSec: scene.stepSec,
    simulatedSec: seconds,
    robots: scene.robots,
    stepsPerCpuSec: 1 / ours.perStep,
    realTimeFactor: scene.stepSec / ours.perStep,
    bareStepsPerCpuSec: 1 / theirs.perStep,
    bareRatio: paired.perStep / theirs.perStep,
    ode: Object.fromEntries(
      ode.map(({ solver, frameSec: spent, contacts, maxSpeed }) => [
        solver,
        { stepsPerCpuSec: perFrame / spent, contacts, maxSpeed },
      ]),
    ),
    lawsShare: watched.share,
    contacts: probe.contacts,
    bareContacts: bareContacts / bareTurns,
    minContacts: probe.minContacts,
    rows: probe.rows,
    bareRows: bareRows / bareTurns,
    maxPenetration: probe.maxPenetration,
    maxSpeed: probe.maxSpeed,
    iterations: probe.iterations,
    residual: probe.maxResidual,
    fallbackShare: probe.fallbackShare,
    lateShare: probe.lateShare,
    laws: probe.laws,
    wasmMb,
    rssMb,
    microsecondsPerStep: watched.microseconds,
    steps,
    shrink,
    faults,
  };
}

/** Runs a copy of the scene, so that the code is compiled. */
async function warmUp({ build, stepSec }: Scene, seconds: number): Promise<void> {
  const { physics } = await build();
  for (let i = 0; i < seconds / stepSec; i++) physics.step();
  physics.dispose();
}

/** With the exact and the iterative solver; empty: ODE is not installed. */
async function startOde(physics: Physics, perFrame: number): Promise<OdeReference[]> {
  const program = buildOde();
  if (!program) return [];
  const bodies = physics.names.reduce((sum, name) => sum + physics.entity(name).bodies.length, 0);
  const solvers: readonly OdeSolver[] = bodies > MAX_EXACT_BODIES ? ["quick"] : ["step", "quick"];
  return Promise.all(solvers.map((solver) => OdeReference.start(program, solver, physics, perFrame)));
}

/** Calls that are not laws: the engine's, and the kernel in place of the engine's solver. */
const SOLVING: ReadonlySet<string> = new Set([...BARE_CALLS, "mj_fwdAcceleration", KERNEL, ...KERNEL_CALLS]);

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
