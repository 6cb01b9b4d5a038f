// Identifies the robot of a message of the simulation protocol (F3): team and number, both set.

import { SimError } from "../../../describe/SimError.js";
import { MAX_ROBOTS, type RobotKey } from "../Team.js";
import { type RobotId, RobotIdSchema, Team } from "../wire/SslCommon_pb.js";
import { WireFields } from "./WireError.js";

/** The robot in error texts: "yellow 5". */
export const wireRobot = ({ team, id }: RobotKey): string => `${team} ${id}`;

/** Team and number of a message; throws a SimError. */
export function readRobotId(id: RobotId | undefined, where: string): RobotKey {
  if (!id) throw new SimError("FIELD_MISSING", { where, found: "no id", allowed: "id set" });
  const fields = new WireFields(RobotIdSchema, id, `${where}/id`);
  if (!fields.has("id")) fields.missing("id");
  const team = id.team === Team.BLUE ? "blue" : id.team === Team.YELLOW ? "yellow" : undefined;
  if (!team)
    throw new SimError("FIELD_MISSING", { where: `${where}/id`, found: "no team", allowed: "team BLUE or YELLOW" });
  return { team, id: checkId(id.id, `${where}/id/id`) };
}

/** The number of a robot, if it is allowed; throws VALUE_OUT_OF_RANGE. */
export function checkId(id: number, where: string): number {
  if (Number.isInteger(id) && id >= 0 && id < MAX_ROBOTS) return id;
  throw new SimError("VALUE_OUT_OF_RANGE", { where, found: id, allowed: `0 to ${MAX_ROBOTS - 1}` });
}
