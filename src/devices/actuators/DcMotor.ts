// A DC motor on one axis of a joint (S5), instead of the joint's own motor: volts in, torque out. With the speed w of the axis
// (Body1 relative to Body2), gear ratio N and efficiency e:
//   current  i = (V - Kb N w) / R          torque on Body1 = e N Kt i - viscous w - Coulomb friction
// N² times the rotor inertia is added to the axis. Torque and speed are those after the step, so the motor is stable for all
// constants. It takes 8 bytes: Voltage (96), clamped to MaxVoltage and kept until replaced. With a Rate it sends the current,
// A, and the speed of the axis. Left out: inductance, heat, cogging; the efficiency is the same in both directions.

import { MOTOR_PROPERTY } from "../../describe/robot/ActuatorProperty.js";
import { SimError } from "../../describe/SimError.js";
import type { ElementReader } from "../../describe/xml/ElementReader.js";
import type { AxisDrive } from "../../physics/JointCommand.js";
import { readJoint, setDrive } from "../../physics/Joints.js";
import type { Command, Device, DeviceHost, DeviceType, PayloadField } from "../Device.js";
import { PROPERTY_FIELDS, readNamedProperty } from "../PropertyMessage.js";

export interface MotorSettings {
  readonly joint: string;
  /** Counted from 0. */
  readonly axis: number;
  /** Ω. */
  readonly resistance: number;
  /** N·m/A. */
  readonly torqueConstant: number;
  /** V·s/rad. */
  readonly backEmfConstant: number;
  /** Motor revolutions per revolution of the axis; on a slider rad/m. */
  readonly gear: number;
  readonly efficiency: number;
  /** At the axis, N·m·s/rad and N·m. */
  readonly viscousFriction: number;
  readonly coulombFriction: number;
  /** At the motor, kg·m². */
  readonly rotorInertia: number;
  /** V; infinite: no limit. */
  readonly maxVoltage: number;
  /** Initial voltage, V. */
  readonly voltage: number;
}

const FIELDS: readonly PayloadField[] = [
  { name: "current", type: "float32", unit: "A" },
  { name: "velocity", type: "float32", unit: "rad/s" },
];

export const DC_MOTOR: DeviceType<MotorSettings> = {
  element: "DcMotor",
  summary: "a DC motor on one axis of a joint: volts in, torque out; reports current and speed",
  role: "actuator",
  read: readSettings,
  names: ({ joint }) => [{ child: "Joint", sort: "joint", name: joint }],
  sends: () => FIELDS,
  takes: PROPERTY_FIELDS,
  create: (settings, host) => new DcMotor(settings, host),
};

/** Larger numbers are taken for typing errors. */
const MAX_VALUE = 1e9;

function readSettings(element: ElementReader): MotorSettings {
  const missing = (child: string): never => {
    throw element.error("ELEMENT_MISSING", { found: `no <${child}>`, allowed: `<${child}>` });
  };
  const positive = (child: string) => element.number(child, { above: 0, max: MAX_VALUE });
  const atLeast0 = (child: string) => element.number(child, { min: 0, max: MAX_VALUE }) ?? 0;
  const joint = element.text("Joint")?.trim() || missing("Joint");
  const torqueConstant = positive("TorqueConstant") ?? missing("TorqueConstant");
  const maxVoltage = positive("MaxVoltage") ?? Number.POSITIVE_INFINITY;
  return Object.freeze({
    joint,
    axis: (element.number("Axis", { min: 1, max: 3, whole: true }) ?? 1) - 1,
    resistance: positive("Resistance") ?? missing("Resistance"),
    torqueConstant,
    backEmfConstant: positive("BackEmfConstant") ?? torqueConstant,
    gear: positive("Gear") ?? 1,
    efficiency: element.number("Efficiency", { above: 0, max: 1 }) ?? 1,
    viscousFriction: atLeast0("ViscousFriction"),
    coulombFriction: atLeast0("CoulombFriction"),
    rotorInertia: atLeast0("RotorInertia"),
    maxVoltage,
    voltage: element.number("Voltage", { min: -maxVoltage, max: maxVoltage }) ?? 0,
  });
}

/** Keeps its voltage. */
class DcMotor implements Device {
  readonly #settings: MotorSettings;
  readonly #host: DeviceHost;
  readonly #where: string;
  #voltage: number;

  constructor(settings: MotorSettings, host: DeviceHost) {
    this.#settings = settings;
    this.#host = host;
    this.#where = `${host.robot}/${host.description.name}`;
    this.#voltage = settings.voltage;
    this.#drive();
  }

  #drive(): void {
    const { joint, axis } = this.#settings;
    const { physics, robot, description } = this.#host;
    setDrive(physics, robot, { joint, axis }, driveOf(this.#settings, description.name, this.#voltage));
  }

  sample(): readonly number[] {
    const { joint, axis, backEmfConstant, gear, resistance } = this.#settings;
    const { physics, robot } = this.#host;
    const { velocity } = readJoint(physics, robot, joint)[axis];
    return [(this.#voltage - backEmfConstant * gear * velocity) / resistance, velocity];
  }

  read(payload: DataView): Command {
    const { property, value } = readNamedProperty(payload, MOTOR_PROPERTY, this.#where);
    if (!Number.isFinite(value))
      throw new SimError("COMMAND_NOT_FINITE", {
        where: `${this.#where}/${property}`,
        found: value,
        allowed: "a finite number",
      });
    return { property, value };
  }

  act({ value }: Command): void {
    const { maxVoltage } = this.#settings;
    this.#voltage = Math.min(maxVoltage, Math.max(-maxVoltage, value as number));
    this.#drive();
  }

  save(): readonly number[] {
    return [this.#voltage];
  }

  restore([voltage]: readonly number[]): void {
    this.#voltage = voltage;
    this.#drive();
  }
}

/** e N Kt (V - Kb N w) / R - b w: a constant torque and a damping. */
function driveOf(settings: MotorSettings, owner: string, voltage: number): AxisDrive {
  const { resistance, torqueConstant, backEmfConstant, gear, efficiency } = settings;
  const perVolt = (efficiency * gear * torqueConstant) / resistance;
  return {
    owner,
    torque: perVolt * voltage,
    damping: perVolt * backEmfConstant * gear + settings.viscousFriction,
    friction: settings.coulombFriction,
    inertia: gear * gear * settings.rotorInertia,
  };
}
