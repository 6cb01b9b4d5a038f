// A foul as the referee judges it (F5): who did it, whether the game stops for it, and what is told of it.

import { NS_PER_SEC } from "../../../../describe/world/WorldDescription.js";
import type { Place } from "../../../shared/Place.js";
import type { FieldBall, FieldState } from "../../FieldState.js";
import { type RobotKey, robotName, type TeamColor } from "../../Team.js";
import type { EventType, RefereeEvent } from "../RefereeEvent.js";
import { type RefereeSettings, RULES } from "../RefereeRules.js";
import type { RefereeState } from "../RefereeState.js";

export interface Foul {
  readonly event: RefereeEvent;
  /** Who did it: one team, or both in a drawn crash. */
  readonly teams: readonly TeamColor[];
  /** The game stops, with a free kick for the others. */
  readonly stops: boolean;
  /** It counts as a foul; a double touch does not. */
  readonly counts: boolean;
}

/** What fouls are looked for in. */
export interface FoulContext {
  readonly state: RefereeState;
  readonly settings: RefereeSettings;
  readonly fieldState: FieldState;
  readonly ball: FieldBall;
  readonly keys: readonly RobotKey[];
}

/** Not seen in the last `forSec`; remembered from now on. */
export function isNews({ watch, timeNs }: RefereeState, key: string, forSec: number = RULES.grace): boolean {
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
