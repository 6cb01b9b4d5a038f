// One wheel of a drive (F2, F7, S5): a DC motor with a torque limit, under speed control or at a voltage. With the speed wanted
// v, the speed w of the joint's axis, and K = gain · torque / speed of the motor, PI control gives
//   T = K (v - w + ∫(v - w) dt / Ti)     |T| <= torque (1 - |w| / speed) while it speeds up, <= torque while it brakes
// and a share u of the full voltage  T = torque (u - w / speed). K, v and the limit go into the joint's own motor row, so T is that
// of the speed after the step: stable at any step, in the air, on the ground and while it slips. The integral stands still while
// the limit holds. More than `limit` its electronics let through for a while only, by the heat of the current: the overload is used up by
// (T / limit)² - 1 a second, and given back likewise. Left out: current and its noise.

import type { Joint } from "../../describe/entity/Joint.js";
import { SimError } from "../../describe/SimError.js";
import { JointMotor } from "../../physics/JointMotor.js";
import { findJoint } from "../../physics/Joints.js";
import type { Physics } from "../../physics/Physics.js";

export interface MotorLimits {
  /** At the wheel, held still, N·m. */
  readonly torque: number;
  /** Of the wheel without a load, rad/s. */
  readonly speed: number;
  /** What its electronics let through for good, at the wheel, N·m; left out: all. */
  readonly limit?: number;
}

export interface ServoGains {
  /** Times torque / speed: 50 gives full torque at 2 % of the speed. */
  readonly gain: number;
  /** Ti, s. */
  readonly integralSec: number;
}

/** A motor at full voltage that is turned backwards gives more than held still; never more than this many times. */
const MAX_TORQUES = 4;

/** So long they let through √2 times as much as for good, s. */
const OVERLOAD_SEC = 2;

export class WheelServo {
  readonly #joint: JointMotor;
  readonly #motor: MotorLimits;
  readonly #gains: ServoGains;
  readonly #softness: number;
  /** ∫(v - w) dt / Ti, rad/s. */
  integral = 0;
  /** Of the overload, 0: none is used up, 1: all. */
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

  /** After a step of `sec`: takes the error into the integral. */
  learn(wanted: number, sec: number): void {
    const { speed } = this;
    const error = wanted - speed;
    const more = (error * sec) / this.#gains.integralSec;
    const [wish, limit] = [Math.abs(this.#wish(wanted, speed)), this.#limit(wanted, speed)];
    if (wish < limit || more * this.integral < 0) this.integral += more;
    const share = Math.min(wish, limit) / this.#lasting;
    this.heat = Math.min(1, Math.max(0, this.heat + ((share * share - 1) * sec) / OVERLOAD_SEC));
  }

  /** For the next step. */
  drive(wanted: number): void {
    this.#joint.set(wanted + this.integral, this.#limit(wanted, this.speed), this.#softness);
  }

  /** For the next step: at a share of the full voltage, from -1 to 1. */
  power(share: number): void {
    const { torque, speed } = this.#motor;
    this.integral = 0;
    this.#joint.set(share * speed, MAX_TORQUES * torque, speed / torque);
  }

  #wish(wanted: number, speed: number): number {
    const { torque, speed: most } = this.#motor;
    return ((this.#gains.gain * torque) / most) * (wanted - speed + this.integral);
  }

  #limit(wanted: number, speed: number): number {
    const { torque, speed: most } = this.#motor;
    const isBraking = this.#wish(wanted, speed) * speed < 0;
    const given = isBraking ? torque : torque * Math.max(0, 1 - Math.abs(speed) / most);
    return this.heat < 1 ? given : Math.min(given, this.#lasting);
  }

  get #lasting(): number {
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
