// Limits the change of a drive's target velocity (F2): at most `speedUp` while it grows, at most `brake` while it shrinks, never above
// `max`; separately for the plane and for turning. The change is that in the world: a robot that rotates while it moves straight on
// needs no force, a robot that keeps moving to its own left needs v w. Motors and ground may slow the robot down further.

import { cos, hypot, sin } from "../../math/Trigonometry.js";
import type { PlanarVelocity } from "./WheelKinematics.js";

/** Limits in m/s and m/s², or rad/s and rad/s²; infinite: no limit. */
export interface RampLimits {
  readonly max: number;
  readonly speedUp: number;
  readonly brake: number;
}

/** Stands for no limit, m/s². */
const AT_ONCE = 1e9;

export interface Ramps {
  readonly plane: RampLimits;
  readonly turning: RampLimits;
  /** Share of the acceleration in the plane that may be used; default: 1. */
  readonly ease?: number;
}

/** Target velocity after `sec`, on the straight line from `now`, rotated by the turn of the robot, to `wanted`. */
export function ramp(
  now: PlanarVelocity,
  wanted: PlanarVelocity,
  { plane, turning, ease = 1 }: Ramps,
  sec: number,
): PlanarVelocity {
  const turn = rampTurn(now.turn, Math.min(turning.max, Math.max(-turning.max, wanted.turn)), turning, sec);
  const [c, s] = turn === 0 ? [1, 0] : [cos(turn * sec), sin(turn * sec)];
  const [forward, left] = [c * now.forward + s * now.left, c * now.left - s * now.forward];
  const speed = hypot(wanted.forward, wanted.left);
  const share = speed > plane.max ? plane.max / speed : 1;
  const [f, l] = [share * wanted.forward - forward, share * wanted.left - left];
  const change = hypot(f, l);
  const maxChange = ease * sec * Math.min(AT_ONCE, forward * f + left * l < 0 ? plane.brake : plane.speedUp);
  const step = change > maxChange ? maxChange / change : 1;
  return {
    forward: forward + step * f,
    left: left + step * l,
    turn,
  };
}

function rampTurn(now: number, wanted: number, { speedUp, brake }: RampLimits, sec: number): number {
  const maxChange = sec * (now * (wanted - now) < 0 ? brake : speedUp);
  return Math.min(now + maxChange, Math.max(now - maxChange, wanted));
}
