// grSim's own protocol (F3): translates commands of one team and replacements into the orders and teleports of the league's protocol,
// and makes the status of its robots: whether a ball is at the kicker, and whether it has just kicked. Status is sent when it changes.

import { create } from "@bufbuild/protobuf";
import { DEGREE } from "../../../math/Trigonometry.js";
import type { SslPlayer } from "../SslPlayer.js";
import {
  type grSim_BallReplacement,
  grSim_BallReplacementSchema,
  type grSim_RobotReplacement,
  type Robot_Status,
  Robot_StatusSchema,
  type Robots_Status,
  Robots_StatusSchema,
} from "../wire/GrSim_pb.js";
import { Team } from "../wire/SslCommon_pb.js";
import {
  type TeleportBall,
  TeleportBallSchema,
  type TeleportRobot,
  TeleportRobotSchema,
} from "../wire/SslSimulation_pb.js";
import type { RobotOrders } from "./RobotOrders.js";
import { WireFields } from "./WireError.js";

/** On the ground, like everything that grSim places. */
export function ballTeleport(message: grSim_BallReplacement): TeleportBall {
  const fields = new WireFields(grSim_BallReplacementSchema, message, "replacement/ball");
  const given = (["x", "y", "vx", "vy"] as const).filter((name) => fields.has(name));
  const teleport = create(TeleportBallSchema, Object.fromEntries(given.map((name) => [name, message[name]])));
  if (fields.has("x") || fields.has("y")) teleport.z = 0;
  return teleport;
}

export function robotTeleport({ x, y, dir, id, yellowteam, ...message }: grSim_RobotReplacement): TeleportRobot {
  const robot = { id, team: yellowteam ? Team.YELLOW : Team.BLUE };
  const present = Object.hasOwn(message, "turnon") ? message.turnon : true;
  return create(TeleportRobotSchema, { id: robot, x, y, orientation: dir * DEGREE, present });
}

/** rad: kicks at a smaller angle are straight. */
const STRAIGHT = 1e-3;

export class LegacyStatus {
  /** The last status sent, by robot. */
  #sent = new Map<string, string>();

  /** Status of the robots of one team that have changed; undefined: none has. */
  take(
    players: readonly SslPlayer[],
    hasBall: (player: SslPlayer) => boolean,
    orders: RobotOrders,
  ): Robots_Status | undefined {
    const changed: Robot_Status[] = [];
    for (const player of players) {
      const infrared = hasBall(player);
      const isCharging = player.kicker?.newest[1] === 0;
      const isChip = orders.kickAngle(player.name) > STRAIGHT;
      const status = {
        robotId: player.key.id,
        infrared,
        flatKick: isCharging && !isChip,
        chipKick: isCharging && isChip,
      };
      const text = JSON.stringify(status);
      if (this.#sent.get(player.name) === text) continue;
      this.#sent.set(player.name, text);
      changed.push(create(Robot_StatusSchema, status));
    }
    return changed.length > 0 ? create(Robots_StatusSchema, { robotsStatus: changed }) : undefined;
  }

  clear(): void {
    this.#sent.clear();
  }
}
