// @ts-check
// The QRIO waves and walks. The program is examples/legged/QrioShow.ts, which works over TCP in the same way.

import { QrioShow } from "../../dist/examples/legged/QrioShow.js";

/** @param {import("../../dist/src/client/index.js").RobotClient} robot */
export default async function qrio(robot) {
  const show = new QrioShow();
  await robot.drive((frame) => show.step(robot, frame));
}
