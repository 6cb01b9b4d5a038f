// `ubersim demo`: the 2004 paper's Segway (Appendix A) balancing in process. Every few seconds somebody pushes it with
// up to 20 N·s, and the terminal shows how it catches itself.

import { BalancedSegway } from "../../examples/BalancedSegway.js";
import { RandomStream } from "../math/RandomStream.js";
import { cos, DEGREE, sin, TAU } from "../math/Trigonometry.js";
import type { Vec3 } from "../math/Vec3.js";
import { applyImpulse, readPose } from "../physics/Bodies.js";
import { Physics } from "../physics/Physics.js";
import { runRealTime } from "../server/RealTime.js";
import { drawSideView } from "./SideView.js";

export interface DemoOptions {
  readonly rate: number;
  readonly seconds: number;
  readonly pushEvery: number;
  readonly seed: number;
}

const FALLEN_RAD = 70 * DEGREE;

export async function runDemo({ rate, seconds, pushEvery, seed }: DemoOptions): Promise<number> {
  const physics = await Physics.create({ name: "demo", seed });
  const segway = new BalancedSegway(physics);
  const pushes = new Pushes(physics, segway, pushEvery, seed);
  const screen = new Screen(process.stdout.isTTY === true);
  let stopped = false;
  const stop = () => {
    stopped = true;
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  console.log(
    "ÜberSim: the Segway of the 2004 paper balances on flat ground; now and then it is pushed. Ctrl-C ends it.\n",
  );
  await runRealTime({
    rate,
    time: () => physics.timeSec,
    step: () => {
      pushes.apply();
      segway.control();
      physics.step();
    },
    report: (factor) => screen.show(physics, segway, pushes, factor),
    everyMs: screen.live ? 66 : 1000,
    done: () => stopped || physics.timeSec >= seconds || Math.abs(segway.tilt) > FALLEN_RAD,
  });
  screen.end();
  const fell = Math.abs(segway.tilt) > FALLEN_RAD;
  console.log(
    `${fell ? "It fell" : "Still standing"} after ${physics.timeSec.toFixed(1)} s and ${pushes.count} pushes; ` +
      `largest lean ${(pushes.mostLean / DEGREE).toFixed(1)}°, state hash ${physics.hash()}.`,
  );
  physics.dispose();
  return fell ? 1 : 0;
}

/** Pushes of 10 to 20 N·s in any direction, from a seeded stream. */
class Pushes {
  count = 0;
  mostLean = 0;
  last: { readonly impulse: number; readonly timeSec: number } | undefined;
  readonly #physics: Physics;
  readonly #segway: BalancedSegway;
  readonly #every: number;
  readonly #stream: RandomStream;

  constructor(physics: Physics, segway: BalancedSegway, every: number, seed: number) {
    this.#physics = physics;
    this.#segway = segway;
    this.#every = every;
    this.#stream = new RandomStream(seed).split("pushes");
  }

  get nextInSec(): number {
    return (this.count + 1) * this.#every - this.#physics.timeSec;
  }

  /** Before each step. */
  apply(): void {
    const lean = Math.abs(this.#segway.tilt - REST_TILT);
    if (this.#physics.timeSec > 3) this.mostLean = Math.max(this.mostLean, lean);
    if (this.nextInSec > 0) return;
    const impulse = this.#stream.uniform(10, 20);
    const heading = this.#stream.uniform(0, TAU);
    const push: Vec3 = [impulse * cos(heading), impulse * sin(heading), 0];
    applyImpulse(this.#physics, this.#segway.name, "MainBody", push);
    this.last = { impulse, timeSec: this.#physics.timeSec };
    this.count++;
  }
}

/** Its centre of mass stands over the axle when it leans back this far. */
const REST_TILT = -0.174;

/** A live picture where there is a terminal, a line a second where there is none. */
class Screen {
  readonly live: boolean;
  #lines = 0;

  constructor(live: boolean) {
    this.live = live;
  }

  show(physics: Physics, segway: BalancedSegway, pushes: Pushes, factor: number): void {
    const [x, y] = readPose(physics, segway.name, "MainBody").position;
    const lean = (segway.tilt - REST_TILT) / DEGREE;
    const ago =
      pushes.last && physics.timeSec - pushes.last.timeSec < 1.5 ? `  <- ${pushes.last.impulse.toFixed(0)} N·s!` : "";
    const line =
      `t ${physics.timeSec.toFixed(1).padStart(6)} s  lean ${lean.toFixed(2).padStart(6)}°  ` +
      `speed ${segway.balance.speed.toFixed(2).padStart(5)} m/s  ${Math.sqrt(x * x + y * y).toFixed(2)} m from start  ` +
      `${factor.toFixed(factor < 10 ? 2 : 0)}x real time  next push in ${Math.max(0, pushes.nextInSec).toFixed(0)} s${ago}`;
    if (!this.live) {
      console.log(line);
      return;
    }
    const width = Math.min(process.stdout.columns ?? 80, 100) - 1;
    const picture = drawSideView({ place: y, tilt: segway.tilt }, width);
    const back = this.#lines > 0 ? `\x1b[${this.#lines}A` : "";
    const text = [...picture, line.slice(0, process.stdout.columns ?? 200)];
    process.stdout.write(`${back}${text.map((row) => `${row}\x1b[K`).join("\n")}\n`);
    this.#lines = text.length;
  }

  end(): void {
    if (this.live) console.log("");
  }
}
