// A real server in a process of its own, for attacks, signals and limits that only a process shows. Its ports are free ones,
// and read from what it prints.

import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder of the project. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/dist\/$/, "/");
const BIN = `${ROOT}bin/ubersim.js`;
/** Timeout for the first lines, ms. */
const START_MS = 60_000;

export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Time from the signal to the end, ms. */
  readonly ms: number;
}

export interface ServerProcessOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Shell commands before the server starts, for example `ulimit -n 128`. */
  readonly shell?: string;
}

export class ServerProcess {
  readonly child: ChildProcess;
  out = "";
  err = "";
  isEnded = false;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;

  constructor(args: readonly string[], { env = {}, shell }: ServerProcessOptions = {}) {
    const words = [BIN, ...args];
    const options = { env: { ...process.env, ...env }, stdio: "pipe" } as const;
    this.child =
      shell === undefined
        ? spawn(process.execPath, words, options)
        : spawn("sh", ["-c", `${shell}; exec "$0" "$@"`, process.execPath, ...words], options);
    this.child.stdin?.on("error", () => {});
    this.child.stdout?.on("data", (text) => {
      this.out += text;
    });
    this.child.stderr?.on("data", (text) => {
      this.err += text;
    });
    this.ended = new Promise((resolve) => {
      this.child.once("close", (code, signal) => {
        this.isEnded = true;
        resolve({ code, signal });
      });
    });
  }

  /** Starts `ubersim run` with free ports and waits until it serves. */
  static async run(args: readonly string[] = [], options: ServerProcessOptions = {}): Promise<ServerProcess> {
    const ports = args.includes("--http") ? ["--port", "0"] : ["--port", "0", "--http", "0"];
    const server = new ServerProcess(["run", ...args, ...ports, "--headless"], options);
    await server.until(() => server.isEnded || /^robots .*\n/m.test(server.out));
    if (server.isEnded) throw new Error(`the server has ended: ${server.out}${server.err}`);
    return server;
  }

  get pid(): number {
    return this.child.pid as number;
  }
  get tcpPort(): number {
    return Number(/^robots +TCP \S+:(\d+)/m.exec(this.out)?.[1]);
  }
  get httpPort(): number {
    return Number(/WebSocket ws:\/\/[^/]+:(\d+)\/client/.exec(this.out)?.[1]);
  }
  get token(): string | undefined {
    return /^token +(\S+)/m.exec(this.out)?.[1];
  }

  async until(what: () => boolean, timeoutMs = START_MS): Promise<void> {
    const end = performance.now() + timeoutMs;
    while (!what()) {
      if (performance.now() > end) throw new Error(`waited in vain: ${this.out}${this.err}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Sends a signal and waits for the end; after `limitMs` the process is killed. */
  async stop(signal: NodeJS.Signals = "SIGTERM", limitMs = 10_000): Promise<ProcessEnd> {
    const from = performance.now();
    this.child.kill(signal);
    const timer = setTimeout(() => this.kill(), limitMs);
    const end = await this.ended;
    clearTimeout(timer);
    return { ...end, ms: performance.now() - from };
  }

  kill(): void {
    if (!this.isEnded) this.child.kill("SIGKILL");
  }

  /** Resident memory, MB. */
  get residentMb(): number {
    const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.pid}/status`, "utf8")) ?? [];
    return Number(kb) / 1024;
  }
}
