// Kicks with a robot's own kicker, measured on the ball: speed and angle, the two phases of a straight kick, the hops of a chip.

import { BALL_RADIUS } from "../../robots/Ball.js";
import { DEGREE } from "../../src/math/Trigonometry.js";
import { length, type Vec3 } from "../../src/math/Vec3.js";
import { TWO_PHASE } from "./BallCurve.js";
import { BallStand } from "./BallStand.js";

export interface Kick {
  readonly speed: number;
  /** Degrees. */
  readonly angle: number;
}

/** Share of the speed after a landing, in the fixed-loss model. */
export interface Losses {
  readonly xyFirst: number;
  /** Undefined: there was no second hop. */
  readonly xyOther: number | undefined;
  readonly z: number;
  readonly hops: number;
}

export interface Run {
  readonly slide: number;
  readonly roll: number;
  readonly share: number;
  /** Sliding distance, and the error of the model's place at 3 s, m. */
  readonly slides: number;
  readonly offModel: number;
}

/** A robot with a ball in its groove; `face`: from its centre to the plate. */
async function loaded(text: string, face: number, stepSec: number): Promise<BallStand> {
  const stand = await BallStand.open(text, { stepSec });
  return stand.put([0, face + BALL_RADIUS + 0.001, BALL_RADIUS]).run(0.1);
}

/** The velocity with which the ball leaves. */
export async function kickOf(text: string, face: number, { speed, angle }: Kick, stepSec = 0.002): Promise<Vec3> {
  const stand = await loaded(text, face, stepSec);
  let best: Vec3 = [0, 0, 0];
  stand.tell("Kicker", speed, angle * DEGREE).run(0.12, () => {
    const { linearVelocity } = stand.ball;
    if (length(linearVelocity) > length(best)) best = linearVelocity;
  });
  stand.dispose();
  return best;
}

/** A straight kick until 3 s. */
export async function runOf(text: string, face: number, speed: number, stepSec = 0.002): Promise<Run> {
  const stand = await loaded(text, face, stepSec);
  const [samples, start]: [{ t: number; v: number; y: number }[], Vec3] = [[], stand.ball.position];
  stand.tell("Kicker", speed, 0).run(3, () => {
    const { linearVelocity, position } = stand.ball;
    samples.push({ t: (samples.length + 1) * stepSec, v: linearVelocity[1], y: position[1] - start[1] });
  });
  stand.dispose();
  const at = (t: number) => samples[Math.min(samples.length, Math.round(t / stepSec)) - 1];
  const rate = (from: number, to: number): number => (at(to).v - at(from).v) / (at(to).t - at(from).t);
  const switchSec = (speed * (1 - TWO_PHASE.switchAt)) / -TWO_PHASE.slide;
  const rollFrom = Math.min(1.2 * switchSec, 2.5);
  const roll = rate(rollFrom, Math.min(rollFrom + 1, 2.9));
  const slide = rate(0.2 * switchSec, 0.8 * switchSec);
  // where the two lines meet
  const a = at(0.5 * switchSec);
  const b = at(rollFrom);
  const meet = (b.v - roll * b.t - a.v + slide * a.t) / (slide - roll);
  return {
    slide,
    roll,
    share: (a.v + slide * (meet - a.t)) / speed,
    slides: at(meet).y,
    offModel: at(3).y - modelAt(speed, 3),
  };
}

/** Distance of the model's ball after this time, m. */
export function modelAt(speed: number, sec: number): number {
  const { slide, roll, switchAt: share } = TWO_PHASE;
  const turn = (speed * (1 - share)) / -slide;
  if (sec <= turn) return speed * sec + (slide * sec * sec) / 2;
  const rolls = Math.min(sec - turn, (speed * share) / -roll);
  return speed * turn + (slide * turn * turn) / 2 + speed * share * rolls + (roll * rolls * rolls) / 2;
}

/** m: lower hops count as rolling, as in Sumatra. */
const MIN_HOP = 0.01;

/** A chip until its hops are lower than a centimetre. */
export async function chipOf(text: string, face: number, kick: Kick, stepSec = 0.002): Promise<Losses> {
  const stand = await loaded(text, face, stepSec);
  const landings: { xy: number; z: number }[] = [];
  let before = stand.ball.linearVelocity;
  stand
    .tell("Kicker", kick.speed, kick.angle * DEGREE)
    .run(0.02)
    .run(3, () => {
      const now = stand.ball.linearVelocity;
      const along = (v: Vec3): number => length([v[0], v[1], 0]);
      if (before[2] < -0.05 && now[2] > 0) landings.push({ xy: along(now) / along(before), z: now[2] / -before[2] });
      else if (before[2] < -0.05 && now[2] > -0.05) landings.push({ xy: along(now) / along(before), z: 0 });
      before = now;
    });
  stand.dispose();
  const hops = landings.filter(({ z }) => z > 0.1).slice(0, hopsAbove(kick, MIN_HOP));
  const mean = (numbers: readonly number[]): number => numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
  return {
    xyFirst: landings[0].xy,
    xyOther: hops.length > 1 ? mean(hops.slice(1).map(({ xy }) => xy)) : undefined,
    z: mean(hops.map(({ z }) => z)),
    hops: hops.length,
  };
}

/** Number of landings until hops stay below a height, if each keeps half of the upward speed. */
function hopsAbove({ speed, angle }: Kick, height: number): number {
  let count = 0;
  for (let up = speed * Math.sin(angle * DEGREE); (up * up) / 19.62 > height; up /= 2) count++;
  return Math.max(1, count);
}
