// Where the referee's hands put robots and ball by the rules, in a player's own frame: it waits there for the ball, and knows where it
// starts. The rules are those of the referee itself.

import { describeLeggedField } from "../../../src/leagues/legged/field/LeggedGeometry.js";
import { throwInPlace } from "../../../src/leagues/legged/referee/BallOut.js";
import { startPlace } from "../../../src/leagues/legged/referee/RobotPlaces.js";
import { PI } from "../../../src/math/Trigonometry.js";
import { FIELD, opponentOf, type TeamColor } from "./FieldMap.js";
import { type Placement, type Spot, wrap } from "./Placement.js";

const GEOMETRY = describeLeggedField();
/** The frame of the blue team is turned by half a turn. */
const signOf = (team: TeamColor): 1 | -1 => (team === "red" ? 1 : -1);

/** Beside the touch line before a half. */
export function startOf(team: TeamColor, number: number): Placement {
  const { x, y, orientation } = startPlace({ team, id: number }, GEOMETRY);
  const sign = signOf(team);
  return { x: sign * x, y: sign * y, heading: wrap(sign > 0 ? orientation : orientation + PI) };
}

/** Where a ball comes back that was last seen here; `isOwn`: the own team touched it last. */
export function ballBack([x, y]: Spot, team: TeamColor, isOwn: boolean): Spot {
  const sign = signOf(team);
  const [fieldX, fieldY] = [sign * x, sign * y];
  const isTouch = FIELD.halfWidth - Math.abs(y) < FIELD.halfLength - Math.abs(x);
  const side = (isTouch ? fieldY : fieldX) > 0 ? 1 : -1;
  const crossing = { line: isTouch ? "touch" : "goal", side, x: fieldX, y: fieldY, isInGoal: false } as const;
  const [backX, backY] = throwInPlace(crossing, isOwn ? team : opponentOf(team), GEOMETRY);
  return [sign * backX, sign * backY];
}
