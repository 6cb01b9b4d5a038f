// Where to kick: at the widest gap of their goal, to a free team-mate, over somebody's head, or simply away. A lane is as good as
// the room that it leaves beside every opponent, who may move while the ball is on its way.

import { PI } from "../../src/math/Trigonometry.js";
import { flightSec, kickFor } from "./BallPath.js";
import { BALL, MOUTH, type Pitch, ROBOT } from "./Pitch.js";
import {
  along,
  angleOf,
  clamp,
  distance,
  heading,
  length,
  type Point,
  point,
  sub,
  toSegment,
  unit,
  wrap,
} from "./Plane.js";
import type { Style } from "./Style.js";
import type { Player, View } from "./View.js";

export interface Kick {
  readonly kind: "shot" | "pass" | "away";
  readonly to: Point;
  /** m/s and degrees: 0 is flat. */
  readonly speed: number;
  readonly angle: number;
  /** How far off the kick may be, rad. */
  readonly slack: number;
  readonly receiver: number | undefined;
  readonly worth: number;
}

/** m/s: a little below what the rules allow. */
export const HARDEST = 6.2;
const GRAVITY = 9.81;
/** What was chosen before counts so much more. */
const HABIT = 0.2;
/** Opponents need so long to see a kick, s, and then run so hard, m/s². */
const [REACTION, RUN] = [0.15, 1.5];

/** Room beside the opponent who comes nearest to a ball on this lane, m; negative: he gets it. */
export function laneRoom(from: Point, to: Point, speed: number, view: View, pitch: Pitch, freeUntil = 0): number {
  let room = 1;
  const far = distance(from, to);
  for (const { at } of view.theirs) {
    const { away, share } = toSegment(at, from, to);
    if (share <= 0 || share < freeUntil || away > 2) continue;
    const sec = Math.max(0, flightSec(speed, share * far, pitch.sizes.ball) - REACTION);
    const reach = Math.min((RUN * sec * sec) / 2, 0.6);
    room = Math.min(room, away - ROBOT - BALL - reach);
  }
  return room;
}

/** Our own players are in the way too, but do not run. */
function ownRoom(from: Point, to: Point, view: View, except: readonly number[]): number {
  let room = 1;
  for (const { id, at } of view.ours) {
    if (except.includes(id)) continue;
    const { away, share } = toSegment(at, from, to);
    if (share > 0.02) room = Math.min(room, away - ROBOT - BALL);
  }
  return room;
}

const TARGETS = 9;

/** The best gap of their goal. */
export function bestShot(from: Point, view: View, pitch: Pitch, except: readonly number[]): Kick {
  const half = pitch.sizes.goalWidth / 2 - 0.06;
  let best: Kick | undefined;
  for (let i = 0; i < TARGETS; i++) {
    const to = point(pitch.goal.x + 0.05, half * ((2 * i) / (TARGETS - 1) - 1));
    const room = Math.min(laneRoom(from, to, HARDEST, view, pitch), ownRoom(from, to, view, except));
    // aim into the middle of gaps, a little inside the posts
    const worth = room - 0.02 * Math.abs(i - (TARGETS - 1) / 2);
    const slack = clamp(0.08 / Math.max(0.5, distance(from, to)), 0.02, 0.1);
    if (!best || worth > best.worth)
      best = { kind: "shot", to, speed: HARDEST, angle: 0, slack, receiver: undefined, worth };
  }
  return best as Kick;
}

/** A flat pass, or one through the air where a head is in the way. */
function passTo(mate: Player, from: Point, view: View, pitch: Pitch, style: Style): Kick & { readonly room: number } {
  const to = along(mate.at, mate.velocity, 0.3);
  const far = distance(from, to);
  const speed = clamp(kickFor(far, style.arrival, pitch.sizes.ball), 1, HARDEST);
  const own = ownRoom(from, to, view, [mate.id]);
  const flat = Math.min(laneRoom(from, to, speed, view, pitch), own);
  const base = { kind: "pass", to, slack: 0.06, receiver: mate.id, worth: 0 } as const;
  if (flat > style.passRoom || !style.chips || far < 2) return { ...base, speed, angle: 0, room: flat };
  const hop = 0.6;
  const chip = clamp(Math.sqrt(hop * far * GRAVITY), 2, HARDEST);
  const room = laneRoom(from, to, speed, view, pitch, hop) - 0.1;
  return room > flat ? { ...base, speed: chip, angle: 45, room } : { ...base, speed, angle: 0, room: flat };
}

