// A robot's TCP connection as a session sees it.

import type { Socket } from "node:net";
import type { Link } from "../../session/clients/Link.js";
import { isLoopback } from "./Address.js";

/** How long what was sent last may take to be read, ms. */
export const DRAIN_MS = 5000;

export class TcpLink implements Link {
  readonly isLocal: boolean;
  readonly #socket: Socket;
  #isFirst = true;
  #isEnded = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.isLocal = isLoopback(socket.remoteAddress ?? "");
  }

  send(bytes: Uint8Array): void {
    const socket = this.#socket;
    if (this.#isEnded || !socket.writable) return;
    if (this.#isFirst) {
      // Hello and the first frame leave together
      this.#isFirst = false;
      socket.cork();
      process.nextTick(() => socket.uncork());
    }
    socket.write(bytes);
  }

  /** Goes on reading, and forgetting, so that an Error is not lost to a reset connection. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const socket = this.#socket;
    socket.end();
    const timer = setTimeout(() => socket.destroy(), DRAIN_MS);
    timer.unref();
    socket.once("close", () => clearTimeout(timer));
  }

  get backlog(): number {
    return this.#socket.writableLength;
  }
}
