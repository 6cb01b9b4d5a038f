// Motion of one tree over one step under smooth forces: the formulas of Dormand and Prince (order 5, with an error estimate of
// order 4) on positions and speeds together. A step whose error is too large is halved, again and again. The result depends on the
// tree's own state only. Energy and momentum are kept to the tolerance, and positions and speeds belong to the same time.
// (J. Dormand, P. Prince, A family of embedded Runge-Kutta formulae, 1980.)

import type { Loops } from "./Loops.js";
import type { TreeMotion } from "./TreeMotion.js";
import { BALL, FREE } from "./TreeShape.js";

/** Error of a substep, relative to 1 + the value. Violent motion has larger errors, so that its time is bounded. */
const TOLERANCES = [1e-9, 1e-7, 1e-5];
/** Substeps that are tried with each tolerance. */
const TRIES = 100;
/** Substeps that are tried in one step. */
export const MAX_TRIES = TRIES * TOLERANCES.length;
/** The shortest substep is the step times 2^-MAX_LEVEL. */
const MAX_LEVEL = 12;

const STAGES = [
  [1 / 5],
  [3 / 40, 9 / 40],
  [44 / 45, -56 / 15, 32 / 9],
  [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
  [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
  [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
].map((row) => Float64Array.from(row));
/** Fifth minus fourth order. */
const ERROR = Float64Array.from([71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40]);

/** Smooth forces on the axes of a tree (SmoothForces.ts), by degree of freedom of the tree. */
interface AxisForces {
  readonly given: Float64Array;
  readonly damping: Float64Array;
  readonly stiffness: Float64Array;
  readonly Kp: Float64Array;
  readonly Kd: Float64Array;
  readonly goal: Float64Array;
  readonly bound: Float64Array;
  /** Accelerations where `held` of the mass matrix is set. */
  readonly acceleration: Float64Array;
}

export class TreeFlow {
  readonly motion: TreeMotion;
  readonly forces: AxisForces;
  /** State: to set before `run`, and its result. */
  readonly q: Float64Array;
  readonly v: Float64Array;
  /** Speeds at the start of `run`. */
  readonly start: Float64Array;
  readonly #loops: Loops;
  // the state at a stage, and rates of the seven stages
  readonly #q: Float64Array;
  readonly #v: Float64Array;
  readonly #dq: readonly Float64Array[];
  readonly #dv: readonly Float64Array[];
  /** By degree of freedom: its position; -1: no single number. */
  readonly #place: Int32Array;

  /** Substeps that may be tried with each tolerance. */
  readonly #tries: number;

  /** `maxTries`: substeps that may be tried in one step. */
  constructor(motion: TreeMotion, loops: Loops, maxTries = Number.POSITIVE_INFINITY) {
    this.#tries = Math.min(TRIES, Math.ceil(maxTries / TOLERANCES.length));
    const { nq, nv, type, q, v } = motion.shape;
    const array = () => new Float64Array(nv);
    this.motion = motion;
    this.#loops = loops;
    this.forces = {
      given: array(),
      damping: array(),
      stiffness: array(),
      Kp: array(),
      Kd: array(),
      goal: array(),
      bound: array(),
      acceleration: array(),
    };
    this.q = new Float64Array(nq);
    this.v = array();
    this.start = array();
    this.#q = new Float64Array(nq);
    this.#v = array();
    this.#dq = Array.from({ length: 7 }, () => new Float64Array(nq));
    this.#dv = Array.from({ length: 7 }, array);
    this.#place = new Int32Array(nv).fill(-1);
    for (let j = 0; j < type.length; j++) if (type[j] !== FREE && type[j] !== BALL) this.#place[v[j]] = q[j];
  }

  /**
   * Advances the state by `stepSec`, or by less if the motion is so violent that the substeps run out: such a tree goes on in
   * slow motion instead of gaining energy. `share`: of the substeps that may be tried. False: no substep was possible.
   */
  run(stepSec: number, share = 1): boolean {
    const most = Math.ceil(share * this.#tries);
    const whole = 1 << MAX_LEVEL;
    let done = 0;
    let part = whole;
    let level = 0;
    this.start.set(this.v);
    this.#rate(this.q, this.v, 0);
    for (let tries = 1; level < TOLERANCES.length; tries++) {
      const error = this.#try((stepSec * part) / whole);
      const tolerance = TOLERANCES[level];
      // a loop that cannot be kept has no motion at any tolerance
      if (error > tolerance && part === 1) level = this.#loops.isEmpty ? level + 1 : TOLERANCES.length;
      else if (tries % most === 0) level++;
      if (error <= tolerance) {
        this.q.set(this.#q);
        this.v.set(this.#v);
        done += part;
        if (done === whole) return this.#normalise();
        // the last stage is the first one of the next substep
        this.#dq[0].set(this.#dq[6]);
        this.#dv[0].set(this.#dv[6]);
        // doubles where the parts still add up to the whole
        if (error < tolerance / 64 && done % (2 * part) === 0) part *= 2;
      } else if (part > 1) part /= 2;
    }
    return done > 0 && this.#normalise();
  }

  /** One substep to #q, #v; returns its error. */
  #try(h: number): number {
    for (let s = 0; s < 6; s++) {
      combine(this.q, this.#dq, STAGES[s], h, this.#q);
      combine(this.v, this.#dv, STAGES[s], h, this.#v);
      this.#rate(this.#q, this.#v, s + 1);
    }
    return Math.max(errorOf(this.#dq, this.#q, h), errorOf(this.#dv, this.#v, h));
  }

  #rate(q: Float64Array, v: Float64Array, stage: number): void {
    const a = this.#dv[stage];
    const { given, damping, stiffness, Kp, Kd, goal, bound } = this.forces;
    for (let i = 0; i < a.length; i++) {
      const at = this.#place[i];
      a[i] = given[i] - damping[i] * v[i];
      if (at < 0) continue;
      a[i] -= stiffness[i] * q[at];
      if (Kp[i] > 0 || Kd[i] > 0)
        a[i] += Math.min(bound[i], Math.max(-bound[i], Kp[i] * (goal[i] - q[at]) - Kd[i] * v[i]));
    }
    const { motion } = this;
    const { mass } = motion;
    const { acceleration } = this.forces;
    motion.prepare(q, v, a);
    mass.subtractHeld(acceleration, a);
    mass.factor();
    mass.solve(a);
    for (let i = 0; i < a.length; i++) if (mass.held[i]) a[i] = acceleration[i];
    this.#loops.constrain(q, v, a);
    motion.rates(q, v, this.#dq[stage]);
  }

  /** Quaternions get the length 1. */
  #normalise(): true {
    const { type, q: qOf } = this.motion.shape;
    for (let j = 0; j < type.length; j++) {
      if (type[j] !== FREE && type[j] !== BALL) continue;
      const k = type[j] === FREE ? qOf[j] + 3 : qOf[j];
      const q = this.q;
      const s = 1 / Math.sqrt(q[k] * q[k] + q[k + 1] * q[k + 1] + q[k + 2] * q[k + 2] + q[k + 3] * q[k + 3]);
      for (let i = k; i < k + 4; i++) q[i] *= s;
    }
    return true;
  }
}

function combine(
  from: Float64Array,
  rates: readonly Float64Array[],
  share: Float64Array,
  h: number,
  into: Float64Array,
): void {
  for (let i = 0; i < into.length; i++) {
    let sum = 0;
    for (let k = 0; k < share.length; k++) sum += share[k] * rates[k][i];
    into[i] = from[i] + h * sum;
  }
}

function errorOf(rates: readonly Float64Array[], value: Float64Array, h: number): number {
  let max = 0;
  for (let i = 0; i < value.length; i++) {
    let sum = 0;
    for (let k = 0; k < 7; k++) sum += ERROR[k] * rates[k][i];
    const error = Math.abs(h * sum) / (1 + Math.abs(value[i]));
    if (Number.isNaN(error)) return Number.MAX_VALUE;
    if (error > max) max = error;
  }
  return max;
}
