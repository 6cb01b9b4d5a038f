// Estimates ball and robots from camera detections: takes the mean where cameras overlap, filters noise (an alpha-beta filter per object)
// and ignores hidden or false balls (the detection nearest to the prediction counts). Rotated so that the team plays towards +x.

import type { TeamColor } from "../../src/leagues/ssl/Team.js";
import type { SSL_DetectionFrame, SSL_DetectionRobot } from "../../src/leagues/ssl/wire/SslVision_pb.js";
import { PI } from "../../src/math/Trigonometry.js";
import { type BallLaw, MOUTH } from "./Pitch.js";
import { add, along, distance, heading, length, type Point, point, scale, sub, wrap } from "./Plane.js";
import type { Ball, Player, View } from "./View.js";

const MM = 0.001;
/** Filter gains: of the position and of the velocity. */
const [PLACE, SPEED] = [0.6, 0.25];
/** m: a ball this far from its prediction was kicked or bounced. */
const SURPRISE = 0.02;
/** m: a robot that jumps farther was moved by hand; s: a robot that is unseen for longer is gone. */
const [JUMP, GONE] = [0.4, 1];
/** m, s: a ball farther away is another one, unless the first stays unseen for this time. */
const [OTHER_BALL, LOST_BALL] = [0.35, 0.15];

interface Track {
  at: Point;
  velocity: Point;
  facing: number;
  turn: number;
  seen: number;
}

export class ObjectTracker {
  readonly #color: TeamColor;
  readonly #law: BallLaw;
  readonly #tracks = { ours: new Map<number, Track>(), theirs: new Map<number, Track>() };
  #ball: (Track & { rollsAt: number }) | undefined;
  #time = 0;
  #isTurned = false;

  constructor(color: TeamColor, law: BallLaw) {
    this.#color = color;
    this.#law = law;
  }

  /** `isTurned`: the team plays towards the field's -x. Undefined: no ball was seen yet. */
  look(frames: readonly SSL_DetectionFrame[], isTurned: boolean, holders: ReadonlySet<number>): View | undefined {
    const time = frames.length === 0 ? this.#time : Math.max(...frames.map(({ tCapture }) => tCapture));
    const sec = time - this.#time;
    // another half, or the world was reset
    if (isTurned !== this.#isTurned || sec < 0) this.#forget(isTurned);
    this.#time = time;
    const isBlue = this.#color === "blue";
    const seen = (blue: boolean) => frames.flatMap((frame) => (blue ? frame.robotsBlue : frame.robotsYellow));
    this.#seeRobots(this.#tracks.ours, seen(isBlue), sec);
    this.#seeRobots(this.#tracks.theirs, seen(!isBlue), sec);
    this.#seeBall(
      frames.flatMap(({ balls }) => balls.map(({ x, y }) => this.#place(x, y))),
      sec,
    );
    const ours = this.#players(this.#tracks.ours, holders);
    const ball = this.#believe(ours);
    return ball && { time, ball, ours, theirs: this.#players(this.#tracks.theirs, NOBODY) };
  }

  #forget(isTurned: boolean): void {
    this.#isTurned = isTurned;
    this.#tracks.ours.clear();
    this.#tracks.theirs.clear();
    this.#ball = undefined;
  }

  #place(xMm: number, yMm: number): Point {
    return scale(point(xMm, yMm), this.#isTurned ? -MM : MM);
  }

  #seeRobots(tracks: Map<number, Track>, robots: readonly SSL_DetectionRobot[], sec: number): void {
    for (const id of new Set(robots.map(({ robotId }) => robotId))) {
      const same = robots.filter(({ robotId }) => robotId === id);
      const at = scale(same.map(({ x, y }) => this.#place(x, y)).reduce(add), 1 / same.length);
      const facing = wrap(same[0].orientation + (this.#isTurned ? PI : 0));
      const old = tracks.get(id);
      if (!old || distance(old.at, at) > JUMP) {
        tracks.set(id, { at, velocity: point(0, 0), facing, turn: 0, seen: this.#time });
        continue;
      }
      follow(old, at, sec);
      const turned = wrap(facing - (old.facing + old.turn * sec));
      old.facing = wrap(old.facing + old.turn * sec + PLACE * turned);
      if (sec > 0) old.turn += (SPEED * turned) / sec;
      old.seen = this.#time;
    }
    for (const [id, { seen }] of tracks) if (this.#time - seen > GONE) tracks.delete(id);
  }

  #seeBall(candidates: readonly Point[], sec: number): void {
    const old = this.#ball;
    if (!old) {
      if (candidates.length > 0) this.#ball = newBall(candidates[0], this.#time);
      return;
    }
    const expected = along(old.at, old.velocity, sec);
    const nearest = candidates.reduce<Point | undefined>(
      (best, one) => (best && distance(best, expected) <= distance(one, expected) ? best : one),
      undefined,
    );
    if (nearest && distance(nearest, expected) < OTHER_BALL) this.#followBall(old, nearest, sec);
    else if (nearest && this.#time - old.seen > LOST_BALL) this.#ball = newBall(nearest, this.#time);
    else this.#guessBall(old, sec);
  }

  #followBall(ball: Track & { rollsAt: number }, at: Point, sec: number): void {
    const before = length(ball.velocity);
    const isSurprise = distance(at, along(ball.at, ball.velocity, sec)) > SURPRISE;
    if (isSurprise && sec > 0) {
      ball.velocity = scale(sub(at, ball.at), 1 / sec);
      ball.at = at;
    } else follow(ball, at, sec);
    const speed = length(ball.velocity);
    // faster than before: kicked, so that it slides at first
    if (speed > before + 0.5) ball.rollsAt = speed * this.#law.rolls;
    ball.seen = this.#time;
  }

  /** Unseen: rolls on. */
  #guessBall(ball: Track, sec: number): void {
    const speed = length(ball.velocity);
    ball.at = along(ball.at, ball.velocity, sec);
    ball.velocity = scale(ball.velocity, speed > 0 ? Math.max(0, 1 - (this.#law.roll * sec) / speed) : 0);
  }

  #players(tracks: ReadonlyMap<number, Track>, holders: ReadonlySet<number>): readonly Player[] {
    return [...tracks]
      .map(([id, { at, velocity, facing, turn }]) => ({ id, at, velocity, facing, turn, hasBall: holders.has(id) }))
      .sort((a, b) => a.id - b.id);
  }

  /** Unseen and at the dribbler of one of our robots: it is there. */
  #believe(ours: readonly Player[]): Ball | undefined {
    const ball = this.#ball;
    if (!ball) return undefined;
    const age = this.#time - ball.seen;
    const holder = age > 0.05 ? ours.find(({ hasBall }) => hasBall) : undefined;
    if (holder) [ball.at, ball.velocity] = [along(holder.at, heading(holder.facing), MOUTH), holder.velocity];
    return { at: ball.at, velocity: ball.velocity, rollsAt: ball.rollsAt, age };
  }
}

const NOBODY: ReadonlySet<number> = new Set();

const newBall = (at: Point, seen: number) => ({ at, velocity: point(0, 0), facing: 0, turn: 0, seen, rollsAt: 0 });

/** Alpha-beta filter: predicts, then corrects towards the detection. */
function follow(track: Track, at: Point, sec: number): void {
  const expected = along(track.at, track.velocity, sec);
  const surprise = sub(at, expected);
  track.at = along(expected, surprise, PLACE);
  if (sec > 0) track.velocity = along(track.velocity, surprise, SPEED / sec);
}
