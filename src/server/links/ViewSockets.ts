// Viewers over WebSocket /view (X1, E4): text messages are JSON, poses are binary (session/view/ViewProtocol.ts). Viewers are
// updated 30 times per second of wall-clock time; without viewers nothing runs.

import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import type { Duplex } from "node:stream";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { asSimError, SimError } from "../../describe/SimError.js";
import type { Simulation } from "../../session/Simulation.js";
import { errorReply, type Reply, replyTo } from "../../session/verbs/Reply.js";
import { Viewer, type ViewLink } from "../../session/view/Viewer.js";
import { VIEW_VERSION, type ViewRequest } from "../../session/view/ViewProtocol.js";
import { readViewRequest } from "../../session/view/ViewRequests.js";
import { messageText, ViewStream, type ViewStreamOptions } from "../../session/view/ViewStream.js";
import type { Control } from "../Control.js";
import type { Access } from "../http/Access.js";
import { checkJson, checkLength, maxRequestBytes } from "../http/RequestBody.js";
import { RequestLimiter } from "../http/RequestLimiter.js";
import type { VerbClient } from "../VerbQueue.js";
import type { MemoryBudget } from "./MemoryBudget.js";
import { NewcomerPool } from "./NewcomerPool.js";
import type { ReadTurns } from "./ReadTurns.js";
import { countMemory, limitControlFrames, SOCKET_OPTIONS } from "./SocketRules.js";

export interface ViewSocketsOptions {
  readonly simulation: Simulation;
  readonly control: Control;
  readonly access: Access;
  readonly memory: MemoryBudget;
  readonly reads: ReadTurns;
  readonly robotAddress: () => string;
  /** What else the stream takes. */
  readonly stream?: Partial<ViewStreamOptions> | undefined;
  readonly log: (line: string) => void;
}

const UPDATE_MS = 1000 / 30;
/** Timeout for a viewer's hello, ms. */
const HELLO_MS = 10_000;
const MAX_VIEWERS = 100;
/** Connections before their hello. */
const MAX_NEWCOMERS = 64;
/** Maximum length of all input up to the hello, bytes. */
const MAX_HELLO_BYTES = 4096;
/** Requests of one viewer per second, and in one burst. Each millisecond that a verb takes counts as one more. */
export const MAX_REQUESTS = 300;
/** A request counts as one more for each of these, bytes. */
const BYTES_PER_REQUEST = 1 << 16;
/** Verbs of one viewer that may wait for their reply. */
const MAX_PENDING = 100;
/** A viewer with more unread output is disconnected, bytes. */
const MAX_BACKLOG = 8 << 20;
const GOING_AWAY = 1001;
const REFUSED = 1008;

export class ViewSockets {
  readonly stream: ViewStream;
  readonly newcomers = new NewcomerPool(MAX_NEWCOMERS);
  readonly #options: ViewSocketsOptions;
  readonly #server: WebSocketServer;
  #timer: NodeJS.Timeout | undefined;
  #lastProblem = "";

