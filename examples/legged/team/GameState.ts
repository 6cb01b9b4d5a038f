// The state of the game as one player sees it.

export type Phase = "initial" | "ready" | "set" | "playing" | "finished";

export interface GameState {
  readonly phase: Phase;
  /** The own team has the kick-off. */
  readonly isOwnKickOff: boolean;
  readonly isPenalized: boolean;
}

/** A game without a referee. */
export const FREE_PLAY: GameState = { phase: "playing", isOwnKickOff: true, isPenalized: false };
