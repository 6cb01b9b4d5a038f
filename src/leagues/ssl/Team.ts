// The two teams of a soccer world and how their robots are named there (F3): Blue-0 to Blue-15, Yellow-0 to Yellow-15. A robot
// with such a name plays, wherever it came from: the world's file, the control port, or a client that brought its own body.

import { MAX_NUMBERS, type PatternTeam, shirtOf } from "../../describe/robot/text/TopPattern.js";

export type TeamColor = PatternTeam;

export const TEAMS: readonly TeamColor[] = ["blue", "yellow"];
/** The league's patterns tell 16 robots of a team apart. */
export const MAX_ROBOTS = MAX_NUMBERS;

export interface RobotKey {
  readonly team: TeamColor;
  readonly id: number;
}

export const otherTeam = (team: TeamColor): TeamColor => (team === "blue" ? "yellow" : "blue");

/** Its name in the world. */
export const robotName = ({ team, id }: RobotKey): string => `${team === "blue" ? "Blue" : "Yellow"}-${id}`;

/** Undefined: it does not play. */
export function robotKey(name: string): RobotKey | undefined {
  const shirt = shirtOf(name);
  return shirt && { team: shirt.team, id: shirt.number };
}
