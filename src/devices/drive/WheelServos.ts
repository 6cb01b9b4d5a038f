// Wheels of a drive (F2, F7, S5): DC motors with a torque limit, under speed control or at a voltage. With target speed v, speed w
// of a joint's axis, and K = gain · torque / speed of the motor, PI control gives
//   T = K (v - w + ∫(v - w) dt / Ti)     |T| <= torque (1 - |w| / speed) while accelerating, <= torque while braking
// At a share u of the full voltage  T = torque (u - w / speed). K, v and the limit go into the joint's own motor row, so T refers to
// the speed after the step: stable at any step, in the air, on the ground and while slipping. The integral pauses at the limit, and
// while v changes: what it had gathered to accelerate would carry the wheel beyond v at the end.
// The electronics allow more than `limit` for a short time, by the heat of the current: overload is used up by (T / limit)² - 1
// per second and recovers likewise. Left out: current and its noise.

import type { Joint } from "../../describe/entity/Joint.js";
import { SimError } from "../../describe/SimError.js";
import { JointMotors } from "../../physics/JointMotors.js";
import { findJoint } from "../../physics/Joints.js";
import type { Physics } from "../../physics/Physics.js";

export interface MotorLimits {
  /** Stall torque at the wheel, N·m. */
  readonly torque: number;
  /** No-load speed of the wheel, rad/s. */
  readonly speed: number;
  /** Permanent torque limit of the electronics at the wheel, N·m; default: none. */
  readonly limit?: number;
}

export interface ServoGains {
  /** In units of torque / speed: 50 gives full torque at an error of 2 % of the speed. */
  readonly gain: number;
  /** Ti, s. */
  readonly integralSec: number;
}

/** A motor at full voltage that turns backwards exceeds its stall torque, at most by this factor. */
const MAX_TORQUES = 4;
/** Time for which the electronics allow √2 times the permanent torque, s. */
const OVERLOAD_SEC = 2;

export class WheelServos {
  readonly count: number;
  /** By wheel: speed of Body1 relative to Body2 when it was last measured, rad/s. */
  readonly speeds: Float64Array;
  /** By wheel: ∫(v - w) dt / Ti, rad/s. */
  readonly integrals: Float64Array;
  /** By wheel: used share of the overload, 0 to 1. */
  readonly heats: Float64Array;
  readonly #motors: JointMotors;
  /** By wheel: target speed and largest torque of the next step. */
  readonly #targets: Float64Array;
  readonly #limits: Float64Array;
  readonly #torque: number;
  readonly #maxSpeed: number;
  readonly #permanentLimit: number;
  readonly #integralSec: number;
  /** K, N·m·s. */
  readonly #stiffness: number;
  readonly #softness: number;

  constructor(
    { physics, robot }: { readonly physics: Physics; readonly robot: string },
    joints: readonly string[],
    { torque, speed, limit = Number.POSITIVE_INFINITY }: MotorLimits,
    { gain, integralSec }: ServoGains,
  ) {
    this.count = joints.length;
    this.speeds = new Float64Array(joints.length);
    this.integrals = new Float64Array(joints.length);
    this.heats = new Float64Array(joints.length);
    this.#targets = new Float64Array(joints.length);
    this.#limits = new Float64Array(joints.length);
    this.#torque = torque;
    this.#maxSpeed = speed;
    this.#permanentLimit = limit;
    this.#integralSec = integralSec;
    this.#stiffness = (gain * torque) / speed;
    this.#softness = speed / (gain * torque);
    for (const joint of joints) checkWheelJoint(findJoint(physics, robot, joint), `${robot}/${joint}`);
    this.#motors = new JointMotors(physics, robot, joints);
  }

  /** Reads the speeds of the wheels. */
  measure(): Float64Array {
    this.#motors.readSpeeds(this.speeds);
    return this.speeds;
  }

  /** After a step of `sec` and `measure`: updates integrals and heats. `isSteady`: `wanted` does not change. */
  update(wanted: Float64Array, isSteady: boolean, sec: number): void {
    const { speeds, integrals, heats } = this;
    for (let i = 0; i < speeds.length; i++) {
      const error = wanted[i] - speeds[i];
      const integral = integrals[i];
      const more = (error * sec) / this.#integralSec;
      const torque = this.#stiffness * (error + integral);
      const demand = Math.abs(torque);
      const limit = this.#limit(torque, speeds[i], heats[i]);
      if ((isSteady && demand < limit) || more * integral < 0) integrals[i] = integral + more;
      const share = Math.min(demand, limit) / this.#permanentLimit;
      heats[i] = Math.min(1, Math.max(0, heats[i] + ((share * share - 1) * sec) / OVERLOAD_SEC));
    }
  }

  /** After `measure`: sets the target speeds for the next step. */
  drive(wanted: Float64Array): void {
    const { speeds, integrals, heats } = this;
    const [targets, limits] = [this.#targets, this.#limits];
    for (let i = 0; i < speeds.length; i++) {
      const torque = this.#stiffness * (wanted[i] - speeds[i] + integrals[i]);
      limits[i] = this.#limit(torque, speeds[i], heats[i]);
      targets[i] = wanted[i] + integrals[i];
    }
    this.#motors.setAll(targets, limits, this.#softness);
  }

  /** Sets the voltages of the wheels for the next step, as shares of the full voltage, -1 to 1. */
  power(shares: Float64Array): void {
    const [torque, speed] = [this.#torque, this.#maxSpeed];
    for (let i = 0; i < shares.length; i++) this.#targets[i] = shares[i] * speed;
    this.integrals.fill(0);
    this.#motors.setAll(this.#targets, this.#limits.fill(MAX_TORQUES * torque), speed / torque);
  }

  /** Switches the motors off: an open circuit. */
  release(): void {
    for (let i = 0; i < this.count; i++) this.#motors.release(i);
  }

  /** Largest torque at a speed and a heat, for a motor that is to give `demand`. */
  #limit(demand: number, speed: number, heat: number): number {
    const torque = this.#torque;
    const given = demand * speed < 0 ? torque : torque * Math.max(0, 1 - Math.abs(speed) / this.#maxSpeed);
    return heat < 1 ? given : Math.min(given, this.#permanentLimit);
  }
}

function checkWheelJoint({ kind, parameters }: Joint, where: string): void {
  const refuse = (found: string, allowed: string): never => {
    throw new SimError("PROPERTY_MISPLACED", { where, found, allowed });
  };
  if (kind !== "Hinge") refuse(`a drive's wheel on a ${kind}`, "a Hinge");
  if (parameters[0].FMax > 0)
    refuse("a drive beside the joint's own motor, whose FMax is above 0", "one motor for each axis");
}
