// Transitions of the referee's state (F5): a command is issued, the game is stopped for a reason and resumed, a goal is counted, a half
// ends. Every change increments `version`, so that a packet leaves at once.

import { NS_PER_SEC } from "../../../describe/world/WorldDescription.js";
import type { Place } from "../../shared/Place.js";
import { scoreText } from "../../shared/Score.js";
import type { FieldBall } from "../FieldState.js";
import { otherTeam, type TeamColor } from "../Team.js";
import { nearestFreeKickPlace } from "./FieldAreas.js";
import type { RefereeEvent } from "./RefereeEvent.js";
import { type RefereeSettings, RULES, timeLimitSec } from "./RefereeRules.js";
import {
  type CommandName,
  freeKickCommand,
  freshWatch,
  kickOffCommand,
  type Phase,
  type RefereeState,
  teamOfCommand,
} from "./RefereeState.js";
import { enterNextStage, isBeforeHalf } from "./Stages.js";

const MAX_EVENTS = 20;

export function recordEvent(state: RefereeState, event: RefereeEvent): void {
  state.events.push(event);
  state.fresh.push(event);
  for (const list of [state.events, state.fresh]) if (list.length > MAX_EVENTS) list.shift();
  state.version++;
}

/** Records a text for which the league has no event type. */
export function note(state: RefereeState, text: string, team?: TeamColor): void {
  const [x, y] = state.ball?.position ?? [0, 0];
  recordEvent(state, { type: "NOTE", timeNs: state.timeNs, team, x, y, text });
}

function issue(state: RefereeState, command: CommandName, phase: Phase): void {
  state.command = command;
  state.commandNs = state.timeNs;
  state.commandCounter++;
  state.phase = phase;
  state.version++;
}

/** The ball is out of play; sets the next command and the place of the ball. */
function endPlay(state: RefereeState, next: CommandName | undefined, place: Place | undefined): void {
  state.next = next;
  state.designated = place;
  state.placedNs = undefined;
  state.robotsPlacedNs = undefined;
  state.kick = undefined;
  state.isHeld = false;
  state.watch = freshWatch();
}

/** Issues STOP; `next` follows with the ball at `place`. */
export function stopFor(state: RefereeState, next: CommandName | undefined, place: Place | undefined): void {
  endPlay(state, next, place);
  issue(state, "STOP", "stop");
}

export const stopForKickOff = (state: RefereeState, team: TeamColor): void =>
  stopFor(state, kickOffCommand(team), [0, 0]);

/** `place` is where the cause happened; the ball goes to the nearest place that the rules allow. */
export function stopForFreeKick(state: RefereeState, { field }: RefereeSettings, team: TeamColor, place: Place): void {
  stopFor(state, freeKickCommand(team), nearestFreeKickPlace(field, place));
}

export function stopForForcedStart(state: RefereeState, { field }: RefereeSettings, place: Place): void {
  stopFor(state, "FORCE_START", nearestFreeKickPlace(field, place));
}

export function halt(state: RefereeState, next: CommandName | undefined, place: Place | undefined): void {
  endPlay(state, next, place);
  issue(state, "HALT", "halt");
}

/** Issues the announced command. */
export function resumePlay(state: RefereeState, settings: RefereeSettings, ball: FieldBall): void {
  const command = state.next ?? "FORCE_START";
  const team = teamOfCommand(command);
  state.watch = freshWatch();
  state.isHeld = false;
  if (command.startsWith("PREPARE_KICKOFF")) {
    issue(state, command, "prepare");
    state.next = "NORMAL_START";
    return;
  }
  if (isBeforeHalf(state.stage)) enterNextStage(state, settings);
  state.next = undefined;
  state.designated = undefined;
  state.fresh = [];
  issue(state, command, team ? "kick" : "play");
  if (team) beginKick(state, team, ball, { isKickOff: false, forSec: timeLimitSec(settings.field) });
}

/** Issues NORMAL_START of a kick-off; a half may begin with it. */
export function startKickOff(state: RefereeState, settings: RefereeSettings, ball: FieldBall): void {
  const team = teamOfCommand(state.command) ?? settings.kickOff;
  if (isBeforeHalf(state.stage)) enterNextStage(state, settings);
  state.next = undefined;
  state.designated = undefined;
  state.fresh = [];
  state.watch = freshWatch();
  issue(state, "NORMAL_START", "kick");
  beginKick(state, team, ball, { isKickOff: true, forSec: RULES.kickOffTimeout });
}

function beginKick(
  state: RefereeState,
  team: TeamColor,
  { position: [x, y] }: FieldBall,
  { isKickOff, forSec }: { readonly isKickOff: boolean; readonly forSec: number },
): void {
  state.kick = { team, x, y, isKickOff, untilNs: state.timeNs + forSec * NS_PER_SEC };
}

export function countGoal(state: RefereeState, team: TeamColor): void {
  state.score[team]++;
  stopForKickOff(state, otherTeam(team));
}

/** After the clock has run out: the break, the second half, or the end. */
export function endStage(state: RefereeState, settings: RefereeSettings): void {
  enterNextStage(state, settings);
  if (state.stage === "NORMAL_HALF_TIME") {
    state.blueOnPositiveHalf = !state.blueOnPositiveHalf;
    note(state, `half time, ${scoreText(state.score, settings.names)}`);
    halt(state, kickOffCommand(otherTeam(settings.kickOff)), undefined);
  } else if (state.stage === "POST_GAME") {
    note(state, `the game is over, ${scoreText(state.score, settings.names)}`);
    halt(state, undefined, undefined);
  } else stopForKickOff(state, otherTeam(settings.kickOff));
}
