// What RobotSpecs and its custom RobotSpecErForce state about a robot (F3), and the lines of its text file that follow. Fields that are
// not set keep their earlier value. Wheel angles of the protocol are rad, clockwise from the front.

import type { Any } from "@bufbuild/protobuf/wkt";
import { SimError } from "../../../describe/SimError.js";
import { DEGREE } from "../../../math/Trigonometry.js";
import { textNumbers } from "../../shared/RobotOutline.js";
import {
  RobotLimitsSchema,
  RobotSpecErForceSchema,
  type RobotSpecs,
  RobotSpecsSchema,
  RobotWheelAnglesSchema,
} from "../wire/SslSimulation_pb.js";
import { asSent, type Range, readCustom, WireFields } from "./WireError.js";

/** m, kg, m/s, rad; a value that is left out is the one of the robot's text file. */
export interface RobotSpec {
  readonly radius?: number;
  readonly height?: number;
  readonly mass?: number;
  readonly kickSpeed?: number;
  readonly chipSpeed?: number;
  readonly centerToDribbler?: number;
  readonly shootRadius?: number;
  readonly dribblerWidth?: number;
  readonly maxSpeed?: number;
  readonly maxTurn?: number;
  readonly acceleration?: number;
  readonly turnAcceleration?: number;
  readonly braking?: number;
  readonly turnBraking?: number;
  /** Counter-clockwise from the front, degrees: front left, back left, back right, front right. */
  readonly wheelAngles?: readonly number[];
}

const SIZE: Range = { min: 0.02, max: 0.5, unit: "m" };
const MASS: Range = { min: 0.1, max: 100, unit: "kg" };
const KICK: Range = { min: 0, max: 100, unit: "m/s" };
const LIMIT: Range = { min: 1e-3, max: 1e4, unit: "m/s, rad/s, m/s² or rad/s²" };
const ANGLE: Range = { min: -7, max: 7, unit: "rad" };

/** Field of the message, name in the spec, range. */
const NUMBERS = [
  ["radius", "radius", SIZE],
  ["height", "height", SIZE],
  ["mass", "mass", MASS],
  ["maxLinearKickSpeed", "kickSpeed", KICK],
  ["maxChipKickSpeed", "chipSpeed", KICK],
  ["centerToDribbler", "centerToDribbler", SIZE],
] as const;
const LIMITS = [
  ["velAbsoluteMax", "maxSpeed"],
  ["velAngularMax", "maxTurn"],
  ["accSpeedupAbsoluteMax", "acceleration"],
  ["accSpeedupAngularMax", "turnAcceleration"],
  ["accBrakeAbsoluteMax", "braking"],
  ["accBrakeAngularMax", "turnBraking"],
] as const;

/** Merges earlier specs with new ones. Of two statements about the front the later one counts; a smaller radius moves the front inwards. */
export function joinSpecs({ shootRadius, centerToDribbler, ...before }: RobotSpec, now: RobotSpec): RobotSpec {
  const maxFront = now.radius ?? Number.POSITIVE_INFINITY;
  const isFrontGiven = now.centerToDribbler !== undefined || now.shootRadius !== undefined;
  const front = {
    ...(centerToDribbler === undefined ? {} : { centerToDribbler: Math.min(centerToDribbler, maxFront) }),
    ...(shootRadius === undefined ? {} : { shootRadius: Math.min(shootRadius, maxFront) }),
  };
  return { ...before, ...(isFrontGiven ? {} : front), ...now };
}

/** The fields that are set; throws a SimError. */
export function readSpec(message: RobotSpecs, where: string): RobotSpec {
  const spec: Record<string, number | readonly number[]> = {};
  const fields = new WireFields(RobotSpecsSchema, message, where);
  const take = (value: number | undefined, name: string): void => {
    if (value !== undefined) spec[name] = value;
  };
  for (const [field, name, range] of NUMBERS) take(fields.number(field, range), name);
  if (message.limits) {
    const limits = new WireFields(RobotLimitsSchema, message.limits, `${where}/limits`);
    for (const [field, name] of LIMITS) take(limits.number(field, LIMIT), name);
  }
  if (message.wheelAngles) {
    const angles = new WireFields(RobotWheelAnglesSchema, message.wheelAngles, `${where}/wheel_angles`);
    spec.wheelAngles = ["frontLeft", "backLeft", "backRight", "frontRight"].map((wheel) =>
      counterClockwise(angles.needed(wheel, ANGLE)),
    );
  }
  for (const any of message.custom) Object.assign(spec, readErForce(any, where));
  return spec;
}

/** Degrees from 0 to 360, in the other direction of rotation. */
function counterClockwise(clockwise: number): number {
  const degrees = round(-clockwise / DEGREE);
  return degrees - 360 * Math.floor(degrees / 360);
}

function readErForce(any: Any, where: string): RobotSpec {
  const custom = readCustom(any, RobotSpecErForceSchema, `${where}/custom`);
  const fields = new WireFields(RobotSpecErForceSchema, custom, where);
  const [shootRadius, dribblerWidth] = [fields.number("shootRadius", SIZE), fields.number("dribblerWidth", SIZE)];
  return {
    ...(shootRadius === undefined ? {} : { shootRadius }),
    ...(dribblerWidth === undefined ? {} : { dribblerWidth }),
  };
}

/** Numbers on the wire are float32: 90.0000036 mm means 90. */
const round = (value: number): number => Math.round(1e4 * value) / 1e4;
const mm = (metres: number): number => round(1000 * metres);
/** Means "no limit" in a text file. */
const NO_LIMIT = 1e5;
/** Mass of a dribbler's bar, kg. */
const BAR_MASS = 0.02;

