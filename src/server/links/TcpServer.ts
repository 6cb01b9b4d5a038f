// The TCP port for robots: one connection per robot (W1). Input goes to the session as it arrives; the output leaves in the
// same turn of the event loop.

import { createServer, type Server, type Socket } from "node:net";
import { performance } from "node:perf_hooks";
import type { Simulation } from "../../session/Simulation.js";
import type { Pump } from "../Pump.js";
import { type ListenOptions, listen } from "./Address.js";
import type { MemoryBudget } from "./MemoryBudget.js";
import { NewcomerPool } from "./NewcomerPool.js";
import { attachSession } from "./SessionEvents.js";
import { readShared } from "./SharedReads.js";
import { TcpLink } from "./TcpLink.js";

export interface TcpServerOptions extends ListenOptions {
  readonly simulation: Simulation;
  readonly pump: Pump;
  readonly newcomers: NewcomerPool;
  readonly memory: MemoryBudget;
  readonly log: (line: string) => void;
}

/** Timeout for clients to close their connections when the server stops, ms. */
const CLOSE_MS = 800;

/** Ended connections that wait for their clients to read; beyond them the oldest is closed: a flood must not take all files. */
const MAX_ENDING = 128;

/** A dropped client with more unread output does not get its error, bytes. */
const MAX_LAST_BYTES = 1 << 16;

export class TcpServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #ending = new NewcomerPool(MAX_ENDING);
  #port = 0;

  private constructor({ simulation, pump, newcomers, memory, log }: TcpServerOptions) {
    const rules = { allowHalfOpen: true, noDelay: true, keepAlive: true, pauseOnConnect: true };
    this.#server = createServer(rules, (accepted) => {
      const socket = readShared(accepted, (bytes) => events.receive(bytes));
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
      const link = new TcpLink(socket, this.#ending);
      const session = simulation.connect(link, performance.now());
      const events = attachSession(session, socket.remoteAddress ?? "", { pump, newcomers, log });
      const forget = memory.add({
        get bytes() {
          return link.backlog + session.inputBytes;
        },
        drop: (error) => {
          session.fail(error);
          // the client does not read: its output is given up
          if (link.backlog > MAX_LAST_BYTES) socket.destroy();
        },
      });
      socket.once("close", forget);
      socket.on("end", events.hangUp).on("error", events.hangUp).on("close", events.hangUp);
      // starts the timeout for the document, once for all connections of this turn
      pump.wakeSoon();
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

  /** Accepts no new connections. The sessions have already sent SERVER_STOPPED; clients get CLOSE_MS to read it. */
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
