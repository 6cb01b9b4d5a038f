// Where the referee puts robots (F5, L4): beside the touch line before a half, off the carpet while they are penalised, at the end of the
// halfway line when they come back.

import { PI } from "../../../math/Trigonometry.js";
import type { LeggedGeometry } from "../field/LeggedGeometry.js";
import { GOALKEEPER, type LeggedKey, PLAYERS_PER_TEAM, sideOf } from "../LeggedTeam.js";
import type { PlaceRobot } from "./LeggedReferee.js";
import { RULES } from "./LeggedRules.js";

const [TO_LEFT, TO_RIGHT] = [PI / 2, -PI / 2];

/** In the own half beside the touch line at -y, the goalkeeper next to its goal. */
export function startPlace(key: LeggedKey, { fieldLength, fieldWidth }: LeggedGeometry): PlaceRobot {
  const spacing = fieldLength / 2 / (PLAYERS_PER_TEAM + 1);
  const x = sideOf(key.team) * (fieldLength / 2 - spacing * (1 + key.id - GOALKEEPER));
  return { kind: "place-robot", ...key, x, y: -fieldWidth / 2 + 0.1, orientation: TO_LEFT };
}

/** Off the carpet, beside the own half, with the back to the field. */
export function removedPlace(key: LeggedKey, field: LeggedGeometry): PlaceRobot {
  const y = -field.fieldWidth / 2 - field.carpetMargin - RULES.outside;
  return { kind: "place-robot", ...key, x: startPlace(key, field).x, y, orientation: TO_RIGHT };
}

/** At the halfway line on the touch line that is farther from the ball, in the own half, towards the field. */
export function returnPlace(key: LeggedKey, field: LeggedGeometry, ballY: number): PlaceRobot {
  const side = ballY > 0 ? -1 : 1;
  const y = side * (field.fieldWidth / 2);
  return { kind: "place-robot", ...key, x: 0.25 * sideOf(key.team), y, orientation: side > 0 ? TO_RIGHT : TO_LEFT };
}
