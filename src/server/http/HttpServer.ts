// The HTTP port (E4):
//   POST /api/VERB with a JSON object   runs a verb, replies {result, message, data}
//   GET /, /assets/...                  the viewer's files; a text page if the viewer is not built
//   GET /texture/...                    textures for the viewer
//   GET /camera/NAME.png                a camera's newest picture (CameraPages.ts)
//   GET /metrics                        metrics for Prometheus (docs/metrics.md)
//   WebSocket /client, /api, /view      bytes of a robot, verbs, viewers
//   WebSocket /foxglove, /rosbridge     Foxglove and Lichtblick, programs of ROS

import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { SimError, showValue } from "../../describe/SimError.js";
import { errorReply, type Reply, replyTo, statusOf } from "../../session/verbs/Reply.js";
import type { Control } from "../Control.js";
import { type ListenOptions, listen } from "../links/Address.js";
import type { MemoryBudget } from "../links/MemoryBudget.js";
import { NewcomerPool } from "../links/NewcomerPool.js";
import { METRICS_TYPE } from "../metrics/Metric.js";
import { type Access, urlOf } from "./Access.js";
import { CameraPages } from "./CameraPages.js";
import { checkLength, readBody, readJson } from "./RequestBody.js";
import { PLAIN_HEADERS } from "./ResponseHeaders.js";
import { readViewerFile, sendViewerFile } from "./ViewerFiles.js";

export interface HttpServerOptions extends ListenOptions {
  readonly control: Control;
  readonly cameras: CameraPages;
  /** The text of /metrics. */
  readonly metrics: () => string;
  readonly access: Access;
  readonly memory: MemoryBudget;
  /** The text for GET / if the viewer is not built. */
  readonly page: () => string;
  /** A texture of the world by its path, as PNG; undefined: there is none. */
  readonly texture: (path: string) => Promise<Uint8Array> | undefined;
  /** The directory of the built viewer. */
  readonly viewer: string;
  /** Maximum length of a robot document in a verb, bytes. */
  readonly documentBytes: number;
  /** Opens a WebSocket; origin and token are already checked. False: the path is unknown. */
  readonly upgrade: (path: string, request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;
}

/** Timeout for a whole request, and for the client to read a reply, ms. */
const REQUEST_MS = 10_000;
/** The name of a texture contains its digest, so browsers may cache it forever. */
const CACHE_FOREVER = "private, max-age=31536000, immutable";
/** Interval at which timeouts are checked, ms. */
const TIMEOUT_CHECK_MS = 1000;
/** Maximum number of connections, WebSockets included; further ones are closed at once. */
const MAX_CONNECTIONS = 1000;
/** Maximum number of connections without a request. */
const MAX_IDLE = 200;
/** Maximum number of requests of one connection that wait for their replies; browsers send one at a time. */
const MAX_PIPELINED = 16;
/** WebSockets that open without a token; all others need one. */
const OPEN_PATHS: readonly string[] = ["/client", "/view"];
/** How long the rest of a refused request is read, so that its sender can read the reply, ms. */
const LINGER_MS = 1000;
/** Timeout for the last replies when the server stops, ms. Then all connections are closed, WebSockets included. */
const CLOSE_MS = 800;

export class HttpServer {
  readonly #options: HttpServerOptions;
  readonly #server: Server;
  /** All connections, also those that are WebSockets now. */
  readonly #sockets = new Set<Socket>();
  /** Connections without a request, and how to take them out of the pool. */
  readonly #idle = new NewcomerPool(MAX_IDLE);
  readonly #leaveIdle = new WeakMap<Socket, () => void>();
  /** Requests of each connection that wait for their replies. */
  readonly #waiting = new WeakMap<Socket, number>();
  #isClosing = false;
  #port = 0;

