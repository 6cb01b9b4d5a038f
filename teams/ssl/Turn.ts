// One decision of a team: everything that it goes by.

import type { Pitch } from "./Pitch.js";
import type { Situation } from "./Situation.js";
import type { Style } from "./Style.js";
import type { View } from "./View.js";

export interface Turn {
  readonly view: View;
  readonly pitch: Pitch;
  readonly style: Style;
  readonly situation: Situation;
  /** Who is our goalkeeper. */
  readonly keeper: number;
}

export const isKickOff = ({ situation }: Turn): boolean =>
  situation.kind === "kickoff" || (situation.kind === "stop" && situation.isBeforeKickOff);

/** The ball is for others, or for nobody: keep away. */
export const isNotOurs = ({ situation }: Turn): boolean =>
  situation.kind === "stop" || ("isOurs" in situation && !situation.isOurs);

export const mayKick = ({ situation }: Turn): boolean =>
  situation.kind === "play" || ("mayKick" in situation && situation.mayKick);
