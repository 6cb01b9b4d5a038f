// Fouls while the ball is in play or may be kicked (F5) that follow from the field state alone. Some stop the game; the others are
// counted and void a goal within the next 2 s. Left out: pushing, tipping over, lost parts, holding, unsporting behaviour,
// substitution, boundary crossing.

import { NS_PER_SEC } from "../../../../describe/world/WorldDescription.js";
import { length } from "../../../../math/Vec3.js";
import { gapBetween, type Place } from "../../../shared/Place.js";
import { isSame } from "../../../shared/Possession.js";
import { type RobotKey, robotName, TEAMS } from "../../Team.js";
import { defenceAreaDistance, isInDefenceArea, sideOf } from "../FieldAreas.js";
import { RULES, timeLimitSec } from "../RefereeRules.js";
import { findCrashes } from "./Crash.js";
import { type Foul, type FoulContext, foul, isNewFoul } from "./Foul.js";

/** While the ball is in play or may be kicked. */
export function foulsInPlay(context: FoulContext): Foul[] {
  return [
    ...doubleTouch(context),
    ...touchesInAreas(context),
    ...fastKick(context),
    ...longDribble(context),
    ...keeperHolds(context),
    ...findCrashes(context),
  ];
}

function doubleTouch(context: FoulContext): Foul[] {
  const { watch, kick, phase } = context.state;
  const { kicker } = watch;
  if (!kicker || !kick || phase !== "play") return [];
  if (context.keys.some((key) => !isSame(key, kicker))) {
    watch.kicker = undefined;
    return [];
  }
  const [x, y] = context.ball.position;
  if (context.keys.length === 0 || gapBetween(x, y, kick.x, kick.y) < RULES.inPlayAfter) return [];
  watch.kicker = undefined;
  return [foul(context, "ATTACKER_DOUBLE_TOUCHED_BALL", kicker, { text: "touched the ball twice", stops: true })];
}

function touchesInAreas(context: FoulContext): Foul[] {
  const { field, goalkeepers } = context.settings;
  const found: Foul[] = [];
  for (const key of context.keys) {
    const robot = context.fieldState.robots.find((one) => isSame(one, key));
    if (!robot) continue;
    const own = sideOf(robot.team, context.state.blueOnPositiveHalf);
    const place: Place = [robot.x, robot.y];
    const theirs = own > 0 ? -1 : 1;
    if (robot.id !== goalkeepers[robot.team] && isInDefenceArea(field, own, place, -robot.radius))
      found.push(
        foul(context, "DEFENDER_IN_DEFENSE_AREA", robot, {
          text: "defended inside its own defence area",
          value: -defenceAreaDistance(field, own, place) - robot.radius,
          stops: true,
        }),
      );
    else if (isInDefenceArea(field, theirs, place, robot.radius) && isNewFoul(context.state, `area ${robot.name}`))
      found.push(
        foul(context, "ATTACKER_TOUCHED_BALL_IN_DEFENSE_AREA", robot, {
          text: "touched the ball in the other team's defence area",
          value: robot.radius - defenceAreaDistance(field, theirs, place),
        }),
      );
  }
  return found;
}

function fastKick(context: FoulContext): Foul[] {
  const { touch } = context.state.watch;
  const speed = length(context.ball.velocity);
  if (!touch || speed <= RULES.kickSpeed * (1 + RULES.kickSpeedTolerance)) return [];
  if (!isNewFoul(context.state, `fast ${robotName(touch)}`)) return [];
  const text = `kicked the ball at ${speed.toFixed(1)} m/s`;
  return [foul(context, "BOT_KICKED_BALL_TOO_FAST", touch, { text, value: speed })];
}

/** From a touch on, while robot and ball stay together. */
function longDribble(context: FoulContext): Foul[] {
  const { watch } = context.state;
  const [x, y] = context.ball.position;
  if (watch.dribble && !isTogether(context, watch.dribble)) watch.dribble = undefined;
  const [first] = context.keys;
  if (!watch.dribble && first) watch.dribble = { team: first.team, id: first.id, x, y };
  const run = watch.dribble;
  if (!run || gapBetween(x, y, run.x, run.y) <= RULES.dribbleLimit) return [];
  watch.dribble = undefined;
  const from: Place = [run.x, run.y];
  const text = "dribbled the ball further than 1 m";
  return [foul(context, "BOT_DRIBBLED_BALL_TOO_FAR", run, { text, from, stops: true })];
}

function isTogether({ fieldState, ball }: FoulContext, key: RobotKey): boolean {
  const robot = fieldState.robots.find((one) => isSame(one, key));
  if (!robot) return false;
  const [x, y, z] = ball.position;
  const reach = robot.radius + ball.radius + RULES.separation;
  return gapBetween(robot.x, robot.y, x, y) <= reach && z - ball.radius <= robot.height;
}

function keeperHolds(context: FoulContext): Foul[] {
  const { state, settings, ball } = context;
  const { watch, timeNs, blueOnPositiveHalf } = state;
  const place: Place = [ball.position[0], ball.position[1]];
  const team = TEAMS.find((one) => isInDefenceArea(settings.field, sideOf(one, blueOnPositiveHalf), place));
  if (!team || state.phase !== "play") watch.area = undefined;
  else if (watch.area?.team !== team) watch.area = { team, sinceNs: timeNs };
  const limitSec = timeLimitSec(settings.field);
  const held = watch.area;
  if (!held || timeNs - held.sinceNs < limitSec * NS_PER_SEC) return [];
  watch.area = undefined;
  const keeper = { team: held.team, id: settings.goalkeepers[held.team] };
  const text = "kept the ball in its defence area";
  return [foul(context, "KEEPER_HELD_BALL", keeper, { text, value: limitSec, stops: true })];
}
