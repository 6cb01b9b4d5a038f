// The state of the game as one player sees it.

export type Phase = "initial" | "ready" | "set" | "playing" | "finished";

export interface GameState {
  readonly phase: Phase;
  /** The own team has the kick-off. */
  readonly isOwnKickOff: boolean;
  readonly isPenalized: boolean;
  /** The ball is out of play, or has just been brought back. */
  readonly isBallOut: boolean;
  /** The own team touched the ball last before it went out. */
  readonly isOwnTouch: boolean;
  /** Numbers of the own players that do not play at present. */
  readonly absent: readonly number[];
}

/** A game without a referee. */
export const FREE_PLAY: GameState = {
  phase: "playing",
  isOwnKickOff: true,
  isPenalized: false,
  isBallOut: false,
  isOwnTouch: false,
  absent: [],
};
