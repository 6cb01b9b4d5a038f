// @ts-check
// Shared by the controllers of Segways that drive round: follows a closed path towards the point LOOK ahead of the robot's position
// (pure pursuit): turn = 2 v sin(angle to the point) / distance.

import { clamp, Segway } from "./Segway.js";

const SPEED = 0.8;
const LOOK = 0.7;
/** Maximum turn rate, rad/s. */
const TURN = 1.2;

/**
 * Drives a Segway along a path until it leaves.
 * @param {import("../../dist/src/client/index.js").RobotClient} robot
 * @param {readonly (readonly [number, number])[]} path corners, m
 */
export async function followPath(robot, path) {
  const segway = new Segway();
  await robot.drive((frame) => {
    if (frame.has("Pose")) steer(segway, frame.numbers("Pose"), path);
    segway.balance(robot, frame);
  });
}

/** @param {Segway} segway @param {number[]} pose @param {readonly (readonly [number, number])[]} path */
function steer(segway, [x, y, , qx, qy, qz, qw], path) {
  const [toX, toY] = ahead(x, y, path);
  // its +y in the world, projected on the ground
  const [forwardX, forwardY] = [2 * (qx * qy - qz * qw), 1 - 2 * (qx * qx + qz * qz)];
  const length = Math.sqrt(forwardX * forwardX + forwardY * forwardY) || 1;
  const [dx, dy] = [toX - x, toY - y];
  const distance = Math.sqrt(dx * dx + dy * dy) || 1;
  const cosine = (forwardX * dx + forwardY * dy) / (length * distance);
  const sine = (forwardX * dy - forwardY * dx) / (length * distance);
  // it turns on the spot while it faces the other way
  segway.forward = SPEED * Math.max(0, (cosine - 0.4) / 0.6);
  const wanted = cosine < 0 ? Math.sign(sine) : (2 * SPEED * sine) / Math.max(LOOK, distance);
  segway.turn = clamp(wanted || 0, TURN);
}

/**
 * The point LOOK further along the path than the nearest one.
 * @param {number} x @param {number} y @param {readonly (readonly [number, number])[]} path
 */
function ahead(x, y, path) {
  let [best, leg, share] = [Number.POSITIVE_INFINITY, 0, 0];
  for (let i = 0; i < path.length; i++) {
    const [ax, ay, dx, dy, length] = legOf(path, i);
    const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (length * length)));
    const [ex, ey] = [ax + along * dx - x, ay + along * dy - y];
    if (ex * ex + ey * ey < best) [best, leg, share] = [ex * ex + ey * ey, i, along];
  }
  let rest = LOOK;
  for (;;) {
    const [ax, ay, dx, dy, length] = legOf(path, leg);
    if (share * length + rest <= length) {
      const at = share + rest / length;
      return [ax + at * dx, ay + at * dy];
    }
    rest -= (1 - share) * length;
    [leg, share] = [(leg + 1) % path.length, 0];
  }
}

/** @param {readonly (readonly [number, number])[]} path @param {number} i */
function legOf(path, i) {
  const [[ax, ay], [bx, by]] = [path[i], path[(i + 1) % path.length]];
  return [ax, ay, bx - ax, by - ay, Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)];
}
