// The built-in referee's state as the league's Referee packet and as status for viewers (F5). Times are µs on the league's clock; `nowUs`
// is the instant of `state.timeNs` there. There are no cards, time-outs or substitutions.

import { create } from "@bufbuild/protobuf";
import { NS_PER_SEC } from "../../../describe/world/WorldDescription.js";
import { possessionShare } from "../../shared/Possession.js";
import type { MatchStatus, TeamStatus } from "../MatchStatus.js";
import type { TeamColor } from "../Team.js";
import { MatchType, type Referee, Referee_Command, Referee_Stage, RefereeSchema } from "../wire/SslReferee_pb.js";
import { gameEvent } from "./RefereeEvent.js";
import { type RefereeSettings, robotsAllowed } from "./RefereeRules.js";
import type { RefereeState } from "./RefereeState.js";

/** Marks packets of a built-in referee: simulators that wait for a game controller ignore them. */
const BUILT_IN_SOURCE = "ubersim built-in referee";
const NS_PER_US = 1000;
const MM_PER_M = 1000;

export function refereePacket(state: RefereeState, settings: RefereeSettings, nowUs: number): Referee {
  const at = (timeNs: number): number => nowUs - (state.timeNs - timeNs) / NS_PER_US;
  const us = (time: number): bigint => BigInt(Math.round(time));
  const { designated, next, stageLeftNs, kick, phase } = state;
  return create(RefereeSchema, {
    packetTimestamp: us(nowUs),
    stage: Referee_Stage[state.stage],
    ...(stageLeftNs === undefined ? {} : { stageTimeLeft: us(stageLeftNs / NS_PER_US) }),
    command: Referee_Command[state.command],
    commandCounter: state.commandCounter,
    commandTimestamp: us(at(state.commandNs)),
    yellow: teamInfo(state, settings, "yellow"),
    blue: teamInfo(state, settings, "blue"),
    ...(designated ? { designatedPosition: { x: designated[0] * MM_PER_M, y: designated[1] * MM_PER_M } } : {}),
    blueTeamOnPositiveHalf: state.blueOnPositiveHalf,
    ...(next ? { nextCommand: Referee_Command[next] } : {}),
    ...(kick && phase === "kick" ? { currentActionTimeRemaining: us((kick.untilNs - state.timeNs) / NS_PER_US) } : {}),
    gameEvents: state.fresh.flatMap((event) => gameEvent(event, at(event.timeNs)) ?? []),
    sourceIdentifier: BUILT_IN_SOURCE,
    matchType: MatchType.FRIENDLY,
    statusMessage: state.fresh.at(-1)?.text ?? "",
  });
}

const teamInfo = (state: RefereeState, { names, goalkeepers, field }: RefereeSettings, team: TeamColor) => ({
  name: names[team],
  score: state.score[team],
  redCards: 0,
  yellowCards: 0,
  timeouts: 0,
  timeoutTime: 0,
  goalkeeper: goalkeepers[team],
  foulCounter: state.fouls[team],
  ballPlacementFailures: 0,
  canPlaceBall: false,
  maxAllowedBots: robotsAllowed(field),
});

export function refereeStatus(state: RefereeState, settings: RefereeSettings): MatchStatus {
  const team = (color: TeamColor): TeamStatus => ({
    name: settings.names[color],
    score: state.score[color],
    possession: possessionShare(state.possessionNs, color),
    goalkeeper: settings.goalkeepers[color],
    yellowCards: 0,
    redCards: 0,
  });
  return {
    referee: "built-in",
    stage: state.stage,
    command: state.command,
    timeLeft: state.stageLeftNs === undefined ? undefined : state.stageLeftNs / NS_PER_SEC,
    designated: state.designated,
    blueOnPositiveHalf: state.blueOnPositiveHalf,
    teams: { blue: team("blue"), yellow: team("yellow") },
    events: state.events.map(({ timeNs, text, team: by }) => ({ time: timeNs / NS_PER_SEC, text, team: by })),
  };
}

/** True: the packet comes from the built-in referee of this or another simulator. */
export const isBuiltIn = ({ sourceIdentifier }: Referee): boolean => sourceIdentifier === BUILT_IN_SOURCE;
