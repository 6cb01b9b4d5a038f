// How the robot has moved, by the walk that it commands: the AIBO has no other measurement of its way. The walk slips; the factors are
// those of `npm run legged-gaits`.

import type { Command } from "../Gaits.js";
import { outOf, type Placement, wrap } from "./Placement.js";

/** Share of the commanded velocity that the gait Drive reaches. */
const SLIP = { forward: 1, backward: 0.95, left: 0.77, turn: 0.69 } as const;

/** Velocity of the body while the trot runs with this command. */
export const walkedVelocity = ({ forward, left, turn }: Command): Command => ({
  forward: forward * (forward < 0 ? SLIP.backward : SLIP.forward),
  left: left * SLIP.left,
  turn: turn * SLIP.turn,
});

export class Odometry {
  /** Since the start. */
  placement: Placement = { x: 0, y: 0, heading: 0 };

  step(command: Command, seconds: number): void {
    const { forward, left, turn } = walkedVelocity(command);
    const { heading } = this.placement;
    const [x, y] = outOf(this.placement, [forward * seconds, left * seconds]);
    this.placement = { x, y, heading: wrap(heading + turn * seconds) };
  }
}
