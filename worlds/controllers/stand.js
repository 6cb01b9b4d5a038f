// @ts-check
// Balances on the spot and recovers from pushes.

import { Segway } from "./Segway.js";

/** @param {import("../../dist/src/client/index.js").RobotClient} robot */
export default async function stand(robot) {
  const segway = new Segway();
  await robot.drive((frame) => segway.balance(robot, frame));
}
