// The league's drafted synchronous exchange, over TCP on the ports of the datagrams (F3): SimulationSyncRequest in,
// SimulationSyncResponse out, each behind its length. Who is connected is waited for; who leaves, for whatever reason, is not
// waited for any longer. After a message that cannot be read nothing more is taken from that client.

import { createServer, type Server, type Socket } from "node:net";
import { create, toBinary } from "@bufbuild/protobuf";
import { SimError } from "../../../describe/SimError.js";
import { frameMessage, MessageSplitter } from "../../../leagues/ssl/commands/SyncFraming.js";
import { wireError } from "../../../leagues/ssl/commands/WireError.js";
import type { SyncMember, SyncSeat } from "../../../leagues/ssl/LockStep.js";
import {
  SimulationSyncRequestSchema,
  type SimulationSyncResponse,
  SimulationSyncResponseSchema,
} from "../../../leagues/ssl/wire/SslSimulation_pb.js";
import { type ListenOptions, listen } from "../../links/Address.js";
import { DRAIN_MS } from "../../links/TcpLink.js";
import { MAX_MESSAGE_BYTES, readMessage } from "./MessageReader.js";

export interface SyncServerOptions extends ListenOptions {
  readonly seat: SyncSeat;
  readonly join: (seat: SyncSeat, answer: (answer: SimulationSyncResponse) => void) => SyncMember;
  /** Throws what that client is told. */
  readonly admit: (address: string) => void;
  /** Of somebody at this address who does not ask, ms; Infinity: for ever (T4). */
  readonly patienceMs: (address: string) => number;
  /** Something was asked, or nobody waits any more. */
  readonly wake: () => void;
}

/** Requests that one client may send ahead of their answers. */
const MAX_AHEAD = 16;
/** Connections at a port: one of them would do. */
const MAX_CLIENTS = 16;
/** How long what was sent last may take to be read at the end, ms. */
const CLOSE_MS = 1000;
/** Who has this much unread is gone, bytes. */
const MAX_UNREAD = 1 << 20;

export class SyncServer {
  readonly #server: Server;
  readonly #clients = new Set<SyncClient>();
  #port = 0;

  private constructor(options: SyncServerOptions) {
    this.#server = createServer({ noDelay: true, keepAlive: true }, (socket) => {
      const client = new SyncClient(socket, options);
      this.#clients.add(client);
      socket.once("close", () => this.#clients.delete(client));
    });
    this.#server.maxConnections = MAX_CLIENTS;
  }

  static async open(options: SyncServerOptions): Promise<SyncServer> {
    const server = new SyncServer(options);
    server.#port = await listen(server.#server, options);
    return server;
  }

  get port(): number {
    return this.#port;
  }

  close(): Promise<void> {
    for (const client of this.#clients) client.end(CLOSE_MS);
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

class SyncClient {
  readonly #socket: Socket;
  readonly #options: SyncServerOptions;
  readonly #splitter = new MessageSplitter(MAX_MESSAGE_BYTES);
  readonly #ahead: Uint8Array[] = [];
  #member: SyncMember | undefined;
  #isAsking = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(socket: Socket, options: SyncServerOptions) {
    this.#socket = socket;
    this.#options = options;
    const leave = () => this.#leave();
    socket
      .on("data", (bytes) => this.#receive(bytes))
      .on("error", leave)
      .on("end", leave)
      .on("close", leave);
    try {
      options.admit(socket.remoteAddress ?? "");
      this.#member = options.join(options.seat, (answer) => this.#answer(answer));
      this.#expectRequest();
    } catch (problem) {
      this.#fail(problem);
    }
  }

  /** The world waits for it, but not for ever. */
  #expectRequest(): void {
    const ms = this.#options.patienceMs(this.#socket.remoteAddress ?? "");
    clearTimeout(this.#timer);
    if (ms === Number.POSITIVE_INFINITY || !this.#member) return;
    const found = `no request for ${ms / 1000} s`;
    this.#timer = setTimeout(() => this.#fail(new SimError("STALLED", { where: this.#options.seat, found })), ms);
    this.#timer.unref();
  }

  #receive(bytes: Uint8Array): void {
    if (!this.#member) return;
    try {
      this.#splitter.push(bytes, (message) => this.#ahead.push(message));
      if (this.#ahead.length > MAX_AHEAD) throw unreadable(`${this.#ahead.length} requests without their answers`);
      this.#askNext();
    } catch (problem) {
      this.#fail(problem instanceof RangeError ? unreadable(problem.message) : problem);
    }
    this.#options.wake();
  }

  /** One at a time: the next is asked when this one has been answered. */
  #askNext(): void {
    while (this.#member && !this.#isAsking && this.#ahead.length > 0) {
      const request = readMessage(SimulationSyncRequestSchema, this.#ahead.shift() as Uint8Array, WHERE);
      this.#isAsking = true;
      clearTimeout(this.#timer);
      this.#member.ask(request);
    }
  }

  #answer(answer: SimulationSyncResponse): void {
    this.#isAsking = false;
    this.#send(answer);
    this.#expectRequest();
    if (this.#ahead.length === 0) return;
    // not from within the world's own frame
    setImmediate(() => {
      try {
        this.#askNext();
      } catch (problem) {
        this.#fail(problem);
      }
      this.#options.wake();
    });
  }

  #send(answer: SimulationSyncResponse): void {
    const socket = this.#socket;
    if (!socket.writable) return;
    socket.write(frameMessage(toBinary(SimulationSyncResponseSchema, answer)));
    if (socket.writableLength > MAX_UNREAD) socket.destroy();
  }

  #fail(problem: unknown): void {
    this.#send(create(SimulationSyncResponseSchema, { robotControlResponse: { errors: [wireError(problem, WHERE)] } }));
    this.end();
  }

  /** Told everything, then closed. */
  end(drainMs = DRAIN_MS): void {
    this.#leave();
    this.#socket.end();
    const timer = setTimeout(() => this.#socket.destroy(), drainMs);
    timer.unref();
    this.#socket.once("close", () => clearTimeout(timer));
  }

  #leave(): void {
    const member = this.#member;
    if (!member) return;
    this.#member = undefined;
    clearTimeout(this.#timer);
    this.#ahead.length = 0;
    member.leave();
    this.#options.wake();
  }
}

const WHERE = "SimulationSyncRequest";
const unreadable = (found: string): SimError => new SimError("UNREADABLE", { where: WHERE, found });
