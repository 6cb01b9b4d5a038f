// Connects a robot over TCP. Node only.

import type { Socket } from "node:net";
import { ByteSlab } from "../session/clients/ByteSlab.js";
import type { Duplex, DuplexListener } from "./Duplex.js";
import { RobotClient } from "./RobotClient.js";
import { RobotError, START_A_SERVER } from "./RobotError.js";

export interface ConnectOptions {
  /** The robot document, XML. */
  readonly document: string | Uint8Array;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default 9040. */
  readonly port?: number;
}

/** Time for the server to close its end after the client has closed, ms. */
const CLOSE_TIMEOUT_MS = 2000;
const READ_BYTES = 65536;

export async function connect({ document, host = "127.0.0.1", port = 9040 }: ConnectOptions): Promise<RobotClient> {
  const { connect: open } = await import("node:net");
  const duplex = new TcpDuplex((onread) => open({ host, port, noDelay: true, onread }));
  await duplex.opened(`${host}:${port}`);
  return RobotClient.join(duplex, document);
}

interface OnRead {
  buffer: Uint8Array;
  callback(bytes: number, buffer: Uint8Array): boolean;
}

class TcpDuplex implements Duplex {
  readonly #socket: Socket;
  readonly #slab = new ByteSlab();
  #listener: DuplexListener | undefined;
  #reason: string | undefined;

  constructor(open: (onread: OnRead) => Socket) {
    // one buffer for all reads, from which received bytes are copied: far cheaper than a new buffer for every read
    this.#socket = open({
      buffer: new Uint8Array(READ_BYTES),
      callback: (bytes, buffer) => {
        this.#listener?.received(this.#copy(buffer, bytes));
        return true;
      },
    });
  }

  opened(place: string): Promise<void> {
    const socket = this.#socket;
    return new Promise((resolve, reject) => {
      const fail = (error: Error & { code?: string }) =>
        reject(
          new RobotError({
            code: "CONNECTION_FAILED",
            message: `no connection to ${place}: ${error.code ?? error.message}`,
            where: place,
            advice: START_A_SERVER,
          }),
        );
      socket.once("error", fail);
      socket.once("connect", () => {
        socket.off("error", fail);
        socket.on("error", (error) => {
          this.#reason = error.message;
        });
        socket.on("close", () => this.#listener?.closed(this.#reason));
        resolve();
      });
    });
  }

  start(listener: DuplexListener): void {
    this.#listener = listener;
  }

  send(bytes: Uint8Array): void {
    if (this.#socket.writable) this.#socket.write(bytes);
  }

  #copy(buffer: Uint8Array, length: number): Uint8Array {
    const bytes = this.#slab.take(length);
    bytes.set(bytes.length === buffer.length ? buffer : buffer.subarray(0, length));
    return bytes;
  }

  close(): void {
    this.#socket.end();
    setTimeout(() => this.#socket.destroy(), CLOSE_TIMEOUT_MS).unref();
  }
}
