// Who plays (F3): robots of the world whose names are those of a team, each with its size and its motion at hand. Read anew when
// somebody has come or gone. A robot's place is its model's origin, on the carpet below its middle; it faces +y of its model.

import { SimError } from "../../describe/SimError.js";
import type { DriveSettings } from "../../devices/drive/VelocityDrive.js";
import { atan2 } from "../../math/InverseTrigonometry.js";
import { rotate } from "../../math/Quat.js";
import { sub, type Vec3 } from "../../math/Vec3.js";
import { BodyMotion } from "../../physics/BodyMotion.js";
import type { Physics } from "../../physics/Physics.js";
import { freeBody } from "../../world/CarriedMotion.js";
import type { Robot } from "../../world/Robot.js";
import type { RobotDevice } from "../../world/RobotDevice.js";
import type { World } from "../../world/World.js";
import { outlineOf, type RobotOutline } from "./RobotOutline.js";
import { MAX_ROBOTS, type RobotKey, robotKey, robotName } from "./Team.js";

/** Names of the parts that play, and what they are, in robots of text files and in others. */
const PARTS = { drive: "VelocityDrive", kicker: "Kicker", dribbler: "Dribbler" } as const;

const AHEAD: Vec3 = [0, 1, 0];

export class Player {
  readonly key: RobotKey;
  readonly robot: Robot;
  readonly outline: RobotOutline;
  /** The free body that carries the others. */
  readonly body: string;
  readonly motion: BodyMotion;
  readonly drive: RobotDevice | undefined;
  readonly kicker: RobotDevice | undefined;
  readonly dribbler: RobotDevice | undefined;

  constructor(physics: Physics, robot: Robot, key: RobotKey) {
    this.key = key;
    this.robot = robot;
    this.outline = outlineOf(robot.description);
    this.body = freeBody(physics, robot.name) ?? robot.description.entity.bodies[0].name;
    this.motion = new BodyMotion(physics, robot.name, this.body);
    const find = (kind: string) => robot.devices.find(({ description }) => description.kind === kind);
    this.drive = find(PARTS.drive);
    this.kicker = find(PARTS.kicker);
    this.dribbler = find(PARTS.dribbler);
  }

  get name(): string {
    return this.robot.name;
  }

  /** Of its model's origin, in the world. */
  position(): Vec3 {
    const { motion } = this;
    return sub(motion.position(), rotate(motion.orientation(), motion.center));
  }

  velocity(): Vec3 {
    return this.motion.velocityAt(this.position());
  }

  /** Along the carpet, of length 1; of a robot that stands on its nose: +x. */
  ahead(): readonly [number, number] {
    const [x, y] = rotate(this.motion.orientation(), AHEAD);
    const [ax, ay, length] = [x, y, Math.sqrt(x * x + y * y)];
    return length > 1e-6 ? [ax / length, ay / length] : [1, 0];
  }

  /** rad, -pi to pi; 0: along +x. */
  facing(): number {
    const [x, y] = this.ahead();
    return atan2(y, x);
  }

  get driveSettings(): DriveSettings | undefined {
    return this.drive?.description.settings as DriveSettings | undefined;
  }

  /** A velocity of the field as the robot sees it: forward, left. */
  toLocal(vx: number, vy: number): readonly [number, number] {
    const [x, y] = this.ahead();
    return [vx * x + vy * y, vy * x - vx * y];
  }
}

export class Roster {
  readonly #world: World;
  #robots: readonly Robot[] = [];
  #players: readonly Player[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  /** Blue first, then by id. */
  get players(): readonly Player[] {
    const { robots, physics } = this.#world;
    if (robots === this.#robots) return this.#players;
    this.#robots = robots;
    this.#players = robots
      .flatMap((robot) => {
        const key = robotKey(robot.name);
        const known = this.#players.find((player) => player.robot === robot);
        return key ? [known ?? new Player(physics, robot, key)] : [];
      })
      .sort((a, b) => (a.key.team === b.key.team ? a.key.id - b.key.id : a.key.team === "blue" ? -1 : 1));
    return this.#players;
  }

  /** Undefined: it is not there. */
  find({ team, id }: RobotKey): Player | undefined {
    return this.players.find(({ key }) => key.team === team && key.id === id);
  }

  /** Throws PLAYER_UNKNOWN. */
  get(key: RobotKey): Player {
    const player = this.find(key);
    if (player) return player;
    const ids = this.players.filter(({ key: { team } }) => team === key.team).map(({ key: { id } }) => id);
    throw new SimError("PLAYER_UNKNOWN", {
      where: robotName(key),
      found: `id ${key.id}`,
      allowed: ids.length > 0 ? `one of ${ids.join(", ")} of ${key.team}` : `nobody plays for ${key.team}`,
    });
  }
}

/** A number that a robot may have. */
export function checkId(id: number, where: string): number {
  if (Number.isInteger(id) && id >= 0 && id < MAX_ROBOTS) return id;
  throw new SimError("VALUE_OUT_OF_RANGE", { where, found: id, allowed: `0 to ${MAX_ROBOTS - 1}` });
}
