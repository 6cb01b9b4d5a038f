// Chooses kicks: at the widest gap of the opponents' goal, to a free team-mate, as a chip over an opponent, or away. A lane is rated by
// its clearance to every opponent; opponents may move while the ball rolls.

import { flightSec, kickFor } from "./BallPath.js";
import { BALL, MOUTH, type Pitch, ROBOT } from "./Pitch.js";
import { along, angleOf, clamp, distance, heading, type Point, point, sub, toSegment, unit } from "./Plane.js";
import type { Style } from "./Style.js";
import type { Player, View } from "./View.js";

/** The robot that plays the ball, and its view of the game. */
export interface Moment {
  readonly player: Player;
  readonly view: View;
  readonly pitch: Pitch;
  readonly style: Style;
  /** The goalkeeper: gets no passes. */
  readonly keeper: number;
  /** True: a kick-off or free kick, without opponents near the ball. */
  readonly isRestart?: boolean;
}

export interface Kick {
  /** The same from step to step: shot 3, pass 7, away -2. */
  readonly key: string;
  readonly to: Point;
  /** m/s and degrees: 0 is flat. */
  readonly speed: number;
  readonly angle: number;
  /** Permitted error of the direction, rad. */
  readonly slack: number;
  readonly receiver: number | undefined;
  /** Clearance to the nearest opponent, m. */
  readonly room: number;
  readonly worth: number;
}

/** m/s: a little below the maximum of the rules. */
const HARDEST = 6.2;
const GRAVITY = 9.81;
/** Reaction time of opponents to a kick, s, and their acceleration after it, m/s². */
const [REACTION, RUN] = [0.15, 1.5];

/** Clearance to the opponent that comes nearest to a ball on this lane, m; negative: the opponent gets the ball. */
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

/** Own players block a lane too, but do not move into it. */
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

/** Number of targets in the opponents' goal. */
function shots({ player, view, pitch, style }: Moment): readonly Kick[] {
  const from = view.ball.at;
  const far = distance(from, pitch.goal);
  if (far > style.shotRange * pitch.sizes.length) return [];
  return goalPlaces(pitch).map((to, i) => {
    const room = Math.min(laneRoom(from, to, HARDEST, view, pitch), ownRoom(from, to, view, [player.id]));
    const slack = clamp(0.08 / Math.max(0.5, distance(from, to)), 0.02, 0.1);
    const worth = 1.3 + room + 0.1 * (1 - far / pitch.sizes.length);
    return { key: `shot ${i}`, to, speed: HARDEST, angle: 0, slack, receiver: undefined, room, worth };
  });
}

function goalPlaces({ goal, sizes }: Pitch): readonly Point[] {
  const half = sizes.goalWidth / 2 - 0.06;
  return Array.from({ length: TARGETS }, (_, i) => point(goal.x + 0.05, half * ((2 * i) / (TARGETS - 1) - 1)));
}

/** Clearance of the best shot from there, m. */
export const shotRoom = (from: Point, view: View, pitch: Pitch): number =>
  goalPlaces(pitch).reduce((best, to) => Math.max(best, laneRoom(from, to, HARDEST, view, pitch)), -1);

/** To every team-mate except the keeper that is neither too near nor too far. */
function passes(moment: Moment): readonly Kick[] {
  const { player, view, pitch, keeper } = moment;
  return view.ours
    .filter(({ id, at }) => {
      const far = distance(at, view.ball.at);
      return id !== player.id && id !== keeper && far > 0.7 * pitch.small && far < 7;
    })
    .map((mate) => passTo(mate, moment))
    .filter(({ to }) => !pitch.isInOwnArea(to) && !pitch.isInTheirArea(to));
}

/** Share of a chip's way that is in the air. */
const HOP = 0.6;

/** Flat, or as a chip if a robot blocks the lane. */
function passTo(mate: Player, { view, pitch, style }: Moment): Kick {
  const from = view.ball.at;
  const to = along(mate.at, mate.velocity, 0.3);
  const far = distance(from, to);
  const speed = clamp(kickFor(far, style.arrival, pitch.sizes.ball), 1, HARDEST);
  const flat = Math.min(laneRoom(from, to, speed, view, pitch), ownRoom(from, to, view, [mate.id]));
  const high = laneRoom(from, to, speed, view, pitch, HOP) - 0.1;
  const isHigh = style.chips && far > 2 && flat < style.passRoom && high > flat;
  const room = isHigh ? high : flat;
  const ahead = clamp(style.forward * (to.x - from.x), -0.3, 0.4);
  const isInRange = distance(to, pitch.goal) < style.shotRange * pitch.sizes.length;
  const chance = isInRange ? clamp(shotRoom(to, view, pitch), -0.1, 0.3) : 0;
  const worth = 0.3 + Math.min(room, 0.4) + ahead + chance;
  const how = isHigh ? { speed: clamp(Math.sqrt(HOP * far * GRAVITY), 2, HARDEST), angle: 45 } : { speed, angle: 0 };
  return { key: `pass ${mate.id}`, to, ...how, slack: 0.06, receiver: mate.id, room, worth };
}

/** Forward, in this many directions; as a chip if a robot blocks the lane. */
function clearances({ view, pitch }: Moment): readonly Kick[] {
  const from = view.ball.at;
  const straight = angleOf(sub(pitch.goal, from));
  return [-3, -2, -1, 0, 1, 2, 3].map((i) => {
    const aim = along(from, heading(straight + 0.35 * i), 3 * pitch.small);
    const to = pitch.inside(aim, 0.3 * pitch.small);
    const room = laneRoom(from, to, 4, view, pitch);
    const isShort = distance(aim, to) > 0.01;
    const worth = clamp(room, -0.3, 0.3) - 0.04 * Math.abs(i) - (isShort ? 0.1 : 0) - 0.4;
    const speed = clamp(kickFor(distance(from, to), 0.6, pitch.sizes.ball), 1.5, 5);
    const angle = room < -0.02 ? 45 : 0;
    return { key: `away ${i}`, to, speed, angle, slack: 0.2, receiver: undefined, room, worth };
  });
}

/** No space to stand behind the ball: along the wall, forward if possible. */
function offTheWall({ view, pitch }: Moment): Kick {
  const from = view.ball.at;
  const straight = angleOf(sub(pitch.goal, from));
  const sides = Array.from({ length: 60 }, (_, i) => straight + (i % 2 === 0 ? 0.05 : -0.05) * (i + 1));
  const aim = sides.find((angle) => pitch.hasRoom(along(from, heading(angle), -MOUTH))) ?? straight;
  const to = along(from, heading(aim), 1);
  return { key: "wall", to, speed: 3, angle: 0, slack: 0.3, receiver: undefined, room: 0, worth: -1 };
}

/** All kicks that make sense from the ball's place, with their clearances; never empty. */
export function kickOptions(moment: Moment): readonly Kick[] {
  const { view, pitch } = moment;
  const from = view.ball.at;
  const all = [...shots(moment), ...passes(moment), ...clearances(moment)];
  const open = all.filter(({ to }) => pitch.hasRoom(along(from, unit(sub(to, from)), -MOUTH)));
  return open.length > 0 ? open : [offTheWall(moment)];
}
