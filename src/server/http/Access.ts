// Who may ask over HTTP and WebSocket (E4). A page from elsewhere must not drive a simulator on its visitor's machine, by
// its own name (Origin) or by a name that it had pointed at this machine (Host, DNS rebinding). Where others can reach the
// port, control needs a token.

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { hostname } from "node:os";
import { SimError, showValue } from "../../describe/SimError.js";
import { isLoopback, isWildcard, urlHost } from "../links/Address.js";

const OWN_NAMES = ["localhost", "127.0.0.1", "[::1]"];
const HTTP_PORT = 80;

export class Access {
  /** Undefined: none is needed. */
  readonly token: string | undefined;
  readonly #host: string;
  #port = 0;

  constructor(host: string, token: string | undefined) {
    this.#host = host;
    this.token = token ?? (isLoopback(host) ? undefined : randomBytes(16).toString("hex"));
  }

  /** Known once the port is open. */
  set port(port: number) {
    this.#port = port;
  }

  /** Throws ORIGIN_FORBIDDEN. */
  checkPlace({ headers }: IncomingMessage): void {
    const { host, origin } = headers;
    if (host === undefined || !this.#isOwn(host)) throw forbidden("Host", host, this.#names());
    if (origin !== undefined && !this.#isOwnOrigin(origin, host)) throw forbidden("Origin", origin, this.#names());
  }

  /** Throws TOKEN_WRONG. */
  checkToken(request: IncomingMessage): void {
    this.checkGiven(this.tokenOf(request));
  }

  /** What a request says, in a header or its address. */
  tokenOf(request: IncomingMessage): string | undefined {
    const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
    return bearer ?? urlOf(request).searchParams.get("token") ?? undefined;
  }

  /** Throws TOKEN_WRONG. */
  checkGiven(given: string | undefined): void {
    if (this.token === undefined || (given !== undefined && isSame(given, this.token))) return;
    throw new SimError("TOKEN_WRONG", {
      where: "token",
      found: given === undefined ? "no token" : "another token",
      advice: "Send it as `Authorization: Bearer TOKEN` or `?token=TOKEN`.",
    });
  }

  #isOwnOrigin(origin: string, host: string): boolean {
    const place = /^http:\/\/([^/]+)$/i.exec(origin)?.[1];
    if (place === undefined || !this.#isOwn(place)) return false;
    // an address in numbers may be anybody's, with the same port by chance or on purpose: only the one that was asked is ours
    return this.#isNamed(place) || place.toLowerCase() === host.toLowerCase();
  }

  #isOwn(place: string): boolean {
    const { name, port } = splitPlace(place);
    if (name === undefined || port !== this.#port) return false;
    // an address cannot be pointed elsewhere by anybody's name server
    return this.#isNamed(place) || (isWildcard(this.#host) && isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0);
  }

  #isNamed(place: string): boolean {
    return this.#names().includes(splitPlace(place).name ?? "");
  }

  #names(): readonly string[] {
    const own = isWildcard(this.#host) ? hostname() : urlHost(this.#host);
    return [...new Set([...OWN_NAMES, own.toLowerCase()])];
  }
}

/** Name and port, lower case. */
function splitPlace(place: string): { readonly name: string | undefined; readonly port: number } {
  const [, name, port] = /^(\[[0-9a-f:.]+\]|[^:]+)(?::(\d+))?$/i.exec(place.toLowerCase()) ?? [];
  return { name, port: Number(port ?? HTTP_PORT) };
}

/** What a request asks for; throws REQUEST_MALFORMED. //elsewhere/ is a path, and not another server. */
export function urlOf({ url = "/" }: IncomingMessage): URL {
  try {
    if (url.startsWith("/")) return new URL(`http://server${url}`);
  } catch {
    // told below
  }
  throw new SimError("REQUEST_MALFORMED", {
    where: "url",
    found: showValue(url),
    allowed: "a path that begins with /",
  });
}

/** Takes as long for a near miss as for a far one. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}

function forbidden(where: string, found: string | undefined, names: readonly string[]): SimError {
  return new SimError("ORIGIN_FORBIDDEN", {
    where,
    found: showValue(found),
    allowed: `this server's port under one of ${names.join(", ")}`,
  });
}
