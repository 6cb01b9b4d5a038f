// Connects a robot over WebSocket, in browsers and in Node. The bytes are the same as over TCP.

import type { Duplex, DuplexListener } from "./Duplex.js";
import { RobotClient } from "./RobotClient.js";
import { RobotError, START_A_SERVER } from "./RobotError.js";

export interface ConnectWebSocketOptions {
  /** The robot document, XML. */
  readonly document: string | Uint8Array;
  /** Default ws://127.0.0.1:8080/client. */
  readonly url?: string;
}

export async function connectWebSocket({
  document,
  url = "ws://127.0.0.1:8080/client",
}: ConnectWebSocketOptions): Promise<RobotClient> {
  const duplex = new WebSocketDuplex(new (await findWebSocket())(url));
  await duplex.opened(url);
  return RobotClient.join(duplex, document);
}

/** The WebSocket of the platform. Node has one from version 22 on; older versions use the ws package. */
async function findWebSocket(): Promise<typeof WebSocket> {
  if (typeof WebSocket !== "undefined") return WebSocket;
  return (await import("ws")).WebSocket as unknown as typeof WebSocket;
}

class WebSocketDuplex implements Duplex {
  readonly #socket: WebSocket;
  #listener: DuplexListener | undefined;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onmessage = ({ data }) => {
      if (data instanceof ArrayBuffer) this.#listener?.received(new Uint8Array(data));
    };
  }

  opened(url: string): Promise<void> {
    const socket = this.#socket;
    return new Promise((resolve, reject) => {
      socket.onopen = () => resolve();
      // browsers give no reason with an error; a close event always follows
      socket.onerror = () => {};
      socket.onclose = ({ code, reason }) => {
        const why = reason || (code === 1000 || code === 1005 ? undefined : `code ${code}`);
        reject(
          new RobotError({
            code: "CONNECTION_FAILED",
            message: `no connection to ${url}${why ? `: ${why}` : ""}`,
            where: url,
            advice: START_A_SERVER,
          }),
        );
        this.#listener?.closed(why);
      };
    });
  }

  start(listener: DuplexListener): void {
    this.#listener = listener;
  }

  send(bytes: Uint8Array): void {
    if (this.#socket.readyState === 1) this.#socket.send(bytes as Uint8Array<ArrayBuffer>);
  }

  close(): void {
    this.#socket.close(1000);
  }
}
