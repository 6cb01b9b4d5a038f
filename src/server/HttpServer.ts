// HTTP (E4): `POST /api/VERB` with a JSON object gives {result, message, data}; GET gives the viewer's files, or, where it
// is not built, says what runs here. WebSockets come in by the same port: /client carries a robot's bytes, /api verbs,
// /view is for viewers.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { SimError } from "../describe/SimError.js";
import { errorReply, type Reply, replyTo, statusOf } from "../session/Reply.js";
import type { Access } from "./Access.js";
import { type ListenOptions, listen } from "./Address.js";
import type { Control } from "./Control.js";
import { readViewerFile, sendViewerFile } from "./ViewerFiles.js";

export interface HttpServerOptions extends ListenOptions {
  readonly control: Control;
  readonly access: Access;
  /** The text behind GET / where there is no viewer. */
  readonly page: () => string;
  /** The directory of the built viewer. */
  readonly viewer: string;
  /** Longest body of a verb that brings a robot's document, bytes. */
  readonly documentBytes: number;
  /** A WebSocket wants to open; it has been checked. */
  readonly upgrade: (path: string, request: IncomingMessage, socket: Duplex, head: Buffer) => boolean;
}

/** Verbs are short. */
export const MOST_BODY_BYTES = 65_536;
const REQUEST_MS = 10_000;
/** How long a last answer may take on its way out, ms. */
const CLOSE_MS = 2000;

export class HttpServer {
  readonly #options: HttpServerOptions;
  readonly #server: Server;
  #port = 0;

  private constructor(options: HttpServerOptions) {
    this.#options = options;
    const timeouts = { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS, keepAliveTimeout: REQUEST_MS };
    this.#server = createServer(timeouts, (request, response) => {
      this.#handle(request, response).catch((problem) => send(response, replyTo(problem, "http")));
    });
    this.#server.on("upgrade", (request, socket, head) => this.#upgrade(request, socket, head));
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

  close(): Promise<void> {
    const server = this.#server;
    return new Promise((resolve) => {
      const timer = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
      server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      server.closeIdleConnections();
    });
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { access, control, documentBytes } = this.#options;
    access.checkPlace(request);
    const path = pathOf(request);
    if (this.#serve(path, request, response)) return;
    const verb = /^\/api\/([^/]+)$/.exec(path)?.[1];
    if (verb === undefined) return refuse(request, response, 404);
    access.checkToken(request);
    if (request.method !== "POST") return refuse(request, response, 405);
    // every character of a document may be escaped
    const most = verb === "spawn" ? 2 * documentBytes + MOST_BODY_BYTES : MOST_BODY_BYTES;
    send(response, await control.perform(verb, readJson(await readBody(request, most), path)));
  }

  /** True: it was a file of the viewer, or the page in its place. */
  #serve(path: string, { method }: IncomingMessage, response: ServerResponse): boolean {
    if (method !== "GET" && method !== "HEAD") return false;
    const { viewer, page } = this.#options;
    const file = readViewerFile(viewer, path);
    if (file) sendViewerFile(response, file, method === "GET");
    else if (path === "/")
      response.writeHead(200, { "content-type": "text/plain; charset=utf-8", ...HEADERS }).end(page());
    return file !== undefined || path === "/";
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { access, upgrade } = this.#options;
    socket.on("error", () => socket.destroy());
    try {
      access.checkPlace(request);
      const path = pathOf(request);
      if (path === "/api") access.checkToken(request);
      if (upgrade(path, request, socket, head)) return;
      throw new SimError("REQUEST_MALFORMED", {
        where: path,
        found: `a WebSocket at ${path}`,
        allowed: "/client, /api or /view",
      });
    } catch (problem) {
      refuseUpgrade(socket, replyTo(problem, "websocket"));
    }
  }
}

/** Nothing here is for frames, caches or guessing types. */
const HEADERS = { "cache-control": "no-store", "x-content-type-options": "nosniff", "x-frame-options": "DENY" };

function refuse({ method, url }: IncomingMessage, response: ServerResponse, status: number): void {
  if (status === 405) response.setHeader("allow", "POST");
  const error = new SimError("REQUEST_MALFORMED", { where: "request", found: `${method} ${url}` });
  send(response, errorReply(error), status);
}

function send(response: ServerResponse, reply: Reply, status = statusOf(reply)): void {
  if (response.headersSent) return;
  // whoever sends nonsense is not heard to its end
  const connection = reply.result >= 100 ? { connection: "close" } : {};
  const type = { "content-type": "application/json; charset=utf-8" };
  response.writeHead(status, { ...type, ...connection, ...HEADERS });
  response.end(`${JSON.stringify(reply)}\n`);
}

function refuseUpgrade(socket: Duplex, reply: Reply): void {
  const body = `${JSON.stringify(reply)}\n`;
  const head = [`HTTP/1.1 ${statusOf(reply)} Refused`, "Connection: close", "Content-Type: application/json"];
  socket.end(`${head.join("\r\n")}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

function pathOf({ url = "/" }: IncomingMessage): string {
  try {
    return decodeURIComponent(new URL(url, "http://server").pathname);
  } catch {
    throw new SimError("REQUEST_MALFORMED", { where: "url", found: JSON.stringify(url) });
  }
}

function readBody(request: IncomingMessage, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    request.on("data", (chunk: Uint8Array) => {
      size += chunk.length;
      if (size <= most) chunks.push(chunk);
      else
        reject(
          new SimError("REQUEST_TOO_LARGE", {
            where: "body",
            found: `more than ${most} bytes`,
            allowed: `at most ${most} bytes`,
          }),
        );
    });
    request.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    request.on("error", reject);
  });
}

/** No body at all is no arguments. */
export function readJson(text: string, where: string): unknown {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch (problem) {
    throw new SimError("REQUEST_MALFORMED", {
      where,
      found: problem instanceof Error ? problem.message : String(problem),
      allowed: "a JSON object",
    });
  }
}
