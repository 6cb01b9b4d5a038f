// Servers for tests: free ports, full speed, stopped after the test, also when it fails.

import { onTestFinished } from "vitest";
import { type RunningServer, type ServerOptions, startServer } from "../../src/server/Server.js";

export interface TestServer extends RunningServer {
  readonly log: readonly string[];
}

export async function testServer(options: ServerOptions = {}): Promise<TestServer> {
  const log: string[] = [];
  const server = await startServer({
    port: 0,
    httpPort: 0,
    ssl: { ports: 0 },
    // a referee of another test on this machine could be received by multicast
    soccer: { referee: "none" },
    rate: Number.POSITIVE_INFINITY,
    // so that a slow machine causes no failure
    replyTimeoutMs: 120_000,
    // independent of whether the viewer is built
    viewer: "/no/viewer",
    log: (line) => log.push(line),
    ...options,
  });
  onTestFinished(() => server.stop());
  return Object.assign(server, { log });
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface Answer {
  readonly status: number;
  readonly result: number;
  readonly message: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the verb has to tell
  readonly data: any;
}

/** `POST /api/VERB`. */
export async function post(
  { url }: RunningServer,
  verb: string,
  args: unknown = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const body = typeof args === "string" ? args : JSON.stringify(args);
  const response = await fetch(`${url}/api/${verb}`, { method: "POST", body, headers });
  return { status: response.status, ...((await response.json()) as Omit<Answer, "status">) };
}
