// Rides with a ball at the dribbler: how far the ball moves from its place, and whether the robot still has it at the end.

import { BALL_RADIUS } from "../../robots/Ball.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { BallStand } from "./BallStand.js";

export interface Grip {
  readonly isHeld: boolean;
  /** mm: greatest distance from the plate and to a side while it is held. */
  readonly far: number;
  readonly aside: number;
}

/** m: a ball farther from the plate or to a side is lost. */
const LOST = 0.015;

/** Commands forward, left, turn for 1.5 s, then a stop; `face`: from the robot's centre to the plate. */
export async function gripOf(text: string, face: number, told: Vec3, stepSec = 0.002): Promise<Grip> {
  const stand = await BallStand.open(text, { stepSec });
  let [isHeld, far, aside] = [true, 0, 0];
  const watch = (): void => {
    const [x, y] = stand.seen.position;
    const gap = Math.abs(y - face - BALL_RADIUS);
    if (gap > LOST || Math.abs(x) > LOST) isHeld = false;
    if (isHeld) [far, aside] = [Math.max(far, 1000 * gap), Math.max(aside, 1000 * Math.abs(x))];
  };
  stand.put([0, face + BALL_RADIUS + TOUCHING, BALL_RADIUS]).drive(0.5, [0, 0, 0], FULL);
  stand.drive(1.5, told, FULL, watch).drive(1, [0, 0, 0], FULL, watch);
  stand.dispose();
  return { isHeld, far, aside };
}

/** rad/s: faster than any of them turns its bar. */
const FULL = 1000;
/** Distance from the plate at which a resting ball touches the bar, m. */
const TOUCHING = 0.0004;
