// Plays the ball: walks to it, around it until it lies between the robot and the aim, and then through it, so that the chest and the
// front paws drive it. A ball that lies still at the paws may be kicked, with a paw if the aim is ahead, with the head if it is to the
// side.

import { atan2, hypot } from "../../../src/math/Trigonometry.js";
import type { Command } from "../Gaits.js";
import { type KickName, kickSpot } from "../Kick.js";
import { within } from "../LegKinematics.js";
import { type Spot, wrap } from "./Placement.js";

export interface Move {
  readonly walk: Command;
  readonly kick?: KickName;
  /** Block a shot. */
  readonly isBlock?: boolean;
}

/** m: from here on it goes around the ball, at this distance. */
const [NEAR, AROUND] = [0.5, 0.27];
/**
 * Angles between the line to the ball and the aim, rad: smaller ones need no walk around; with larger ones it stops driving. Who walks
 * around a ball that an opponent is at comes too late.
 */
const [LINED_UP, ASTRAY] = [0.4, 0.8];
const [CONTESTED_LINED_UP, CONTESTED_ASTRAY] = [0.9, 1.3];
/** Before the own goal it stops driving with this angle, because the aim already is any direction away from the goal. */
const CLEARING_ASTRAY = 0.6;
/**
 * Who has walked around the ball for the first time, s, is in the way of others that do the same: it accepts an angle that grows by the
 * second, rad/s, up to the third, rad.
 */
const [PATIENCE, GIVING_WAY, WORST] = [1.6, 0.5, 1.5];
/** How exact the place of the ball and the direction must be for a kick, m and rad; the highest speed of the ball, m/s. */
const KICKABLE = {
  kicks: ["left", "right", "head left", "head right"],
  place: 0.025,
  ahead: 0.2,
  aside: 0.4,
  speed: 0.12,
} as const;
/** The head kicks this far to the side, rad. */
const HEAD_ANGLE = 1.45;

export interface BallView {
  /** Ahead and to the left, m, and along the same axes, m/s. */
  readonly ball: Spot;
  readonly velocity: Spot;
  /** The aim seen from the ball, rad to the left of the robot's forward axis. */
  readonly aim: number;
  /** The ball was seen in one of the last pictures, and a kick is better than driving it. */
  readonly mayKick: boolean;
  /** An opponent is at the ball. */
  readonly isContested: boolean;
  /** It clears the ball: it must not go towards the own goal, whatever opponents do. */
  readonly isClearing: boolean;
  /** s. */
  readonly time: number;
}

export class Attack {
  #isDriving = false;
  /** Since when it has walked around the ball, s. */
  #circlingSince: number | undefined;
  /** The angle with which it began to drive had to be smaller than this, rad. */
  #accepted = LINED_UP;
  /** For trials: what it does. */
  doing = "approaches";

  /** The ball is before its chest, and it walks with it towards the aim. */
  get isDriving(): boolean {
    return this.#isDriving;
  }

  decide(view: BallView): Move {
    const { ball, velocity, aim, mayKick } = view;
    // a ball further away is met where it will be
    const lead = within(hypot(...ball) - NEAR, 0, 1);
    const [x, y] = [ball[0] + lead * velocity[0], ball[1] + lead * velocity[1]];
    const [distance, bearing] = [hypot(x, y), atan2(y, x)];
    const off = wrap(aim - bearing);
    if (distance > NEAR) {
      this.#isDriving = false;
      this.#circlingSince = undefined;
      this.doing = "approaches";
      return { walk: approach([x, y], aim) };
    }
    const kick = mayKick ? kickFor(ball, velocity, aim) : undefined;
    this.doing = "kicks";
    if (kick) return { walk: { forward: 0, left: 0, turn: 0 }, kick };
    const tolerance = this.#tolerance(view);
    // once it drives, it goes on with a larger angle than it began with
    if (!this.#isDriving) this.#accepted = tolerance;
    this.#isDriving = Math.abs(off) < tolerance;
    if (this.#isDriving) this.#circlingSince = undefined;
    else this.#circlingSince ??= view.time;
    this.doing = this.#isDriving ? "drives" : "circles";
    return { walk: this.#isDriving ? drive(off, distance, bearing) : circle(distance, bearing, off) };
  }

  /** The largest angle between the line to the ball and the aim with which it drives the ball, rad. */
  #tolerance({ isContested, isClearing, time }: BallView): number {
    if (isClearing) return this.#isDriving ? CLEARING_ASTRAY : LINED_UP;
    if (this.#isDriving) return Math.max(isContested ? CONTESTED_ASTRAY : ASTRAY, this.#accepted + ASTRAY - LINED_UP);
    const usual = isContested ? CONTESTED_LINED_UP : LINED_UP;
    const waited = this.#circlingSince !== undefined ? time - this.#circlingSince - PATIENCE : 0;
    return Math.min(WORST, usual + GIVING_WAY * Math.max(0, waited));
  }
}

/** Towards a point behind the ball. */
function approach([x, y]: Spot, aim: number): Command {
  const distance = hypot(x, y);
  const bearing = atan2(y, x);
  // to the side that it has to go around, more the nearer it is
  const swing = within(wrap(aim - bearing), -1, 1) * Math.min(1, AROUND / distance);
  const turn = bearing - swing;
  const ahead = Math.max(0, 1 - Math.abs(turn));
  return { forward: 0.32 * ahead, left: 0, turn: within(2 * turn, -1.6, 1.6) };
}

/** Around the ball at a distance, facing it. */
const circle = (distance: number, bearing: number, off: number): Command => ({
  forward: within(1.5 * (distance - AROUND), -0.15, 0.15),
  left: within(-0.8 * off, -0.2, 0.2),
  turn: within(2.5 * bearing, -1.6, 1.6),
});

/** Through the ball: it steers so that the ball stays in the middle, and turns with the ball towards the aim. */
export const drive = (off: number, distance = 0, bearing = 0): Command => ({
  forward: 0.32 * (1 - 0.4 * Math.min(1, Math.abs(off))),
  left: within(0.5 * distance * bearing - 0.12 * off, -0.12, 0.12),
  turn: within(1.5 * bearing + within(0.8 * off, -0.5, 0.5), -1, 1),
});

/** Paws for an aim ahead, the head for one to the side. */
function kickFor([x, y]: Spot, [vx, vy]: Spot, aim: number): KickName | undefined {
  if (hypot(vx, vy) > KICKABLE.speed) return undefined;
  return KICKABLE.kicks.find((kick) => {
    const [forward, left] = kickSpot(kick);
    const isThere = Math.max(Math.abs(x - forward / 1000), Math.abs(y - left / 1000)) < KICKABLE.place;
    return isThere && Math.abs(aim - directionOf(kick)) < (directionOf(kick) === 0 ? KICKABLE.ahead : KICKABLE.aside);
  });
}

const directionOf = (kick: KickName): number =>
  kick === "head left" ? HEAD_ANGLE : kick === "head right" ? -HEAD_ANGLE : 0;
