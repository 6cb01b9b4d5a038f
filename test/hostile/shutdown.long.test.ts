// A stop signal under every load: the process ends with 0 within 3 s, its ports are free, and clients are told (W7, M8).

import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { ServerProcess } from "../../testing/programs/ServerProcess.js";
import { box } from "../server/Boxes.js";
import { RawClient, SIM_END } from "../server/RawClient.js";
import { sleep } from "../server/Servers.js";

/** The promise is 3 s; a loaded machine gets more. */
const STOP_MS = 6000;
const folder = mkdtempSync(join(tmpdir(), "ubersim-shutdown-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function serve(...args: readonly string[]): Promise<ServerProcess> {
  const server = await ServerProcess.run(args);
  onTestFinished(() => server.kill());
  return server;
}

async function open(port: number, text = ""): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.on("error", () => {});
  await once(socket, "connect");
  if (text !== "") socket.write(text);
  onTestFinished(() => void socket.destroy());
  return socket;
}

const upgrade = (path: string, port: number): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n";

async function expectFree(port: number): Promise<void> {
  const listener = createServer().listen(port, "127.0.0.1");
  await once(listener, "listening");
  listener.close();
}

async function expectStop(server: ServerProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  const { tcpPort, httpPort } = server;
  const { code, ms } = await server.stop(signal, 20_000);
  expect({ code, err: server.err }).toEqual({ code: 0, err: "" });
  expect(ms).toBeLessThan(STOP_MS);
  await Promise.all([expectFree(tcpPort), expectFree(httpPort)]);
}

test("upgrades that are completed after the signal", async () => {
  const server = await serve();
  const { httpPort } = server;
  const halves = await Promise.all(["/view", "/client", "/api"].map((path) => open(httpPort, upgrade(path, httpPort))));
  await sleep(100);
  const stopped = expectStop(server);
  for (const delayMs of [50, 500, 1400]) setTimeout(() => halves.pop()?.write("\r\n"), delayMs);
  await stopped;
});

test("silent and half-done peers of every kind, a verb that waits, and a robot that does not read", async () => {
  const server = await serve("--expect", "Nobody");
  const { tcpPort, httpPort } = server;
  await open(tcpPort);
  await open(tcpPort, "<Client>");
  for (const path of ["/view", "/client", "/api"]) await open(httpPort, `${upgrade(path, httpPort)}\r\n`);
  const host = `Host: 127.0.0.1:${httpPort}\r\n`;
  await open(httpPort, `POST /api/pause HTTP/1.1\r\n${host}Content-Length: 100\r\n\r\n{`);
  await open(httpPort, `POST /api/step HTTP/1.1\r\n${host}Content-Length: 15\r\n\r\n{"count":999999}`);
  await open(httpPort, `GET / HTTP/1.1\r\n${host}`);
  await sleep(200);
  await expectStop(server);
});

test("camera pictures in flight and streams", async () => {
  const server = await serve("segway-yard", "--rate", "max");
  const host = `Host: 127.0.0.1:${server.httpPort}\r\n`;
  const cameras = ["Overhead.png", "Overhead.jpg", "Overhead.mjpeg"];
  const sockets = await Promise.all(
    cameras.map((name) => open(server.httpPort, `GET /camera/${name} HTTP/1.1\r\n${host}\r\n`)),
  );
  await Promise.all(sockets.map((socket) => once(socket, "readable")));
  for (let i = 0; i < 20; i++) sockets[0].write(`GET /camera/${cameras[i % 2]} HTTP/1.1\r\n${host}\r\n`);
  await sleep(20);
  await expectStop(server);
});

test.each(["SIGTERM", "SIGHUP", "SIGINT"] as const)("%s tells clients", async (signal) => {
  const server = await serve("--rate", "max");
  const client = await RawClient.join(server.tcpPort, box(), () => SIM_END);
  onTestFinished(() => void client.socket.destroy());
  await client.until(({ frames }) => frames > 5);
  const said = client.ended();
  await expectStop(server, signal);
  expect((await said)?.code).toBe("SERVER_STOPPED");
});

/** A server whose main thread is in an endless loop. */
const serveHeld = (...args: readonly string[]): Promise<ServerProcess> => serveIn("for (;;);", args);

/** A server whose main thread does `work` and nothing else. */
async function serveIn(work: string, args: readonly string[]): Promise<ServerProcess> {
  const file = join(folder, "hold.mjs");
  const condition = 'import { isMainThread } from "node:worker_threads";\nif (isMainThread)';
  writeFileSync(file, `${condition} process.once("SIGUSR2", async () => { ${work} });`);
  const server = await ServerProcess.run(args, { env: { NODE_OPTIONS: `--import ${file}` } });
  onTestFinished(() => server.kill());
  server.child.kill("SIGUSR2");
  await sleep(100);
  return server;
}

test("a main thread that is held", async () => {
  const server = await serveHeld("--watchdog", "off");
  await expectStop(server);
});

test("a main thread that waits for a camera thread", async () => {
  const file = fileURLToPath(new URL("../../dist/src/server/cameras/CameraJob.js", import.meta.url));
  const wait = `const { waitWhile } = await import("${file}"); waitWhile(new Int32Array(new SharedArrayBuffer(8)), 0, 0);`;
  const server = await serveIn(wait, []);
  await sleep(500);
  await expectStop(server);
});

test("a second signal ends a held process at once", async () => {
  const server = await serveHeld();
  server.child.kill("SIGTERM");
  await sleep(100);
  const { code, ms } = await server.stop("SIGTERM");
  expect(code).toBe(0);
  expect(ms).toBeLessThan(1500);
});

test("the server's own work that never ends: SERVER_HANGS, exit code 3", async () => {
  const server = await serveHeld("--watchdog", "1");
  expect(await server.ended).toMatchObject({ code: 3 });
  expect(server.err).toMatch(/SERVER_HANGS: .*hold\.mjs:2:/);
});
