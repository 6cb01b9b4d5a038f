// Addresses and ports: recognises loopback and wildcard addresses, opens ports.

import type { Server } from "node:net";
import { SimError } from "../../describe/SimError.js";

export function isLoopback(address: string): boolean {
  const plain = address.replace(/^\[(.*)\]$/, "$1").replace(/^::ffff:/i, "");
  return plain === "localhost" || plain === "::1" || /^127(\.\d{1,3}){3}$/.test(plain);
}

/** A host as written in a URL: IPv6 in brackets. */
export const urlHost = (host: string): string => (host.includes(":") ? `[${host}]` : host);

/** An address that means all interfaces. It can be listened on, but not connected to. */
export const isWildcard = (host: string): boolean => host === "0.0.0.0" || host === "::";

export interface ListenOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** The command line flag for this port, for the advice of PORT_UNAVAILABLE. */
  readonly flag: string;
  /** The port that the advice proposes. Default: the next one. */
  readonly other?: number | undefined;
  /** Further flags that the advice adds. Default: none. */
  readonly furtherFlags?: string | undefined;
}

/** Opens the port and returns its number. Throws PORT_UNAVAILABLE. */
export async function listen(server: Server, options: ListenOptions): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (problem) => reject(portUnavailable(problem, options)));
    server.listen({ host: options.host, port: options.port }, resolve);
  });
  return (server.address() as { port: number }).port;
}

export function portUnavailable(problem: NodeJS.ErrnoException, options: ListenOptions): SimError {
  const { host, port, flag, other = port === 0 ? 0 : port + 1, furtherFlags = "" } = options;
  return new SimError("PORT_UNAVAILABLE", {
    where: `${urlHost(host)}:${port}`,
    found: problem.code === "EADDRINUSE" ? "another program listening there" : (problem.code ?? problem.message),
    advice: `End the other program, or choose another port: ${flag} ${other}${furtherFlags}.`,
  });
}
