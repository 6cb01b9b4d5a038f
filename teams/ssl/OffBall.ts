// Robots without the ball: the posts of the situation, and how to stand at a post by the rules: half a metre from a ball that we may not
// kick, in our own half before a kick-off, outside the defence areas.

import { type Order, order } from "./BallSkill.js";
import { type DecisionInput, isKickOff, isNotOurs } from "./DecisionInput.js";
import { keepAway, kickOffPosts, marks, type Post, reserves, wall } from "./Formation.js";
import type { Pitch } from "./Pitch.js";
import { along, angleOf, distance, point, sub, unit } from "./Plane.js";
import { STOP_PACE, steer } from "./Steering.js";
import type { Player, View } from "./View.js";

/** Distance to the ball at a restart of the opponents, and of all robots in STOP; plus half a robot and a margin; m. */
const [KEEP, MARGIN] = [0.5, 0.09 + 0.06];
/** From a robot's centre to a defence area, m; to the opponents' area when the ball is not in play. */
const [BESIDE_AREA, AWAY_FROM_AREA] = [0.09 + 0.06, 0.09 + 0.2 + 0.06];

const keepFrom = ({ small }: Pitch): number => KEEP * small + MARGIN;

/** One for each of `count` robots, the most important first; `spots` finds free places ahead. */
export function postsOf(
  count: number,
  input: DecisionInput,
  spots: (count: number) => readonly Post[],
): readonly Post[] {
  const posts = importantPosts(count, input, spots);
  return [...posts, ...reserves(count - posts.length, input.pitch)];
}

function importantPosts(
  count: number,
  input: DecisionInput,
  spots: (count: number) => readonly Post[],
): readonly Post[] {
  const { view, pitch, style, situation } = input;
  const { ball } = view;
  const place = situation.kind === "stop" ? (situation.place ?? ball.at) : ball.at;
  const back = Math.max(1, Math.round(style.defence * count * (place.x < 0 ? 1.2 : 0.8)));
  const defence = wall(Math.min(back, count), place, pitch);
  const rest = count - defence.length;
  if (isKickOff(input)) return [...defence, ...kickOffPosts(rest, pitch)];
  if (situation.kind === "stop") {
    // one robot waits near the ball, on our side of it
    const near = { name: "near", at: along(place, unit(sub(pitch.ownGoal, place)), keepFrom(pitch)) };
    return [near, ...defence, ...spots(Math.max(0, rest - 1))];
  }
  const marked = marks(Math.round(rest * (isTheirs(view) ? 0.6 : 0.2)), view, pitch);
  return [...defence, ...marked, ...spots(rest - marked.length)];
}

/** True: an opponent is nearer to the ball. */
function isTheirs({ ball, ours, theirs }: View): boolean {
  const nearest = (players: readonly Player[]): number =>
    players.reduce((least, { at }) => Math.min(least, distance(at, ball.at)), Number.POSITIVE_INFINITY);
  return nearest(theirs) < nearest(ours) - 0.1;
}

export function standAt(player: Player, { at }: Post, input: DecisionInput): Order {
  const { view, pitch, situation } = input;
  const { ball } = view;
  const keeps = isNotOurs(input) || isKickOff(input);
  const gap = keeps ? keepFrom(pitch) : 0.3 * pitch.small;
  const place = situation.kind === "stop" ? situation.place : undefined;
  let to = isKickOff(input) ? point(Math.min(at.x, -0.15), at.y) : at;
  if (place) to = keepAway(to, place, gap, pitch);
  to = pitch.inside(keepAway(to, ball.at, gap, pitch), -0.1);
  const fromTheirs = situation.kind === "play" ? BESIDE_AREA : AWAY_FROM_AREA;
  const goal = {
    to: pitch.outsideAreas(to, BESIDE_AREA, fromTheirs),
    facing: angleOf(sub(ball.at, player.at)),
    maxSpeed: situation.kind === "stop" ? STOP_PACE : pitch.pace,
    ballGap: keeps ? gap - 0.05 : 0.2,
    areaGap: fromTheirs - 0.04,
  };
  return order(player.id, steer(player, goal, view, pitch));
}
