// The balancing loops printed in README.md and clients/README.md, against a real server.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import * as client from "../../src/client/index.js";
import { type RunningServer, type ServerOptions, startServer } from "../../src/server/Server.js";
import { isThere, ROOT, run } from "./Programs.js";

export const hasPython = isThere("python3");
const PRINTED_SEC = 10;

/** The first code block in that language after `heading`. */
export function printed(page: string, heading: string, language: string): string {
  const text = readFileSync(`${ROOT}${page}`, "utf8");
  const after = text.slice(text.indexOf(`\n${heading}\n`) >>> 0);
  const code = after.match(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``))?.[1];
  if (code === undefined) throw new Error(`${page} prints no ${language} below ${heading}`);
  return code;
}

/** The loop, ended after `seconds` instead of the printed ten. */
function endedAfter(code: string, seconds: number): string {
  expect(code).toContain(` > ${PRINTED_SEC}`);
  return code.replace(` > ${PRINTED_SEC}`, ` > ${seconds}`);
}

async function start(options: ServerOptions = {}): Promise<RunningServer> {
  const server = await startServer({ port: 0, httpPort: false, rate: Number.POSITIVE_INFINITY, ...options });
  onTestFinished(() => server.stop());
  return server;
}

interface LoopOptions {
  readonly pythonPath: string;
  readonly seconds?: number;
}

/** Runs a Python program unchanged except for the server's port and the time. */
export async function expectPythonLoop(
  page: string,
  heading: string,
  { pythonPath, seconds = PRINTED_SEC }: LoopOptions,
): Promise<void> {
  const { tcpPort } = await start();
  const scratch = mkdtempSync(join(tmpdir(), "ubersim-printed-"));
  onTestFinished(() => rmSync(scratch, { recursive: true }));
  const file = join(scratch, "loop.py");
  writeFileSync(file, endedAfter(printed(page, heading, "python"), seconds));
  const detour = `
import runpy, socket, sys
connect = socket.create_connection
socket.create_connection = lambda place: connect({("127.0.0.1", 9040): ("127.0.0.1", ${tcpPort})}[place])
runpy.run_path(sys.argv[1], run_name="__main__")
`;
  const { code: exit, out, err } = await run("python3", ["-c", detour, file], pythonPath);
  expect({ exit, err }).toEqual({ exit: 0, err: "" });
  const tilt = /^after ten seconds: tilt (-?0\.\d+) rad\n$/.exec(out)?.[1];
  expectBalance(Number(tilt), seconds);
}

export async function expectTypeScriptLoop(seconds = PRINTED_SEC): Promise<void> {
  const { tcpPort: port } = await start({ expect: ["Segway"] });
  const loop = endedAfter(printed("clients/README.md", "## In TypeScript", "ts"), seconds);
  const output: unknown[] = [];
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  const connect = (options: client.ConnectOptions) => client.connect({ ...options, port });
  const readFile = (path: string) => readFileSync(`${ROOT}${path}`);
  const console = { log: (...words: unknown[]) => output.push(...words) };
  await new AsyncFunction("connect", "readFileSync", "console", loop.replace(/^import .*\n/gm, ""))(
    connect,
    readFile,
    console,
  );
  expect(output[0]).toBe("after ten seconds:");
  expectBalance((output[1] as number[])[0], seconds);
}

/** After ten seconds it has come to rest. */
function expectBalance(tilt: number, seconds: number): void {
  expect(Math.abs(tilt + 0.173)).toBeLessThan(seconds < PRINTED_SEC ? 0.1 : 0.005);
}
