// @ts-check
// The AIBO plays with the orange ball: it looks for it with its nose camera, walks to it and kicks it. The program is
// examples/legged/BallPlayer.ts, which works over TCP in the same way.

import { BallPlayer } from "../../dist/examples/legged/BallPlayer.js";

/** @param {import("../../dist/src/client/index.js").RobotClient} robot */
export default async function aibo(robot) {
  const player = new BallPlayer();
  await robot.drive((frame) => player.step(robot, frame));
}
