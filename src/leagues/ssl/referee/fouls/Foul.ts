// A foul in the referee's judgement (F5): the guilty teams, whether the game stops, and the event.

import { NS_PER_SEC } from "../../../../describe/world/WorldDescription.js";
import type { Place } from "../../../shared/Place.js";
import type { FieldBall, FieldState } from "../../FieldState.js";
import { type RobotKey, robotName, type TeamColor } from "../../Team.js";
import type { EventType, RefereeEvent } from "../RefereeEvent.js";
import { type RefereeSettings, RULES } from "../RefereeRules.js";
import type { RefereeState } from "../RefereeState.js";

export interface Foul {
  readonly event: RefereeEvent;
  /** The guilty team, or both after a crash at equal speed. */
  readonly teams: readonly TeamColor[];
  /** The game stops, with a free kick for the other team. */
  readonly stops: boolean;
  /** True: counted as a foul; a double touch is not. */
  readonly counts: boolean;
}

/** Input of the foul rules. */
export interface FoulContext {
  readonly state: RefereeState;
  readonly settings: RefereeSettings;
  readonly fieldState: FieldState;
  readonly ball: FieldBall;
  readonly keys: readonly RobotKey[];
}

/** True: not seen in the last `forSec`. Remembers the foul. */
export function isNewFoul({ watch, timeNs }: RefereeState, key: string, forSec: number = RULES.grace): boolean {
  const before = watch.seen[key];
  if (before !== undefined && timeNs - before < forSec * NS_PER_SEC) return false;
  watch.seen[key] = timeNs;
  return true;
}

export function foul(
  { state, ball }: FoulContext,
  type: EventType,
  robot: RobotKey,
  more: { readonly text: string; readonly value?: number; readonly from?: Place; readonly stops?: boolean },
): Foul {
  const [x, y] = ball.position;
  const { text, value, from, stops = false } = more;
  const words = `${robotName(robot)} ${text}`;
  const event = { type, timeNs: state.timeNs, team: robot.team, bot: robot.id, x, y, value, from, text: words };
  return { event, teams: [robot.team], stops, counts: type !== "ATTACKER_DOUBLE_TOUCHED_BALL" };
}
