// The share of the ball that a camera sees past the robots (F4): rays from the camera to points spread evenly over the ball's disc. A
// robot is a cylinder with a flat front; parts that stick out, such as a dribbler bar, hide nothing.

import { cos, sin, TAU } from "../../../math/Trigonometry.js";
import { cross, normalize, sub, type Vec3 } from "../../../math/Vec3.js";
import type { FieldBall, FieldRobot } from "../FieldState.js";

export interface BallSight {
  /** Visible share of the disc, 0 to 1. */
  readonly visible: number;
  /** Centre of the visible part, relative to the ball's centre, m. */
  readonly shift: Vec3;
}

const ALL: BallSight = Object.freeze({ visible: 1, shift: Object.freeze([0, 0, 0] as const) });
const NOTHING: BallSight = Object.freeze({ ...ALL, visible: 0 });

const RAYS = 40;
const GOLDEN = 0.38196601125010515;
/** Sunflower pattern: equal areas of the unit disc. */
const DISC: readonly (readonly [number, number])[] = Array.from({ length: RAYS }, (_, i) => {
  const radius = Math.sqrt((i + 0.5) / RAYS);
  return [radius * cos(i * GOLDEN * TAU), radius * sin(i * GOLDEN * TAU)] as const;
});

export function seeBall(camera: Vec3, ball: FieldBall, robots: readonly FieldRobot[]): BallSight {
  const { position, radius } = ball;
  const near = robots.filter((robot) => mayHide(camera, ball, robot));
  if (near.length === 0) return ALL;
  const axis = normalize(sub(position, camera));
  // straight down any horizontal direction will do
  const side = normalize(cross(axis, Math.abs(axis[2]) > 0.99 ? [1, 0, 0] : [0, 0, 1]));
  const up = cross(side, axis);
  const hulls = near.map(hullOf);
  const sum = [0, 0, 0];
  let seen = 0;
  for (const [a, b] of DISC) {
    const dx = radius * (a * side[0] + b * up[0]);
    const dy = radius * (a * side[1] + b * up[1]);
    const dz = radius * (a * side[2] + b * up[2]);
    const point: Vec3 = [position[0] + dx, position[1] + dy, position[2] + dz];
    if (hulls.some((hull) => hides(hull, camera, point))) continue;
    seen++;
    sum[0] += dx;
    sum[1] += dy;
    sum[2] += dz;
  }
  if (seen === 0) return NOTHING;
  return { visible: seen / RAYS, shift: [sum[0] / seen, sum[1] / seen, sum[2] / seen] };
}

/** True: the robot's shadow as seen from the camera may reach the ball. */
function mayHide(camera: Vec3, { position, radius }: FieldBall, robot: FieldRobot): boolean {
  const bottom = position[2] - radius;
  const top = robot.z + robot.height;
  if (top <= bottom) return false;
  // beyond this distance along the ground the ray is above the robot
  const [dx, dy] = [position[0] - camera[0], position[1] - camera[1]];
  const along = camera[2] > top ? Math.sqrt(dx * dx + dy * dy) * ((top - bottom) / (camera[2] - bottom)) : Infinity;
  const reach = robot.radius + radius + along;
  const [x, y] = [robot.x - position[0], robot.y - position[1]];
  return x * x + y * y < reach * reach;
}

interface Hull {
  readonly robot: FieldRobot;
  readonly forwardX: number;
  readonly forwardY: number;
}

const hullOf = (robot: FieldRobot): Hull => ({
  robot,
  forwardX: cos(robot.orientation),
  forwardY: sin(robot.orientation),
});

/** True: the straight line from the camera to the point crosses the hull. */
function hides({ robot, forwardX, forwardY }: Hull, camera: Vec3, point: Vec3): boolean {
  const top = robot.z + robot.height;
  if (point[2] >= top) return false;
  const [dx, dy, dz] = [camera[0] - point[0], camera[1] - point[1], camera[2] - point[2]];
  // from the point, s = 0, upwards to the robot's top
  let [from, to] = [0, dz > 0 ? Math.min(1, (top - point[2]) / dz) : 1];
  if (point[2] < robot.z) from = dz > 0 ? (robot.z - point[2]) / dz : to;
  const [x, y] = [point[0] - robot.x, point[1] - robot.y];
  // inside the circle: a s² + 2 b s + c < 0
  const [a, b, c] = [dx * dx + dy * dy, x * dx + y * dy, x * x + y * y - robot.radius * robot.radius];
  if (a === 0) {
    if (c >= 0) return false;
  } else {
    const root = b * b - a * c;
    if (root <= 0) return false;
    const half = Math.sqrt(root);
    from = Math.max(from, (-b - half) / a);
    to = Math.min(to, (-b + half) / a);
  }
  // behind the flat front: ahead + s rise < front
  const ahead = x * forwardX + y * forwardY - robot.front;
  const rise = dx * forwardX + dy * forwardY;
  if (rise === 0) return ahead < 0 && from < to;
  if (rise > 0) to = Math.min(to, -ahead / rise);
  else from = Math.max(from, -ahead / rise);
  return from < to;
}
