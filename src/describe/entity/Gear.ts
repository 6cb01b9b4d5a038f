// Gears: two joint axes of one entity whose positions keep a fixed ratio, as with toothed wheels, belts, rack and pinion, or
// the mimic joints of URDF. Positions are those of the joints (Joint.ts), which are 0 in the initial pose:
//   position 1 = ratio · position 2 + offset
// The torques follow from it: a torque t on axis 1 acts on axis 2 as ratio · t. Left out: play, friction and losses of teeth.

import { checkFinite, checkName, checkNamed, checkOptional, checkRange, type KeysOf } from "../Check.js";
import { SimError, unknownName } from "../SimError.js";
import type { JointKind } from "./Joint.js";

export interface Gear {
  readonly name: string;
  readonly joint1: string;
  readonly joint2: string;
  /** Number of the axis of each joint: 1 or 2. */
  readonly axis1: number;
  readonly axis2: number;
  /** Position of axis 1 per position of axis 2: rad/rad, m/rad, rad/m or m/m. */
  readonly ratio: number;
  /** Position of axis 1 where axis 2 is at 0, rad or m. */
  readonly offset: number;
}

export interface GearInput {
  readonly name: string;
  readonly joint1: string;
  readonly joint2: string;
  readonly axis1?: number | undefined;
  readonly axis2?: number | undefined;
  readonly ratio: number;
  readonly offset?: number | undefined;
}

const GEAR_KEYS: KeysOf<GearInput> = {
  name: true,
  joint1: true,
  joint2: true,
  axis1: true,
  axis2: true,
  ratio: true,
  offset: true,
};

/** Number of axes with a position, by kind of joint. */
const GEARED_AXES: Readonly<Record<JointKind, number>> = {
  Hinge: 1,
  Servo: 1,
  Slider: 1,
  Hinge2: 2,
  Universal: 2,
  BallSocket: 0,
  Fixed: 0,
  AMotor: 0,
};

/** Absolute values of ratios beyond these bounds lose all precision. */
const [MIN_RATIO, MAX_RATIO] = [1e-6, 1e6];

/** `place` is the place of a gear that has no name. */
export function describeGear(input: GearInput, owner: string, place = owner): Gear {
  const where = checkNamed(input, GEAR_KEYS, owner, place);
  const gear = {
    name: input.name,
    joint1: checkName(input.joint1, `${where}/Joint1`),
    joint2: checkName(input.joint2, `${where}/Joint2`),
    axis1: checkOptional(input.axis1, checkAxisNumber, `${where}/Joint1`) ?? 1,
    axis2: checkOptional(input.axis2, checkAxisNumber, `${where}/Joint2`) ?? 1,
    ratio: checkRatio(input.ratio, `${where}/Ratio`),
    offset: checkOptional(input.offset, checkFinite, `${where}/Offset`) ?? 0,
  };
  if (gear.joint1 === gear.joint2 && gear.axis1 === gear.axis2)
    throw new SimError("GEAR_TO_ITSELF", { where, found: `axis ${gear.axis1} of "${gear.joint1}" twice` });
  return Object.freeze(gear);
}

function checkAxisNumber(axis: number, where: string): number {
  if (axis === 1 || axis === 2) return axis;
  throw new SimError("VALUE_OUT_OF_RANGE", { where, found: axis, allowed: "axis 1 or 2" });
}

function checkRatio(ratio: number, where: string): number {
  checkFinite(ratio, where);
  const size = Math.abs(ratio);
  if (size === 0) throw new SimError("VALUE_OUT_OF_RANGE", { where, found: 0, allowed: "a ratio other than 0" });
  checkRange(size, MIN_RATIO, MAX_RATIO, where);
  return ratio;
}

/** The joints of a gear exist and have the axes. */
export function checkGearAxes(
  gear: Gear,
  joints: readonly { readonly name: string; readonly kind: JointKind }[],
  owner: string,
): void {
  const names = joints.map(({ name }) => name);
  for (const [end, name, axis] of [
    ["Joint1", gear.joint1, gear.axis1],
    ["Joint2", gear.joint2, gear.axis2],
  ] as const) {
    const where = `${owner}/${gear.name}/${end}`;
    const kind = joints.find((joint) => joint.name === name)?.kind;
    if (kind === undefined) throw unknownName("JOINT_UNKNOWN", where, name, names);
    const count = GEARED_AXES[kind];
    if (axis <= count) continue;
    const found = count === 0 ? `"${name}", a Joint${kind}` : `axis ${axis} of "${name}", a Joint${kind}`;
    throw new SimError("GEAR_AXIS_MISSING", { where, found });
  }
}
