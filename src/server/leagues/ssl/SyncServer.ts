// The league's drafted synchronous exchange over TCP, on the same ports as the datagrams (F3): SimulationSyncRequest in,
// SimulationSyncResponse out, each after its length. The world waits for every connected client and stops waiting when the client
// leaves. After an unreadable message the connection is closed.

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
import { NewcomerPool } from "../../links/NewcomerPool.js";
import { DRAIN_MS } from "../../links/TcpLink.js";
import { MAX_MESSAGE_BYTES, readMessage } from "./MessageReader.js";

export interface SyncServerOptions extends ListenOptions {
  readonly seat: SyncSeat;
  readonly join: (seat: SyncSeat, answer: (answer: SimulationSyncResponse) => void) => SyncMember;
  /** Throws the SimError that the client gets as an answer. */
  readonly admit: (address: string) => void;
  /** Timeout of a client at this address that sends no request, ms; Infinity: none (T4). */
  readonly timeoutMs: (address: string) => number;
  /** Called after a request arrived or a client left. */
  readonly wake: () => void;
}

/** Requests that a client may send before it gets their answers. */
const MAX_AHEAD = 16;
/** Connections at one port; a team needs one. */
const MAX_CLIENTS = 16;
/** Time for a client to read the last answer before the server destroys the connection, ms. */
const CLOSE_MS = 800;
/** A client with more unread bytes than this is disconnected. */
const MAX_UNREAD = 1 << 20;

export class SyncServer {
  readonly #server: Server;
  readonly #clients = new Set<SyncClient>();
  /** Senders that may not command, until they have read why: they take no place of a team. */
  readonly #refused = new NewcomerPool(MAX_CLIENTS);
  #port = 0;

  private constructor(options: SyncServerOptions) {
    this.#server = createServer({ noDelay: true, keepAlive: true }, (socket) => {
      if (this.#clients.size >= MAX_CLIENTS) return void socket.destroy();
      const client = new SyncClient(socket, options);
      if (client.isMember) this.#clients.add(client);
      const leave = client.isMember
        ? () => this.#clients.delete(client)
        : this.#refused.add(socket.remoteAddress ?? "", () => socket.destroy());
      socket.once("close", leave);
    });
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
    this.#refused.refuseAll();
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

  /** Whether it may send requests. */
  get isMember(): boolean {
    return this.#member !== undefined;
  }

  /** Starts the timeout for the next request. */
  #expectRequest(): void {
    const ms = this.#options.timeoutMs(this.#socket.remoteAddress ?? "");
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
      this.#requestNext();
    } catch (problem) {
      this.#fail(problem instanceof RangeError ? unreadable(problem.message) : problem);
    }
    this.#options.wake();
  }

  /** One request at a time: the next one follows after the answer. */
  #requestNext(): void {
    while (this.#member && !this.#isAsking && this.#ahead.length > 0) {
      const request = readMessage(SimulationSyncRequestSchema, this.#ahead.shift() as Uint8Array, WHERE);
      this.#isAsking = true;
      clearTimeout(this.#timer);
      this.#member.request(request);
    }
  }

  #answer(answer: SimulationSyncResponse): void {
    this.#isAsking = false;
    this.#send(answer);
    this.#expectRequest();
    if (this.#ahead.length === 0) return;
    // not inside the frame of the world
    setImmediate(() => {
      try {
        this.#requestNext();
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

  /** Closes the connection after the answers were sent. */
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
