// The server of `npm start`, as real processes: it ends when npm ends, and on SIGTERM to itself.

import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const RUN = ["run", "--port", "0", "--http", "0", "--headless"];

const started: ChildProcess[] = [];

// ends the whole process group, so that a failed test leaves no server behind
afterEach(() => {
  for (const { pid } of started.splice(0))
    try {
      // without a number the program did not start; group 0 is that of this process
      if (pid !== undefined) process.kill(-pid, "SIGKILL");
    } catch {
      // has ended already
    }
});

interface Program {
  readonly child: ChildProcess;
  /** URL of the server's HTTP port. */
  readonly url: string;
  readonly exit: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  readonly output: () => string;
}

async function start(command: string, args: readonly string[]): Promise<Program> {
  const child = spawn(command, args, { cwd: ROOT, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  started.push(child);
  let output = "";
  const exit = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr?.on("data", (text) => {
      output += text;
    });
    child.stdout?.on("data", (text) => {
      output += text;
      const found = /viewer +(http:\S+)\//.exec(output)?.[1];
      if (found) resolve(found);
    });
    exit.then(() => reject(new Error(`ended before its server was up: ${output}`)));
  });
  return { child, url, exit, output: () => output };
}

const isUp = (url: string): Promise<boolean> =>
  fetch(`${url}/api/get`).then(
    () => true,
    () => false,
  );

// on Windows npm uses another shell, and there is no SIGTERM
test.skipIf(process.platform === "win32")("npm start: the server ends when npm gets SIGTERM", async () => {
  const { child, url, output } = await start("npm", ["start", "--ignore-scripts", "--", ...RUN]);
  expect(await isUp(url)).toBe(true);
  child.kill("SIGTERM");
  await expect.poll(() => isUp(url), { timeout: 30_000, interval: 100 }).toBe(false);
  // the server stopped in order and printed its last line
  await expect.poll(output, { timeout: 30_000, interval: 100 }).toMatch(/stopped at \S+ s/);
});

test.skipIf(process.platform === "win32")("SIGTERM to the program itself: it stops and exits with 0", async () => {
  const { child, url, exit, output } = await start(process.execPath, ["bin/npm-start.js", ...RUN]);
  expect(await isUp(url)).toBe(true);
  child.kill("SIGTERM");
  expect(await exit).toEqual({ code: 0, signal: null });
  expect(output()).toMatch(/stopped at \S+ s/);
});
