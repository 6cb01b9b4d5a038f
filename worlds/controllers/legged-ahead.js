// @ts-check
// The AIBO walks straight ahead, whatever is in its way, and gets up if it falls.

import { AiboPilot } from "../../dist/examples/legged/AiboPilot.js";

/** @param {import("../../dist/src/client/index.js").RobotClient} robot */
export default async function leggedAhead(robot) {
  const pilot = new AiboPilot();
  pilot.walk({ forward: 0.25, left: 0, turn: 0 });
  await robot.drive((frame) => pilot.step(robot, frame));
}
