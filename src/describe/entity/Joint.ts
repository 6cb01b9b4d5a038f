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

/** Headers of ODE whose property numbers a client uses. */
export const ODE_NUMBERS = ["0.16", "2004"] as const;
export type OdeNumbers = (typeof ODE_NUMBERS)[number];

const {
  LoVel: _low,
  HiVel: _high,
  FMax: _fMax,
  FudgeFactor: _fudge,
  Bounce: _bounce,
  CFM: _cfm,
  StopERP: _stopErp,
  StopCFM: _stopCfm,
  SuspensionERP: _erp,
  SuspensionCFM: _softness,
  ...SAME_NUMBERS
} = JOINT_PROPERTY;

/** Property numbers of the headers of 2004, which have no LoVel and HiVel. */
export const JOINT_PROPERTY_2004 = {
  ...SAME_NUMBERS,
  FMax: 3,
  FudgeFactor: 4,
  Bounce: 5,
  CFM: 6,
  StopERP: 7,
  StopCFM: 8,
  SuspensionERP: 9,
  SuspensionCFM: 10,
} as const;

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

/** A spring along the first axis of a Hinge2, the same at every step. It sets SuspensionERP and SuspensionCFM at the start. */
export interface SuspensionSpring {
  /** N/m, above 0. */
  readonly stiffness: number;
  /** N·s/m. */
  readonly damping: number;
}

/** ODE's form of a spring for one step: ERP = h k / (h k + d), CFM = 1 / (h k + d). */
export const odeSpring = ({ stiffness, damping }: SuspensionSpring, h: number): Pick<AxisParameters, OdeSpring> => ({
  SuspensionERP: (h * stiffness) / (h * stiffness + damping),
  SuspensionCFM: 1 / (h * stiffness + damping),
});
type OdeSpring = "SuspensionERP" | "SuspensionCFM";

/** The spring of ODE's form; undefined: rigid. */
export function springOfOde(p: Pick<AxisParameters, OdeSpring>, h: number): SuspensionSpring | undefined {
  const { SuspensionERP: erp, SuspensionCFM: cfm } = p;
  return cfm > 0 ? { stiffness: erp / (h * cfm), damping: (1 - erp) / cfm } : undefined;
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
  /** Only of a Hinge2. It replaces SuspensionERP and SuspensionCFM of its parameters. */
  readonly suspension?: SuspensionSpring | undefined;
  /** Of a Servo, and of the first axis of a Hinge2 that starts under position control. */
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
  readonly suspension?: Some<SuspensionSpring> | undefined;
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
  suspension: true,
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
    ...describeSuspension(input, where),
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
  if (p.LoStop > p.HiStop)
    throw new SimError("VALUE_OUT_OF_RANGE", {
      where: `${where}/LoStop`,
      found: `LoStop ${p.LoStop} above HiStop ${p.HiStop}`,
      allowed: "LoStop at most HiStop",
      advice: "Exchange the two, or leave both out: a joint without stops turns freely.",
    });
  return p;
}

const SUSPENSION_KEYS: KeysOf<SuspensionSpring> = { stiffness: true, damping: true };

function describeSuspension({ kind, suspension, parameters }: JointInput, owner: string): Pick<Joint, "suspension"> {
  if (suspension === undefined) return {};
  const where = `${owner}/Suspension`;
  const refuse = (found: string, allowed: string): never => {
    throw new SimError("PROPERTY_MISPLACED", { where, found, allowed });
  };
  checkObject(suspension, SUSPENSION_KEYS, where);
  if (kind !== "Hinge2") refuse(`suspension in a joint of kind ${kind}`, "suspension in a joint of kind Hinge2");
  const { SuspensionERP, SuspensionCFM } = parameters?.[0] ?? {};
  if (SuspensionERP !== undefined || SuspensionCFM !== undefined)
    refuse("Stiffness beside ERP or CFM", "either Stiffness and Damping, or ERP and CFM");
  const { stiffness, damping = 0 } = suspension;
  if (stiffness === undefined)
    throw new SimError("ELEMENT_MISSING", { where, found: "no Stiffness", allowed: "Stiffness in N/m" });
  checkRange(stiffness, 1e-9, 1e12, `${where}/Stiffness`);
  checkRange(damping, 0, 1e12, `${where}/Damping`);
  return { suspension: Object.freeze({ stiffness, damping }) };
}

/** Joints that a servo may control: a Servo always has one. */
export const canServo = (kind: JointKind): boolean => kind === "Servo" || kind === "Hinge2";

function describeServo({ kind, servo }: JointInput, where: string): ServoParameters | undefined {
  if (!canServo(kind) && servo !== undefined)
    throw new SimError("PROPERTY_MISPLACED", {
      where: `${where}/servo`,
      found: `servo in a joint of kind ${kind}`,
      allowed: "servo in a joint of kind Servo or Hinge2",
    });
  if (kind !== "Servo" && servo === undefined) return undefined;
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
