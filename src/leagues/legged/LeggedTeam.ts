// The two teams of the four-legged league and the names of their robots (L4): Blue-1 to Blue-4 and Red-1 to Red-4. Number 1 is the
// goalkeeper. Red defends the yellow goal at -x, blue the sky-blue goal at +x.

import type { Side } from "../shared/Place.js";
import { type RobotKey, Teams } from "../shared/Teams.js";

export type LeggedTeam = "blue" | "red";
export type LeggedKey = RobotKey<LeggedTeam>;

export const PLAYERS_PER_TEAM = 4;
export const GOALKEEPER = 1;

export const LEGGED_TEAMS = new Teams<LeggedTeam>({
  prefixes: { blue: "Blue", red: "Red" },
  maxRobots: PLAYERS_PER_TEAM,
  firstId: GOALKEEPER,
});

export const NUMBERS: readonly number[] = Array.from({ length: PLAYERS_PER_TEAM }, (_, i) => GOALKEEPER + i);

/** All places of a game, in the order of teams and numbers. */
export const ALL_KEYS: readonly LeggedKey[] = LEGGED_TEAMS.names.flatMap((team) => NUMBERS.map((id) => ({ team, id })));

export const otherTeam = (team: LeggedTeam): LeggedTeam => LEGGED_TEAMS.other(team);
export const robotName = (key: LeggedKey): string => LEGGED_TEAMS.robotName(key);
export const sideOf = (team: LeggedTeam): Side => (team === "red" ? -1 : 1);
export const teamAt = (side: Side): LeggedTeam => (side < 0 ? "red" : "blue");
