// Servos: target speed, maximum force and softness of a servo joint's motor row. A command sets most of them; values that
// depend on angle and speed are computed in every step.
//   ideal:  v' = e / h, within V ± sqrt(2 a |e|), with e the distance to the target, V the speed of the target, and a half of
//           the deceleration that FMax gives the carried inertia. The servo reaches a target that moves in every step one
//           step later, and plans to stop at a target that stays. V is the smaller of the last two changes of the target, or
//           0 if they differ in sign: a target that jumps once has no speed.
//   speed:  v' = V + e / h, with e the distance to where the joint would be at the speed V, at most HOLD: without it a joint that
//           carries a load creeps, because rows are a little soft.
//   PD:     f = Kp (target - q) - Kd v at the time of q, bounded by FMax (SmoothForces.ts has the rule). If the force would
//           exceed MaxVel within the step, the row becomes a motor with the target speed MaxVel and at most that force.

import type { AxisParameters, ServoParameters } from "../../describe/entity/Joint.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import { damperShare, type SmoothForces, springLag, stiffShare } from "./SmoothForces.js";

/** ODE's infinity as a force: finite, so that the solver can add it. */
export const STRONGEST = 1e9;

/** A degree of freedom that gears connect to a servo, and the square of its speed for the speed 1 of the servo. */
export interface GearedInertia {
  readonly dof: number;
  readonly square: number;
}

interface ServoPlace {
  readonly dof: number;
  readonly qpos: number;
  readonly train: readonly GearedInertia[];
  readonly sign: number;
  readonly axis: AxisParameters;
  readonly servo: ServoParameters;
  /** Inverse of the inertia that the axis moves. */
  readonly inverse: number;
}

/** Motor rows of this step, by degree of freedom: target speed, R (0: the engine's value), and torque outside of rows. */
export interface StepRows {
  readonly speeds: Float64Array;
  readonly softness: Float64Array;
  readonly torques: Float64Array;
}

/** Values of a motor row. */
interface MotorRow {
  readonly force: number;
  readonly speed: number;
  readonly softness: number;
}

/** Work of a servo in every step. */
const NOTHING = 0;
const PUSH = 1;
const PD = 2;
const IDEAL = 3;
const SPEED = 4;
/** Distance that a servo under velocity control makes up for, rad: much more than a row gives way in a step. */
const HOLD = 1e-6;

const NO_TRAIN: readonly GearedInertia[] = [];

export class Servos {
  readonly #stepSec: number;
  /** Degrees of freedom with a servo. */
  readonly #dofs: number[] = [];
  // by degree of freedom
  readonly #known: Uint8Array;
  readonly #kind: Uint8Array;
  readonly #qpos: Int32Array;
  /** Index of its own inertia in the mass matrix. */
  readonly #diagonal: Int32Array;
  /** Target angle or torque. */
  readonly #target: Float64Array;
  readonly #maxSpeed: Float64Array;
  /** Maximum force. */
  readonly #bound: Float64Array;
  // PD: f = stiff e - back v - give v'
  readonly #stiff: Float64Array;
  readonly #back: Float64Array;
  readonly #give: Float64Array;
  /** PD: force at the start of the step is stiff e - loss v; R of a motor row. */
  readonly #loss: Float64Array;
  readonly #motor: Float64Array;
  readonly #inverse: Float64Array;
  readonly #trains = new Map<number, readonly GearedInertia[]>();
  readonly #smooth: SmoothForces;

  constructor(c: CompiledModel, smooth: SmoothForces) {
    const { M_rowadr, M_rownnz } = c.views;
    this.#stepSec = c.stepSec;
    this.#smooth = smooth;
    this.#known = new Uint8Array(c.nv);
    this.#kind = new Uint8Array(c.nv);
    this.#qpos = new Int32Array(c.nv);
    this.#diagonal = Int32Array.from({ length: c.nv }, (_, i) => M_rowadr[i] + M_rownnz[i] - 1);
    this.#target = new Float64Array(c.nv);
    this.#maxSpeed = new Float64Array(c.nv);
    this.#bound = new Float64Array(c.nv);
    this.#stiff = new Float64Array(c.nv);
    this.#back = new Float64Array(c.nv);
    this.#give = new Float64Array(c.nv);
    this.#loss = new Float64Array(c.nv);
    this.#motor = new Float64Array(c.nv);
    this.#inverse = new Float64Array(c.nv);
  }

  /** Applies a command. */
  update(place: ServoPlace): MotorRow {
    const { dof, qpos, sign, axis, servo, train } = place;
    if (train.length > 0) this.#trains.set(dof, train);
    if (!this.#known[dof]) this.#dofs.push(dof);
    this.#known[dof] = 1;
    const bound = Math.min(axis.FMax, STRONGEST);
    const target = sign * servo.target;
    const { Kp, Kd, MaxVel } = servo;
    this.#qpos[dof] = qpos;
    this.#maxSpeed[dof] = MaxVel;
    this.#target[dof] = target;
    this.#bound[dof] = bound;
    this.#kind[dof] = NOTHING;
    this.#smooth.Kp[dof] = 0;
    this.#smooth.Kd[dof] = 0;
    this.#smooth.given[dof] = 0;
    if (servo.mode === "Velocity") return this.#keepSpeed(dof, axis, bound, clip(target, MaxVel));
    if (servo.mode === "Torque") {
      const force = Math.min(Math.abs(target), bound);
      if (MaxVel !== Number.POSITIVE_INFINITY) return this.#keepSpeed(dof, axis, force, target > 0 ? MaxVel : -MaxVel);
      // no speed limit: a plain torque
      this.#kind[dof] = PUSH;
      this.#target[dof] = clip(target, bound);
      this.#smooth.given[dof] = this.#target[dof];
      return { force: 0, speed: 0, softness: axis.CFM };
    }
    if (Kp > 0 || Kd > 0) return this.#updateGains(place, bound);
    this.#kind[dof] = IDEAL;
    return { force: bound, speed: 0, softness: axis.CFM };
  }

  #keepSpeed(dof: number, { CFM }: AxisParameters, force: number, speed: number): MotorRow {
    // CFM is asked for: then the joint gives way
    if (CFM === 0) this.#kind[dof] = SPEED;
    this.#target[dof] = speed;
    return { force, speed, softness: CFM };
  }

