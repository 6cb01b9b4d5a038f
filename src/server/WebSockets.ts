// WebSockets: /client carries a robot's bytes exactly as TCP does, cut into binary frames anyhow; /api carries verbs as
// JSON {id, verb, args}, answered with {id, result, message, data}.

import type { IncomingMessage } from "node:http";
import { performance } from "node:perf_hooks";
import type { Duplex } from "node:stream";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { SimError, showValue } from "../describe/SimError.js";
import type { Link } from "../session/Link.js";
import { errorReply, type Reply, replyTo } from "../session/Reply.js";
import type { Simulation } from "../session/Simulation.js";
import { isLoopback } from "./Address.js";
import { attachSession } from "./Attach.js";
import type { Control } from "./Control.js";
import { MOST_BODY_BYTES, readJson } from "./HttpServer.js";
import type { Pump } from "./Pump.js";
import { DRAIN_MS } from "./TcpLink.js";

export interface WebSocketsOptions {
  readonly simulation: Simulation;
  readonly pump: Pump;
  readonly control: Control;
  readonly log: (line: string) => void;
}

/** Verbs of one connection that may wait for their answer. */
const MOST_PENDING = 100;
const GOING_AWAY = 1001;
const CLOSE_MS = 1000;

export class WebSockets {
  readonly #options: WebSocketsOptions;
  readonly #clients: WebSocketServer;
  readonly #api = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MOST_BODY_BYTES });

  constructor(options: WebSocketsOptions) {
    this.#options = options;
    const { limits, documentLimits } = options.simulation.options;
    // what is a little too long is told so by the session; what is far too long is cut off at its header
    const maxPayload = documentLimits.bytes + limits.messageBytes + limits.aheadBytes;
    this.#clients = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload });
  }

  /** False: there is no such path. */
  upgrade(path: string, request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    if (path === "/client")
      this.#clients.handleUpgrade(request, socket, head, (webSocket) => this.#openClient(webSocket, request));
    else if (path === "/api") this.#api.handleUpgrade(request, socket, head, (webSocket) => this.#openApi(webSocket));
    else return false;
    return true;
  }

  #openClient(socket: WebSocket, request: IncomingMessage): void {
    const { simulation, pump, log } = this.#options;
    const session = simulation.connect(new WebSocketLink(socket, request), performance.now());
    const events = attachSession(session, pump, log);
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

  #openApi(socket: WebSocket): void {
    let pending = 0;
    socket.on("error", () => socket.terminate());
    socket.on("message", async (data) => {
      pending++;
      const answer = pending > MOST_PENDING ? tooMany() : await this.#answer(bytesOf(data));
      pending--;
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(answer));
    });
  }

  async #answer(bytes: Uint8Array): Promise<Reply & { id: unknown }> {
    let id: unknown = null;
    try {
      const request = readJson(new TextDecoder().decode(bytes), "/api");
      if (typeof request !== "object" || request === null || Array.isArray(request)) throw malformed(request);
      const { verb, args, id: given } = request as Record<string, unknown>;
      id = given ?? null;
      if (typeof verb !== "string") throw malformed(request);
      return { id, ...(await this.#options.control.perform(verb, args)) };
    } catch (problem) {
      return { id, ...replyTo(problem, "/api") };
    }
  }

  /** Robots have been told to go by their sessions. */
  close(): void {
    for (const socket of this.#api.clients) socket.close(GOING_AWAY);
    const timer = setTimeout(() => {
      for (const { clients } of [this.#api, this.#clients]) for (const socket of clients) socket.terminate();
    }, CLOSE_MS);
    timer.unref();
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

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data;
}

const malformed = (request: unknown): SimError =>
  new SimError("REQUEST_MALFORMED", { where: "/api", found: showValue(request), allowed: "{id, verb, args}" });

const tooMany = (): Reply & { id: unknown } => ({
  id: null,
  ...errorReply(
    new SimError("STATE_WRONG", {
      where: "/api",
      found: `${MOST_PENDING} verbs that wait for their answer`,
      advice: "Wait for an answer first.",
    }),
  ),
});
