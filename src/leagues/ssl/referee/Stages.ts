// Stages of a match of the small-size league (F5). A half is playing time: the clock runs while a team may play the ball
// (NORMAL_START, FORCE_START, free kicks) and rests in HALT, STOP and before a kick-off; in the break it always runs. Left out:
// overtime, shoot-out, time-outs, the early end at ten goals.

import { NS_PER_SEC } from "../../../describe/world/WorldDescription.js";
import { nextStage, runClock, type StagePlan } from "../../shared/GameClock.js";
import type { RefereeSettings } from "./RefereeRules.js";
import type { RefereeState, Stage } from "./RefereeState.js";

const isHalf = (stage: Stage): boolean => stage === "NORMAL_FIRST_HALF" || stage === "NORMAL_SECOND_HALF";
const isBreak = (stage: Stage): boolean => stage === "NORMAL_HALF_TIME";
/** The half has not been kicked off. */
export const isBeforeHalf = (stage: Stage): boolean => stage.endsWith("_PRE");

const FOLLOWING: StagePlan<Stage>["following"] = {
  NORMAL_FIRST_HALF_PRE: "NORMAL_FIRST_HALF",
  NORMAL_FIRST_HALF: "NORMAL_HALF_TIME",
  NORMAL_HALF_TIME: "NORMAL_SECOND_HALF_PRE",
  NORMAL_SECOND_HALF_PRE: "NORMAL_SECOND_HALF",
  NORMAL_SECOND_HALF: "POST_GAME",
};

function stageNs(stage: Stage, { halfSec, breakSec }: RefereeSettings): number | undefined {
  if (isHalf(stage)) return Math.round(halfSec * NS_PER_SEC);
  return isBreak(stage) ? Math.round(breakSec * NS_PER_SEC) : undefined;
}

/** Advances the clock by `elapsedNs`. True: the time of the stage is over. */
export function runStageClock(state: RefereeState, elapsedNs: number): boolean {
  return runClock(state, elapsedNs, isBreak(state.stage) || state.phase === "kick" || state.phase === "play");
}

export function enterNextStage(state: RefereeState, settings: RefereeSettings): void {
  nextStage(state, { following: FOLLOWING, lengthNs: (stage) => stageNs(stage, settings) });
}
