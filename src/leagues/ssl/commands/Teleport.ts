// TeleportBall and TeleportRobot (F3), all fields in any combination. Coordinates that are not set stay as they are, and so does the
// ball's velocity; a robot's velocity is 0 unless set, as the protocol's defaults say. A message is applied as a whole or not at all.

import { SimError } from "../../../describe/SimError.js";
import { atan2 } from "../../../math/InverseTrigonometry.js";
import { fromAxisAngle, IDENTITY, rotate } from "../../../math/Quat.js";
import { PI } from "../../../math/Trigonometry.js";
import type { Vec3 } from "../../../math/Vec3.js";
import type { World } from "../../../world/World.js";
import { BALL, ballRadius } from "../../shared/Ball.js";
import type { Placing, RobotPlace, RobotVelocity } from "../../shared/Placing.js";
import type { FieldGeometry } from "../field/FieldGeometry.js";
import type { MatchHost } from "../MatchOptions.js";
import { type SslPlayer, sslOutline } from "../SslPlayer.js";
import type { SslRoster } from "../SslRoster.js";
import { type RobotKey, robotName } from "../Team.js";
import {
  type TeleportBall,
  TeleportBallSchema,
  type TeleportRobot,
  TeleportRobotSchema,
} from "../wire/SslSimulation_pb.js";
import type { ForceTeleport } from "./ForceTeleport.js";
import type { SpecChange } from "./SpecChange.js";
import { checkRange, type Range, WireFields } from "./WireError.js";
import { readRobotId, wireRobot } from "./WireRobotId.js";

export interface TeleportDependencies {
  readonly world: World;
  readonly host: MatchHost;
  readonly roster: SslRoster;
  readonly placing: Placing;
  readonly holds: ForceTeleport;
  readonly specs: SpecChange;
  /** Called after a robot was removed. */
  readonly forget: (name: string) => void;
  readonly field: () => FieldGeometry;
}

const PLACE: Range = { min: -100, max: 100, unit: "m" };
const HEIGHT: Range = { min: 0, max: 100, unit: "m" };
const ANGLE: Range = { min: -1000, max: 1000, unit: "rad" };
/** Faster objects would pass through walls. */
const SPEED: Range = { min: -30, max: 30, unit: "m/s" };
const TURN: Range = { min: -300, max: 300, unit: "rad/s" };
/** m, teleport_safely: clearance around the ball; robots within the second distance stop. */
const CLEAR = 0.1;
const STOPPED_WITHIN = 0.5;

export class Teleport {
  readonly #dependencies: TeleportDependencies;

  constructor(dependencies: TeleportDependencies) {
    this.#dependencies = dependencies;
  }

  // ---- the ball

