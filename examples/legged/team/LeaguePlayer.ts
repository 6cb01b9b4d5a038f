// A player of the four-legged league from frame to frame: it hears game controller and team mates by radio, plays, and tells its mates.
// The same for a process (player.ts), a controller inside the server, and games that are measured.

import type { Frame, RobotClient } from "../../../src/client/index.js";
import type { TeamColor } from "./FieldMap.js";
import { GameControl } from "./GameControl.js";
import type { LogOnce } from "./LogOnce.js";
import { decodeTeamMessage, encodeTeamMessage } from "./TeamMessage.js";
import { TeamPlayer } from "./TeamPlayer.js";

interface LeaguePlayerOptions {
  readonly team: TeamColor;
  /** 1 to 4; 1 is the goalkeeper. */
  readonly number: number;
  readonly seed: number;
  readonly log: LogOnce;
}

/** Frames between two messages to the mates. */
const TELL_EVERY = 25;

export class LeaguePlayer {
  readonly control: GameControl;
  readonly #player: TeamPlayer;
  readonly #number: number;
  readonly #log: LogOnce;
  #frames = 0;

  constructor({ team, number, seed, log }: LeaguePlayerOptions) {
    this.control = new GameControl({ team, number, log });
    this.#player = new TeamPlayer({ team, number, seed });
    this.#number = number;
    this.#log = log;
  }

  /** Answers one frame. */
  step(robot: RobotClient, frame: Frame): void {
    for (const bytes of frame.messages("Radio")) this.#listen(bytes, frame.time);
    this.#player.game = this.control.at(frame.time);
    this.#player.step(robot, frame);
    if (this.#frames++ % TELL_EVERY === 5 * this.#number)
      robot.send("Radio", encodeTeamMessage(this.#player.message(frame.time)));
  }

  #listen(bytes: Uint8Array, time: number): void {
    if (this.control.hear(bytes, time)) return;
    const message = decodeTeamMessage(bytes);
    if (message) this.#player.hear(message, time);
    else
      this.#log.once("radio", `a radio message of ${bytes.length} bytes is none of this team: ignored, as are others`);
  }

  /** For trials: what the player believes. */
  report(time: number) {
    const { senses, team, kicks, game, doing } = this.#player;
    const { pictures, ballPictures } = senses;
    return {
      time,
      place: senses.localization.estimate,
      ball: senses.ballOnField,
      ballAge: time - senses.ball.seenAt,
      role: team.role,
      doing,
      kicks,
      pictures,
      ballPictures,
      phase: game.phase,
      isPenalized: game.isPenalized,
    };
  }
}