  private constructor(options: HttpServerOptions) {
    this.#options = options;
    const answer = (request: IncomingMessage, response: ServerResponse): void => {
      const { socket } = request;
      const waiting = (this.#waiting.get(socket) ?? 0) + 1;
      this.#waiting.set(socket, waiting);
      if (waiting > MAX_PIPELINED) socket.destroy();
      if (socket.destroyed) return;
      this.#isBusy(socket);
      response.once("close", () => {
        this.#waiting.set(socket, (this.#waiting.get(socket) ?? 1) - 1);
        this.#isIdle(socket);
      });
      response.setTimeout(REQUEST_MS, () => response.writableEnded && response.destroy());
      this.#handle(request, response).catch((problem) => send(response, replyTo(problem, "http")));
    };
    const timeouts = { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS, keepAliveTimeout: REQUEST_MS };
    this.#server = createServer({ ...timeouts, connectionsCheckingInterval: TIMEOUT_CHECK_MS }, answer);
    this.#server.maxConnections = MAX_CONNECTIONS;
    // `Expect: 100-continue`: an oversized body is refused before it is sent
    this.#server.on("checkContinue", answer);
    this.#server.on("upgrade", (request, socket, head) => this.#upgrade(request, socket, head));
    this.#server.on("clientError", refuseUnread);
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      this.#isIdle(socket);
      socket.once("close", () => {
        this.#sockets.delete(socket);
        this.#isBusy(socket);
      });
    });
  }

  static async open(options: HttpServerOptions): Promise<HttpServer> {
    const server = new HttpServer(options);
    server.#port = await listen(server.#server, options);
    options.access.port = server.#port;
    return server;
  }

  get port(): number {
    return this.#port;
  }

  /** Number of connections, WebSockets included. */
  get connections(): number {
    return this.#sockets.size;
  }

  #isIdle(socket: Socket): void {
    this.#isBusy(socket);
    if (!socket.destroyed)
      this.#leaveIdle.set(
        socket,
        this.#idle.add(socket.remoteAddress ?? "", () => socket.destroy()),
      );
  }

  #isBusy(socket: Socket): void {
    this.#leaveIdle.get(socket)?.();
  }

  close(): Promise<void> {
    const server = this.#server;
    this.#isClosing = true;
    this.#options.cameras.close();
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        for (const socket of this.#sockets) socket.destroy();
      }, CLOSE_MS);
      server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      server.closeIdleConnections();
    });
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { access, control, documentBytes } = this.#options;
    this.#checkOpen();
    access.checkOrigin(request);
    if (this.#letIn(request, response)) return;
    const path = pathOf(request);
    if (this.#serve(path, request, response)) return;
    if (path.startsWith("/texture/")) return this.#sendTexture(path, request, response);
    if (path === "/metrics") return this.#sendMetrics(request, response);
    if (CameraPages.isFor(path)) return this.#sendPicture(path, request, response);
    const verb = /^\/api\/([^/]+)$/.exec(path)?.[1];
    if (verb === undefined) return refuse(request, response, 404);
    access.checkToken(request);
    if (request.method !== "POST") return refuse(request, response, 405, "POST");
    const check = (bytes: number): void => checkLength(bytes, verb, documentBytes);
    check(Number(request.headers["content-length"] ?? 0));
    if (request.headers.expect !== undefined) response.writeContinue();
    const body = await readBody(request, check, this.#options.memory);
    // all connections of an address take turns as one client
    const client = { key: `http ${request.socket.remoteAddress}` };
    send(response, await control.perform(verb, readJson(body, showPath(path)), client));
  }

  /** A page of an allowed origin may read the responses. True: its browser only asked whether it may send a request (CORS). */
  #letIn({ headers, method }: IncomingMessage, response: ServerResponse): boolean {
    const { origin } = headers;
    if (origin === undefined || !this.#options.access.isAllowed(origin)) return false;
    response.setHeader("access-control-allow-origin", origin);
    response.setHeader("vary", "Origin");
    if (method !== "OPTIONS") return false;
    response.setHeader("access-control-allow-methods", "GET, HEAD, POST");
    response.setHeader("access-control-allow-headers", "content-type, authorization");
    response.writeHead(204, PLAIN_HEADERS).end();
    return true;
  }

  /** Throws SERVER_STOPPED: a request may arrive on a connection that is already open. */
  #checkOpen(): void {
    if (this.#isClosing)
      throw new SimError("SERVER_STOPPED", { where: "http", found: "a request to a server that stops" });
  }

  #sendMetrics(request: IncomingMessage, response: ServerResponse): void {
    const { access, metrics } = this.#options;
    access.checkToken(request);
    if (request.method !== "GET" && request.method !== "HEAD") {
      refuse(request, response, 405, "GET, HEAD");
      return;
    }
    const bytes = Buffer.from(metrics());
    response.writeHead(200, { "content-type": METRICS_TYPE, "content-length": bytes.length, ...PLAIN_HEADERS });
    response.end(request.method === "HEAD" ? undefined : bytes);
  }

  #sendPicture(path: string, request: IncomingMessage, response: ServerResponse): void | Promise<void> {
    const { access, cameras } = this.#options;
    access.checkToken(request);
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(request, response, 405, "GET, HEAD");
    return cameras.send(path, request, response);
  }

  /** Sends a file of the viewer, or the text page in its place. False: the path is neither. */
  #serve(path: string, request: IncomingMessage, response: ServerResponse): boolean {
    const { viewer, page } = this.#options;
    const { method } = request;
    const file = readViewerFile(viewer, path);
    if (!file && path !== "/") return false;
    if (method !== "GET" && method !== "HEAD") refuse(request, response, 405, "GET, HEAD");
    else if (file) sendViewerFile(response, file, method === "GET");
    else response.writeHead(200, { "content-type": "text/plain; charset=utf-8", ...PLAIN_HEADERS }).end(page());
    return true;
  }

  async #sendTexture(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method } = request;
    this.#options.access.checkToken(request);
    if (method !== "GET" && method !== "HEAD") return refuse(request, response, 405, "GET, HEAD");
    const bytes = await this.#options.texture(path);
    if (!bytes) return refuse(request, response, 404);
    sendViewerFile(response, { bytes, type: "image/png", cache: CACHE_FOREVER }, method === "GET");
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { access, upgrade } = this.#options;
    socket.on("error", () => socket.destroy());
    this.#isBusy(request.socket);
    try {
      this.#checkOpen();
      access.checkOrigin(request);
      const path = pathOf(request);
      // a robot needs no token, and a viewer sends it in its hello
      if (!OPEN_PATHS.includes(path)) access.checkToken(request);
      if (upgrade(path, request, socket, head)) return;
      throw new SimError("REQUEST_MALFORMED", {
        where: showPath(path),
        found: `a WebSocket at ${showPath(path)}`,
        allowed: "/client, /api, /view, /foxglove or /rosbridge",
      });
    } catch (problem) {
      refuseSocket(socket, replyTo(problem, "websocket"));
    }
  }
}

