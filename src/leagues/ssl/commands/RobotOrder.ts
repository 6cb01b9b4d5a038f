// One command to one robot, decoded and checked (F3), from ssl-simulation-protocol or from grSim's protocol. A field that is not set
// leaves the last value in effect.

import { SimError } from "../../../describe/SimError.js";
import type { DribblerSettings } from "../../../devices/actuators/Dribbler.js";
import { atan2, hypot } from "../../../math/InverseTrigonometry.js";
import { DEGREE, PI } from "../../../math/Trigonometry.js";
import type { SslPlayer } from "../SslPlayer.js";
import { type grSim_Robot_Command, grSim_Robot_CommandSchema } from "../wire/GrSim_pb.js";
import {
  MoveGlobalVelocitySchema,
  MoveLocalVelocitySchema,
  MoveWheelVelocitySchema,
  type RobotCommand,
  RobotCommandSchema,
} from "../wire/SslSimulation_pb.js";
import { type Range, WireFields } from "./WireError.js";
import { wireRobot } from "./WireRobotId.js";

export type Move =
  | { readonly kind: "local"; readonly forward: number; readonly left: number; readonly turn: number }
  /** In the field's axes: the direction stays the same while the robot turns. */
  | { readonly kind: "global"; readonly x: number; readonly y: number; readonly turn: number }
  /** rad/s, in the order of the robot's wheels. */
  | { readonly kind: "wheels"; readonly speeds: readonly number[] };

export interface RobotOrder {
  readonly move?: Move;
  /** Speed in space, m/s, and angle above the ground, rad; speed 0 disarms the kicker. */
  readonly kick?: { readonly speed: number; readonly angle: number };
  /** Speed of the bar, rad/s. */
  readonly dribbler?: number;
}

const SPEED: Range = { min: -100, max: 100, unit: "m/s" };
const TURN: Range = { min: -1000, max: 1000, unit: "rad/s" };
const WHEEL: Range = { min: -10_000, max: 10_000, unit: "rad/s" };
const KICK: Range = { min: 0, max: 100, unit: "m/s" };
const LEGACY_KICK: Range = { min: -100, max: 100, unit: "m/s" };
const ANGLE: Range = { min: 0, max: 90, unit: "degrees" };
const SPIN: Range = { min: -1e6, max: 1e6, unit: "rpm" };
/** rad/s of one revolution per minute. */
const RPM = PI / 30;

/** Path of the robot in error texts. */
const placeOf = ({ key }: SslPlayer): string => `robot_commands/${wireRobot(key)}`;

export function readOrder(command: RobotCommand, player: SslPlayer): RobotOrder {
  const fields = new WireFields(RobotCommandSchema, command, () => placeOf(player));
  const speed = fields.number("kickSpeed", KICK);
  const angle = fields.number("kickAngle", ANGLE) ?? 0;
  const rpm = fields.number("dribblerSpeed", SPIN);
  const move = readMove(command, player);
  return checkParts(player, {
    ...(move ? { move } : {}),
    ...(speed === undefined ? {} : { kick: { speed, angle: angle * DEGREE } }),
    ...(rpm === undefined ? {} : { dribbler: rpm * RPM }),
  });
}

function readMove({ moveCommand }: RobotCommand, player: SslPlayer): Move | undefined {
  const command = moveCommand?.command;
  switch (command?.case) {
    case "wheelVelocity": {
      const fields = new WireFields(MoveWheelVelocitySchema, command.value, () => `${placeOf(player)}/wheel_velocity`);
      // counter-clockwise from the front
      const rims = ["frontLeft", "backLeft", "backRight", "frontRight"].map((name) => fields.needed(name, SPEED));
      return wheelMove(player, rims, (rim, radius) => rim / radius);
    }
    case "localVelocity": {
      const fields = new WireFields(MoveLocalVelocitySchema, command.value, () => `${placeOf(player)}/local_velocity`);
      const [forward, left] = [fields.needed("forward", SPEED), fields.needed("left", SPEED)];
      return { kind: "local", forward, left, turn: fields.needed("angular", TURN) };
    }
    case "globalVelocity": {
      const fields = new WireFields(
        MoveGlobalVelocitySchema,
        command.value,
        () => `${placeOf(player)}/global_velocity`,
      );
      const [x, y] = [fields.needed("x", SPEED), fields.needed("y", SPEED)];
      return { kind: "global", x, y, turn: fields.needed("angular", TURN) };
    }
    default:
      return undefined;
  }
}

/** Orders of a robot's wheels differ; `values` are counter-clockwise from the front, as seen from above. */
function wheelMove(
  player: SslPlayer,
  values: readonly number[],
  toSpeed: (value: number, radius: number) => number,
): Move {
  const wheels = player.driveSettings?.wheels ?? [];
  if (wheels.length !== values.length)
    throw new SimError("PROPERTY_MISPLACED", {
      where: placeOf(player),
      found: `speeds of ${values.length} wheels for a robot with ${wheels.length}`,
      allowed: "local or global velocity",
    });
  const turned = (angle: number): number => angle - 2 * PI * Math.floor(angle / (2 * PI));
  const order = wheels.map((_, i) => i).sort((a, b) => turned(wheels[a].angle) - turned(wheels[b].angle));
  const speeds = wheels.map(() => 0);
  order.forEach((wheel, i) => {
    speeds[wheel] = toSpeed(values[i], wheels[wheel].radius);
  });
  return { kind: "wheels", speeds };
}

export function readLegacyOrder(command: grSim_Robot_Command, player: SslPlayer): RobotOrder {
  const fields = new WireFields(grSim_Robot_CommandSchema, command, placeOf(player));
  const [x, z] = [fields.needed("kickspeedx", LEGACY_KICK), fields.needed("kickspeedz", LEGACY_KICK)];
  const spinner = player.dribbler?.description.settings as DribblerSettings | undefined;
  const velocity = (): Move => ({
    kind: "local",
    forward: fields.needed("veltangent", SPEED),
    left: fields.needed("velnormal", SPEED),
    turn: fields.needed("velangular", TURN),
  });
  const wheels = (): Move =>
    wheelMove(
      player,
      ["wheel1", "wheel2", "wheel3", "wheel4"].map((name) => fields.number(name, WHEEL) ?? 0),
      (speed) => speed,
    );
  return checkParts(player, {
    move: command.wheelsspeed ? wheels() : velocity(),
    kick: x > 0 || z > 0 ? { speed: hypot(x, z), angle: atan2(Math.max(0, z), Math.max(0, x)) } : NO_KICK,
    dribbler: command.spinner ? (spinner?.motor.speed ?? 0) : 0,
  });
}

const NO_KICK = { speed: 0, angle: 0 } as const;

/** A kick with speed 0 and a dribbler at rest need no device. */
function checkParts(player: SslPlayer, order: RobotOrder): RobotOrder {
  const need = (part: unknown, name: string, what: string): void => {
    if (!part)
      throw new SimError("COMPONENT_UNKNOWN", {
        where: placeOf(player),
        found: `${what} to a robot without a ${name}`,
        allowed: `a robot with a <${name}>`,
        advice: "Give it one in its text file, or leave the field out.",
      });
  };
  if (order.move) need(player.drive, "VelocityDrive", "a move");
  if (order.kick && order.kick.speed > 0) need(player.kicker, "Kicker", "a kick");
  if (order.dribbler) need(player.dribbler, "Dribbler", "dribbling");
  return order;
}