/** The lines of a text file that change; `where` is the robot's path in errors. */
export function specLines(text: string, spec: RobotSpec, where: string): ReadonlyMap<string, readonly number[]> {
  const old = textNumbers(text);
  const lines = new Map<string, readonly number[]>();
  const set = (key: string, ...values: number[]): void => {
    lines.set(key, values);
  };
  const now = (key: string): readonly number[] | undefined => lines.get(key) ?? old.get(key);
  sizeLines(spec, set, now);
  frontLines(spec, set, now, where);
  if (spec.wheelAngles) set("WHEEL_ANGLES", ...spec.wheelAngles);
  if (spec.mass !== undefined) {
    const mass = bodyMass(spec.mass, now, where);
    const share = mass / (now("BODY_MASS")?.[0] ?? mass);
    const inertia = now("BODY_INERTIA");
    if (inertia) set("BODY_INERTIA", ...inertia.map((one) => one * share));
    set("BODY_MASS", mass);
  }
  // a text file needs a positive speed
  if (spec.kickSpeed !== undefined) set("KICKER_SPEED", Math.max(1e-3, round(spec.kickSpeed)));
  if (spec.chipSpeed !== undefined) set("KICKER_CHIP_SPEED", Math.max(1e-3, round(spec.chipSpeed)));
  const both = (key: string, plane: number | undefined, turning: number | undefined): void => {
    if (plane === undefined && turning === undefined) return;
    const [first = NO_LIMIT, second = NO_LIMIT] = old.get(key) ?? [];
    set(key, round(plane ?? first), round(turning ?? second));
  };
  both("LIMIT_SPEED", spec.maxSpeed, spec.maxTurn);
  both("LIMIT_ACCELERATION", spec.acceleration, spec.turnAcceleration);
  both("LIMIT_BRAKING", spec.braking, spec.turnBraking);
  return lines;
}

type Setter = (key: string, ...values: number[]) => void;
type Now = (key: string) => readonly number[] | undefined;

/** Wheels and front keep their share of the radius, the centre of mass its share of the height. */
function sizeLines({ radius, height }: RobotSpec, set: Setter, now: Now): void {
  if (radius !== undefined) {
    const share = mm(radius) / (now("BODY_RADIUS")?.[0] ?? 90);
    set("BODY_RADIUS", mm(radius));
    if (share !== 1) set("WHEEL_DISTANCE", round((now("WHEEL_DISTANCE")?.[0] ?? 0) * share));
    const front = now("BODY_FRONT")?.[0];
    if (front !== undefined && front > mm(radius)) set("BODY_FRONT", mm(radius));
  }
  if (height !== undefined) {
    const center = now("BODY_CENTER");
    const share = mm(height) / (now("BODY_HEIGHT")?.[0] ?? 150);
    // the height is the last number
    if (center && share !== 1) set("BODY_CENTER", ...center.slice(0, -1), round((center.at(-1) as number) * share));
    set("BODY_HEIGHT", mm(height));
  }
}

/** The flat front is where the ball comes nearest; kicker and dribbler move with it. */
function frontLines(spec: RobotSpec, set: Setter, now: Now, where: string): void {
  const { centerToDribbler, shootRadius, dribblerWidth, radius } = spec;
  const wanted = shootRadius ?? centerToDribbler;
  if (wanted !== undefined) {
    const maxFront = mm(radius ?? Number.NaN) || now("BODY_RADIUS")?.[0] || 90;
    const front = mm(wanted);
    if (front > maxFront)
      throw new SimError("VALUE_OUT_OF_RANGE", {
        where: `${where}/${shootRadius === undefined ? "center_to_dribbler" : "shoot_radius"}`,
        found: asSent(wanted),
        allowed: `at most ${maxFront / 1000} m, the radius`,
      });
    const moved = front - (now("BODY_FRONT")?.[0] ?? maxFront);
    set("BODY_FRONT", front);
    for (const key of ["KICKER_POSITION", "DRIBBLER_POSITION"]) {
      const at = now(key);
      if (at) set(key, at[0], round(at[1] + moved), at[2]);
    }
  }
  if (dribblerWidth !== undefined)
    for (const key of ["KICKER_SIZE", "DRIBBLER_SIZE"]) {
      const size = now(key);
      if (size) set(key, mm(dribblerWidth), size[1], size[2]);
    }
}

function bodyMass(total: number, now: Now, where: string): number {
  const wheels = (now("WHEEL_ANGLES")?.length ?? 2) * (now("WHEEL_MASS")?.[0] ?? 0);
  const body = round(total - wheels - (now("DRIBBLER_SIZE") ? BAR_MASS : 0));
  if (body > 0.05) return body;
  throw new SimError("VALUE_OUT_OF_RANGE", {
    where: `${where}/mass`,
    found: asSent(total),
    allowed: `more than ${round(total - body + 0.05)} kg, with its wheels`,
  });
}

/** Limits of `spec` that a robot has to reach. */
export const hasLimits = (spec: RobotSpec): boolean => LIMITS.some(([, name]) => spec[name] !== undefined);

/** The text with changed values; new lines go to its end. */
export function changeLines(text: string, lines: ReadonlyMap<string, readonly (number | string)[]>): string {
  let changed = text;
  for (const [key, values] of lines) {
    const line = new RegExp(`^[ \\t]*${key}[ \\t]*=.*$`, "m");
    const next = `${key} = ${values.join(" ")}`;
    changed = line.test(changed) ? changed.replace(line, next) : `${changed}\n${next}\n`;
  }
  return changed;
}
