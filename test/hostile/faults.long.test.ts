// Faults of the machine around a real server (M8): a full disk, a wall clock that jumps, threads that die, processes that are
// stopped and continued. The world goes on, and honest robots receive what they receive in a quiet run.

import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { HONEST_NAMES, HonestRobots } from "../../bench/attack/HonestRobots.js";
import { costlyDocument } from "../../testing/attack/CostlyDocument.js";
import { ServerProcess, type ServerProcessOptions } from "../../testing/programs/ServerProcess.js";
import { box } from "../server/Boxes.js";
import { startChild } from "../server/ChildClient.js";
import { RawClient, SIM_END } from "../server/RawClient.js";
import { sleep } from "../server/Servers.js";

const FRAMES = 200;
const EXPECT = ["--expect", HONEST_NAMES.join(",")];
const folder = mkdtempSync(join(tmpdir(), "ubersim-faults-"));
afterAll(() => rmSync(folder, { recursive: true }));
let quiet = "";

async function serve(args: readonly string[], options: ServerProcessOptions = {}): Promise<ServerProcess> {
  const server = await ServerProcess.run(args, options);
  onTestFinished(() => server.kill());
  return server;
}

/** Options of a process that runs this module first, in every thread. */
function preload(name: string, code: string): ServerProcessOptions {
  const file = join(folder, name);
  writeFileSync(file, code);
  return { env: { NODE_OPTIONS: `--import ${file}` } };
}

/** What the honest robots receive while `fault` happens. */
async function digestDuring(port: number, fault: () => Promise<unknown> = () => Promise.resolve()): Promise<string> {
  const robots = new HonestRobots(port, FRAMES, 2);
  onTestFinished(() => robots.end());
  const [digest] = await Promise.all([robots.digest(), fault()]);
  return digest;
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => listener.once("listening", resolve));
  const { port } = listener.address() as { port: number };
  await new Promise((resolve) => listener.close(resolve));
  return port;
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

beforeAll(async () => {
  const server = await ServerProcess.run(["--rate", "max", ...EXPECT]);
  const robots = new HonestRobots(server.tcpPort, FRAMES, 0);
  quiet = await robots.digest();
  robots.end();
  await server.stop();
});

test("a full disk: lines of the log are lost, the world goes on", async () => {
  const [tcp, http] = [await freePort(), await freePort()];
  const words = ["run", "--rate", "max", ...EXPECT, "--port", `${tcp}`, "--http", `${http}`, "--headless"];
  const server = new ServerProcess(words, { shell: "exec >/dev/full 2>/dev/full" });
  onTestFinished(() => server.kill());
  for (let i = 0; i < 600 && !(await isOpen(tcp)); i++) await sleep(50);
  expect(await digestDuring(tcp)).toBe(quiet);
  expect(await server.stop()).toMatchObject({ code: 0 });
});

test("a full disk: `ubersim picture` reports it by a code", async () => {
  const file = join(folder, "full.png");
  symlinkSync("/dev/full", file);
  const words = ["bin/ubersim.js", "picture", "Overhead", file, "--world", "segway-yard"];
  const failure = await promisify(execFile)(process.execPath, words).catch((problem) => problem);
  expect(failure).toMatchObject({ code: 1, stderr: expect.stringMatching(/FILE_UNWRITABLE.*ENOSPC/) });
});

test("a wall clock that jumps by days in both directions", async () => {
  const clock = `const now = Date.now; let calls = 0;
Date.now = () => now() + 864e5 * (calls++ % 3 - 1);`;
  const server = await serve(["--rate", "1", ...EXPECT], preload("clock.mjs", clock));
  expect(await digestDuring(server.tcpPort)).toBe(quiet);
  expect(await server.stop()).toMatchObject({ code: 0 });
  expect(server.err).toBe("");
});

test("the first threads die: pictures, large documents and signals still work", async () => {
  const dying = `import { isMainThread, threadId } from "node:worker_threads";
if (!isMainThread && threadId < 4) setTimeout(() => process.exit(1), 300);`;
  const server = await serve(["segway-yard", "--rate", "max"], preload("dying.mjs", dying));
  const picture = async (): Promise<string | null> => {
    const reply = await fetch(`http://127.0.0.1:${server.httpPort}/camera/Overhead.png`);
    await reply.arrayBuffer();
    return reply.headers.get("content-type");
  };
  for (let i = 0; i < 8; i++) {
    expect(await picture()).toBe("image/png");
    const client = await RawClient.join(server.tcpPort, costlyDocument(17, "200 0 1").text, () => SIM_END);
    await client.until(({ frames, error }) => frames > 2 || error !== undefined);
    expect(client.error).toBeUndefined();
    await client.leave();
    await sleep(60);
  }
  expect(await server.stop()).toMatchObject({ code: 0 });
});

test("a server that is stopped and continued", async () => {
  const server = await serve(["--rate", "1", ...EXPECT]);
  const digest = await digestDuring(server.tcpPort, async () => {
    for (let i = 0; i < 3; i++) {
      await sleep(50);
      server.child.kill("SIGSTOP");
      await sleep(300);
      server.child.kill("SIGCONT");
    }
  });
  expect(digest).toBe(quiet);
  expect(await server.stop()).toMatchObject({ code: 0 });
});

test("a client that is stopped: it is dropped, the others go on; continued, it reads why", async () => {
  const server = await serve(["--rate", "max", "--stall", "drop:1"]);
  const child = startChild(server.tcpPort, box({ name: "Sleeper", at: "30 0 0" }));
  onTestFinished(() => void child.kill("SIGKILL"));
  await server.until(() => server.out.includes("Sleeper joined"));
  child.kill("SIGSTOP");
  await server.until(() => /Sleeper left.*STALLED/.test(server.out));
  const other = await RawClient.join(server.tcpPort, box({ name: "Awake" }), () => SIM_END);
  await other.until(({ frames }) => frames > 20);
  child.kill("SIGCONT");
  await new Promise((resolve) => child.once("exit", resolve));
  await other.leave();
  expect(await server.stop()).toMatchObject({ code: 0 });
});
