// How fast what a drive aims at may change (F2): at most `speedUp` while it grows, at most `brake` while it shrinks, never
// beyond `most`; for the plane and for turning apart. The robot itself may be slower: that is up to motors and ground.

import { hypot } from "../math/Trigonometry.js";
import type { PlanarVelocity } from "./WheelKinematics.js";

/** m/s and m/s², or rad/s and rad/s²; infinite: no limit. */
export interface RampLimits {
  readonly most: number;
  readonly speedUp: number;
  readonly brake: number;
}

/** What to aim at after `sec`, on the straight way from `now` to `wanted`. */
export function ramp(
  now: PlanarVelocity,
  wanted: PlanarVelocity,
  { plane, turning }: { readonly plane: RampLimits; readonly turning: RampLimits },
  sec: number,
): PlanarVelocity {
  const speed = hypot(wanted.forward, wanted.left);
  const share = speed > plane.most ? plane.most / speed : 1;
  const [f, l] = [share * wanted.forward - now.forward, share * wanted.left - now.left];
  const change = hypot(f, l);
  const most = sec * (now.forward * f + now.left * l < 0 ? plane.brake : plane.speedUp);
  const step = change > most ? most / change : 1;
  return {
    forward: now.forward + step * f,
    left: now.left + step * l,
    turn: rampTurn(now.turn, Math.min(turning.most, Math.max(-turning.most, wanted.turn)), turning, sec),
  };
}

function rampTurn(now: number, wanted: number, { speedUp, brake }: RampLimits, sec: number): number {
  const most = sec * (now * (wanted - now) < 0 ? brake : speedUp);
  return Math.min(now + most, Math.max(now - most, wanted));
}
