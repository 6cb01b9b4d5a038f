// A ball at the paws is below the nose, where the camera does not see it. The player drives it on for a while, stands and looks down until
// it has rolled out ahead, and then walks back, because the ball is under its chest.

/** A ball that was nearer than this, m, and is out of sight for so long is below the nose: while it is driven, and otherwise, s. */
const [BELOW, BLIND_DRIVING, BLIND] = [0.32, 0.15, 0.45];
/** It is driven on until this time, s; then the player stands for the second, and walks back for the third. */
const [DRIVE_SEC, WAIT_SEC, BACK_SEC] = [1.6, 0.9, 2.2];
/** Before the own goal it is driven on until then, also if it was not driven before, s. */
const CLEAR_SEC = 2;

export interface BlindView {
  /** Of the ball when it was last seen, m. */
  readonly distance: number;
  /** Time since then, s. */
  readonly unseen: number;
  /** The player drove it. */
  readonly isDriving: boolean;
}

/** It has the ball below its nose and walks on with it. */
export const drivesBlind = ({ distance, unseen, isDriving }: BlindView): boolean =>
  isDriving && distance < BELOW && unseen > BLIND_DRIVING && unseen < DRIVE_SEC;

/** What a player does with such a ball; undefined: the ball is none. `mustClear`: before the own goal, where it must not be dragged back. */
export function playBlind(view: BlindView, mustClear: boolean): "drive" | "look" | "back" | undefined {
  const { distance, unseen, isDriving } = view;
  if (distance > BELOW || unseen < (isDriving ? BLIND_DRIVING : BLIND)) return undefined;
  if (drivesBlind(view) || (mustClear && unseen < CLEAR_SEC)) return "drive";
  const end = (isDriving ? DRIVE_SEC : BLIND) + WAIT_SEC;
  if (unseen < end) return "look";
  return unseen < end + BACK_SEC ? "back" : undefined;
}
