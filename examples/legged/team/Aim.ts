// Where a player wants the ball to go, as a direction on the field: into the goal beside its keeper, past an opponent in the way, and
// before the own goal anywhere away from it. It never needs room behind the ball that the carpet does not have.

import { acos, asin, atan2, hypot, PI } from "../../../src/math/Trigonometry.js";
import { within } from "../LegKinematics.js";
import { FIELD } from "./FieldMap.js";
import { type Spot, wrap } from "./Placement.js";

export interface AimView {
  /** On the field, m. */
  readonly ball: Spot;
  /** From the player to the ball, rad. */
  readonly line: number;
  /** Opponents in the last picture, on the field. */
  readonly opponents: readonly Spot[];
  /** From the ball to the opening of the goal as the player has seen it, rad; undefined: it has not seen it lately. */
  readonly opening?: number | undefined;
  readonly time: number;
}

/** Beside the keeper it aims so far from the middle of the goal, m. */
const BESIDE = 0.22;
/** A ball nearer than this to the own goal line is played away, m: within this angle of the way out, rad. */
const [CLEARING, CLEAR_ANGLE] = [1.1, 0.8];
/** The player stands so far behind the ball, and at most so far from the middle of the field, m. */
const [BEHIND, EDGE] = [0.27, FIELD.halfWidth + 0.05];
/** An opponent so near to the ball, m, and so near to its way, rad, is passed at this angle, for so long after it was seen, s. */
const PASS = { distance: 0.45, width: 0.6, angle: 0.5, seconds: 1 } as const;

export class Aim {
  readonly #isKeeper: boolean;
  /** Where in the goal it aims, m to the left. */
  #goalSide = 0;
  /** The side on which it passes an opponent, 1 to the left, and until when. */
  #pass = { side: 1, until: Number.NEGATIVE_INFINITY };

  /** When an opponent was last seen at the ball. */
  #contestedAt = Number.NEGATIVE_INFINITY;

  constructor(isKeeper: boolean) {
    this.#isKeeper = isKeeper;
  }

  /** An opponent is at the ball, or was a moment ago. */
  isContested(time: number): boolean {
    return time - this.#contestedAt < PASS.seconds;
  }

  /** It plays the ball away from the own goal, in any direction that does. */
  clears([x]: Spot): boolean {
    return this.#isKeeper || x < CLEARING - FIELD.halfLength;
  }

  /** rad. */
  from({ ball, line, opponents, opening, time }: AimView): number {
    const [x, y] = ball;
    if (opponents.some(([px, py]) => hypot(px - x, py - y) < PASS.distance)) this.#contestedAt = time;
    if (this.clears(ball)) {
      const out = atan2(0.6 * y, 1);
      // not over the touch line
      const outward = Math.max(0.3, 1.2 - 0.8 * Math.abs(y));
      const aim = out + within(wrap(line - out), -CLEAR_ANGLE, CLEAR_ANGLE);
      return fromGoalLine(ball, fromTouchLine(y, y > 0 ? Math.min(aim, outward) : Math.max(aim, -outward)));
    }
    // from beside the goal along the goal line first: there is no room behind a ball on the line
    if (x > FIELD.halfLength - 0.25 && Math.abs(y) > FIELD.halfGoal) return y > 0 ? -PI / 2 : PI / 2;
    const keeper = opponents.find(
      ([px, py]) => px > FIELD.halfLength - FIELD.areaDepth && Math.abs(py) < FIELD.halfGoal,
    );
    if (keeper) this.#goalSide = keeper[1] > 0 ? -BESIDE : BESIDE;
    // what it sees is more certain than where it believes to be
    const goal = opening ?? atan2(this.#goalSide - y, FIELD.halfLength + 0.1 - x);
    return fromTouchLine(y, keeper ? goal : this.#past(goal, ball, opponents, time));
  }

  /** Past the opponent that stands in the way, on the side that it leaves free. */
  #past(aim: number, [x, y]: Spot, opponents: readonly Spot[], time: number): number {
    const isPassing = time < this.#pass.until;
    for (const [px, py] of opponents) {
      const off = wrap(atan2(py - y, px - x) - aim);
      if (hypot(px - x, py - y) > PASS.distance || Math.abs(off) > PASS.width) continue;
      // straight ahead: to the middle of the field
      const side = isPassing ? this.#pass.side : Math.abs(off) < 0.15 ? (y > 0 ? -1 : 1) : off > 0 ? -1 : 1;
      this.#pass = { side, until: time + PASS.seconds };
    }
    return time < this.#pass.until ? aim + this.#pass.side * PASS.angle : aim;
  }
}

/** A ball near the touch line is not played so far inward that the player would stand beyond the line. */
function fromTouchLine(y: number, aim: number): number {
  const most = asin(within((EDGE - Math.abs(y)) / BEHIND, 0, 1));
  return y > 0 ? Math.max(aim, -most) : Math.min(aim, most);
}

/** A ball near the own goal line is played along it, away from the goal: the player does not stand beyond the line. */
function fromGoalLine([x, y]: Spot, aim: number): number {
  if (Math.abs(y) < FIELD.halfGoal) return aim;
  const least = acos(within((FIELD.halfLength + x) / BEHIND, 0, 1));
  if (Math.abs(aim) >= least) return aim;
  return y > 0 ? least : -least;
}
