// A bare socket: sends bytes unchanged, and reads only when the test calls `read`.

import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { RunningServer } from "../../src/server/Server.js";

export class RawSocket {
  readonly socket: Socket;
  isClosed = false;
  text = "";

  constructor({ httpPort = 0 }: RunningServer) {
    this.socket = connect({ port: httpPort, host: "127.0.0.1", allowHalfOpen: true });
    this.socket.on("error", () => {});
    this.socket.once("close", () => {
      this.isClosed = true;
    });
    onTestFinished(() => {
      this.socket.destroy();
    });
  }

  /** Keeps all received bytes as text. */
  read(): this {
    this.socket.on("data", (bytes) => {
      this.text += bytes.toString("latin1");
    });
    return this;
  }

  /** Sends a request without a body; gives the answer, or the part that arrived before the server closed. */
  static async ask(server: RunningServer, text: string, until: RegExp = /\r\n\r\n/): Promise<string> {
    const raw = new RawSocket(server).read();
    raw.socket.write(text);
    const ended = once(raw.socket, "end");
    while (!until.test(raw.text) && !raw.socket.readableEnded) await Promise.race([once(raw.socket, "data"), ended]);
    return raw.text;
  }

  /** Opens a WebSocket from which nothing is read. */
  static async open(server: RunningServer, path: string): Promise<RawSocket> {
    const raw = new RawSocket(server);
    raw.socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${server.httpPort}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
    );
    await once(raw.socket, "readable");
    return raw;
  }

  /** Writes until the other end closes, or `maxBytes` bytes are sent. */
  async pour(bytes: Uint8Array, maxBytes: number): Promise<number> {
    let sent = 0;
    while (!this.isClosed && sent < maxBytes) {
      sent += bytes.length;
      if (this.socket.write(bytes)) await new Promise((resolve) => setImmediate(resolve));
      else await new Promise((resolve) => this.socket.once("drain", resolve).once("close", resolve));
    }
    return sent;
  }
}

export const TEXT = 1;
export const PING = 9;

/** A WebSocket frame of up to 65535 bytes, with a zero mask. */
export function webSocketFrame(kind: number, payload: Uint8Array): Uint8Array {
  const { length } = payload;
  const size = length < 126 ? [128 | length] : [128 | 126, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([128 | kind, ...size, 0, 0, 0, 0]), payload]);
}
