// Access control for HTTP and WebSocket (E4). A web page of another site must not control a simulator on its visitor's
// machine: neither under its own name (Origin is checked) nor under a name that it has pointed at this machine (Host is
// checked, against DNS rebinding). If other machines can reach the port, control needs a token.

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP, type Socket } from "node:net";
import { hostname } from "node:os";
import { performance } from "node:perf_hooks";
import { SimError, showValue } from "../../describe/SimError.js";
import { isLoopback, isWildcard, urlHost } from "../links/Address.js";
import { TokenGuesses } from "./TokenGuesses.js";

const OWN_NAMES = ["localhost", "127.0.0.1", "[::1]"];
const HTTP_PORT = 80;

export class Access {
  /** Undefined: control needs no token. */
  readonly token: string | undefined;
  readonly #host: string;
  /** Origins of the user's own pages. */
  readonly #allowed: ReadonlySet<string>;
  readonly #guesses = new TokenGuesses();
  /** Connections that have sent the token once. */
  readonly #trusted = new WeakSet<Socket>();
  #port = 0;

  constructor(host: string, token: string | undefined, origins: readonly string[] = []) {
    this.#host = host;
    this.#allowed = new Set(origins.map((origin) => origin.toLowerCase()));
    this.token = token ?? (isLoopback(host) ? undefined : randomBytes(16).toString("hex"));
  }

  /** Must be set once the port is open. */
  set port(port: number) {
    this.#port = port;
  }

  /** Checks Host and Origin; throws ORIGIN_FORBIDDEN. */
  checkOrigin({ headers, headersDistinct }: IncomingMessage): void {
    const { host, origin } = headers;
    // a proxy might judge another one of them than this server
    for (const name of ["host", "origin"]) {
      const given = headersDistinct?.[name] ?? [];
      if (given.length > 1) throw forbidden(name, given.join(" and "), this.#names());
    }
    if (host === undefined || !this.#isOwn(host)) throw forbidden("Host", host, this.#names());
    if (origin === undefined || this.isAllowed(origin) || this.#isOwnOrigin(origin, host)) return;
    throw forbidden("Origin", origin, this.#names());
  }

  /** True: the user has allowed pages of this origin. */
  isAllowed(origin: string | undefined): boolean {
    return origin !== undefined && this.#allowed.has(origin.toLowerCase());
  }

  /** Checks the token of a request; throws TOKEN_WRONG or TOO_MANY_REQUESTS. */
  checkToken(request: IncomingMessage): void {
    this.checkGiven(this.tokenOf(request), request.socket);
  }

  /** The token in the header or URL of a request; undefined: none. */
  tokenOf(request: IncomingMessage): string | undefined {
    const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
    return bearer ?? urlOf(request).searchParams.get("token") ?? undefined;
  }

  /** Checks a token from this connection; throws TOKEN_WRONG, or TOO_MANY_REQUESTS after too many guesses. */
  checkGiven(given: string | undefined, socket: Socket): void {
    if (this.token === undefined) return;
    if (given !== undefined && this.#isRight(given, socket)) return;
    throw new SimError("TOKEN_WRONG", {
      where: "token",
      found: given === undefined ? "no token" : "another token",
      advice: "Send it as `Authorization: Bearer TOKEN` or `?token=TOKEN`.",
    });
  }

  #isRight(given: string, socket: Socket): boolean {
    const [address, nowMs] = [socket.remoteAddress ?? "", performance.now()];
    if (!this.#trusted.has(socket) && this.#guesses.mustWait(address, nowMs))
      throw new SimError("TOO_MANY_REQUESTS", {
        where: "token",
        found: "too many wrong tokens from this address",
        allowed: "one guess per second",
        advice: "Wait a moment, then send the right token.",
      });
    const isRight = isSame(given, this.token as string);
    if (isRight) this.#trusted.add(socket);
    else this.#guesses.count(address, nowMs);
    return isRight;
  }

  #isOwnOrigin(origin: string, host: string): boolean {
    const originHost = /^http:\/\/([^/]+)$/i.exec(origin)?.[1];
    if (originHost === undefined || !this.#isOwn(originHost)) return false;
    // a numeric address with the same port may be another machine: it must equal the Host of the request
    return this.#isNamed(originHost) || originHost.toLowerCase() === host.toLowerCase();
  }

  #isOwn(hostPort: string): boolean {
    const { name, port } = splitHostPort(hostPort);
    if (name === undefined || port !== this.#port) return false;
    // numeric addresses are safe: no name server can redirect them
    return this.#isNamed(hostPort) || (isWildcard(this.#host) && isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0);
  }

  #isNamed(hostPort: string): boolean {
    return this.#names().includes(splitHostPort(hostPort).name ?? "");
  }

  #names(): readonly string[] {
    const own = isWildcard(this.#host) ? hostname() : urlHost(this.#host);
    return [...new Set([...OWN_NAMES, own.toLowerCase()])];
  }
}

/** Scheme and host of a page, with its port if it has one. */
const ORIGIN = /^https?:\/\/(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i;

/** Name, in lower case, and port. */
function splitHostPort(hostPort: string): { readonly name: string | undefined; readonly port: number } {
  const [, name, port] = /^(\[[0-9a-f:.]+\]|[^:]+)(?::(\d+))?$/i.exec(hostPort.toLowerCase()) ?? [];
  return { name, port: Number(port ?? HTTP_PORT) };
}

/** The URL of a request; throws REQUEST_MALFORMED. A path like //host/ does not name another server. */
export function urlOf({ url = "/" }: IncomingMessage): URL {
  try {
    if (url.startsWith("/")) return new URL(`http://server${url}`);
  } catch {
    // reported below
  }
  throw new SimError("REQUEST_MALFORMED", {
    where: "url",
    found: showValue(url),
    allowed: "a path that begins with /",
  });
}

/** Compares in constant time. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

function forbidden(where: string, found: string | undefined, names: readonly string[]): SimError {
  return new SimError("ORIGIN_FORBIDDEN", {
    where,
    found: showValue(found),
    allowed: `this server's port under one of ${names.join(", ")}`,
    ...(where === "Origin" && ORIGIN.test(found ?? "")
      ? { advice: `If this page is your own, start the server with --allow-origin ${found}` }
      : {}),
  });
}
