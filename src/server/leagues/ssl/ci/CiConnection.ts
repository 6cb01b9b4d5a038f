// A TCP connection to a program of the league in CI mode (F5): messages after their length. The program may start later than the simulator
// and may be restarted: the connection is tried until it is there.

import { connect, type Socket } from "node:net";
import { frameMessage, MessageSplitter } from "../../../../leagues/ssl/commands/SyncFraming.js";

export interface CiAddress {
  readonly host: string;
  readonly port: number;
}

export interface CiConnectionOptions extends CiAddress {
  /** In the log. */
  readonly name: string;
  readonly onOpen: () => void;
  readonly onMessage: (bytes: Uint8Array) => void;
  readonly log: (line: string) => void;
}

const RETRY_MS = 300;
/** Far above a referee message with many events. */
const MAX_BYTES = 4_000_000;

export class CiConnection {
  readonly #options: CiConnectionOptions;
  #socket: Socket | undefined;
  #isOpen = false;
  #isClosed = false;
  #isWaitTold = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(options: CiConnectionOptions) {
    this.#options = options;
    this.#connect();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  #connect(): void {
    const { host, port, name, onOpen, onMessage, log } = this.#options;
    const socket = connect({ host, port, noDelay: true });
    const splitter = new MessageSplitter(MAX_BYTES);
    this.#socket = socket;
    socket.on("connect", () => {
      this.#isOpen = true;
      this.#isWaitTold = false;
      log(`${name} in CI mode: connected to ${host}:${port}`);
      onOpen();
    });
    socket.on("data", (bytes) => {
      try {
        splitter.push(bytes, onMessage);
      } catch (problem) {
        log(`${name} in CI mode: ${(problem as Error).message}`);
        socket.destroy();
      }
    });
    socket.on("error", () => {});
    socket.on("close", () => this.#lost());
  }

  #lost(): void {
    const { host, port, name, log } = this.#options;
    this.#isOpen = false;
    if (this.#isClosed) return;
    if (!this.#isWaitTold) log(`${name} in CI mode: no connection to ${host}:${port}; the world waits for it`);
    this.#isWaitTold = true;
    this.#retry = setTimeout(() => this.#connect(), RETRY_MS).unref();
  }

  send(message: Uint8Array): void {
    if (this.#isOpen) this.#socket?.write(frameMessage(message));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#socket?.destroy();
  }
}
