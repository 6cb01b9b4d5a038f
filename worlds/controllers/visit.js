// @ts-check
// Drives from one room of worlds/two-rooms.xml to the other and back, through the door: on the right to the north, on the left back.

import { followPath } from "./PathFollower.js";

/** @param {import("../../dist/src/client/index.js").RobotClient} robot */
export default function visit(robot) {
  return followPath(robot, [
    [0.5, -2.2],
    [0.5, 2.2],
    [1.2, 3.4],
    [0, 4.2],
    [-1.2, 3.4],
    [-0.5, 2.2],
    [-0.5, -2.2],
    [-1.2, -3.4],
    [0, -4.2],
    [1.2, -3.4],
  ]);
}
