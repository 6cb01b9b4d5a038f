// TeleportRobot (F3), all fields in any combination: moves, adds and removes robots. Coordinates that are not set stay as they are; the
// velocity is 0 unless set, as the protocol's defaults say. A message is applied as a whole or not at all.

import { atan2 } from "../../../math/InverseTrigonometry.js";
import { fromAxisAngle, IDENTITY, rotate } from "../../../math/Quat.js";
import { PI } from "../../../math/Trigonometry.js";
import type { World } from "../../../world/World.js";
import type { Placing, RobotPlace, RobotVelocity } from "../../shared/Placing.js";
import type { FieldGeometry } from "../field/FieldGeometry.js";
import type { MatchHost } from "../MatchOptions.js";
import { type SslPlayer, sslOutline } from "../SslPlayer.js";
import type { SslRoster } from "../SslRoster.js";
import { type RobotKey, robotName } from "../Team.js";
import { type TeleportRobot, TeleportRobotSchema } from "../wire/SslSimulation_pb.js";
import type { ForceTeleport } from "./ForceTeleport.js";
import type { SpecChange } from "./SpecChange.js";
import { checkForce, PLACE, SPEED, withoutGaps } from "./TeleportFields.js";
import { type Range, WireFields } from "./WireError.js";
import { readRobotId, wireRobot } from "./WireRobotId.js";

export interface RobotTeleportDependencies {
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

const ANGLE: Range = { min: -1000, max: 1000, unit: "rad" };
const TURN: Range = { min: -300, max: 300, unit: "rad/s" };

export class RobotTeleport {
  readonly #dependencies: RobotTeleportDependencies;

  constructor(dependencies: RobotTeleportDependencies) {
    this.#dependencies = dependencies;
  }

  apply(message: TeleportRobot): void {
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
    target: { readonly place: Partial<RobotPlace>; readonly velocity: RobotVelocity } | undefined,
  ): void {
    const { roster, placing, holds } = this.#dependencies;
    const player = mayAdd ? roster.find(key) : roster.get(key);
    if (!player) {
      this.#add(key, target?.place ?? {}, target?.velocity ?? STANDING);
      return;
    }
    holds.release(player.name);
    if (!target) return;
    const [x, y] = player.position();
    const { place, velocity } = target;
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
    const inFile = world.file.robots.find(({ robot }) => robot.name === robotName({ team, id }))?.robot;
    if (inFile?.offset) {
      const [ax, ay] = rotate(inFile.orientation ?? IDENTITY, [0, 1, 0]);
      return { x: inFile.offset[0], y: inFile.offset[1], orientation: atan2(ay, ax) };
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

const STANDING: RobotVelocity = [0, 0, 0];
