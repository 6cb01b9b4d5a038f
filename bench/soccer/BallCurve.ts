// The speed of a kicked ball against the league's two-phase model: it slides to a fixed share of its speed, then rolls.

import { BALL_RADIUS } from "../../robots/Ball.js";
import { BallStand } from "./BallStand.js";
import { robotText } from "./ScatteredRobot.js";

export interface TwoPhase {
  /** m/s², negative. */
  readonly slide: number;
  readonly roll: number;
  /** Share of the kick speed at which it rolls. */
  readonly switchAt: number;
}

export const TWO_PHASE: TwoPhase = { slide: -3, roll: -0.3, switchAt: 2 / 3 };

export function modelSpeed(kick: number, t: number, { slide, roll, switchAt }: TwoPhase = TWO_PHASE): number {
  const slideSec = ((1 - switchAt) * kick) / -slide;
  return t < slideSec ? kick + slide * t : Math.max(0, switchAt * kick + roll * (t - slideSec));
}

/** s and m/s, every step, of a ball that starts without spin. */
export async function ballCurve(kick: number, seconds: number): Promise<readonly (readonly [number, number])[]> {
  const stand = await BallStand.open(robotText("ssl"));
  const curve: [number, number][] = [[0, kick]];
  stand.put([1, 0, BALL_RADIUS], [kick, 0, 0]).run(seconds, () => {
    const [x, y] = stand.ball.linearVelocity;
    curve.push([0.002 * curve.length, Math.hypot(x, y)]);
  });
  stand.dispose();
  return curve;
}
