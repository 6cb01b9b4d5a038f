// Servos: target speed, maximum force and softness of a servo joint's motor row. A command sets most of them; target speeds
// that depend on the angle are computed in every step.
//   ideal:  v = sqrt(2 a |e|), with e the distance to the target and a half of the deceleration that FMax gives the carried
//           inertia: the highest speed that still stops at the target. One step never passes the target.
//   PD:     f = Kp (target - q - h v') - Kd v', bounded by FMax; v' is the speed after the step

import type { AxisParameters, ServoParameters } from "../../describe/entity/Joint.js";
import type { CompiledModel } from "../model/CompiledModel.js";

/** ODE's infinity as a force: finite, so that the solver can add it. */
export const STRONGEST = 1e9;

interface ServoPlace {
  readonly dof: number;
  readonly qpos: number;
  readonly sign: number;
  readonly axis: AxisParameters;
  readonly servo: ServoParameters;
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
  /** PD: Kp, and force per unit of speed; ideal: `#give` is the maximum braking force. */
  readonly #stiff: Float64Array;
  readonly #give: Float64Array;

  constructor(c: CompiledModel) {
    const { M_rowadr, M_rownnz } = c.views;
    this.#stepSec = c.stepSec;
    this.#known = new Uint8Array(c.nv);
    this.#kind = new Uint8Array(c.nv);
    this.#qpos = new Int32Array(c.nv);
    this.#diagonal = Int32Array.from({ length: c.nv }, (_, i) => M_rowadr[i] + M_rownnz[i] - 1);
    this.#target = new Float64Array(c.nv);
    this.#maxSpeed = new Float64Array(c.nv);
    this.#stiff = new Float64Array(c.nv);
    this.#give = new Float64Array(c.nv);
  }

  /** Applies a command. */
  update({ dof, qpos, sign, axis, servo }: ServoPlace): MotorRow {
    if (!this.#known[dof]) this.#dofs.push(dof);
    this.#known[dof] = 1;
    const bound = Math.min(axis.FMax, STRONGEST);
    const target = sign * servo.target;
    const { Kp, Kd, MaxVel } = servo;
    this.#qpos[dof] = qpos;
    this.#maxSpeed[dof] = MaxVel;
    this.#target[dof] = target;
    this.#kind[dof] = NOTHING;
    if (servo.mode === "Velocity") return { force: bound, speed: clip(target, MaxVel), softness: axis.CFM };
    if (servo.mode === "Torque") {
      const force = Math.min(Math.abs(target), bound);
      if (MaxVel !== Number.POSITIVE_INFINITY)
        return { force, speed: target > 0 ? MaxVel : -MaxVel, softness: axis.CFM };
      // no speed limit: a plain torque
      this.#kind[dof] = PUSH;
      this.#target[dof] = clip(target, bound);
      return { force: 0, speed: 0, softness: axis.CFM };
    }
    if (Kp > 0 || Kd > 0) {
      this.#kind[dof] = PD;
      this.#stiff[dof] = Kp;
      this.#give[dof] = this.#stepSec * Kp + Kd;
      return { force: bound, speed: 0, softness: 1 / this.#give[dof] };
    }
    this.#kind[dof] = IDEAL;
    this.#give[dof] = bound;
    return { force: bound, speed: 0, softness: axis.CFM };
  }

  /** Writes target speeds, and torques outside of motor rows. */
  step({ views, stepSec }: CompiledModel, speeds: Float64Array, torques: Float64Array): void {
    const { qpos, M, qfrc_applied } = views;
    const dofs = this.#dofs;
    for (let k = 0; k < dofs.length; k++) {
      const dof = dofs[k];
      const kind = this.#kind[dof];
      const target = this.#target[dof];
      torques[dof] = 0;
      if (kind === IDEAL) {
        const error = target - qpos[this.#qpos[dof]];
        const inertia = M[this.#diagonal[dof]];
        const brake = inertia > 0 ? (0.5 * this.#give[dof]) / inertia : Number.POSITIVE_INFINITY;
        const distance = Math.abs(error);
        const speed = Math.min(distance / stepSec, Math.sqrt(2 * brake * distance), this.#maxSpeed[dof]);
        speeds[dof] = error > 0 ? speed : -speed;
      } else if (kind === PD) {
        const error = target - qpos[this.#qpos[dof]];
        speeds[dof] = clip((this.#stiff[dof] * error) / this.#give[dof], this.#maxSpeed[dof]);
      } else if (kind === PUSH) {
        torques[dof] = target;
        qfrc_applied[dof] += target;
      }
    }
  }
}

const clip = (x: number, max: number): number => Math.min(max, Math.max(-max, x));