/** Maximum length of a path in an error, characters. */
const MAX_SHOWN_PATH = 80;
/** A path as shown in errors. The query is never shown: it may contain a token. */
const showPath = (path: string): string =>
  path.length > MAX_SHOWN_PATH ? `${path.slice(0, MAX_SHOWN_PATH)} ...` : path;

function refuse(request: IncomingMessage, response: ServerResponse, status: number, allow?: string): void {
  if (allow !== undefined) response.setHeader("allow", allow);
  const found = `${request.method} ${showPath(pathOf(request))}`;
  send(response, errorReply(new SimError("REQUEST_MALFORMED", { where: "request", found })), status);
}

function send(response: ServerResponse, reply: Reply, status = statusOf(reply)): void {
  if (response.headersSent) return;
  const { req: request } = response;
  const text = `${JSON.stringify(reply)}\n`;
  // the rest of a malformed or forbidden request is not read
  if (reply.result >= 100) response.setHeader("connection", "close");
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    ...PLAIN_HEADERS,
  });
  if (request.complete) {
    response.end(text);
    return;
  }
  // closing with unread input would reset the connection and lose the reply
  response.write(text);
  const timer = setTimeout(() => response.end(), LINGER_MS).unref();
  request.resume().once("close", () => clearTimeout(timer));
  request.once("end", () => response.end());
}

/** Replies where there is no ServerResponse, then closes the connection. */
function refuseSocket(socket: Duplex, reply: Reply, status = statusOf(reply)): void {
  const body = `${JSON.stringify(reply)}\n`;
  const head = {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    connection: "close",
    ...PLAIN_HEADERS,
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
}

/** Refuses input that is not HTTP, or that did not arrive in time. */
function refuseUnread(problem: NodeJS.ErrnoException, socket: Duplex): void {
  if (problem.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }[problem.code ?? ""] ?? 400;
  const detail = { where: "http", found: UNREAD[status] };
  const error = new SimError(status === 431 ? "REQUEST_TOO_LARGE" : "REQUEST_MALFORMED", detail);
  refuseSocket(socket, errorReply(error), status);
}

const UNREAD: Readonly<Record<number, string>> = {
  400: "input that is not HTTP",
  408: `a request that took longer than ${REQUEST_MS / 1000} s`,
  431: "headers that are too long",
};

function pathOf(request: IncomingMessage): string {
  const { pathname } = urlOf(request);
  try {
    return decodeURIComponent(pathname);
  } catch {
    throw new SimError("REQUEST_MALFORMED", { where: "url", found: showValue(pathname) });
  }
}
