// What the referee tells: the data of the game controller's packet, and the status for viewers.

import { NS_PER_SEC } from "../../../describe/world/WorldDescription.js";
import { possessionShare } from "../../shared/Possession.js";
import type { LeggedStatus, LeggedTeamStatus } from "../LeggedStatus.js";
import { type LeggedTeam, NUMBERS, robotName } from "../LeggedTeam.js";
import type { GameControllerData, TeamData } from "../wire/GameControllerPacket.js";
import type { LeggedRefereeState } from "./LeggedRefereeState.js";
import { type LeggedSettings, PENALTY } from "./LeggedRules.js";

const secondsLeft = (ns: number): number => Math.max(0, Math.ceil(ns / NS_PER_SEC));

export function leggedData(state: LeggedRefereeState, settings: LeggedSettings): GameControllerData {
  const { dropIn } = state;
  return {
    state: state.phase,
    isFirstHalf: state.stage === "first half" || state.stage === "half time",
    kickOffTeam: state.kickOffTeam,
    secsRemaining: secondsLeft(state.stageLeftNs ?? 0),
    dropInTeam: dropIn?.team ?? "blue",
    dropInTime: dropIn ? Math.floor((state.timeNs - dropIn.timeNs) / NS_PER_SEC) : undefined,
    teams: { blue: teamData("blue", state, settings), red: teamData("red", state, settings) },
  };
}

function teamData(team: LeggedTeam, state: LeggedRefereeState, { teamNumbers }: LeggedSettings): TeamData {
  const players = NUMBERS.map((id) => {
    const name = robotName({ team, id });
    const removed = state.removed[name];
    // a robot that is not there cannot play
    if (!removed) return { penalty: state.present.includes(name) ? PENALTY.none : PENALTY.damage, seconds: 0 };
    return { penalty: PENALTY[removed.penalty], seconds: secondsLeft(removed.untilNs - state.timeNs) };
  });
  return { number: teamNumbers[team], score: state.score[team], players };
}

export function leggedStatus(state: LeggedRefereeState, settings: LeggedSettings): LeggedStatus {
  return {
    referee: "built-in",
    stage: state.stage,
    state: state.phase,
    timeLeft: state.stageLeftNs === undefined ? undefined : state.stageLeftNs / NS_PER_SEC,
    kickOff: state.kickOffTeam,
    teams: { blue: teamStatus("blue", state, settings), red: teamStatus("red", state, settings) },
    events: state.events.map(({ timeNs, text, team }) => ({ time: timeNs / NS_PER_SEC, text, team })),
  };
}

function teamStatus(team: LeggedTeam, state: LeggedRefereeState, { names }: LeggedSettings): LeggedTeamStatus {
  const removed = NUMBERS.flatMap((number) => {
    const name = robotName({ team, id: number });
    const entry = state.removed[name];
    if (entry) return [{ number, penalty: entry.penalty, seconds: secondsLeft(entry.untilNs - state.timeNs) }];
    return state.present.includes(name) ? [] : [{ number, penalty: "not in the world", seconds: 0 }];
  });
  return {
    name: names[team],
    score: state.score[team],
    possession: possessionShare(state.possessionNs, team),
    removed,
  };
}
