// Where the ball comes back after it left the field (F5, L4): on a line 0.4 m inside the field. Over a touch line: 1 m back, towards the
// goal of the team that touched it last. Over a goal line: at the corner if the defending team touched it last, otherwise at the
// halfway line. Taken from the later rules of the league's successor, since those of 2005 and 2006 are no longer public.

import type { Crossing } from "../../shared/BallCrossing.js";
import type { Place } from "../../shared/Place.js";
import type { LeggedGeometry } from "../field/LeggedGeometry.js";
import { type LeggedTeam, sideOf } from "../LeggedTeam.js";
import { RULES } from "./LeggedRules.js";

const within = (value: number, max: number): number => Math.max(-max, Math.min(max, value));

/** `team` touched the ball last; undefined: no robot has. */
export function throwInPlace(
  { line, side, x, y }: Crossing,
  team: LeggedTeam | undefined,
  field: LeggedGeometry,
): Place {
  const maxX = field.fieldLength / 2 - RULES.throwInInside;
  const maxY = field.fieldWidth / 2 - RULES.throwInInside;
  const back = team ? sideOf(team) * RULES.throwInBack : 0;
  if (line === "touch") return [within(x + back, maxX), side * maxY];
  const lineY = y < 0 ? -maxY : maxY;
  return [team === undefined || sideOf(team) === side ? side * maxX : 0, lineY];
}
