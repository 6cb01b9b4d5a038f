// One wheel of a drive (F2, F7, S5): a DC motor with a torque limit, under speed control or at a voltage. With target speed v, speed w
// of the joint's axis, and K = gain · torque / speed of the motor, PI control gives
//   T = K (v - w + ∫(v - w) dt / Ti)     |T| <= torque (1 - |w| / speed) while accelerating, <= torque while braking
// At a share u of the full voltage  T = torque (u - w / speed). K, v and the limit go into the joint's own motor row, so T refers to
// the speed after the step: stable at any step, in the air, on the ground and while slipping. The integral pauses at the limit.
// The electronics allow more than `limit` for a short time, by the heat of the current: overload is used up by (T / limit)² - 1
// per second and recovers likewise. Left out: current and its noise.

import type { Joint } from "../../describe/entity/Joint.js";
import { SimError } from "../../describe/SimError.js";
import { JointMotor } from "../../physics/JointMotor.js";
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

export class WheelServo {
  readonly #joint: JointMotor;
  readonly #motor: MotorLimits;
  readonly #gains: ServoGains;
  readonly #softness: number;
  /** ∫(v - w) dt / Ti, rad/s. */
  integral = 0;
  /** Used share of the overload, 0 to 1. */
  heat = 0;

  constructor(
    { physics, robot }: { readonly physics: Physics; readonly robot: string },
    joint: string,
    motor: MotorLimits,
    gains: ServoGains,
  ) {
    this.#motor = motor;
    this.#gains = gains;
    this.#softness = motor.speed / (gains.gain * motor.torque);
    checkWheelJoint(findJoint(physics, robot, joint), `${robot}/${joint}`);
    this.#joint = new JointMotor(physics, robot, joint);
  }

  /** rad/s, of Body1 relative to Body2. */
  get speed(): number {
    return this.#joint.speed;
  }

  /** After a step of `sec`: updates integral and heat. */
  update(wanted: number, sec: number): void {
    const { speed } = this;
    const error = wanted - speed;
    const more = (error * sec) / this.#gains.integralSec;
    const [demand, limit] = [Math.abs(this.#demand(wanted, speed)), this.#limit(wanted, speed)];
    if (demand < limit || more * this.integral < 0) this.integral += more;
    const share = Math.min(demand, limit) / this.#permanentLimit;
    this.heat = Math.min(1, Math.max(0, this.heat + ((share * share - 1) * sec) / OVERLOAD_SEC));
  }

  /** Sets the target speed for the next step. */
  drive(wanted: number): void {
    this.#joint.set(wanted + this.integral, this.#limit(wanted, this.speed), this.#softness);
  }

  /** Sets the voltage for the next step, as a share of the full voltage, -1 to 1. */
  power(share: number): void {
    const { torque, speed } = this.#motor;
    this.integral = 0;
    this.#joint.set(share * speed, MAX_TORQUES * torque, speed / torque);
  }

  #demand(wanted: number, speed: number): number {
    const { torque, speed: maxSpeed } = this.#motor;
    return ((this.#gains.gain * torque) / maxSpeed) * (wanted - speed + this.integral);
  }

  #limit(wanted: number, speed: number): number {
    const { torque, speed: maxSpeed } = this.#motor;
    const isBraking = this.#demand(wanted, speed) * speed < 0;
    const given = isBraking ? torque : torque * Math.max(0, 1 - Math.abs(speed) / maxSpeed);
    return this.heat < 1 ? given : Math.min(given, this.#permanentLimit);
  }

  get #permanentLimit(): number {
    return this.#motor.limit ?? Number.POSITIVE_INFINITY;
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
