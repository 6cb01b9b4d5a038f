// @ts-check
// Drives round the yard: through the gate, around the pillars, over the bridge.

import { followPath } from "./PathFollower.js";

/** @param {import("../../dist/src/client/index.js").RobotClient} robot */
export default function patrol(robot) {
  return followPath(robot, [
    [-4.8, -4.6],
    [-4.8, 2.6],
    [-3.6, 4.2],
    [-2, 4.35],
    [-1, 3.4],
    [0, 2.45],
    [1, 3.4],
    [2, 4.35],
    [3.6, 5],
    [5, 5.35],
    [6, 4.9],
    [6, -4.4],
    [5.2, -5.2],
    [-4, -5.2],
  ]);
}
