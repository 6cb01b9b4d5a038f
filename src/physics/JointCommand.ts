// What the joints of a robot are commanded (R6, W4, S5): the parameters of each axis, the mode and target of a servo, and
// drives that replace the motor of an axis. Commands are state: they are part of the hash and of snapshots. JointRows.ts
// turns them into rows of the engine.

import {
  type AxisParameters,
  canServo,
  checkParameter,
  DEFAULT_SERVO,
  isParameter,
  type Joint,
  type JointPropertyName,
  odeSpring,
  type ServoParameters,
} from "../describe/entity/Joint.js";
import { SimError } from "../describe/SimError.js";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Commands of one joint. */
export interface JointCommand {
  readonly joint: Joint;
  readonly axes: Mutable<AxisParameters>[];
  /** Of the first axis. A hinge-2 has one after its first command to it. */
  servo: Mutable<ServoParameters> | undefined;
  /** By axis: a drive that replaces the joint's own motor. */
  readonly drives: (AxisDrive | undefined)[];
}

/** A command to read only. */
export interface ReadonlyJointCommand {
  readonly joint: Joint;
  readonly axes: readonly AxisParameters[];
  readonly servo: ServoParameters | undefined;
  readonly drives: readonly (AxisDrive | undefined)[];
}

/** A motor whose torque falls with speed (a DC motor), about one axis, on Body1. Units for a slider: N instead of N·m. */
export interface AxisDrive {
  /** Name of its device. */
  readonly owner: string;
  /** Torque at rest, N·m. */
  readonly torque: number;
  /** Loss of torque per unit of speed, N·m·s/rad. */
  readonly damping: number;
  /** Friction independent of speed, N·m. */
  readonly friction: number;
  /** Inertia added to the axis, kg·m². */
  readonly inertia: number;
}

/** The command at the start; the step decides the form of its spring. */
export const startCommand = (joint: Joint, stepSec: number): JointCommand => ({
  joint,
  axes: joint.parameters.map((p, axis) => ({
    ...p,
    ...(axis === 0 && joint.suspension ? odeSpring(joint.suspension, stepSec) : {}),
  })),
  servo: joint.servo ? { ...joint.servo } : undefined,
  drives: [],
});

export const copyCommand = ({ joint, axes, servo, drives }: JointCommand): JointCommand => ({
  joint,
  axes: axes.map((p) => ({ ...p })),
  servo: servo ? { ...servo } : undefined,
  drives: [...drives],
});

const SERVO_MODES: ReadonlySet<string> = new Set(["Angle", "Velocity", "Torque"]);
const SERVO_NUMBERS: ReadonlySet<string> = new Set(["Kp", "Kd", "MaxVel"]);

const MOTOR_NUMBERS: ReadonlySet<string> = new Set(["Vel", "FMax", "CFM"]);

/** Throws if the property belongs to the joint's own motor and a drive has replaced that motor. */
export function checkMotorFree(
  { drives }: ReadonlyJointCommand,
  axis: number,
  name: JointPropertyName,
  where: string,
): void {
  // reading behind the end of a list is slow
  const drive = axis < drives.length ? drives[axis] : undefined;
  if (drive === undefined || !(MOTOR_NUMBERS.has(name) || SERVO_MODES.has(name) || SERVO_NUMBERS.has(name))) return;
  throw new SimError("PARAMETER_UNSUPPORTED", {
    where,
    found: `${name} of an axis that "${drive.owner}" drives`,
    allowed: `a Voltage for "${drive.owner}"`,
    advice: `Set the Voltage of "${drive.owner}", or remove "${drive.owner}" from the document.`,
  });
}

/** Sets one value. Returns true if the structure of the model must change (a spring on a rigid hinge-2). */
export function setCommand(
  command: JointCommand,
  axis: number,
  name: JointPropertyName,
  value: number,
  where: string,
): boolean {
  const { joint } = command;
  if (axis < 0 || axis >= command.axes.length)
    throw new SimError("PARAMETER_UNKNOWN", {
      where,
      found: `axis ${axis + 1}`,
      allowed:
        command.axes.length === 0 ? `none: a ${joint.kind} joint has no axes` : `axis 1 to ${command.axes.length}`,
    });
  // the text is made only for an error
  if (!isParameter(name, value)) checkParameter(name, value, `${where}/axis ${axis + 1}`);
  checkMotorFree(command, axis, name, where);
  const p = command.axes[axis];
  if (SERVO_MODES.has(name) || SERVO_NUMBERS.has(name)) {
    if (!canServo(joint.kind) || axis > 0)
      throw new SimError("PARAMETER_UNKNOWN", {
        where,
        found: `${name} of axis ${axis + 1}`,
        allowed: "servo joints, and axis 1 of a hinge-2",
      });
    command.servo ??= { ...DEFAULT_SERVO };
    if (SERVO_MODES.has(name)) {
      command.servo.mode = name as ServoParameters["mode"];
      command.servo.target = value;
    } else command.servo[name as "Kp" | "Kd" | "MaxVel"] = value;
    return false;
  }
  const springy = name === "SuspensionCFM" || name === "SuspensionERP";
  if (springy && (joint.kind !== "Hinge2" || axis !== 0))
    throw new SimError("PARAMETER_UNKNOWN", { where, found: name, allowed: "only axis 1 of a hinge-2" });
  const wasRigid = p.SuspensionCFM === 0;
  p[name as keyof AxisParameters] = value;
  // Vel puts a servo under velocity control
  if (name === "Vel" && command.servo && axis === 0) {
    command.servo.mode = "Velocity";
    command.servo.target = value;
  }
  return springy && wasRigid && p.SuspensionCFM > 0;
}
