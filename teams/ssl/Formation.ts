// Positions of the robots without the ball, as posts; a post is a place for one robot. Defenders form a wall at the edge of our
// defence area, markers stand between free opponents and our goal, receivers stand where a pass can arrive. For a kick-off
// all posts are in our own half.

import { laneRoom, shotRoom } from "./Aim.js";
import { type Pitch, ROBOT } from "./Pitch.js";
import { along, clamp, distance, type Point, point, scale, sub, unit } from "./Plane.js";
import type { Style } from "./Style.js";
import type { Player, View } from "./View.js";

export interface Post {
  readonly name: string;
  readonly at: Point;
}

/** Side by side, with a gap smaller than a ball. */
const BESIDE = 2 * ROBOT + 0.03;

/** `count` robots side by side at the edge of our area, between the ball and our goal. */
export function wall(count: number, ball: Point, pitch: Pitch): readonly Post[] {
  const edge = new AreaEdge(pitch, ROBOT + 0.1);
  // the ends stay on the field
  const reach = edge.reach - (BESIDE * (count - 1)) / 2;
  const middle = clamp(edge.toward(ball), -reach, reach);
  return Array.from({ length: count }, (_, i) => ({
    name: `wall ${i}`,
    at: edge.at(middle + BESIDE * (i - (count - 1) / 2)),
  }));
}

/** The line around our defence area, by the distance along it from its centre in front: positive to the left. */
class AreaEdge {
  readonly #pitch: Pitch;
  readonly #half: number;
  readonly #depth: number;

  constructor(pitch: Pitch, margin: number) {
    this.#pitch = pitch;
    this.#half = pitch.sizes.areaWidth / 2 + margin;
    this.#depth = pitch.sizes.areaDepth + margin;
  }

  at(way: number): Point {
    const front = this.#pitch.ownGoal.x + this.#depth;
    if (Math.abs(way) <= this.#half) return point(front, way);
    return point(front - (Math.abs(way) - this.#half), Math.sign(way) * this.#half);
  }

  /** Distance along the line from its centre to its ends, which are a robot's width from the goal line. */
  get reach(): number {
    return this.#half + this.#depth - ROBOT;
  }

  /** Where the line from the goal to `p` leaves the area. */
  toward(p: Point): number {
    const way = unit(sub(p, this.#pitch.ownGoal));
    const [x, y] = [Math.max(way.x, 0.01), way.y];
    const inFront = (y / x) * this.#depth;
    if (Math.abs(inFront) <= this.#half) return inFront;
    return Math.sign(y) * (this.#half + this.#depth - (x / Math.abs(y)) * this.#half);
  }
}

/** In front of the opponents that are most dangerous without the ball, most dangerous first. */
export function marks(count: number, view: View, pitch: Pitch): readonly Post[] {
  const { ball, theirs } = view;
  const threat = ({ at }: Player): number => distance(at, pitch.ownGoal) + 0.3 * distance(at, ball.at);
  return theirs
    .filter(({ at }) => distance(at, ball.at) > 0.6 && at.x < pitch.sizes.length / 6)
    .sort((a, b) => threat(a) - threat(b) || a.id - b.id)
    .slice(0, count)
    .map(({ id, at }) => {
      const toGoal = unit(sub(pitch.ownGoal, at));
      const toBall = unit(sub(ball.at, at));
      return { name: `mark ${id}`, at: along(at, unit(point(toGoal.x + toBall.x, toGoal.y + toBall.y)), 0.35) };
    });
}

export interface SpotSearch {
  readonly view: View;
  readonly pitch: Pitch;
  readonly style: Style;
  /** Random number: where the search begins. */
  readonly shift: Point;
}

/** Free places ahead of the ball, apart from each other: where a pass arrives and a shot can follow. */
export function spots(
  count: number,
  before: readonly Post[],
  { view, pitch, style, shift }: SpotSearch,
): readonly Post[] {
  const found: Post[] = [];
  const places = grid(along(view.ball.at, shift, 1), pitch);
  for (let i = 0; i < count; i++) {
    const old = before.find(({ name }) => name === `spot ${i}`)?.at;
    let best: { at: Point; worth: number } | undefined;
    for (const at of old ? [old, ...places] : places) {
      const crowd = found.reduce((sum, post) => sum + Math.max(0, 1 - distance(post.at, at) / (2.2 * pitch.small)), 0);
      const worth = spotWorth(at, view, pitch, style) - crowd + (at === old ? 0.15 : 0);
      if (!best || worth > best.worth) best = { at, worth };
    }
    if (best) found.push({ name: `spot ${i}`, at: best.at });
  }
  return found;
}

function grid(ball: Point, pitch: Pitch): readonly Point[] {
  const { length, width } = pitch.sizes;
  const places: Point[] = [];
  const first = clamp(ball.x - 0.1 * length, -0.3 * length, 0.2 * length);
  for (let x = first; x < length / 2 - 0.3 * pitch.small; x += length / 12)
    for (let i = -4; i <= 4; i++) {
      const at = point(x, (i * width) / 10 + 0.1 * ball.y);
      if (!pitch.isInTheirArea(at, ROBOT + 0.25) && !pitch.isInOwnArea(at, ROBOT + 0.3)) places.push(at);
    }
  return places;
}

function spotWorth(at: Point, view: View, pitch: Pitch, style: Style): number {
  const far = distance(at, view.ball.at);
  if (far < 0.9 * pitch.small) return -2;
  const room = clamp(laneRoom(view.ball.at, at, 4, view, pitch), -0.3, 0.5);
  const shot = at.x > 0 ? clamp(shotRoom(at, view, pitch), -0.2, 0.3) : 0;
  const tooFar = 0.08 * Math.max(0, far / pitch.small - 4);
  return room + shot + style.forward * (at.x - view.ball.at.x) * 0.7 - tooFar;
}

/** Own half, outside the circle: shares of the field's length and width, the most important first. */
const KICK_OFF: readonly Point[] = [
  point(0, 0.22),
  point(0, -0.22),
  point(-0.2, 0),
  point(-0.14, 0.36),
  point(-0.14, -0.36),
  point(-0.25, 0.2),
  point(-0.25, -0.2),
];

export function kickOffPosts(count: number, { sizes, small }: Pitch): readonly Post[] {
  const nearest = -(sizes.circle + 0.25 * small);
  return KICK_OFF.slice(0, count).map(({ x, y }, i) => ({
    name: `kick-off ${i}`,
    at: point(Math.min(nearest, x * sizes.length), y * sizes.width),
  }));
}

/** For the remaining robots: a row across our half. */
export const reserves = (count: number, { sizes }: Pitch): readonly Post[] =>
  Array.from({ length: count }, (_, i) => ({
    name: `reserve ${i}`,
    at: point(-0.3 * sizes.length, (i % 2 === 0 ? 0.4 : -0.4) * sizes.width * (1 - 0.1 * Math.floor(i / 2))),
  }));

/** At least `gap` away from `from`. */
export function keepAway(at: Point, from: Point, gap: number, pitch: Pitch): Point {
  if (distance(at, from) >= gap) return at;
  const out = distance(at, from) < 0.01 ? unit(sub(pitch.ownGoal, from)) : unit(sub(at, from));
  const moved = along(from, out, gap);
  return pitch.isInside(moved, -0.2) ? moved : along(from, scale(out, -1), gap);
}
