// Sends the game controller's packets by UDP (L4): to a broadcast address, as the real one does, or to one machine. Nothing is received.

import { createSocket, type Socket } from "node:dgram";
import { portUnavailable } from "../../links/Address.js";
import { PortLog } from "../PortLog.js";

export interface GameControllerTarget {
  readonly address: string;
  readonly port: number;
  readonly log: (line: string) => void;
}

export class GameControllerPort {
  readonly #socket: Socket;
  readonly #target: GameControllerTarget;
  readonly #log: PortLog;

  private constructor(socket: Socket, target: GameControllerTarget) {
    this.#socket = socket;
    this.#target = target;
    this.#log = new PortLog(target.log);
    socket.on("error", (problem) => this.#fail(problem));
  }

  static async open(target: GameControllerTarget): Promise<GameControllerPort> {
    const socket = createSocket("udp4");
    await new Promise<void>((resolve, reject) => {
      socket.once("error", (problem) =>
        reject(portUnavailable(problem, { host: "0.0.0.0", port: 0, flag: "--gc-port" })),
      );
      socket.bind(0, resolve);
    });
    socket.removeAllListeners("error");
    socket.setBroadcast(true);
    return new GameControllerPort(socket, target);
  }

  send(bytes: Uint8Array): void {
    const { address, port } = this.#target;
    this.#socket.send(bytes, port, address, (problem) => {
      if (problem) this.#fail(problem);
    });
  }

  /** Each kind of error once: the next packet comes in half a second. */
  #fail(problem: NodeJS.ErrnoException): void {
    const { address, port } = this.#target;
    const code = problem.code ?? problem.message;
    this.#log.once(code, `game controller: packets cannot be sent to ${address}:${port}: ${code}`);
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#socket.close(() => resolve()));
  }
}
