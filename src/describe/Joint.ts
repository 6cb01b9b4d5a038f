// Joints (R6) and their parameters (W4), named and numbered as in ODE 0.16. A joint's position and velocity are
// those of Body1 relative to Body2 about (along) its axis. Anchors and axes are in the entity's model space.

import { cross, length, type Vec3, ZERO } from "../math/Vec3.js";
import { checkAxis, checkFinite, checkName, checkRange, checkVec } from "./Check.js";
import { SimError } from "./SimError.js";

export type JointKind = "BallSocket" | "Hinge" | "Hinge2" | "Slider" | "Universal" | "Fixed" | "AMotor" | "Servo";

/** How many axes a joint of each kind has: least and most. */
export const AXES_OF_KIND: Readonly<Record<JointKind, readonly [number, number]>> = {
  BallSocket: [0, 0],
  Hinge: [1, 1],
  Hinge2: [2, 2],
  Slider: [1, 1],
  Universal: [2, 2],
  Fixed: [0, 0],
  AMotor: [1, 3],
  Servo: [1, 1],
};

/** Property numbers on the wire (W4). Add 256 for the second axis, 512 for the third. */
export const JOINT_PROPERTY = {
  LoStop: 0,
  HiStop: 1,
  Vel: 2,
  LoVel: 3,
  HiVel: 4,
  FMax: 5,
  FudgeFactor: 6,
  Bounce: 7,
  CFM: 8,
  StopERP: 9,
  StopCFM: 10,
  SuspensionERP: 11,
  SuspensionCFM: 12,
  ERP: 13,
  Angle: 32,
  Velocity: 33,
  Torque: 34,
  Kp: 35,
  Kd: 36,
  MaxVel: 37,
} as const;

export type JointPropertyName = keyof typeof JOINT_PROPERTY;

/** What one axis can be told. All SI; angles in rad, a slider's lengths in m. */
export interface AxisParameters {
  /** No stops unless LoStop <= HiStop and finite. */
  readonly LoStop: number;
  readonly HiStop: number;
  /** The motor drives towards this speed ... */
  readonly Vel: number;
  /** ... with at most this force or torque; 0: no motor. */
  readonly FMax: number;
  /** Kept for ODE's sake: our motors and stops are solved together, so there is no excess force to scale. */
  readonly FudgeFactor: number;
  /** 0: a stop swallows the impact, 1: gives all of it back. */
  readonly Bounce: number;
  /** Softness of the motor: the speed lost for each unit of force. */
  readonly CFM: number;
  /** Share of a stop's overrun that is taken back in one step, and the stop's softness. */
  readonly StopERP: number;
  readonly StopCFM: number;
  /** Spring along a hinge-2's first axis; CFM 0: rigid. */
  readonly SuspensionERP: number;
  readonly SuspensionCFM: number;
  /** Share of a loop's misfit that is taken back in one step. */
  readonly ERP: number;
}

export interface ServoParameters {
  readonly mode: "Angle" | "Velocity" | "Torque";
  readonly target: number;
  /** Without Kp and Kd the servo is ideal within FMax and MaxVel. */
  readonly Kp: number;
  readonly Kd: number;
  /** Infinite until it is set; a command is always finite. */
  readonly MaxVel: number;
}

export interface Joint {
  readonly name: string;
  readonly kind: JointKind;
  readonly body1: string;
  /** Undefined: the joint holds Body1 to the world. */
  readonly body2: string | undefined;
  readonly anchor: Vec3;
  readonly axes: readonly Vec3[];
  readonly parameters: readonly AxisParameters[];
  readonly servo: ServoParameters | undefined;
  /** Viscous friction about every axis, N·m·s/rad or N·s/m. */
  readonly damping: number;
  /** Inertia of the rotor as seen at the joint, kg·m² or kg. */
  readonly armature: number;
  /** True: the two bodies may touch each other. */
  readonly collide: boolean;
}

export interface JointInput {
  readonly name: string;
  readonly kind: JointKind;
  readonly body1: string;
  readonly body2?: string;
  readonly anchor?: Vec3;
  readonly axes?: readonly Vec3[];
  /** Per axis; left out: ODE's defaults. */
  readonly parameters?: readonly Partial<AxisParameters>[];
  readonly servo?: Partial<ServoParameters>;
  readonly damping?: number;
  readonly armature?: number;
  readonly collide?: boolean;
}

