// @ts-check
// A player of the four-legged league inside the server: examples/legged/team/LeaguePlayer.ts, which plays as a process in
// `ubersim legged`. Team and number come from the robot's name, such as Red-2.

import { LeaguePlayer } from "../../dist/examples/legged/team/LeaguePlayer.js";
import { LogOnce } from "../../dist/examples/legged/team/LogOnce.js";

/** @param {import("../../dist/src/client/index.js").RobotClient} robot */
export default async function leggedPlayer(robot) {
  const [color, digit] = robot.name.split("-");
  const team = color === "Red" ? /** @type {const} */ ("red") : /** @type {const} */ ("blue");
  const log = new LogOnce(() => {});
  const player = new LeaguePlayer({ team, number: Number(digit), seed: robot.hello.seed, log });
  await robot.drive((frame) => player.step(robot, frame));
}
