// How the game continues after the ball left the field (F5): throw-in, goal kick, corner kick, and in division B the aimless kick. All
// are free kicks for the team that did not touch the ball last. Without a last touch there is a forced start.

import type { Crossing } from "../../shared/BallCrossing.js";
import type { Place, Side } from "../../shared/Place.js";
import type { FieldGeometry } from "../field/FieldGeometry.js";
import { otherTeam, type TeamColor } from "../Team.js";
import { nearestFreeKickPlace, sideOf } from "./FieldAreas.js";
import { RULES, ruleScale } from "./RefereeRules.js";

export interface Restart {
  readonly kind: "throw-in" | "goal-kick" | "corner-kick" | "aimless-kick" | "forced-start";
  /** The team that kicks; undefined: both. */
  readonly team: TeamColor | undefined;
  readonly place: Place;
}

export interface LastTouch {
  readonly team: TeamColor;
  /** Position of the ball. */
  readonly x: number;
  readonly y: number;
  /** It was the kick-off itself. */
  readonly isKickOff: boolean;
}

export function restartAfter(
  crossing: Crossing,
  touch: LastTouch | undefined,
  field: FieldGeometry,
  blueOnPositiveHalf: boolean,
): Restart {
  const { x, y } = crossing;
  if (!touch) return { kind: "forced-start", team: undefined, place: nearestFreeKickPlace(field, [x, y]) };
  const team = otherTeam(touch.team);
  if (crossing.line === "touch") return { kind: "throw-in", team, place: nearestFreeKickPlace(field, [x, y]) };
  const ownSide = sideOf(touch.team, blueOnPositiveHalf);
  if (crossing.side === ownSide)
    return { kind: "corner-kick", team, place: cornerPlace(field, crossing, RULES.lineClearance) };
  if (isAimless(field, touch, ownSide))
    return { kind: "aimless-kick", team, place: nearestFreeKickPlace(field, [touch.x, touch.y]) };
  return { kind: "goal-kick", team, place: cornerPlace(field, crossing, RULES.goalKickDistance * ruleScale(field)) };
}

/** Over the halfway line and the opponents' goal line, without a touch on the way. */
const isAimless = ({ type }: FieldGeometry, touch: LastTouch, ownSide: Side): boolean =>
  type === "division-b" && !touch.isKickOff && touch.x * ownSide > 0;

/** Near the nearest touch line, at distance `off` from the goal line. */
function cornerPlace(field: FieldGeometry, { side, y }: Crossing, off: number): Place {
  const up = y < 0 ? -1 : 1;
  return nearestFreeKickPlace(field, [side * (field.fieldLength / 2 - off), up * (field.fieldWidth / 2)]);
}
