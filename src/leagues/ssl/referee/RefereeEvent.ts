// Events that the referee saw (F5): a goal, a ball that left the field, a foul. As a text for viewers, and as the league's GameEvent for
// teams. `value` is the quantity of the rule: m/s, m or s.

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { TeamColor } from "../Team.js";
import { Team } from "../wire/SslCommon_pb.js";
import { type GameEvent, GameEvent_Type, GameEventSchema } from "../wire/SslReferee_pb.js";

export interface RefereeEvent {
  /** Name in GameEvent.Type; NOTE: an event without a type of the league. */
  readonly type: EventType;
  readonly timeNs: number;
  /** The team that caused it; of a goal: the scoring team. */
  readonly team: TeamColor | undefined;
  readonly bot?: number | undefined;
  /** The other robot of a crash. */
  readonly otherBot?: number | undefined;
  readonly x: number;
  readonly y: number;
  readonly value?: number | undefined;
  /** Of a goal: the robot that kicked. Start of a kick or of a run with the ball. */
  readonly kickingTeam?: TeamColor | undefined;
  readonly from?: readonly [number, number] | undefined;
  readonly text: string;
}

export type EventType =
  | "NOTE"
  | "NO_PROGRESS_IN_GAME"
  | "BALL_LEFT_FIELD_TOUCH_LINE"
  | "BALL_LEFT_FIELD_GOAL_LINE"
  | "AIMLESS_KICK"
  | "GOAL"
  | "INVALID_GOAL"
  | "KEEPER_HELD_BALL"
  | "ATTACKER_DOUBLE_TOUCHED_BALL"
  | "ATTACKER_TOUCHED_BALL_IN_DEFENSE_AREA"
  | "BOT_DRIBBLED_BALL_TOO_FAR"
  | "BOT_KICKED_BALL_TOO_FAST"
  | "ATTACKER_TOO_CLOSE_TO_DEFENSE_AREA"
  | "BOT_CRASH_DRAWN"
  | "BOT_CRASH_UNIQUE"
  | "BOT_TOO_FAST_IN_STOP"
  | "DEFENDER_TOO_CLOSE_TO_KICK_POINT"
  | "DEFENDER_IN_DEFENSE_AREA";

export const wireTeam = (team: TeamColor): Team => (team === "blue" ? Team.BLUE : Team.YELLOW);

type Init = Exclude<NonNullable<MessageInitShape<typeof GameEventSchema>["event"]>, { case: undefined }>;

/** Undefined: the league has no message for the event. */
export function gameEvent(event: RefereeEvent, createdUs: number): GameEvent | undefined {
  const init = eventInit(event);
  if (!init || event.type === "NOTE") return undefined;
  return create(GameEventSchema, {
    type: GameEvent_Type[event.type],
    origin: ["ubersim"],
    createdTimestamp: BigInt(Math.round(createdUs)),
    id: `${event.type}-${event.timeNs}`,
    event: init,
  });
}

function eventInit(event: RefereeEvent): Init | undefined {
  const { type, team } = event;
  const location = { x: event.x, y: event.y };
  if (type === "NO_PROGRESS_IN_GAME") return { case: "noProgressInGame", value: { location, ...time(event) } };
  if (type === "BOT_CRASH_DRAWN") return { case: "botCrashDrawn", value: { location, ...drawn(event) } };
  if (!team) return undefined;
  const byTeam = wireTeam(team);
  const common = { byTeam, location, ...(event.bot === undefined ? {} : { byBot: event.bot }) };
  return teamEventInit(event, common) ?? goalInit(event, byTeam);
}

interface CommonFields {
  readonly byTeam: Team;
  readonly byBot?: number;
  readonly location: { readonly x: number; readonly y: number };
}

function teamEventInit({ type, value = 0, from, ...event }: RefereeEvent, common: CommonFields): Init | undefined {
  const start = { x: from?.[0] ?? event.x, y: from?.[1] ?? event.y };
  const near = { ...common, distance: value };
  switch (type) {
    case "BALL_LEFT_FIELD_TOUCH_LINE":
      return { case: "ballLeftFieldTouchLine", value: common };
    case "BALL_LEFT_FIELD_GOAL_LINE":
      return { case: "ballLeftFieldGoalLine", value: common };
    case "AIMLESS_KICK":
      return { case: "aimlessKick", value: { ...common, kickLocation: start } };
    case "KEEPER_HELD_BALL":
      return { case: "keeperHeldBall", value: { byTeam: common.byTeam, location: common.location, duration: value } };
    case "ATTACKER_DOUBLE_TOUCHED_BALL":
      return { case: "attackerDoubleTouchedBall", value: common };
    case "ATTACKER_TOUCHED_BALL_IN_DEFENSE_AREA":
      return { case: "attackerTouchedBallInDefenseArea", value: near };
    case "BOT_DRIBBLED_BALL_TOO_FAR":
      return { case: "botDribbledBallTooFar", value: { ...common, start, end: common.location } };
    case "BOT_KICKED_BALL_TOO_FAST":
      return { case: "botKickedBallTooFast", value: { ...common, initialBallSpeed: value } };
    case "ATTACKER_TOO_CLOSE_TO_DEFENSE_AREA":
      return { case: "attackerTooCloseToDefenseArea", value: near };
    case "BOT_CRASH_UNIQUE":
      return { case: "botCrashUnique", value: { ...unique(event), byTeam: common.byTeam, location: common.location } };
    case "BOT_TOO_FAST_IN_STOP":
      return { case: "botTooFastInStop", value: { ...common, speed: value } };
    case "DEFENDER_TOO_CLOSE_TO_KICK_POINT":
      return { case: "defenderTooCloseToKickPoint", value: near };
    case "DEFENDER_IN_DEFENSE_AREA":
      return { case: "defenderInDefenseArea", value: near };
    default:
      return undefined;
  }
}

function goalInit(event: RefereeEvent, byTeam: Team): Init | undefined {
  const value = {
    byTeam,
    location: { x: event.x, y: event.y },
    ...(event.bot === undefined ? {} : { kickingBot: event.bot }),
    ...(event.kickingTeam ? { kickingTeam: wireTeam(event.kickingTeam) } : {}),
    ...(event.from ? { kickLocation: { x: event.from[0], y: event.from[1] } } : {}),
    ...(event.value === undefined ? {} : { maxBallHeight: event.value }),
    message: event.text,
  };
  if (event.type === "GOAL") return { case: "goal", value };
  return event.type === "INVALID_GOAL" ? { case: "invalidGoal", value } : undefined;
}

const time = ({ value }: RefereeEvent) => (value === undefined ? {} : { time: value });
/** True: team and robot are blue. */
const drawn = ({ bot = 0, otherBot = 0, value = 0 }: RefereeEvent) => ({
  botBlue: bot,
  botYellow: otherBot,
  crashSpeed: value,
});
const unique = ({ bot = 0, otherBot = 0, value = 0 }: Partial<RefereeEvent>) => ({
  violator: bot,
  victim: otherBot,
  crashSpeed: value,
});
