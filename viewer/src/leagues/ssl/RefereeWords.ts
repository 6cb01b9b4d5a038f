// Texts for commands, stages and the clock of referee packets.

import { otherTeam, type TeamColor } from "../../../../src/leagues/ssl/Team.js";

export const TEAM_NAMES: Readonly<Record<TeamColor, string>> = { blue: "Blue", yellow: "Yellow" };

const COMMANDS: Readonly<Record<string, string>> = {
  HALT: "Halt",
  STOP: "Stop",
  NORMAL_START: "In play",
  FORCE_START: "In play",
  PREPARE_KICKOFF: "Kick-off",
  PREPARE_PENALTY: "Penalty",
  DIRECT_FREE: "Free kick",
  INDIRECT_FREE: "Indirect free kick",
  TIMEOUT: "Time-out",
  GOAL: "Goal",
  BALL_PLACEMENT: "Ball placement",
};

const STAGES: Readonly<Record<string, string>> = {
  NORMAL_FIRST_HALF_PRE: "Before the match",
  NORMAL_FIRST_HALF: "1st half",
  NORMAL_HALF_TIME: "Half-time",
  NORMAL_SECOND_HALF_PRE: "Before the 2nd half",
  NORMAL_SECOND_HALF: "2nd half",
  EXTRA_TIME_BREAK: "Break",
  EXTRA_FIRST_HALF_PRE: "Before extra time",
  EXTRA_FIRST_HALF: "Extra time, 1st half",
  EXTRA_HALF_TIME: "Extra time, break",
  EXTRA_SECOND_HALF_PRE: "Extra time",
  EXTRA_SECOND_HALF: "Extra time, 2nd half",
  PENALTY_SHOOTOUT_BREAK: "Before the shoot-out",
  PENALTY_SHOOTOUT: "Shoot-out",
  POST_GAME: "Full time",
};

export interface Call {
  readonly text: string;
  /** The team of the command; undefined: both teams. */
  readonly team: TeamColor | undefined;
  /** True: the ball is in play or may be kicked. */
  readonly isPlay: boolean;
}

/** "BALL_PLACEMENT_BLUE" gives "Ball placement", blue. */
export function callOf(command: string): Call {
  const [, what, teamName] = /^(.*?)(?:_(BLUE|YELLOW))?$/.exec(command) as unknown as [
    string,
    string,
    string | undefined,
  ];
  const team = teamName === undefined ? undefined : teamName === "BLUE" ? "blue" : otherTeam("blue");
  return { text: COMMANDS[what] ?? withoutCode(what), team, isPlay: what === "NORMAL_START" || what === "FORCE_START" };
}

export const stageText = (stage: string): string => STAGES[stage] ?? withoutCode(stage);

function withoutCode(name: string): string {
  const text = name.toLowerCase().replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
