// The two teams of a soccer world and the names of their robots (F3): Blue-0 to Blue-15, Yellow-0 to Yellow-15.

import { MAX_NUMBERS } from "../../describe/robot/text/TopPattern.js";
import { type RobotKey as Key, Teams } from "../shared/Teams.js";

export type TeamColor = "blue" | "yellow";
export type RobotKey = Key<TeamColor>;

/** The league has 16 colour patterns per team. */
export const MAX_ROBOTS = MAX_NUMBERS;

export const SSL_TEAMS = new Teams<TeamColor>({
  prefixes: { blue: "Blue", yellow: "Yellow" },
  maxRobots: MAX_ROBOTS,
});

export const TEAMS = SSL_TEAMS.names;

export const otherTeam = (team: TeamColor): TeamColor => SSL_TEAMS.other(team);

/** Name of a robot in the world. */
export const robotName = (key: RobotKey): string => SSL_TEAMS.robotName(key);

/** Team and number by the name of a robot; undefined: the robot does not play. */
export const robotKey = (name: string): RobotKey | undefined => SSL_TEAMS.robotKey(name);

/** True: the robots of this team are described by text files as DiffRobots. */
export const isDifferentialTeam = (
  robots: readonly { readonly name: string; readonly text?: string | undefined }[],
  team: TeamColor,
): boolean =>
  robots.some(
    ({ name, text = "" }) => robotKey(name)?.team === team && /^[ \t]*TYPE[ \t]*=[ \t]*DiffRobot\b/m.test(text),
  );
