// One wheel of a drive under speed control (F2, S5): PI on a DC motor with a torque limit. With the speed wanted v, the speed w
// of the joint's axis, and K = gain · torque / speed of the motor:
//   T = K (v - w + ∫(v - w) dt / Ti)     |T| <= torque (1 - |w| / speed) while it speeds up, <= torque while it brakes
// K, v and the limit go into the joint's own motor row, so T is that of the speed after the step: stable at any step, in the
// air, on the ground and while it slips. The integral stands still while the limit holds. Left out: current and its noise.

import type { Joint } from "../describe/Joint.js";
import { SimError } from "../describe/SimError.js";
import type { CompiledModel } from "../physics/CompiledModel.js";
import { findJoint } from "../physics/Joints.js";
import type { AxisPlace } from "../physics/Layout.js";
import type { Physics } from "../physics/Physics.js";

export interface MotorLimits {
  /** At the wheel, held still, N·m. */
  readonly torque: number;
  /** Of the wheel without a load, rad/s. */
  readonly speed: number;
}

export interface ServoGains {
  /** Times torque / speed: 50 gives full torque at 2 % of the speed. */
  readonly gain: number;
  /** Ti, s. */
  readonly integralSec: number;
}

export class WheelServo {
  readonly #physics: Physics;
  readonly #robot: string;
  readonly #joint: string;
  readonly #motor: MotorLimits;
  readonly #gains: ServoGains;
  #compiled: CompiledModel | undefined;
  #place: { readonly dof: number; readonly sign: AxisPlace["sign"] } | undefined;
  /** ∫(v - w) dt / Ti, rad/s. */
  integral = 0;

  constructor(
    { physics, robot }: { readonly physics: Physics; readonly robot: string },
    joint: string,
    motor: MotorLimits,
    gains: ServoGains,
  ) {
    this.#physics = physics;
    this.#robot = robot;
    this.#joint = joint;
    this.#motor = motor;
    this.#gains = gains;
    checkWheelJoint(findJoint(physics, robot, joint), `${robot}/${joint}`);
    physics.setJoint(robot, joint, "CFM", motor.speed / (gains.gain * motor.torque));
  }

  /** rad/s, of Body1 relative to Body2. */
  get speed(): number {
    const { compiled } = this.#physics;
    if (compiled !== this.#compiled || !this.#place) this.#find(compiled);
    return this.#place ? this.#place.sign * compiled.views.qvel[this.#place.dof] : 0;
  }

  /** Where its speed stands, for as long as nobody joins or leaves. */
  #find(compiled: CompiledModel): void {
    const joint = findJoint(this.#physics, this.#robot, this.#joint);
    const place = this.#physics.layoutOf(this.#robot).axes.find((axis) => axis.joint === joint);
    this.#compiled = compiled;
    this.#place = place && { dof: compiled.views.jnt_dofadr[place.jointId], sign: place.sign };
  }

  /** After a step of `sec`: takes the error into the integral. */
  learn(wanted: number, sec: number): void {
    const { speed } = this;
    const error = wanted - speed;
    const more = (error * sec) / this.#gains.integralSec;
    const isFree = Math.abs(this.#wish(wanted, speed)) < this.#limit(wanted, speed);
    if (isFree || more * this.integral < 0) this.integral += more;
  }

  /** For the next step. */
  drive(wanted: number): void {
    const [physics, robot, joint] = [this.#physics, this.#robot, this.#joint];
    physics.setJoint(robot, joint, "Vel", wanted + this.integral);
    physics.setJoint(robot, joint, "FMax", this.#limit(wanted, this.speed));
  }

  #wish(wanted: number, speed: number): number {
    const { torque, speed: most } = this.#motor;
    return ((this.#gains.gain * torque) / most) * (wanted - speed + this.integral);
  }

  #limit(wanted: number, speed: number): number {
    const { torque, speed: most } = this.#motor;
    const isBraking = this.#wish(wanted, speed) * speed < 0;
    return isBraking ? torque : torque * Math.max(0, 1 - Math.abs(speed) / most);
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
