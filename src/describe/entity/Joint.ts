// Joints (R6) and their parameters (W4), with the names and numbers of ODE 0.16. Position and velocity of a joint are those of
// Body1 relative to Body2, about or along its axis. Anchors and axes are in the model space of the entity.

import { cross, length, type Vec3, ZERO } from "../../math/Vec3.js";
import {
  checkArray,
  checkAxis,
  checkBoolean,
  checkFinite,
  checkKind,
  checkName,
  checkNamed,
  checkNumber,
  checkObject,
  checkOptional,
  checkPlace,
  checkRange,
  type KeysOf,
} from "../Check.js";
import { SimError } from "../SimError.js";

export type JointKind = "BallSocket" | "Hinge" | "Hinge2" | "Slider" | "Universal" | "Fixed" | "AMotor" | "Servo";

/** Minimum and maximum number of axes of each kind. */
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

/** Parameters of one axis in SI units: angles in rad, lengths of a slider in m. */
export interface AxisParameters {
  /** Stops. They act only if both are finite and LoStop <= HiStop. */
  readonly LoStop: number;
  readonly HiStop: number;
  /** Target speed of the motor ... */
  readonly Vel: number;
  /** ... and its maximum force or torque. 0: no motor. */
  readonly FMax: number;
  /** Accepted for compatibility with ODE, without effect: motors and stops are solved together, so there is no excess force to scale. */
  readonly FudgeFactor: number;
  /** Restitution of a stop. 0: no bounce; 1: full bounce. */
  readonly Bounce: number;
  /** Softness of the motor: loss of speed per unit of force. */
  readonly CFM: number;
  /** Share of a stop's overrun that one step corrects, and the softness of the stop. */
  readonly StopERP: number;
  readonly StopCFM: number;
  /** Spring along the first axis of a Hinge2. CFM 0: rigid. */
  readonly SuspensionERP: number;
  readonly SuspensionCFM: number;
  /** Share of a loop's position error that one step corrects. */
  readonly ERP: number;
}

export interface ServoParameters {
  readonly mode: "Angle" | "Velocity" | "Torque";
  readonly target: number;
  /** Gains. If both are 0, the servo is ideal within FMax and MaxVel. */
  readonly Kp: number;
  readonly Kd: number;
  /** Maximum speed. Infinite by default; commands must be finite. */
  readonly MaxVel: number;
}

export interface Joint {
  readonly name: string;
  readonly kind: JointKind;
  readonly body1: string;
  /** Undefined: the joint attaches Body1 to the world. */
  readonly body2: string | undefined;
  readonly anchor: Vec3;
  readonly axes: readonly Vec3[];
  readonly parameters: readonly AxisParameters[];
  readonly servo: ServoParameters | undefined;
  /** Viscous friction about every axis, N·m·s/rad or N·s/m. */
  readonly damping: number;
  /** Inertia of the rotor at the joint, kg·m² or kg. */
  readonly armature: number;
  /** True: the two bodies collide with each other. */
  readonly collide: boolean;
}

/** Any properties of T; undefined means left out. */
type Some<T> = { readonly [K in keyof T]?: T[K] | undefined };

export interface JointInput {
  readonly name: string;
  readonly kind: JointKind;
  readonly body1: string;
  readonly body2?: string | undefined;
  readonly anchor?: Vec3 | undefined;
  readonly axes?: readonly Vec3[] | undefined;
  /** One entry per axis. Default: the defaults of ODE. A motor and a servo need FMax > 0. */
  readonly parameters?: readonly (Some<AxisParameters> | undefined)[] | undefined;
  readonly servo?: Some<ServoParameters> | undefined;
  readonly damping?: number | undefined;
  readonly armature?: number | undefined;
  readonly collide?: boolean | undefined;
}

const JOINT_KEYS: KeysOf<JointInput> = {
  name: true,
  kind: true,
  body1: true,
  body2: true,
  anchor: true,
  axes: true,
  parameters: true,
  servo: true,
  damping: true,
  armature: true,
  collide: true,
};

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

const KINDS = Object.keys(AXES_OF_KIND) as JointKind[];
/** Words of other simulators. */
const OTHER_WORDS: Readonly<Record<string, JointKind>> = {
  Revolute: "Hinge",
  revolute: "Hinge",
  Prismatic: "Slider",
  prismatic: "Slider",
  Ball: "BallSocket",
  ball: "BallSocket",
  Spherical: "BallSocket",
  spherical: "BallSocket",
  Weld: "Fixed",
  weld: "Fixed",
};

/** `place` is the place of a joint that has no name. */
export function describeJoint(input: JointInput, owner: string, place = owner): Joint {
  const where = checkNamed(input, JOINT_KEYS, owner, place);
  const kind = checkKind(input.kind, KINDS, `${where}/kind`, OTHER_WORDS);
  const axes = describeAxes(input, where);
  return Object.freeze({
    name: input.name,
    kind,
    body1: checkName(input.body1, `${where}/Body1`),
    body2: checkOptional(input.body2, checkName, `${where}/Body2`),
    anchor: checkPlace(input.anchor === undefined ? ZERO : input.anchor, `${where}/AnchorPos`),
    axes,
    parameters: describeAllParameters(input, axes.length, where),
    servo: describeServo(input, where),
    damping: checkRange(input.damping === undefined ? 0 : input.damping, 0, 1e9, `${where}/Damping`),
    armature: checkRange(input.armature === undefined ? 0 : input.armature, 0, 1e9, `${where}/Armature`),
    collide: checkOptional(input.collide, checkBoolean, `${where}/Collide`) ?? false,
  });
}