export const DEFAULT_PARAMETERS: AxisParameters = Object.freeze({
  LoStop: Number.NEGATIVE_INFINITY,
  HiStop: Number.POSITIVE_INFINITY,
  Vel: 0,
  FMax: 0,
  FudgeFactor: 1,
  Bounce: 0,
  CFM: 0,
  StopERP: 0.2,
  StopCFM: 0,
  SuspensionERP: 0.2,
  SuspensionCFM: 0,
  ERP: 0.2,
});

export const DEFAULT_SERVO: ServoParameters = Object.freeze({
  mode: "Angle",
  target: 0,
  Kp: 0,
  Kd: 0,
  MaxVel: Number.POSITIVE_INFINITY,
});

export function describeJoint(input: JointInput, owner: string): Joint {
  const where = `${owner}/${checkName(input.name, owner)}`;
  const axes = describeAxes(input, where);
  // a servo is always listening, a joint without axes has nothing to set
  return Object.freeze({
    name: input.name,
    kind: input.kind,
    body1: checkName(input.body1, `${where}/Body1`),
    body2: input.body2,
    anchor: checkVec(input.anchor ?? ZERO, `${where}/AnchorPos`),
    axes,
    parameters: Object.freeze(
      axes.map((_, i) => describeParameters(input.parameters?.[i] ?? {}, `${where}/axis ${i + 1}`)),
    ),
    servo: input.kind === "Servo" ? describeServo(input.servo ?? {}, where) : undefined,
    damping: checkRange(input.damping ?? 0, 0, 1e9, `${where}/Damping`),
    armature: checkRange(input.armature ?? 0, 0, 1e9, `${where}/Armature`),
    collide: input.collide ?? false,
  });
}

function describeAxes(input: JointInput, where: string): readonly Vec3[] {
  const range = AXES_OF_KIND[input.kind];
  const axes = (input.axes ?? []).map((axis, i) => checkAxis(axis, `${where}/Axis${i + 1}`));
  if (axes.length < range[0] || axes.length > range[1])
    throw new SimError("AXIS_MISSING", {
      where,
      found: `${axes.length} axes`,
      allowed: range[0] === range[1] ? `${range[0]} for ${input.kind}` : `${range[0]} to ${range[1]} for ${input.kind}`,
    });
  if (axes.length === 2 && !(length(cross(axes[0], axes[1])) > 1e-6))
    throw new SimError("AXES_PARALLEL", { where, found: `${axes[0].join(" ")} and ${axes[1].join(" ")}` });
  return Object.freeze(axes);
}

function describeParameters(input: Partial<AxisParameters>, where: string): AxisParameters {
  const p: AxisParameters = { ...DEFAULT_PARAMETERS, ...input };
  for (const [name, value] of Object.entries(p)) checkParameter(name as keyof AxisParameters, value, where);
  return Object.freeze(p);
}

function describeServo(input: Partial<ServoParameters>, where: string): ServoParameters {
  const s: ServoParameters = { ...DEFAULT_SERVO, ...input };
  checkFinite(s.target, `${where}/${s.mode}`);
  for (const name of ["Kp", "Kd", "MaxVel"] as const)
    if (s[name] !== DEFAULT_SERVO[name]) checkParameter(name, s[name], where);
  return Object.freeze(s);
}

const MAY_BE_INFINITE: ReadonlySet<string> = new Set(["LoStop", "HiStop", "FMax"]);
const NOT_NEGATIVE: ReadonlySet<string> = new Set("FMax CFM StopCFM SuspensionCFM Kp Kd MaxVel FudgeFactor".split(" "));
const SHARE: ReadonlySet<string> = new Set("Bounce StopERP SuspensionERP ERP".split(" "));

/** The rules of W4 for one value; the same for a document and for a command. */
export function checkParameter(name: JointPropertyName, value: number, where: string): void {
  const place = `${where}/${name}`;
  if (name === "LoVel" || name === "HiVel")
    throw new SimError("PARAMETER_UNSUPPORTED", { where: place, found: name, advice: "Set Vel and FMax instead." });
  if (Number.isNaN(value) || (!Number.isFinite(value) && !MAY_BE_INFINITE.has(name)))
    throw new SimError("COMMAND_NOT_FINITE", { where: place, found: value });
  if (NOT_NEGATIVE.has(name)) checkRange(value, 0, Number.POSITIVE_INFINITY, place);
  if (SHARE.has(name)) checkRange(value, 0, 1, place);
}
