// WebSocket /foxglove (X2): Foxglove Studio and Lichtblick connect here, with either name of the protocol. A client that does not
// read misses messages; the simulation never waits for one. The package of the protocol is loaded with the first client.

import type { IncomingMessage } from "node:http";
import { performance } from "node:perf_hooks";
import type { Duplex } from "node:stream";
import type { IWebSocket } from "@foxglove/ws-protocol";
import { type WebSocket, WebSocketServer } from "ws";
import { asSimError, explainError, SimError } from "../../describe/SimError.js";
import { RequestLimiter } from "../http/RequestLimiter.js";
import type { MemoryBudget } from "../links/MemoryBudget.js";
import type { ReadTurns } from "../links/ReadTurns.js";
import { countMemory, limitControlFrames, SOCKET_OPTIONS } from "../links/SocketRules.js";
import { LiveFeed } from "../record/LiveFeed.js";
import type { FoxgloveLive, FoxgloveOptions } from "./FoxgloveLive.js";

export interface FoxgloveSocketsOptions extends FoxgloveOptions {
  readonly memory: MemoryBudget;
  readonly reads: ReadTurns;
}

export const FOXGLOVE_PROTOCOLS: readonly string[] = ["foxglove.sdk.v1", "foxglove.websocket.v1"];
const MAX_CLIENTS = 32;
/** Maximum length of a request, bytes. */
const MAX_REQUEST_BYTES = 1 << 20;
/** Requests of one client per second. */
const MAX_REQUESTS = 300;
/** A longer request counts as several, bytes: a call of a service, and a text. */
const [BYTES_PER_CALL, BYTES_PER_TEXT] = [1 << 16, 256];
/** A client with more unread output misses messages, bytes. */
const MAX_UNREAD = 2 << 20;
/** A client with more unread output is disconnected, bytes. */
const MAX_BACKLOG = 16 << 20;
const GOING_AWAY = 1001;
const REFUSED = 1008;
/** First byte of a message of a channel, and of the clock. */
const SKIPPABLE: ReadonlySet<number> = new Set([1, 2]);
const SUBSCRIBE = /"op"\s*:\s*"subscribe"/;

export class FoxgloveSockets {
  readonly #options: FoxgloveSocketsOptions;
  readonly #server: WebSocketServer;
  readonly #feed: LiveFeed<FoxgloveLive>;
  #loading: Promise<typeof import("./FoxgloveLive.js")> | undefined;

  constructor(options: FoxgloveSocketsOptions) {
    this.#options = options;
    const { simulation, log } = options;
    this.#feed = new LiveFeed({ name: "foxglove", simulation, log, end: () => this.close() });
    const handleProtocols = (offered: Set<string>): string | false =>
      FOXGLOVE_PROTOCOLS.find((name) => offered.has(name)) ?? false;
    this.#server = new WebSocketServer({ ...SOCKET_OPTIONS, maxPayload: MAX_REQUEST_BYTES, handleProtocols });
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const offered = (request.headers["sec-websocket-protocol"] ?? "").split(",").map((name) => name.trim());
    if (!offered.some((name) => FOXGLOVE_PROTOCOLS.includes(name)))
      throw new SimError("REQUEST_MALFORMED", {
        where: "/foxglove",
        found: `the protocols "${offered.join(", ")}"`,
        allowed: FOXGLOVE_PROTOCOLS.join(" or "),
      });
    if (this.#server.clients.size >= MAX_CLIENTS)
      throw new SimError("STATE_WRONG", { where: "/foxglove", found: `${MAX_CLIENTS} clients`, allowed: "fewer" });
    this.#server.handleUpgrade(request, socket, head, (webSocket) => void this.#open(webSocket, request));
  }

  async #open(socket: WebSocket, request: IncomingMessage): Promise<void> {
    const { memory, reads, log } = this.#options;
    reads.pace(request.socket);
    limitControlFrames(socket);
    countMemory(memory, socket, request.socket, { refuse: (error) => socket.close(REFUSED, error.code) });
    socket.on("error", () => {});
    // the first messages may arrive while the package is loaded
    socket.pause();
    try {
      this.#loading ??= import("./FoxgloveLive.js");
      const { FoxgloveLive } = await this.#loading;
      if (socket.readyState !== socket.OPEN) return;
      const live = this.#feed.open(() => new FoxgloveLive(this.#options));
      live.add(new Sender(socket, () => this.#feed.refresh()), request.socket.remoteAddress ?? "");
    } catch (problem) {
      log(`foxglove: ${explainError(asSimError(problem, "foxglove"))}`);
      socket.close(REFUSED);
    }
    socket.on("close", () => {
      if (this.#server.clients.size === 0) this.#feed.drop();
    });
    socket.resume();
  }

  afterFrame(): void {
    this.#feed.afterFrame();
  }

  log(line: string): void {
    this.#feed.log(line);
  }

  close(): void {
    for (const socket of this.#server.clients) socket.close(GOING_AWAY);
  }
}

/** A WebSocket as the package takes it. Messages of channels are skipped while the client does not read. */
class Sender implements IWebSocket {
  binaryType = "arraybuffer";
  onerror: IWebSocket["onerror"];
  onopen: IWebSocket["onopen"];
  onclose: IWebSocket["onclose"];
  onmessage: IWebSocket["onmessage"];
  readonly #socket: WebSocket;
  readonly #limiter = new RequestLimiter(MAX_REQUESTS);

  /** `onSubscribe`: called for every subscription. The package tells only the first one of a channel. */
  constructor(socket: WebSocket, onSubscribe: () => void) {
    this.#socket = socket;
    socket.on("message", (data, isBinary) => {
      const bytes = data as Buffer;
      if (this.#limiter.isTooMuch(performance.now(), costOf(bytes, isBinary))) {
        socket.terminate();
        return;
      }
      const text = isBinary ? undefined : String(bytes);
      this.onmessage?.({ data: text ?? toArrayBuffer(bytes) });
      if (text !== undefined && SUBSCRIBE.test(text)) onSubscribe();
    });
    socket.on("close", (code, reason) => this.onclose?.({ code, reason: String(reason), wasClean: true }));
  }

  get protocol(): string {
    return this.#socket.protocol;
  }

  close(): void {
    this.#socket.close();
  }

  // one parameter: the package then sends each message in one piece
  send(data: string | ArrayBuffer | ArrayBufferView): void {
    const socket = this.#socket;
    if (socket.readyState !== socket.OPEN) return;
    const bytes = typeof data === "string" ? data : bytesOf(data);
    if (typeof bytes !== "string" && SKIPPABLE.has(bytes[0]) && socket.bufferedAmount > MAX_UNREAD) return;
    if (socket.bufferedAmount > MAX_BACKLOG) socket.terminate();
    else socket.send(bytes);
  }
}

/** A list of many subscriptions is as many requests: each may get a reply of its own. */
const costOf = ({ length }: Uint8Array, isBinary: boolean): number =>
  1 + length / (isBinary ? BYTES_PER_CALL : BYTES_PER_TEXT);

const bytesOf = (data: ArrayBuffer | ArrayBufferView): Uint8Array =>
  ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);

const toArrayBuffer = (data: Buffer): ArrayBuffer => new Uint8Array(data).buffer;
