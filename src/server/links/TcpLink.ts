// The link of a session over TCP.

import type { Socket } from "node:net";
import type { Link } from "../../session/clients/Link.js";
import { isLoopback } from "./Address.js";
import type { NewcomerPool } from "./NewcomerPool.js";

/** Timeout for the client to read the last messages, ms. */
export const DRAIN_MS = 5000;

export class TcpLink implements Link {
  readonly isLocal: boolean;
  readonly #socket: Socket;
  readonly #ending: NewcomerPool;
  #isFirst = true;
  #isEnded = false;

  /** `ending`: connections that have been ended and wait for their clients to read. */
  constructor(socket: Socket, ending: NewcomerPool) {
    this.#socket = socket;
    this.#ending = ending;
    this.isLocal = isLoopback(socket.remoteAddress ?? "");
  }

  send(bytes: Uint8Array): void {
    const socket = this.#socket;
    if (this.#isEnded || !socket.writable) return;
    if (this.#isFirst) {
      // one packet for Hello and the first frame
      this.#isFirst = false;
      socket.cork();
      process.nextTick(() => socket.uncork());
    }
    socket.write(bytes);
  }

  /** The socket keeps reading and discarding input: closing with unread input would reset the connection and lose an Error. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const socket = this.#socket;
    socket.end();
    const timer = setTimeout(() => socket.destroy(), DRAIN_MS);
    timer.unref();
    const leave = this.#ending.add(socket.remoteAddress ?? "", () => socket.destroy());
    socket.once("close", () => {
      clearTimeout(timer);
      leave();
    });
  }

  get backlog(): number {
    return this.#socket.writableLength;
  }
}
