// Effects of commands from a console on the built-in referee (F5). In the break and before a half, a command to resume begins the next
// half; after the end of the game only `new` is possible.

import { SimError } from "../../../describe/SimError.js";
import { nearestFreeKickPlace } from "./FieldAreas.js";
import { countGoal, endStage, halt, note, stopFor, stopForFreeKick, stopForKickOff } from "./GameFlow.js";
import type { RefereeCommand } from "./RefereeCommand.js";
import type { RefereeSettings } from "./RefereeRules.js";
import type { RefereeState } from "./RefereeState.js";

export function applyManualCommand(state: RefereeState, settings: RefereeSettings, command: RefereeCommand): void {
  if (state.stage === "POST_GAME") throw gameIsOver(command.kind);
  if (command.kind === "halt" || command.kind === "stop") hold(state, command.kind);
  else if (command.kind === "end") endStage(state, settings);
  else {
    if (state.stage === "NORMAL_HALF_TIME") endStage(state, settings);
    resume(state, settings, command);
  }
}

/** Keeps the announced command, if there is one. */
function hold(state: RefereeState, kind: "halt" | "stop"): void {
  const isAnnounced = state.phase === "stop" || state.phase === "halt";
  const next = isAnnounced ? state.next : state.phase === "prepare" ? state.command : undefined;
  const place = state.designated;
  if (kind === "halt") halt(state, next, place);
  else stopFor(state, next, place);
  state.isHeld = true;
  note(state, kind === "halt" ? "halted by hand" : "stopped by hand");
}

function resume(state: RefereeState, settings: RefereeSettings, command: RefereeCommand): void {
  const [x, y] = state.ball?.position ?? [0, 0];
  if (command.kind === "kickoff") stopForKickOff(state, command.team);
  else if (command.kind === "free") stopForFreeKick(state, settings, command.team, command.place ?? [x, y]);
  else if (command.kind === "goal") {
    countGoal(state, command.team);
    note(state, `goal for ${settings.names[command.team]}, given by hand`, command.team);
  } else if (state.phase === "halt" || (state.phase === "stop" && state.isHeld))
    stopFor(state, state.next ?? "FORCE_START", state.designated ?? nearestFreeKickPlace(settings.field, [x, y]));
}

const gameIsOver = (kind: string): SimError =>
  new SimError("STATE_WRONG", {
    where: `referee ${kind}`,
    found: "POST_GAME",
    allowed: "referee new",
    advice: "The game is over: begin a new one.",
  });
