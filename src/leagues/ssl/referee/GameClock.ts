// Stages and clock of a match (F5). A half is playing time: the clock runs while a team may play the ball (NORMAL_START,
// FORCE_START, free kicks) and rests in HALT, STOP and before a kick-off; in the break it runs always. Left out: overtime,
// shoot-out, time-outs, the early end at ten goals.

import { NS_PER_SEC } from "../../../describe/world/WorldDescription.js";
import type { RefereeSettings } from "./RefereeRules.js";
import type { RefereeState, Stage } from "./RefereeState.js";

const isHalf = (stage: Stage): boolean => stage === "NORMAL_FIRST_HALF" || stage === "NORMAL_SECOND_HALF";
const isBreak = (stage: Stage): boolean => stage === "NORMAL_HALF_TIME";
/** The ball has not been kicked off. */
export const isBeforeHalf = (stage: Stage): boolean => stage.endsWith("_PRE");

const FOLLOWING: Partial<Record<Stage, Stage>> = {
  NORMAL_FIRST_HALF_PRE: "NORMAL_FIRST_HALF",
  NORMAL_FIRST_HALF: "NORMAL_HALF_TIME",
  NORMAL_HALF_TIME: "NORMAL_SECOND_HALF_PRE",
  NORMAL_SECOND_HALF_PRE: "NORMAL_SECOND_HALF",
  NORMAL_SECOND_HALF: "POST_GAME",
};

/** How long the stage takes, ns; undefined: it has no clock. */
function stageNs(stage: Stage, { halfSec, breakSec }: RefereeSettings): number | undefined {
  if (isHalf(stage)) return Math.round(halfSec * NS_PER_SEC);
  return isBreak(stage) ? Math.round(breakSec * NS_PER_SEC) : undefined;
}

/** Lets `elapsedNs` pass; true: the stage's time is over. */
export function runClock(state: RefereeState, elapsedNs: number): boolean {
  if (state.stageLeftNs === undefined) return false;
  const isRunning = isBreak(state.stage) || state.phase === "kick" || state.phase === "play";
  if (isRunning) state.stageLeftNs = Math.max(0, state.stageLeftNs - elapsedNs);
  return isRunning && state.stageLeftNs === 0;
}

export function nextStage(state: RefereeState, settings: RefereeSettings): void {
  state.stage = FOLLOWING[state.stage] ?? state.stage;
  state.stageLeftNs = stageNs(state.stage, settings);
}
