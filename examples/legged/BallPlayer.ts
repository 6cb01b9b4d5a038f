// Plays with the orange ball by the nose camera alone: finds it, walks to it until it lies in front of a paw, and kicks.

import { BODY } from "../../robots/AiboGeometry.js";
import type { Point } from "../../robots/DocumentParts.js";
import type { Frame, RobotClient } from "../../src/client/index.js";
import { atan2, DEGREE, hypot, sin, tan } from "../../src/math/Trigonometry.js";
import { type Blob, findBall } from "../OrangeBall.js";
import { AiboPilot } from "./AiboPilot.js";
import { FRAME } from "./AiboServos.js";
import type { Command, Gait } from "./Gaits.js";
import { headPoint } from "./HeadAim.js";
import { History } from "./History.js";
import { KICK_SPOT } from "./Kick.js";
import { within } from "./LegKinematics.js";

const BALL_RADIUS = 42;
/** Focal length of the camera, pixels, and half of its size. */
const FOCUS = 80 / tan((45.2 / 2) * DEGREE);
const [HALF_WIDTH, HALF_HEIGHT] = [104, 80];
/** After this time without the ball it searches, for a ball below the nose after the second one; after the third one it also turns, s. */
const [LOST, LOST_NEAR, GONE] = [0.4, 2, 3];
/** So long the place of a ball that was seen whole counts more than one that the picture cuts, s. */
const TRUST = 1.5;
/** mm: nearer than this it steps beside the ball; and how exact the place in front of the paw must be. */
const [NEAR, EXACT] = [400, 12];
/** How long it stands before a kick, s. */
const SETTLE = 0.3;
const AHEAD: Point = [600, 0, -60];

export class BallPlayer {
  readonly pilot: AiboPilot;
  /** The ball in the body's frame, mm, and when it was seen. */
  #ball: Point = AHEAD;
  #seenAt = Number.NEGATIVE_INFINITY;
  /** When the whole ball was seen, s. */
  #wholeAt = Number.NEGATIVE_INFINITY;
  /** When the ball last was not in front of a paw, s. */
  #away = 0;
  kicks = 0;
  readonly #heads = new History<HeadAngles>();

  constructor(gait?: Gait) {
    this.pilot = new AiboPilot(gait);
  }

  /** Answers one frame. */
  step(robot: RobotClient, frame: Frame): void {
    if (frame.isReset) [this.#seenAt, this.#wholeAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    this.#ball = walkedPast(this.#ball, this.pilot.velocity);
    const head = headAngles(robot);
    if (head) this.#heads.note(frame.time, head);
    if (frame.has("Camera")) this.#look(frame);
    this.#play(frame.time);
    this.pilot.step(robot, frame);
  }

  /** The size of a ball that the picture cuts is not reliable: better the place where it was a moment ago. */
  #look(frame: Frame): void {
    const blob = findBall(frame.picture("Camera"));
    const then = this.#heads.at(frame.stamp("Camera") ?? frame.time);
    if (!blob || !then || (blob.isCut && frame.time - this.#wholeAt < TRUST)) return;
    if (!blob.isCut) this.#wholeAt = frame.time;
    [this.#ball, this.#seenAt] = [placeOf(then, blob), frame.time];
  }

  #play(time: number): void {
    const unseen = time - this.#seenAt;
    if (unseen > (hypot(this.#ball[0], this.#ball[1]) < NEAR ? LOST_NEAR : LOST)) {
      const side = this.#ball[1] < 0 ? -1 : 1;
      this.pilot.lookAt = [400, 500 * sin(4 * time), -60 - 60 * sin(2.7 * time)];
      this.pilot.walk({ forward: 0, left: 0, turn: unseen > GONE ? 1.2 * side : 0 });
      return;
    }
    const [x, y] = this.#ball;
    this.pilot.lookAt = this.#ball;
    const distance = hypot(x, y);
    const bearing = atan2(y, x);
    if (distance > NEAR) {
      const ahead = Math.max(0, 1 - Math.abs(bearing));
      this.pilot.walk({ forward: 0.3 * ahead, left: 0, turn: within(2 * bearing, -1.5, 1.5) });
      return;
    }
    const paw = y > 0 ? "left" : "right";
    const side = paw === "left" ? KICK_SPOT.side : -KICK_SPOT.side;
    const [dx, dy] = [x - KICK_SPOT.forward, y - side];
    if (Math.abs(dx) < EXACT && Math.abs(dy) < EXACT && !this.pilot.isBusy) {
      // it stands before it kicks
      this.pilot.walk({ forward: 0, left: 0, turn: 0 });
      if (time - this.#away < SETTLE) return;
      this.pilot.kick(paw);
      this.kicks++;
      return;
    }
    this.#away = time;
    // first beside it, then forward
    const forward = Math.abs(dy) > 2 * EXACT ? Math.min(0, dx - 30) : dx;
    this.pilot.walk({ forward: within(0.003 * forward, -0.15, 0.2), left: within(0.004 * dy, -0.15, 0.15), turn: 0 });
  }
}

/** Tilt, pan and nod. */
type HeadAngles = readonly [number, number, number];

/** Undefined: the angles of the head are not known yet. */
function headAngles(robot: RobotClient): HeadAngles | undefined {
  const angles = ["NeckTilt", "NeckPan", "NeckNod"].map((joint) => robot.latest(joint)?.[0]);
  const [tilt, pan, nod] = angles;
  return tilt === undefined || pan === undefined || nod === undefined ? undefined : [tilt, pan, nod];
}

/** The ball stays while the body walks for a frame: where it is in the body's frame then, mm. */
function walkedPast([x, y, z]: Point, { forward, left, turn }: Command): Point {
  const angle = turn * FRAME;
  return [x + y * angle - 1000 * forward * FRAME, y - x * angle - 1000 * left * FRAME, z];
}

/** The ball in the body's frame, mm, by its direction and its size. */
function placeOf(head: HeadAngles, { column, row, radius }: Blob): Point {
  const [left, up] = [(HALF_WIDTH - column) / FOCUS, (HALF_HEIGHT - row) / FOCUS];
  const depth = (FOCUS * BALL_RADIUS) / Math.max(1, radius);
  const [x, , z] = [BODY.camera[0] - BODY.nod[0], 0, BODY.camera[2] - BODY.nod[2]];
  return headPoint(head, [x + depth, depth * left, z + depth * up]);
}
