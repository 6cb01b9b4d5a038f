// Forces of joints that depend smoothly on position and speed, by degree of freedom, in the engine's sense of rotation:
//   f = given - damping v - stiffness q + clip(Kp (goal - q) - Kd v, bound)
// JointRows.ts and Servos.ts write them; SmoothFlow.ts integrates them exactly where no other row acts on the tree.
//
// The engine's step has positions at the times 0, h, 2h, ... and speeds half a step before them. Springs k and dampers d act on
// this grid at the time of the positions, with v' = v + h a:
//   f = -k (q + b h (v' - v)) - d ((1 - t) v + t v')
// b = 1/12 has no error of frequency up to the fourth order and adds no damping. t (x = h d / inertia) follows from
// exp(-x) = (1 - (1 - t) x) / (1 + t x): t is 1/2 for soft dampers, 1 (implicit Euler) for hard ones, and the decay is exact.
// Stiff springs (h² k / inertia above 1/4) become implicit: f gets -s h k v' with s rising to 1, so that no spring is unstable.

import { exp } from "../../math/Exponential.js";
import type { CompiledModel } from "../model/CompiledModel.js";

/** From the first value of h² k / inertia on, a spring is made implicit; from the second on, it is entirely so. */
const SOFT = 0.25;
const STIFF = 1;

/** Implicit shares of a spring: b and s above. `kappa` = h² k / inertia. */
export const springLag = (kappa: number): number => 1 / 12 + stiffShare(kappa) / 4;

export function stiffShare(kappa: number): number {
  if (kappa <= SOFT) return 0;
  if (kappa >= STIFF) return 1;
  const x = (kappa - SOFT) / (STIFF - SOFT);
  return x * x * (3 - 2 * x);
}

/** Implicit share t of a damper, x = h d / inertia. */
export function damperShare(x: number): number {
  // series of 1 / (1 - e^-x) - 1 / x
  if (x < 1e-2) return 0.5 + x / 12;
  return x > 700 ? 1 : 1 / (1 - exp(-x)) - 1 / x;
}

export class SmoothForces {
  readonly given: Float64Array;
  readonly damping: Float64Array;
  readonly stiffness: Float64Array;
  /** Inertia of rotors, without what implicit forces add to it. */
  readonly armature: Float64Array;
  readonly Kp: Float64Array;
  readonly Kd: Float64Array;
  readonly goal: Float64Array;
  readonly bound: Float64Array;

  constructor({ nv }: CompiledModel) {
    this.given = new Float64Array(nv);
    this.damping = new Float64Array(nv);
    this.stiffness = new Float64Array(nv);
    this.armature = new Float64Array(nv);
    this.Kp = new Float64Array(nv);
    this.Kd = new Float64Array(nv);
    this.goal = new Float64Array(nv);
    this.bound = new Float64Array(nv);
  }
}
