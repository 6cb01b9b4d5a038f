// Areas of the field for the referee (F5): halves, defence areas, the nearest place for a free kick. `side` is the sign of x of a
// team's own goal.

import { gapBetween, type Place, type Side } from "../../shared/Place.js";
import type { FieldGeometry } from "../field/FieldGeometry.js";
import type { TeamColor } from "../Team.js";
import { RULES, ruleScale } from "./RefereeRules.js";

export const sideOf = (team: TeamColor, blueOnPositiveHalf: boolean): Side =>
  (team === "blue") === blueOnPositiveHalf ? 1 : -1;

export const teamAt = (side: Side, blueOnPositiveHalf: boolean): TeamColor =>
  side > 0 === blueOnPositiveHalf ? "blue" : "yellow";

/** Distance from a point to the defence area at `side`, m; negative inside. The area continues behind the goal line. */
export function defenceAreaDistance(field: FieldGeometry, side: Side, [x, y]: Place): number {
  const before = field.fieldLength / 2 - field.penaltyAreaDepth - side * x;
  const beside = Math.abs(y) - field.penaltyAreaWidth / 2;
  if (before > 0 && beside > 0) return gapBetween(0, 0, before, beside);
  return Math.max(before, beside);
}

const hasDefenceArea = ({ penaltyAreaDepth }: FieldGeometry): boolean => penaltyAreaDepth > 0;

/** True: a point is in the defence area at `side`, or within `margin` of it, m. */
export const isInDefenceArea = (field: FieldGeometry, side: Side, place: Place, margin = 0): boolean =>
  hasDefenceArea(field) &&
  side * place[0] <= field.fieldLength / 2 + margin &&
  defenceAreaDistance(field, side, place) < margin;

const clamp = (value: number, max: number): number => Math.max(-max, Math.min(max, value));

/** The nearest place for a free kick: 0.2 m off the lines, 1 m off both defence areas. */
export function nearestFreeKickPlace(field: FieldGeometry, [x, y]: Place): Place {
  const maxX = field.fieldLength / 2 - RULES.lineClearance;
  const maxY = field.fieldWidth / 2 - RULES.lineClearance;
  const inside: Place = [clamp(x, maxX), clamp(y, maxY)];
  const side: Side = inside[0] < 0 ? -1 : 1;
  const margin = RULES.defenceClearance * ruleScale(field);
  if (!hasDefenceArea(field) || defenceAreaDistance(field, side, inside) >= margin) return inside;
  return offDefenceArea(field, { side, margin, maxY }, inside);
}

/** To the front or, if there is enough space, to the side of the area; around its corners. */
function offDefenceArea(
  field: FieldGeometry,
  { side, margin, maxY }: { side: Side; margin: number; maxY: number },
  [x, y]: Place,
): Place {
  const frontX = field.fieldLength / 2 - field.penaltyAreaDepth;
  const sideY = field.penaltyAreaWidth / 2;
  const up = y < 0 ? -1 : 1;
  const before = frontX - side * x;
  const beside = Math.abs(y) - sideY;
  if (before > 0 && beside > 0) {
    const far = gapBetween(0, 0, before, beside);
    const byCorner: Place = [side * (frontX - (before * margin) / far), up * (sideY + (beside * margin) / far)];
    if (Math.abs(byCorner[1]) <= maxY) return byCorner;
  }
  const toFront: Place = [side * (frontX - margin), y];
  const toSide: Place = [x, up * (sideY + margin)];
  const fitsBeside = sideY + margin <= maxY;
  return fitsBeside && margin - beside < margin - before ? toSide : toFront;
}
