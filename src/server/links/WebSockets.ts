// WebSockets: /client carries the same bytes as TCP, in binary frames of any size; /api carries verbs as JSON
// {id, verb, args}, with replies {id, result, message, data}.

import type { IncomingMessage } from "node:http";
import { performance } from "node:perf_hooks";
import type { Duplex } from "node:stream";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { SimError, showValue } from "../../describe/SimError.js";
import type { Link } from "../../session/clients/Link.js";
import type { Simulation } from "../../session/Simulation.js";
import { type Reply, replyTo } from "../../session/verbs/Reply.js";
import type { Control } from "../Control.js";
import { checkLength, maxRequestBytes, readJson } from "../http/RequestBody.js";
import type { Pump } from "../Pump.js";
import type { VerbClient } from "../VerbQueue.js";
import { isLoopback } from "./Address.js";
import type { MemoryBudget } from "./MemoryBudget.js";
import { MessageInbox, MessageTurns } from "./MessageTurns.js";
import type { NewcomerPool } from "./NewcomerPool.js";
import type { ReadTurns } from "./ReadTurns.js";
import { attachSession } from "./SessionEvents.js";
import { countMemory, limitControlFrames, SOCKET_OPTIONS } from "./SocketRules.js";
import { DRAIN_MS } from "./TcpLink.js";

export interface WebSocketsOptions {
  readonly simulation: Simulation;
  readonly pump: Pump;
  readonly newcomers: NewcomerPool;
  readonly memory: MemoryBudget;
  readonly reads: ReadTurns;
  readonly control: Control;
  readonly log: (line: string) => void;
}

/** Verbs of one connection that may wait for their reply. */
const MAX_PENDING = 100;
/** Maximum length of the id of a request, characters. */
const MAX_ID = 256;
/** Maximum number of connections to /api. */
const MAX_API_CONNECTIONS = 100;
const GOING_AWAY = 1001;
const REFUSED = 1008;

export class WebSockets {
  readonly #options: WebSocketsOptions;
  readonly #clients: WebSocketServer;
  readonly #api: WebSocketServer;
  readonly #turns = new MessageTurns();

  constructor(options: WebSocketsOptions) {
    this.#options = options;
    const { limits, documentLimits } = options.simulation.options;
    // slightly oversized input gets an Error of the session; far larger frames are refused at their header
    const maxPayload = documentLimits.bytes + limits.messageBytes + limits.aheadBytes;
    this.#clients = new WebSocketServer({ ...SOCKET_OPTIONS, maxPayload });
    const maxBytes = 2 * maxRequestBytes(documentLimits.bytes);
    this.#api = new WebSocketServer({ ...SOCKET_OPTIONS, maxPayload: maxBytes });
  }

  /** False: no WebSocket is served at this path. */
  upgrade(path: string, request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    if (path === "/client")
      this.#clients.handleUpgrade(request, socket, head, (webSocket) => this.#openClient(webSocket, request));
    else if (path === "/api") this.#upgradeApi(request, socket, head);
    else return false;
    return true;
  }

  #upgradeApi(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.#api.clients.size >= MAX_API_CONNECTIONS)
      throw new SimError("STATE_WRONG", {
        where: "/api",
        found: `${MAX_API_CONNECTIONS} connections`,
        allowed: "fewer",
      });
    this.#api.handleUpgrade(request, socket, head, (webSocket) => this.#openApi(webSocket, request));
  }

  #openClient(socket: WebSocket, request: IncomingMessage): void {
    const { simulation, pump, reads } = this.#options;
    reads.pace(request.socket);
    const session = simulation.connect(new WebSocketLink(socket, request), performance.now());
    const events = attachSession(session, request.socket.remoteAddress ?? "", this.#options);
    limitControlFrames(socket);
    countMemory(this.#options.memory, socket, request.socket, {
      inputBytes: () => session.inputBytes,
      refuse: (error) => session.fail(error),
    });
    socket.on("message", (data, isBinary) => {
      if (isBinary) events.receive(bytesOf(data));
      else {
        const detail = { where: session.name, found: "a text frame", allowed: "binary frames" };
        session.fail(new SimError("REQUEST_MALFORMED", detail));
        pump.wake();
      }
    });
    socket.on("close", events.hangUp).on("error", events.hangUp);
    pump.wake();
  }

  #openApi(socket: WebSocket, request: IncomingMessage): void {
    let pending = 0;
    const client: VerbClient = {};
    this.#options.reads.pace(request.socket);
    limitControlFrames(socket);
    countMemory(this.#options.memory, socket, request.socket, {
      refuse: (error) => socket.close(REFUSED, error.code),
    });
    // on malformed or oversized input the ws package sends the reason and closes
    socket.on("error", () => {});
    const inbox = new MessageInbox(socket, this.#turns, async (bytes) => {
      pending++;
      const reply = await this.#replyTo(bytes, pending > MAX_PENDING, client);
      pending--;
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(reply), () => inbox.settle());
    });
    socket.on("message", (data) => inbox.push(bytesOf(data)));
  }

  async #replyTo(bytes: Uint8Array, isTooMany: boolean, client: VerbClient): Promise<Reply & { id: unknown }> {
    const { control, simulation } = this.#options;
    let id: unknown = null;
    try {
      const request = readJson(new TextDecoder().decode(bytes), "/api");
      if (typeof request !== "object" || request === null || Array.isArray(request)) throw malformed(request);
      const { verb, args, id: given } = request as Record<string, unknown>;
      if (!isId(given)) throw malformed(request);
      id = given ?? null;
      if (typeof verb !== "string") throw malformed(request);
      checkLength(bytes.length, verb, simulation.options.documentLimits.bytes);
      if (isTooMany) throw tooMany();
      return { id, ...(await control.perform(verb, args, client)) };
    } catch (problem) {
      return { id, ...replyTo(problem, "/api") };
    }
  }

  /** The sessions of robots close their own sockets, and the HTTP server closes those that stay. */
  close(): void {
    this.#turns.close();
    for (const socket of this.#api.clients) socket.close(GOING_AWAY);
  }
}

class WebSocketLink implements Link {
  readonly isLocal: boolean;
  readonly #socket: WebSocket;

  constructor(socket: WebSocket, request: IncomingMessage) {
    this.#socket = socket;
    this.isLocal = isLoopback(request.socket.remoteAddress ?? "");
    request.socket.setNoDelay(true);
  }

  send(bytes: Uint8Array): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(bytes, { binary: true });
  }

  end(): void {
    const socket = this.#socket;
    if (socket.readyState === socket.CLOSED) return;
    socket.close(1000);
    const timer = setTimeout(() => socket.terminate(), DRAIN_MS);
    timer.unref();
    socket.once("close", () => clearTimeout(timer));
  }

  get backlog(): number {
    return this.#socket.bufferedAmount;
  }
}

/** A number or a short text, by which clients match replies to requests. */
const isId = (id: unknown): boolean => (typeof id !== "object" || id === null) && String(id).length <= MAX_ID;

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}

const malformed = (request: unknown): SimError =>
  new SimError("REQUEST_MALFORMED", { where: "/api", found: showValue(request), allowed: "{id, verb, args}" });

const tooMany = (): SimError =>
  new SimError("STATE_WRONG", {
    where: "/api",
    found: `${MAX_PENDING} verbs that wait for their reply`,
    advice: "Wait for a reply first.",
  });
