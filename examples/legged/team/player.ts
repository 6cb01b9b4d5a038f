// One player of the four-legged league as a program (L4): it brings its AIBO, waits for the game controller, and plays the ball by its
// camera. The goalkeeper stands. It follows the packets that its radio receives, so that the same seed gives the same game.

import { parseArgs } from "node:util";
import { aiboDocument } from "../../../robots/Aibo.js";
import { connect } from "../../../src/client/index.js";
import {
  decodeGameController,
  type GameControllerData,
} from "../../../src/leagues/legged/wire/GameControllerPacket.js";
import { BallPlayer } from "../BallPlayer.js";

const { values } = parseArgs({
  options: {
    team: { type: "string" },
    number: { type: "string" },
    server: { type: "string", default: "127.0.0.1:9040" },
    "gc-port": { type: "string", default: "3838" },
    seed: { type: "string", default: "1" },
  },
});
const team = values.team === "blue" ? "blue" : "red";
const number = Number(values.number ?? 1);
const colon = values.server.lastIndexOf(":");
const [host, port] = [values.server.slice(0, colon), Number(values.server.slice(colon + 1))];
const name = `${team === "red" ? "Red" : "Blue"}-${number}`;
const robot = await connect({ document: aiboDocument({ name, team }), host, port });
const player = new BallPlayer();
let game: GameControllerData | undefined;
await robot.drive((frame) => {
  for (const bytes of frame.messages("Radio")) game = decodeGameController(bytes) ?? game;
  const isPenalised = game !== undefined && game.teams[team].players[number - 1].penalty !== 0;
  if (game?.state === "playing" && !isPenalised && number !== 1) return player.step(robot, frame);
  player.pilot.walk({ forward: 0, left: 0, turn: 0 });
  player.pilot.step(robot, frame);
});
