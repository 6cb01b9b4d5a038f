// @ts-check
// A player of the four-legged league inside the server: examples/legged/team/TeamPlayer.ts, which plays as a process in `ubersim legged`.
// Team and number come from the robot's name, such as Red-2.

import { GameControl } from "../../dist/examples/legged/team/GameControl.js";
import { LogOnce } from "../../dist/examples/legged/team/LogOnce.js";
import { decodeTeamMessage, encodeTeamMessage } from "../../dist/examples/legged/team/TeamMessage.js";
import { TeamPlayer } from "../../dist/examples/legged/team/TeamPlayer.js";

/** Frames between two messages to the mates. */
const TELL_EVERY = 25;

/** @param {import("../../dist/src/client/index.js").RobotClient} robot */
export default async function leggedPlayer(robot) {
  const [color, digit] = robot.name.split("-");
  const [team, number] = [
    color === "Red" ? /** @type {const} */ ("red") : /** @type {const} */ ("blue"),
    Number(digit),
  ];
  const player = new TeamPlayer({ team, number, seed: robot.hello.seed });
  const control = new GameControl({ team, number, log: new LogOnce(() => {}) });
  let frames = 0;
  await robot.drive((frame) => {
    for (const bytes of frame.messages("Radio")) {
      const message = control.hear(bytes, frame.time) ? undefined : decodeTeamMessage(bytes);
      if (message) player.hear(message, frame.time);
    }
    player.game = control.at(frame.time);
    player.step(robot, frame);
    if (frames++ % TELL_EVERY === 5 * number) robot.send("Radio", encodeTeamMessage(player.message(frame.time)));
  });
}
