// The input of one decision of a team.

import type { Pitch } from "./Pitch.js";
import type { Situation } from "./Situation.js";
import type { Style } from "./Style.js";
import type { View } from "./View.js";

export interface DecisionInput {
  readonly view: View;
  readonly pitch: Pitch;
  readonly style: Style;
  readonly situation: Situation;
  /** Number of our goalkeeper. */
  readonly keeper: number;
}

export const isKickOff = ({ situation }: DecisionInput): boolean =>
  situation.kind === "kickoff" || (situation.kind === "stop" && situation.isBeforeKickOff);

/** True: the ball is for the opponents or out of play; robots keep away from it. */
export const isNotOurs = ({ situation }: DecisionInput): boolean =>
  situation.kind === "stop" || ("isOurs" in situation && !situation.isOurs);

export const mayKick = ({ situation }: DecisionInput): boolean =>
  situation.kind === "play" || ("mayKick" in situation && situation.mayKick);
