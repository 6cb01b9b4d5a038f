// Motors and grip of a robot whose limits came in RobotSpecs (F3): teams send what their own robots do, so the robot of the world gets
// motors and tyres that reach it in every direction. Neither becomes weaker than in the text file. Limits that would tip the
// robot over, or need more friction than tyres have, become what can be reached, and the answer says so.

import { DEFAULT_LIMITS } from "../../../describe/DocumentLimits.js";
import type { MaterialMatrix } from "../../../describe/entity/Material.js";
import { RobotText } from "../../../describe/robot/text/RobotText.js";
import { SimError } from "../../../describe/SimError.js";
import { DEGREE } from "../../../math/Trigonometry.js";
import { textNumbers } from "../../shared/RobotOutline.js";
import type { RobotSpec } from "./RobotSpec.js";
import { fastestWheel, reachableAcceleration, type WheelDemand, type WheeledRobot, wheelDemand } from "./WheelPower.js";
import { asSent } from "./WireError.js";

export interface SpecPower {
  /** Lines of the text file. */
  readonly lines: ReadonlyMap<string, readonly (number | string)[]>;
  /** One for each limit that cannot be reached. */
  readonly warnings: readonly SimError[];
}

/** Friction of the best tyres. */
const MAX_FRICTION = 2.5;
/** m/s: faster limits are not served. */
const MAX_SPEED = 20;
/** A drive has this much more than it needs, for turning and for the way on which it reacts. */
const RESERVE = 1.25;
/** Wheels without load turn this much faster than at the robot's largest speed. */
const SPEED_RESERVE = 1.5;
/** Share of a limit that counts as reached. */
const REACHED = 0.95;

/** `text` has the limits already. Undefined: nothing changes. `where`: the robot's path in errors. */
export function specPower(
  text: string,
  spec: RobotSpec,
  { where, materials, carpet }: { readonly where: string; readonly materials: MaterialMatrix; readonly carpet: string },
): SpecPower | undefined {
  const robot = readWheels(text);
  if (!robot) return undefined;
  const lines = new Map<string, readonly (number | string)[]>();
  const warnings: SimError[] = [];
  const numbers = textNumbers(text);
  const limitOf = (key: string, k = 0): number => numbers.get(key)?.[k] ?? Number.POSITIVE_INFINITY;
  // limits of the text file itself are its author's
  const speedUp = spec.acceleration;
  const brake = spec.braking;
  const reach = needsMore([speedUp, brake], robot) ? reachableAcceleration(robot, MAX_FRICTION) : MAX_FRICTION * 10;
  const atMost = (field: string, key: string, wanted: number | undefined, reached: number, unit: string): number => {
    if (wanted === undefined || wanted * REACHED <= reached) return Math.min(wanted ?? 0, reached);
    lines.set(key, [round(reached), limitOf(key, 1)]);
    const allowed = `up to ${round(reached)} ${unit}, which is set now`;
    warnings.push(
      new SimError("SPEC_UNREACHED", { where: `${where}/limits/${field}`, found: asSent(wanted), allowed }),
    );
    return reached;
  };
  const most = Math.max(
    atMost("acc_speedup_absolute_max", "LIMIT_ACCELERATION", speedUp, reach, "m/s²"),
    atMost("acc_brake_absolute_max", "LIMIT_BRAKING", brake, reach, "m/s²"),
  );
  const speed = atMost("vel_absolute_max", "LIMIT_SPEED", spec.maxSpeed, MAX_SPEED, "m/s");
  const demand = most > 0 ? wheelDemand(robot, most, MAX_FRICTION) : undefined;
  setMotors(lines, numbers, { robot, speed: speed || finite(limitOf("LIMIT_SPEED")), demand });
  if (demand) setGrip(lines, text, demand, (name) => materials.pair(name, carpet).friction);
  return { lines, warnings };
}

type Lines = Map<string, readonly (number | string)[]>;

/** A limit far below what tyres give needs no search. */
const needsMore = (limits: readonly (number | undefined)[], robot: WheeledRobot): boolean =>
  limits.some((limit) => limit !== undefined && !wheelDemand(robot, limit / REACHED, MAX_FRICTION));

function setMotors(
  lines: Lines,
  numbers: ReadonlyMap<string, readonly number[]>,
  { robot, speed, demand }: { robot: WheeledRobot; speed: number; demand: WheelDemand | undefined },
): void {
  const old = (key: string): number => numbers.get(key)?.[0] ?? 0;
  const fastest = fastestWheel(robot, speed);
  const noLoad = Math.max(old("MOTOR_SPEED"), SPEED_RESERVE * fastest);
  if (noLoad > old("MOTOR_SPEED")) lines.set("MOTOR_SPEED", [round(noLoad)]);
  const torque = RESERVE * (demand?.torque ?? 0);
  // a motor gives less the faster it turns
  const held = Math.max(old("MOTOR_TORQUE"), torque / (1 - fastest / noLoad));
  if (held > old("MOTOR_TORQUE")) lines.set("MOTOR_TORQUE", [round(held)]);
  if (numbers.has("MOTOR_LIMIT") && torque > old("MOTOR_LIMIT")) lines.set("MOTOR_LIMIT", [round(torque)]);
}

function setGrip(lines: Lines, text: string, demand: WheelDemand, frictionOf: (material: string) => number): void {
  const { entries } = new RobotText(text, undefined, DEFAULT_LIMITS);
  const material = entries.get("WHEEL_MATERIAL")?.values[0] ?? "OmniWheel";
  const friction = frictionOf(material);
  const wanted = Math.min(MAX_FRICTION, RESERVE * demand.friction);
  if (friction > 0 && wanted > friction) lines.set("WHEEL_MATERIAL", [`${material}*${round(wanted / friction)}`]);
}

/** Undefined: not a robot on omni wheels. */
function readWheels(text: string): WheeledRobot | undefined {
  const numbers = textNumbers(text);
  const angles = numbers.get("WHEEL_ANGLES");
  if (!angles) return undefined;
  const of = (key: string): number => numbers.get(key)?.[0] ?? 0;
  const center = numbers.get("BODY_CENTER")?.at(-1) ?? of("BODY_HEIGHT") / 3;
  const wheels = angles.length * of("WHEEL_MASS");
  const mass = of("BODY_MASS") + wheels;
  return {
    angles: angles.map((angle) => angle * DEGREE),
    wheelDistance: of("WHEEL_DISTANCE") / 1000,
    wheelRadius: of("WHEEL_RADIUS") / 1000,
    wheelMass: of("WHEEL_MASS"),
    mass,
    centerHeight: (of("BODY_MASS") * center + wheels * of("WHEEL_RADIUS")) / mass / 1000,
  };
}

const finite = (x: number): number => (Number.isFinite(x) ? Math.min(x, MAX_SPEED) : 0);
const round = (x: number): number => Number(x.toPrecision(5));
