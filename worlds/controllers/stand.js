// @ts-check
// Stands where it is and catches pushes.

import { Segway } from "./Segway.js";

/** @param {import("../../dist/src/client/index.js").RobotClient} robot */
export default async function stand(robot) {
  const segway = new Segway();
  await robot.drive((frame) => segway.balance(robot, frame));
}