  ball(message: TeleportBall): void {
    const { placing, holds } = this.#dependencies;
    const fields = new WireFields(TeleportBallSchema, message, "teleport_ball");
    const place = [fields.number("x", PLACE), fields.number("y", PLACE), fields.number("z", HEIGHT)] as const;
    const speed = ["vx", "vy", "vz"].map((name) => fields.number(name, SPEED));
    const isPlaced = place.some((at) => at !== undefined);
    if (message.byForce) {
      checkForce(fields, isPlaced, ["vx", "vy", "vz"]);
      this.#needBall();
      const [x, y, z] = place;
      holds.hold(
        BALL,
        withoutGaps({ x, y, z: z === undefined ? undefined : z + ballRadius(this.#dependencies.world.physics) }),
      );
      return;
    }
    this.#needBall();
    holds.release(BALL);
    const now = placing.ballMotion();
    const radius = ballRadius(this.#dependencies.world.physics);
    const position: Vec3 = [
      place[0] ?? now.position[0],
      place[1] ?? now.position[1],
      place[2] === undefined ? now.position[2] : place[2] + radius,
    ];
    const isPushed = speed.some((v) => v !== undefined);
    if (!isPlaced && !isPushed && !message.roll) return;
    const velocity = now.velocity.map((v, k) => speed[k] ?? v) as unknown as Vec3;
    const spin = message.roll ? rolling(velocity, radius) : isPushed ? STILL : now.spin;
    placing.putBall({ position, velocity, spin });
    if (message.teleportSafely) this.#clear(position[0], position[1], radius);
  }

  /** Puts the ball at rest on the carpet within the walls and moves robots away from it; throws VALUE_OUT_OF_RANGE. */
  placeBall(x: number, y: number): void {
    const { placing, holds, world, field } = this.#dependencies;
    const { fieldLength, fieldWidth, boundaryWidth, boundaryWidthGoalLine } = field();
    const [maxX, maxY] = [fieldLength / 2 + boundaryWidthGoalLine, fieldWidth / 2 + boundaryWidth];
    checkRange(x, { min: -maxX, max: maxX, unit: "m, within the walls" }, "designated_position/x");
    checkRange(y, { min: -maxY, max: maxY, unit: "m, within the walls" }, "designated_position/y");
    this.#needBall();
    holds.release(BALL);
    const radius = ballRadius(world.physics);
    placing.putBall({ position: [x, y, radius], velocity: STILL, spin: STILL });
    this.#clear(x, y, radius);
  }

  /** Adds the ball again if it is missing. */
  #needBall(): void {
    const { world } = this.#dependencies;
    if (world.physics.has(BALL)) return;
    const entity = world.file.physics.entities.find(({ name }) => name === BALL);
    if (!entity) throw new SimError("BALL_MISSING", { where: "teleport_ball", found: "no ball" });
    world.add(entity);
  }

  /** Robots move straight away from the ball, and stop if they are near. */
  #clear(x: number, y: number, radius: number): void {
    const { roster, placing } = this.#dependencies;
    for (const player of roster.players) {
      const [px, py] = player.position();
      const [dx, dy] = [px - x, py - y];
      const far = Math.sqrt(dx * dx + dy * dy);
      const room = player.outline.radius + radius + CLEAR;
      if (far < room) {
        const [ux, uy] = far > 1e-6 ? [dx / far, dy / far] : [-player.ahead()[0], -player.ahead()[1]];
        const place = { x: x + ux * room, y: y + uy * room, orientation: player.facing() };
        placing.putRobot(player, place, STANDING);
      } else if (far < STOPPED_WITHIN) placing.setSpeed(player, STANDING);
    }
  }

  // ---- robots

  robot(message: TeleportRobot): void {
    const key = readRobotId(message.id, "teleport_robot");
    const where = `teleport_robot/${wireRobot(key)}`;
    const fields = new WireFields(TeleportRobotSchema, message, where);
    const place = {
      x: fields.number("x", PLACE),
      y: fields.number("y", PLACE),
      orientation: fields.number("orientation", ANGLE),
    };
    const velocity: RobotVelocity = [
      fields.number("vX", SPEED) ?? 0,
      fields.number("vY", SPEED) ?? 0,
      fields.number("vAngular", TURN) ?? 0,
    ];
    const isPlaced = Object.values(place).some((value) => value !== undefined);
    if (message.byForce) checkForce(fields, isPlaced, ["vX", "vY", "vAngular"]);
    if (fields.has("present") && !message.present) this.#remove(key);
    else if (message.byForce)
      this.#dependencies.holds.hold(this.#dependencies.roster.get(key).name, withoutGaps(place));
    else {
      const isMoved = isPlaced || ["vX", "vY", "vAngular"].some((name) => fields.has(name));
      this.#put(key, fields.has("present"), isMoved ? { place: withoutGaps(place), velocity } : undefined);
    }
  }

  #put(
    key: RobotKey,
    mayAdd: boolean,
    told: { readonly place: Partial<RobotPlace>; readonly velocity: RobotVelocity } | undefined,
  ): void {
    const { roster, placing, holds } = this.#dependencies;
    const player = mayAdd ? roster.find(key) : roster.get(key);
    if (!player) {
      this.#add(key, told?.place ?? {}, told?.velocity ?? STANDING);
      return;
    }
    holds.release(player.name);
    if (!told) return;
    const [x, y] = player.position();
    const { place, velocity } = told;
    if (place.x === undefined && place.y === undefined && place.orientation === undefined)
      placing.setSpeed(player, velocity);
    else {
      const orientation = place.orientation ?? player.facing();
      placing.putRobot(player, { x: place.x ?? x, y: place.y ?? y, orientation }, velocity);
    }
  }

  /** Without a place the robot goes to its place in the world's file or beside the field; if occupied, to the nearest free place. */
  #add(key: RobotKey, place: Partial<RobotPlace>, velocity: RobotVelocity): SslPlayer {
    const { specs, placing, host, roster } = this.#dependencies;
    const description = specs.describe(key);
    const bench = this.#benchOf(key);
    const { radius } = sslOutline(description);
    const [x, y] = placing.freePlace([place.x ?? bench.x, place.y ?? bench.y], radius);
    const orientation = fromAxisAngle([0, 0, 1], (place.orientation ?? bench.orientation) - PI / 2);
    host.spawn({ ...description, offset: [x, y, 0], orientation });
    const player = roster.get(key);
    if (velocity.some((v) => v !== 0)) placing.setSpeed(player, velocity);
    placing.mark(player.name);
    return player;
  }

  #benchOf({ team, id }: RobotKey): RobotPlace {
    const { world, field } = this.#dependencies;
    const { fieldWidth, boundaryWidth } = field();
    const filed = world.file.robots.find(({ robot }) => robot.name === robotName({ team, id }))?.robot;
    if (filed?.offset) {
      const [ax, ay] = rotate(filed.orientation ?? IDENTITY, [0, 1, 0]);
      return { x: filed.offset[0], y: filed.offset[1], orientation: atan2(ay, ax) };
    }
    const side = team === "blue" ? -1 : 1;
    return { x: side * (0.3 + 0.25 * id), y: -(fieldWidth + boundaryWidth) / 2, orientation: PI / 2 };
  }

  #remove(key: RobotKey): void {
    const { roster, host, holds, forget } = this.#dependencies;
    const player = roster.find(key);
    if (!player) return;
    host.remove(player.name);
    holds.release(player.name);
    forget(player.name);
  }
}

const STILL: Vec3 = [0, 0, 0];
const STANDING: RobotVelocity = [0, 0, 0];

/** Rolls on the carpet without slipping: w = z x v / r. */
const rolling = ([vx, vy]: Vec3, radius: number): Vec3 => [-vy / radius, vx / radius, 0];

function checkForce(
  fields: { readonly where: string; has(name: string): boolean },
  isPlaced: boolean,
  velocities: readonly string[],
): void {
  const { where } = fields;
  if (!isPlaced)
    throw new SimError("FIELD_MISSING", { where, found: "by_force and no place", allowed: "a place to be pulled to" });
  if (velocities.some((name) => fields.has(name)))
    throw new SimError("PROPERTY_MISPLACED", { where, found: "a velocity beside by_force", allowed: "either of them" });
}

function withoutGaps<T extends object>(target: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  const set = Object.entries(target).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as { readonly [K in keyof T]?: Exclude<T[K], undefined> };
}
