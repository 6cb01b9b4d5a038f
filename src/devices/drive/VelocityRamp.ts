// How fast what a drive aims at may change (F2): at most `speedUp` while it grows, at most `brake` while it shrinks, never
// beyond `most`; for the plane and for turning apart. What counts is how the velocity changes in the world: a robot that turns
// as it drives straight on needs no force for it, one that keeps to its own left needs v w. The robot itself may be slower: that
// is up to motors and ground.

import { cos, hypot, sin } from "../../math/Trigonometry.js";
import type { PlanarVelocity } from "./WheelKinematics.js";

/** m/s and m/s², or rad/s and rad/s²; infinite: no limit. */
export interface RampLimits {
  readonly most: number;
  readonly speedUp: number;
  readonly brake: number;
}

/** As good as no limit, m/s². */
const AT_ONCE = 1e9;

export interface Ramps {
  readonly plane: RampLimits;
  readonly turning: RampLimits;
  /** Share of the plane's acceleration that may be used; 1 unless said. */
  readonly ease?: number;
}

/** What to aim at after `sec`, on the straight way from `now`, seen from the robot that has turned meanwhile, to `wanted`. */
export function ramp(
  now: PlanarVelocity,
  wanted: PlanarVelocity,
  { plane, turning, ease = 1 }: Ramps,
  sec: number,
): PlanarVelocity {
  const turn = rampTurn(now.turn, Math.min(turning.most, Math.max(-turning.most, wanted.turn)), turning, sec);
  const [c, s] = turn === 0 ? [1, 0] : [cos(turn * sec), sin(turn * sec)];
  const [forward, left] = [c * now.forward + s * now.left, c * now.left - s * now.forward];
  const speed = hypot(wanted.forward, wanted.left);
  const share = speed > plane.most ? plane.most / speed : 1;
  const [f, l] = [share * wanted.forward - forward, share * wanted.left - left];
  const change = hypot(f, l);
  const most = ease * sec * Math.min(AT_ONCE, forward * f + left * l < 0 ? plane.brake : plane.speedUp);
  const step = change > most ? most / change : 1;
  return {
    forward: forward + step * f,
    left: left + step * l,
    turn,
  };
}

function rampTurn(now: number, wanted: number, { speedUp, brake }: RampLimits, sec: number): number {
  const most = sec * (now * (wanted - now) < 0 ? brake : speedUp);
  return Math.min(now + most, Math.max(now - most, wanted));
}
