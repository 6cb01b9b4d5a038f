// Listens to the game controller. Its packets come with the robot's radio, in simulated time, so that the same seed gives the same game.
// Packets by UDP, whose arrival depends on the machine, count only while the radio has brought none for some seconds: so a game
// controller on the network leads robots of worlds without a referee.

import { createSocket, type Socket } from "node:dgram";
import {
  decodeGameController,
  type GameControllerData,
} from "../../../src/leagues/legged/wire/GameControllerPacket.js";
import type { TeamColor } from "./FieldMap.js";
import { FREE_PLAY, type GameState } from "./GameState.js";
import type { LogOnce } from "./LogOnce.js";

/** Simulated s without a packet by radio after which packets by UDP count. */
const SILENCE = 5;
/** The ball is brought back within this time of a throw-in, s. */
const OUT_SEC = 2;

interface Listener {
  readonly team: TeamColor;
  readonly number: number;
  readonly log: LogOnce;
}

export class GameControl {
  readonly #listener: Listener;
  #socket: Socket | undefined;
  #game: GameState = FREE_PLAY;
  /** The newest packet by UDP that has not been used. */
  #datagram: GameControllerData | undefined;
  #heardAt = 0;

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  /** Opens the UDP port. A port that cannot be opened is logged; the radio still works. */
  open(port: number): void {
    const { log } = this.#listener;
    const socket = createSocket({ type: "udp4", reuseAddr: true });
    socket.on("message", (bytes) => {
      const data = decodeGameController(bytes);
      if (data) this.#datagram = data;
      else
        log.once(
          "datagram",
          `a datagram of ${bytes.length} bytes is no packet of a game controller: ignored, as are others`,
        );
    });
    socket.on("error", (problem) => log.once("port", `UDP port ${port} cannot be used: ${problem.message}`));
    socket.bind(port);
    this.#socket = socket;
  }

  close(): void {
    this.#socket?.close();
  }

  /** Takes bytes of the radio; false: they are no packet of a game controller. */
  hear(bytes: Uint8Array, time: number): boolean {
    const data = decodeGameController(bytes);
    if (!data) return false;
    [this.#game, this.#heardAt] = [this.#stateOf(data), time];
    return true;
  }

  /** The state of the game at a simulated time. */
  at(time: number): GameState {
    if (time < this.#heardAt) this.#heardAt = time;
    if (this.#datagram && time - this.#heardAt > SILENCE) this.#game = this.#stateOf(this.#datagram);
    this.#datagram = undefined;
    return this.#game;
  }

  #stateOf({ state, kickOffTeam, dropInTeam, dropInTime, teams }: GameControllerData): GameState {
    const { team, number } = this.#listener;
    const absent = teams[team].players.flatMap(({ penalty }, i) => (penalty === 0 ? [] : [i + 1]));
    return {
      phase: state,
      isOwnKickOff: kickOffTeam === team,
      isPenalized: absent.includes(number),
      isBallOut: dropInTime !== undefined && dropInTime < OUT_SEC,
      isOwnTouch: dropInTeam === team,
      absent,
    };
  }
}