function describeAxes(input: JointInput, where: string): readonly Vec3[] {
  const range = AXES_OF_KIND[input.kind];
  const given = checkOptional(input.axes, checkArray<Vec3>, `${where}/axes`) ?? [];
  const axes = given.map((axis, i) => checkAxis(axis, `${where}/Axis${i + 1}`));
  if (axes.length < range[0] || axes.length > range[1])
    throw new SimError("AXIS_MISSING", {
      where,
      found: `${axes.length} axes`,
      allowed: range[0] === range[1] ? `${range[0]} for ${input.kind}` : `${range[0]} to ${range[1]} for ${input.kind}`,
    });
  for (const [i, axis] of axes.entries())
    for (const other of axes.slice(0, i))
      if (!(length(cross(other, axis)) > 1e-6))
        throw new SimError("AXES_PARALLEL", { where, found: `${other.join(" ")} and ${axis.join(" ")}` });
  return Object.freeze(axes);
}

/** LoVel and HiVel count as known, so that their error is PARAMETER_UNSUPPORTED. */
const PARAMETER_KEYS: KeysOf<AxisParameters> = { ...allTrue(DEFAULT_PARAMETERS), ...{ LoVel: true, HiVel: true } };
const SERVO_KEYS: KeysOf<ServoParameters> = allTrue(DEFAULT_SERVO);

function allTrue<T extends object>(defaults: T): KeysOf<T> {
  return Object.fromEntries(Object.keys(defaults).map((key) => [key, true])) as KeysOf<T>;
}

function describeAllParameters(input: JointInput, axes: number, where: string): readonly AxisParameters[] {
  const given = checkOptional(input.parameters, checkArray<Some<AxisParameters> | undefined>, `${where}/parameters`);
  if (given && given.length > axes)
    throw new SimError("LENGTH_WRONG", {
      where: `${where}/parameters`,
      found: `${given.length} entries`,
      allowed: `at most ${axes}, one for each axis of this ${input.kind}`,
    });
  const all: AxisParameters[] = [];
  for (let i = 0; i < axes; i++) all.push(describeParameters(given?.[i], `${where}/axis ${i + 1}`));
  return Object.freeze(all);
}

function describeParameters(input: Some<AxisParameters> | undefined, where: string): AxisParameters {
  const p = complete(DEFAULT_PARAMETERS, input, PARAMETER_KEYS, where);
  for (const [name, value] of Object.entries(p)) checkParameter(name as keyof AxisParameters, value, where);
  return p;
}

/** The servo of a Servo joint; other kinds have none. */
function describeServo({ kind, servo }: JointInput, where: string): ServoParameters | undefined {
  if (kind !== "Servo" && servo !== undefined)
    throw new SimError("PROPERTY_MISPLACED", {
      where: `${where}/servo`,
      found: `servo in a joint of kind ${kind}`,
      allowed: "servo in a joint of kind Servo",
    });
  if (kind !== "Servo") return undefined;
  const s = complete(DEFAULT_SERVO, servo, SERVO_KEYS, `${where}/servo`);
  checkKind(s.mode, ["Angle", "Velocity", "Torque"], `${where}/servo/mode`);
  checkFinite(s.target, `${where}/${s.mode}`);
  for (const name of ["Kp", "Kd", "MaxVel"] as const)
    if (s[name] !== DEFAULT_SERVO[name]) checkParameter(name, s[name], where);
  return s;
}

/** The defaults, replaced by the given values. */
function complete<T extends object>(defaults: T, input: Some<T> | undefined, keys: KeysOf<T>, where: string): T {
  if (input === undefined) return defaults;
  checkObject(input, keys as KeysOf<Some<T>>, where);
  return Object.freeze({
    ...defaults,
    ...Object.fromEntries(Object.entries(input).filter(([, x]) => x !== undefined)),
  });
}

const MAY_BE_INFINITE: ReadonlySet<string> = new Set(["LoStop", "HiStop", "FMax"]);
const NOT_NEGATIVE: ReadonlySet<string> = new Set("FMax CFM StopCFM SuspensionCFM Kp Kd MaxVel FudgeFactor".split(" "));
const SHARE: ReadonlySet<string> = new Set("Bounce StopERP SuspensionERP ERP".split(" "));

/** Whether a value follows the rules of W4. */
export function isParameter(name: JointPropertyName, value: number): boolean {
  if (name === "LoVel" || name === "HiVel" || typeof value !== "number" || Number.isNaN(value)) return false;
  if (!Number.isFinite(value) && !MAY_BE_INFINITE.has(name)) return false;
  if (value < 0 && NOT_NEGATIVE.has(name)) return false;
  return (value >= 0 && value <= 1) || !SHARE.has(name);
}

/** Checks one value by the rules of W4, for documents and for commands. */
export function checkParameter(name: JointPropertyName, value: number, where: string): void {
  const place = `${where}/${name}`;
  if (name === "LoVel" || name === "HiVel") throw new SimError("PARAMETER_UNSUPPORTED", { where: place, found: name });
  checkNumber(value, place);
  if (Number.isNaN(value) || (!Number.isFinite(value) && !MAY_BE_INFINITE.has(name)))
    throw new SimError("COMMAND_NOT_FINITE", { where: place, found: value });
  if (NOT_NEGATIVE.has(name)) checkRange(value, 0, Number.POSITIVE_INFINITY, place);
  if (SHARE.has(name)) checkRange(value, 0, 1, place);
}
