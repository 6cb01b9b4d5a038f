// A client of USARSim's protocol for tests: lines with a time-out, pictures by request.

import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** ms. */
const TIMEOUT_MS = 30_000;

export class UsarSocket {
  readonly socket: Socket;
  isClosed = false;
  bytes = Buffer.alloc(0);

  constructor(port = 0) {
    this.socket = connect({ port, host: "127.0.0.1" });
    this.socket.on("error", () => {});
    this.socket.once("close", () => {
      this.isClosed = true;
    });
    this.socket.on("data", (bytes) => {
      this.bytes = Buffer.concat([this.bytes, bytes]);
    });
    onTestFinished(() => {
      this.socket.destroy();
    });
  }

  send(...lines: readonly string[]): void {
    this.socket.write(lines.map((line) => `${line}\r\n`).join(""));
  }

  /** The first line that matches; it and all lines before it are taken. */
  async line(pattern: RegExp): Promise<string> {
    let found = "";
    await this.until(() => {
      for (let end = this.bytes.indexOf("\r\n"); end >= 0 && !found; end = this.bytes.indexOf("\r\n")) {
        const line = this.bytes.subarray(0, end).toString();
        this.bytes = this.bytes.subarray(end + 2);
        if (pattern.test(line)) found = line;
      }
      return found !== "";
    }, String(pattern));
    return found;
  }

  async ask(line: string, pattern: RegExp): Promise<string> {
    this.send(line);
    return this.line(pattern);
  }

  /** A packet of the image server. */
  async picture(request: string | Uint8Array = "OK"): Promise<{ readonly type: number; readonly data: Buffer }> {
    this.socket.write(request);
    await this.until(() => this.bytes.length >= 5 && this.bytes.length >= 5 + this.bytes.readUInt32BE(1), "picture");
    const end = 5 + this.bytes.readUInt32BE(1);
    const [type, data] = [this.bytes[0], this.bytes.subarray(5, end)];
    this.bytes = this.bytes.subarray(end);
    return { type, data };
  }

  async until(isDone: () => boolean, what: string): Promise<void> {
    const endMs = Date.now() + TIMEOUT_MS;
    while (!isDone()) {
      if (Date.now() > endMs) throw new Error(`no ${what}; last: ${this.bytes.subarray(-200).toString()}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

/** Value of a block of a line; the last one of this name. */
export const blockOf = (line: string, name: string): string =>
  [...line.matchAll(new RegExp(`\\{${name} ([^}]*)\\}`, "gi"))].at(-1)?.[1] ?? "";
