// A program of the league in CI mode, played by a test: answers each message of the simulator by a function.

import { createServer, type Server, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { frameMessage, MessageSplitter } from "../../src/leagues/ssl/commands/SyncFraming.js";

export class CiProgram {
  /** Messages of the simulator. */
  received = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  /** `answer` returns the messages that go back. */
  private constructor(answer: (message: Uint8Array) => readonly Uint8Array[]) {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      const splitter = new MessageSplitter(1 << 20);
      socket.on("error", () => {});
      socket.on("data", (bytes) =>
        splitter.push(bytes, (message) => {
          this.received++;
          for (const one of answer(message)) socket.write(frameMessage(one));
        }),
      );
    });
  }

  static async open(answer: (message: Uint8Array) => readonly Uint8Array[], port = 0): Promise<CiProgram> {
    const program = new CiProgram(answer);
    await new Promise<void>((resolve) => program.#server.listen(port, "127.0.0.1", resolve));
    onTestFinished(() => program.close());
    return program;
  }

  get address() {
    return { host: "127.0.0.1", port: (this.#server.address() as { port: number }).port };
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}
