// Limits the change of a drive's target velocity (F2): at most `speedUp` while it grows, at most `brake` while it shrinks, never above
// `max`; separately for the plane and for turning. The change is that in the world: a robot that rotates while it moves straight on
// needs no force, a robot that keeps moving to its own left needs v w. Motors and ground may slow the robot down further.

import { cos, hypot, sin } from "../../math/Trigonometry.js";
import { FORWARD, LEFT, TURN } from "./WheelKinematics.js";

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

/** Limits a velocity to the largest of plane and turning. */
export function limitVelocity(velocity: Float64Array, { plane, turning }: Ramps): void {
  const speed = hypot(velocity[FORWARD], velocity[LEFT]);
  const share = speed > plane.max ? plane.max / speed : 1;
  velocity[FORWARD] *= share;
  velocity[LEFT] *= share;
  velocity[TURN] = Math.min(turning.max, Math.max(-turning.max, velocity[TURN]));
}

/**
 * Writes the target velocity after `sec` into `to`, on the straight line from `now`, rotated by the turn of the robot, to
 * `wanted`, which is within the limits. Velocities are forward, left and turn (WheelKinematics.ts); `to` may be `now`.
 */
export function ramp(
  to: Float64Array,
  now: Float64Array,
  wanted: Float64Array,
  { plane, turning, ease = 1, sec }: Ramps & { readonly sec: number },
): void {
  const turn = rampTurn(now[TURN], wanted[TURN], turning, sec);
  const c = turn === 0 ? 1 : cos(turn * sec);
  const s = turn === 0 ? 0 : sin(turn * sec);
  const forward = c * now[FORWARD] + s * now[LEFT];
  const left = c * now[LEFT] - s * now[FORWARD];
  const f = wanted[FORWARD] - forward;
  const l = wanted[LEFT] - left;
  const maxChange = ease * sec * Math.min(AT_ONCE, forward * f + left * l < 0 ? plane.brake : plane.speedUp);
  // the exact length decides only where the sum, which is not less, does not
  const change = Math.abs(f) + Math.abs(l) <= maxChange ? 0 : hypot(f, l);
  const step = change > maxChange ? maxChange / change : 1;
  to[FORWARD] = forward + step * f;
  to[LEFT] = left + step * l;
  to[TURN] = turn;
}

function rampTurn(now: number, wanted: number, { speedUp, brake }: RampLimits, sec: number): number {
  const maxChange = sec * (now * (wanted - now) < 0 ? brake : speedUp);
  return Math.min(now + maxChange, Math.max(now - maxChange, wanted));
}
