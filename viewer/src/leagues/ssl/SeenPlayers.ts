// Robots and ball of a match, read from the store: robots with position and heading, the ball, and its path in the last seconds.

import { type RobotKey, robotKey } from "../../../../src/leagues/ssl/Team.js";
import type { Store } from "../../Store.js";
import { seenBall, TRAIL_SEC } from "../shared/SeenBall.js";
import { fieldOf } from "./MatchState.js";

/** A larger move in one update is a teleport: the path starts again. */
const JUMP_M = 1.5;

export interface SeenRobot {
  readonly name: string;
  /** Team and number; undefined: not a player. */
  readonly key: RobotKey | undefined;
  readonly x: number;
  readonly y: number;
  /** From +x, rad. */
  readonly heading: number;
}

export interface TrailPoint {
  readonly x: number;
  readonly y: number;
  readonly time: number;
}

export function seenRobots({ entities, poses }: Store): readonly SeenRobot[] {
  return [...entities.values()].flatMap(({ name, role, bodies }) => {
    const body = bodies.find((one) => one.name === "Body") ?? bodies[0];
    const pose = role === "robot" && body ? poses.get(body.id) : undefined;
    if (!pose) return [];
    const [x, y, , qx, qy, qz, qw] = pose;
    // direction of the body's +y in the plane
    const heading = Math.atan2(1 - 2 * (qx * qx + qz * qz), 2 * (qx * qy - qz * qw));
    return [{ name, key: robotKey(name), x, y, heading }];
  });
}

/** The recent path of the ball; grows with every update of poses. */
export class BallPath {
  readonly points: TrailPoint[] = [];

  constructor(store: Store) {
    store.on("poses", () => this.#record(store));
    store.on("scene", () => {
      if (!fieldOf(store)) this.points.length = 0;
    });
  }

  #record(store: Store): void {
    if (!fieldOf(store)) return;
    const ball = seenBall(store);
    const last = this.points.at(-1);
    const jumps = last && ball && Math.hypot(ball[0] - last.x, ball[1] - last.y) > JUMP_M;
    if (!ball || jumps || (last && store.time < last.time)) this.points.length = 0;
    if (ball) this.points.push({ x: ball[0], y: ball[1], time: store.time });
    while (this.points.length > 0 && store.time - this.points[0].time > TRAIL_SEC) this.points.shift();
  }
}