  #updateGains({ dof, axis, servo, inverse }: ServoPlace, bound: number): MotorRow {
    const { Kp, Kd } = servo;
    const h = this.#stepSec;
    const kappa = h * h * Kp * inverse;
    const lag = springLag(kappa);
    const share = damperShare(h * Kd * inverse);
    this.#kind[dof] = PD;
    this.#stiff[dof] = Kp;
    this.#loss[dof] = Kd;
    this.#back[dof] = (1 - share) * Kd - lag * h * Kp;
    this.#give[dof] = (lag + stiffShare(kappa)) * h * Kp + share * Kd;
    this.#inverse[dof] = inverse;
    this.#motor[dof] = axis.CFM / h;
    // stiffer servos stay motor rows
    if (kappa < 1 && h * Kd * inverse < 2) {
      const { Kp: kp, Kd: kd, goal, bound: most } = this.#smooth;
      kp[dof] = Kp;
      kd[dof] = Kd;
      goal[dof] = this.#target[dof];
      most[dof] = bound;
    }
    return { force: bound, speed: 0, softness: 1 / this.#give[dof] };
  }

  /** Sets target speeds and, where they change, bounds and softness of motor rows; and torques outside of rows. */
  step(c: CompiledModel, rows: StepRows): void {
    const { views } = c;
    const { qpos, qfrc_applied } = views;
    const dofs = this.#dofs;
    for (let k = 0; k < dofs.length; k++) {
      const dof = dofs[k];
      const kind = this.#kind[dof];
      rows.torques[dof] = 0;
      if (kind === IDEAL) rows.speeds[dof] = this.#approach(c, dof, this.#target[dof] - qpos[this.#qpos[dof]]);
      else if (kind === SPEED) rows.speeds[dof] = this.#hold(c, dof, qpos[this.#qpos[dof]]);
      else if (kind === PD) this.#applyGains(c, dof, rows);
      else if (kind === PUSH) {
        rows.torques[dof] = this.#target[dof];
        qfrc_applied[dof] += this.#target[dof];
      }
    }
  }

  /** Speed of an ideal servo at the distance `error` from its target. */
  #approach({ views, stepSec, aims, paces }: CompiledModel, dof: number, error: number): number {
    const target = this.#target[dof];
    const moved = target - aims[dof];
    const pace = (moved > 0 === paces[dof] > 0 ? smaller(moved, paces[dof]) : 0) / stepSec;
    aims[dof] = target;
    paces[dof] = moved;
    let inertia = views.M[this.#diagonal[dof]];
    for (const other of this.#trains.get(dof) ?? NO_TRAIN) inertia += other.square * views.M[this.#diagonal[other.dof]];
    const brake = inertia > 0 ? (0.5 * this.#bound[dof]) / inertia : Number.POSITIVE_INFINITY;
    const reach = Math.sqrt(2 * brake * Math.abs(error));
    const speed = Math.min(pace + reach, Math.max(pace - reach, error / stepSec));
    return clip(speed, this.#maxSpeed[dof]);
  }

  /** Speed of a servo under velocity control at the angle `now`. `aims` has the angle where it should be. */
  #hold({ stepSec, aims }: CompiledModel, dof: number, now: number): number {
    const speed = this.#target[dof];
    const lag = clip(aims[dof] - now, HOLD);
    aims[dof] = now + lag + speed * stepSec;
    return speed + lag / stepSec;
  }

  #applyGains({ views, stepSec }: CompiledModel, dof: number, rows: StepRows): void {
    const v = views.qvel[dof];
    const pull = this.#stiff[dof] * (this.#target[dof] - views.qpos[this.#qpos[dof]]);
    const bound = this.#bound[dof];
    const max = this.#maxSpeed[dof];
    views.dof_frictionloss[dof] = bound;
    rows.softness[dof] = 1 / (this.#give[dof] * stepSec);
    rows.speeds[dof] = (pull - this.#back[dof] * v) / this.#give[dof];
    if (max === Number.POSITIVE_INFINITY) return;
    const force = clip(pull - this.#loss[dof] * v, bound);
    const next = v + stepSec * force * this.#inverse[dof];
    if (force > 0 ? next <= max : next >= -max) return;
    views.dof_frictionloss[dof] = Math.abs(force);
    rows.softness[dof] = this.#motor[dof];
    rows.speeds[dof] = force > 0 ? max : -max;
  }
}

const smaller = (a: number, b: number): number => (Math.abs(a) < Math.abs(b) ? a : b);

const clip = (x: number, max: number): number => Math.min(max, Math.max(-max, x));