export interface Chooser {
  readonly player: Player;
  readonly view: View;
  readonly pitch: Pitch;
  readonly style: Style;
  /** Who is the keeper: gets no passes. */
  readonly keeper: number;
  /** What was chosen before counts a little more. */
  readonly before: Kick | undefined;
  /** May not shoot: a pass or away. */
  readonly mustPass?: boolean;
}

export function chooseKick(chooser: Chooser): Kick {
  const { view, pitch, style, player, keeper, before } = chooser;
  const from = view.ball.at;
  const options: Kick[] = [clearance(from, view, pitch)];
  const toGoal = distance(from, pitch.goal);
  const shot = bestShot(from, view, pitch, [player.id]);
  if (toGoal < style.shotRange * pitch.sizes.length && shot.worth > style.shotRoom)
    options.push({ ...shot, worth: 1 + shot.worth + 0.1 * (1 - toGoal / pitch.sizes.length) });
  for (const mate of view.ours) {
    const far = distance(mate.at, from);
    if (mate.id === player.id || mate.id === keeper || far < 0.7 * pitch.small || far > 7) continue;
    const { room, ...pass } = passTo(mate, from, view, pitch, style);
    if (room < style.passRoom || pitch.isInOwnArea(pass.to) || pitch.isInTheirArea(pass.to)) continue;
    options.push({ ...pass, worth: 0.3 + Math.min(room, 0.4) + placeWorth(pass.to, from, view, pitch, style) });
  }
  const playable = options.filter(({ to }) => pitch.hasRoom(along(from, unit(sub(to, from)), -MOUTH)));
  if (playable.length === 0) return offTheWall(from, pitch);
  // who has to walk around the ball gives the others time
  const behind = angleOf(sub(from, player.at));
  const walk = (kick: Kick): number => 0.12 * Math.abs(wrap(angleOf(sub(kick.to, from)) - behind));
  const habit = (kick: Kick): number => (before?.kind === kick.kind && before.receiver === kick.receiver ? HABIT : 0);
  const total = (kick: Kick): number => kick.worth - walk(kick) + habit(kick);
  return playable.reduce((best, one) => (total(one) > total(best) ? one : best));
}

/** No room to stand behind the ball: against the wall, as much forward as there is room for. */
function offTheWall(from: Point, pitch: Pitch): Kick {
  const straight = angleOf(sub(pitch.goal, from));
  let aim = straight;
  for (let side = 0.1; side < PI; side += 0.1) {
    const found = [straight + side, straight - side].find((angle) =>
      pitch.hasRoom(along(from, heading(angle), -MOUTH)),
    );
    if (found !== undefined) {
      aim = found;
      break;
    }
  }
  const to = along(from, heading(aim), 1);
  return { kind: "away", to, speed: 3, angle: 0, slack: 0.3, receiver: undefined, worth: -1 };
}

/** What the ball is worth there, against here. */
function placeWorth(to: Point, from: Point, view: View, pitch: Pitch, style: Style): number {
  const ahead = style.forward * (to.x - from.x);
  const inRange = distance(to, pitch.goal) < style.shotRange * pitch.sizes.length;
  const shot = inRange ? clamp(bestShot(to, view, pitch, []).worth, -0.1, 0.3) : 0;
  return clamp(ahead, -0.3, 0.4) + shot;
}

/** Forward where there is most room, and not into the goal's hands. */
function clearance(from: Point, view: View, pitch: Pitch): Kick {
  let best: Kick | undefined;
  for (const angle of [0, 0.35, -0.35, 0.7, -0.7, 1.05, -1.05]) {
    const straight = angleOf(sub(pitch.goal, from));
    const far = 3 * pitch.small;
    const aim = along(from, heading(straight + angle), far);
    const to = pitch.inside(aim, 0.3 * pitch.small);
    const room = laneRoom(from, to, 4, view, pitch);
    const worth = clamp(room, -0.3, 0.3) - 0.1 * Math.abs(angle) - (length(sub(aim, to)) > 0.01 ? 0.1 : 0) - 0.4;
    const speed = clamp(kickFor(distance(from, to), 0.6, pitch.sizes.ball), 1.5, 5);
    const chips = room < -0.02;
    if (!best || worth > best.worth)
      best = { kind: "away", to, speed, angle: chips ? 45 : 0, slack: 0.2, receiver: undefined, worth };
  }
  return best as Kick;
}
