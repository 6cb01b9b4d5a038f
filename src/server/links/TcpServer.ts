// Robots over TCP: one connection, one robot's life (section W). Bytes go to the session as they come; what the session
// answers leaves in the same turn.

import { createServer, type Server, type Socket } from "node:net";
import { performance } from "node:perf_hooks";
import type { Simulation } from "../../session/Simulation.js";
import type { Pump } from "../Pump.js";
import { type ListenOptions, listen } from "./Address.js";
import { attachSession } from "./Attach.js";
import { TcpLink } from "./TcpLink.js";

export interface TcpServerOptions extends ListenOptions {
  readonly simulation: Simulation;
  readonly pump: Pump;
  readonly log: (line: string) => void;
}

const CLOSE_MS = 1000;

export class TcpServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #port = 0;

  private constructor({ simulation, pump, log }: TcpServerOptions) {
    this.#server = createServer({ allowHalfOpen: true, noDelay: true, keepAlive: true }, (socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
      const session = simulation.connect(new TcpLink(socket), performance.now());
      const events = attachSession(session, pump, log);
      socket.on("data", events.receive).on("end", events.hangUp).on("error", events.hangUp).on("close", events.hangUp);
      // its time-out begins to run
      pump.wake();
    });
  }

  static async open(options: TcpServerOptions): Promise<TcpServer> {
    const server = new TcpServer(options);
    server.#port = await listen(server.#server, options);
    return server;
  }

  get port(): number {
    return this.#port;
  }

  /** Takes nobody new; who is still there has been told to go, and gets a moment to read it. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        for (const socket of this.#sockets) socket.destroy();
      }, CLOSE_MS);
      this.#server.close(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