  constructor(options: ViewSocketsOptions) {
    this.#options = options;
    const { simulation, robotAddress } = options;
    this.stream = new ViewStream({ simulation, robotAddress, ...options.stream });
    const maxPayload = maxRequestBytes(simulation.options.documentLimits.bytes);
    this.#server = new WebSocketServer({ ...SOCKET_OPTIONS, maxPayload });
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const given = this.#options.access.tokenOf(request);
    // a page sends its token in hello instead
    if (given !== undefined) this.#options.access.checkGiven(given, request.socket);
    this.checkPlaces();
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      request.socket.setNoDelay(true);
      this.#options.reads.pace(request.socket);
      new ViewConnection(webSocket, request.socket, this, this.#options, given !== undefined);
    });
  }

  /** Throws STATE_WRONG if there are too many viewers. Connections before their hello are not viewers. */
  checkPlaces(): void {
    if (this.stream.viewers.size < MAX_VIEWERS) return;
    throw new SimError("STATE_WRONG", { where: "/view", found: `${MAX_VIEWERS} viewers`, allowed: "fewer" });
  }

  /** Sends a log line to all viewers. */
  log(line: string): void {
    this.stream.log(line);
  }

  /** Called after hello: the first update is sent at once. */
  add(viewer: Viewer): void {
    this.stream.add(viewer);
    this.#update();
    this.#timer ??= setInterval(() => this.#update(), UPDATE_MS).unref();
  }

  remove(viewer: Viewer): void {
    this.stream.remove(viewer);
    if (this.stream.viewers.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #update(): void {
    try {
      this.stream.update(performance.now());
    } catch (problem) {
      // an error in viewing must not stop the simulation; the same error is logged once
      const text = `view: internal error: ${problem instanceof Error ? problem.stack : String(problem)}`;
      if (text !== this.#lastProblem) this.#options.log(text);
      this.#lastProblem = text;
    }
  }

  close(): void {
    clearInterval(this.#timer);
    for (const socket of this.#server.clients) socket.close(GOING_AWAY);
  }
}

class ViewConnection implements ViewLink, VerbClient {
  readonly #socket: WebSocket;
  readonly #sockets: ViewSockets;
  readonly #options: ViewSocketsOptions;
  readonly #limiter = new RequestLimiter(MAX_REQUESTS);
  readonly #hasToken: boolean;
  readonly #helloTimer: NodeJS.Timeout;
  readonly #connection: Socket;
  readonly #isGreeted: () => void;
  readonly #countBytes = (bytes: Uint8Array): void => {
    this.#helloBytes += bytes.length;
    if (this.#helloBytes > MAX_HELLO_BYTES) this.#refuse(helloTooLong());
  };
  #helloBytes = 0;
  #viewer: Viewer | undefined;
  #pending = 0;

  constructor(
    socket: WebSocket,
    connection: Socket,
    sockets: ViewSockets,
    options: ViewSocketsOptions,
    hasToken: boolean,
  ) {
    this.#socket = socket;
    this.#connection = connection;
    this.#sockets = sockets;
    this.#options = options;
    this.#hasToken = hasToken;
    this.#helloTimer = setTimeout(() => socket.close(REFUSED, "no hello"), HELLO_MS).unref();
    const address = connection.remoteAddress ?? "";
    this.#isGreeted = sockets.newcomers.add(address, () => socket.close(REFUSED, "too many connections without hello"));
    // the length of a message is known before the message is whole
    connection.on("data", this.#countBytes);
    socket.on("message", (data, isBinary) => this.#receive(data, isBinary));
    limitControlFrames(socket);
    countMemory(options.memory, socket, connection, { refuse: (error) => this.#refuse(error) });
    // on malformed or oversized input the ws package sends the reason and closes
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(this.#helloTimer);
      this.#isGreeted();
      if (this.#viewer) sockets.remove(this.#viewer);
    });
  }

  // ---- to the viewer

  sendText(text: string): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(text);
  }
  sendBytes(bytes: Uint8Array): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(bytes, { binary: true });
  }
  get backlog(): number {
    return this.#socket.bufferedAmount;
  }

  #reply(id: number, { result, message, data }: Reply): void {
    this.sendText(messageText({ type: "reply", id, result, message, data }));
  }

  #sendError({ code, message }: SimError): void {
    this.sendText(messageText({ type: "error", code, message }));
  }

  // ---- from the viewer

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    // a viewer that sends requests and reads no replies must not fill the memory
    if (this.backlog > MAX_BACKLOG) {
      this.#socket.terminate();
      return;
    }
    if (!this.#viewer && (data as Buffer).length > MAX_HELLO_BYTES) {
      this.#refuse(helloTooLong());
      return;
    }
    try {
      if (isBinary) throw new SimError("REQUEST_MALFORMED", { where: "/view", found: "binary", allowed: "JSON texts" });
      const text = String(data);
      const isFlood = this.#limiter.isTooMuch(performance.now(), 1 + text.length / BYTES_PER_REQUEST);
      if (isFlood && !this.#limiter.isFirstRefused) return;
      checkJson(text);
      const request = readViewRequest(text);
      if (isFlood) throw flood();
      this.#take(request, (data as Buffer).length);
    } catch (problem) {
      this.#sendError(asSimError(problem, "/view"));
    }
  }

  #take(request: ViewRequest, bytes: number): void {
    if (request.type === "hello") this.#hello(request.version, request.token);
    else if (!this.#viewer)
      throw new SimError("STATE_WRONG", { where: "/view", found: request.type, allowed: "hello first" });
    else if (request.type === "watch")
      this.#viewer.watch([...new Set(request.values)], request.contacts, request.cameras);
    else if (this.#pending >= MAX_PENDING) this.#reply(request.id, errorReply(tooMany()));
    else this.#perform(request, bytes);
  }

  #hello(version: number, token: string | undefined): void {
    if (this.#viewer) throw new SimError("STATE_WRONG", { where: "/view", found: "hello twice", allowed: "one hello" });
    try {
      if (!this.#hasToken) this.#options.access.checkGiven(token, this.#connection);
      this.#sockets.checkPlaces();
      if (version !== VIEW_VERSION)
        throw new SimError("VERSION_WRONG", {
          where: "/view",
          found: `version ${version}`,
          allowed: `version ${VIEW_VERSION}`,
          advice: "Reload the page.",
        });
    } catch (problem) {
      this.#refuse(asSimError(problem, "/view"));
      return;
    }
    clearTimeout(this.#helloTimer);
    this.#isGreeted();
    this.#connection.off("data", this.#countBytes);
    this.#viewer = new Viewer(this);
    this.#sockets.add(this.#viewer);
  }

  #refuse(error: SimError): void {
    this.#connection.off("data", this.#countBytes);
    this.#sendError(error);
    this.#socket.close(REFUSED, error.code);
  }

  async #perform(request: Extract<ViewRequest, { id: number }>, bytes: number): Promise<void> {
    this.#pending++;
    this.#reply(request.id, await this.#runRequest(request, bytes));
    this.#pending--;
  }

  #runRequest(request: Extract<ViewRequest, { id: number }>, bytes: number): Promise<Reply> | Reply {
    const { control, simulation } = this.#options;
    try {
      const isVerb = request.type === "verb";
      checkLength(bytes, isVerb ? request.verb : undefined, simulation.options.documentLimits.bytes);
      return isVerb ? control.perform(request.verb, request.args, this) : control.performLine(request.line, this);
    } catch (problem) {
      return replyTo(problem, "/view");
    }
  }

  /** Time until the next verb may begin, also if it was read before, ms. */
  debtMs(): number {
    return this.#limiter.debtMs(performance.now());
  }

  /** After expensive verbs: reads no requests for a while, so that the simulation gets its time. */
  spend(ms: number): void {
    this.#limiter.spend(ms);
    const pauseMs = this.debtMs();
    if (pauseMs === 0 || this.#socket.isPaused) return;
    this.#socket.pause();
    setTimeout(() => this.#socket.resume(), pauseMs).unref();
  }
}

const helloTooLong = (): SimError =>
  new SimError("REQUEST_TOO_LARGE", {
    where: "/view",
    found: `more than ${MAX_HELLO_BYTES} bytes before hello`,
    allowed: `at most ${MAX_HELLO_BYTES} bytes`,
  });

const flood = (): SimError =>
  new SimError("TOO_MANY_REQUESTS", {
    where: "/view",
    found: `more than ${MAX_REQUESTS} a second`,
    allowed: `at most ${MAX_REQUESTS} a second`,
    advice: "Requests above this rate are dropped.",
  });

const tooMany = (): SimError =>
  new SimError("STATE_WRONG", {
    where: "/view",
    found: `${MAX_PENDING} verbs that wait for their reply`,
    advice: "Wait for a reply first.",
  });
