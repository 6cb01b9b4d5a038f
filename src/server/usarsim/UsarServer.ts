// The ports of USARSim's clients: text protocol (TCP 3000) and image server (TCP 5003), for programs of 2006 (docs/usarsim.md). Both listen
// where the robots' port listens. A connection of the text protocol is one robot; no token protects it, as on the robots' port.

import { createServer, type Server, type Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { SimError, showValue } from "../../describe/SimError.js";
import type { Simulation } from "../../session/Simulation.js";
import { UsarClient } from "../../session/usarsim/UsarClient.js";
import { RequestLimiter } from "../http/RequestLimiter.js";
import { isLoopback, listen } from "../links/Address.js";
import type { MemoryBudget } from "../links/MemoryBudget.js";
import { NewcomerPool } from "../links/NewcomerPool.js";
import type { ReadTurns } from "../links/ReadTurns.js";
import { TcpLink } from "../links/TcpLink.js";
import type { Pump } from "../Pump.js";
import { EncodingBudget } from "./EncodingBudget.js";
import { ImageConnection } from "./ImageConnection.js";
import type { PictureQuality } from "./ImageEncoder.js";
import { ImageViews } from "./ImageViews.js";

export interface UsarOptions {
  /** Port of the text protocol; 0: any free port. Default 3000. */
  readonly port?: number | undefined;
  /** Port of the image server; 0: any free port. Default 5003. */
  readonly imagePort?: number | undefined;
  /** Raw pixels, or the quality of JPEG. Default good. */
  readonly pictures?: PictureQuality | undefined;
}

export interface UsarServerOptions extends UsarOptions {
  readonly host: string;
  readonly simulation: Simulation;
  readonly pump: Pump;
  readonly memory: MemoryBudget;
  readonly reads: ReadTurns;
  readonly readRobot: (name: string) => string;
  readonly log: (line: string) => void;
}

/** Connections without a robot, and connections of the image server; beyond them the oldest is closed. */
const MAX_CONNECTIONS = 64;
/** Lines per second. */
const MAX_LINES = 2000;
const RULES = { allowHalfOpen: true, noDelay: true, keepAlive: true } as const;

export class UsarServer {
  readonly #options: UsarServerOptions;
  readonly #views: ImageViews;
  readonly #encoding = new EncodingBudget();
  readonly #lines: Server;
  readonly #images: Server;
  readonly #sockets = new Set<Socket>();
  readonly #newcomers = new NewcomerPool(MAX_CONNECTIONS);
  readonly #ending = new NewcomerPool(MAX_CONNECTIONS);
  readonly #viewers = new NewcomerPool(MAX_CONNECTIONS);
  readonly #clients = new Set<UsarClient>();
  #ports: { readonly port: number; readonly imagePort: number } = { port: 0, imagePort: 0 };

  private constructor(options: UsarServerOptions) {
    this.#options = options;
    const names = (): readonly string[] => [...this.#clients].flatMap(({ robotName }) => robotName ?? []);
    this.#views = new ImageViews(options.simulation.world, options.pictures ?? "good", names, options.log);
    this.#lines = createServer(RULES, (socket) => this.#acceptLines(socket));
    this.#images = createServer(RULES, (socket) => this.#acceptImages(socket));
  }

  static async open(options: UsarServerOptions): Promise<UsarServer> {
    const { host, port = 3000, imagePort = 5003 } = options;
    const server = new UsarServer(options);
    try {
      const lines = await listen(server.#lines, { host, port, flag: "--usarsim-port" });
      const images = await listen(server.#images, { host, port: imagePort, flag: "--usarsim-images" });
      server.#ports = { port: lines, imagePort: images };
    } catch (problem) {
      await server.close();
      throw problem;
    }
    return server;
  }

  get port(): number {
    return this.#ports.port;
  }
  get imagePort(): number {
    return this.#ports.imagePort;
  }

  #acceptLines(socket: Socket): void {
    const { simulation, pump, memory, reads, readRobot } = this.#options;
    const address = plain(socket.remoteAddress);
    const link = new TcpLink(socket, this.#ending);
    const limiter = new RequestLimiter(MAX_LINES);
    const client = new UsarClient({
      simulation,
      link,
      address,
      isTooMuch: (cost) => limiter.isTooMuch(performance.now(), cost),
      readRobot,
      show: (who, robot, camera) => this.#views.show(shownTo(who, address), robot, camera),
      nowMs: () => performance.now(),
    });
    this.#clients.add(client);
    const leavePool = this.#newcomers.add(address, () => socket.destroy());
    const receive = (bytes: Uint8Array): void => {
      this.#guard(() => client.receive(bytes));
      if (client.session) leavePool();
      pump.wakeSoon();
    };
    const hangUp = (): void => {
      this.#clients.delete(client);
      leavePool();
      this.#guard(() => client.hangUp());
      pump.wakeSoon();
    };
    reads.pace(socket);
    socket.on("data", receive).on("end", hangUp);
    this.#keep(socket, hangUp);
    const drop = (error: SimError): void => {
      client.refuse(error);
      socket.destroy();
    };
    socket.once(
      "close",
      memory.add({
        drop,
        get bytes() {
          return link.backlog + client.inputBytes;
        },
      }),
    );
  }

  #acceptImages(socket: Socket): void {
    const { memory, reads } = this.#options;
    const address = plain(socket.remoteAddress);
    const connection = new ImageConnection(socket, () => this.#views.picture(address), this.#encoding);
    const leavePool = this.#viewers.add(address, () => socket.destroy());
    reads.pace(socket);
    socket.on("data", (bytes) => this.#guard(() => connection.receive(bytes)));
    socket.on("end", () => socket.end());
    this.#keep(socket, () => {
      leavePool();
      connection.close();
    });
    socket.once(
      "close",
      memory.add({
        drop: () => socket.destroy(),
        get bytes() {
          return socket.writableLength;
        },
      }),
    );
  }

  #keep(socket: Socket, leave: () => void): void {
    this.#sockets.add(socket);
    socket.on("error", leave).on("close", leave);
    socket.once("close", () => this.#sockets.delete(socket));
  }

  /** An exception here is an internal error; other clients continue. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (problem) {
      this.#options.log(`USARSim: internal error: ${problem instanceof Error ? problem.stack : String(problem)}`);
    }
  }

  /** The sessions have already sent SERVER_STOPPED; sockets that have sent everything are closed at once. */
  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroySoon();
    const timer = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, CLOSE_MS);
    await Promise.all([this.#lines, this.#images].map((one) => new Promise((resolve) => one.close(resolve))));
    clearTimeout(timer);
  }
}

/** Whose picture a client at this address chooses: its own, and from this machine that of any address. */
function shownTo(who: string | undefined, address: string): string {
  const client = plain(who ?? address);
  if (client === address || isLoopback(address)) return client;
  throw new SimError("LINE_UNSUPPORTED", {
    where: "SET/Client",
    found: showValue(who),
    allowed: `${address}, or no {Client ...}; any address from the simulator's own machine`,
  });
}

/** Timeout for clients to read their last line, ms. */
const CLOSE_MS = 800;

const plain = (address = ""): string => address.replace(/^::ffff:/i, "");
