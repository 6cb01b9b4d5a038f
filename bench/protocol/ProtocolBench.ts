// `npm run bench -- protocol`: cost of the frame lock over TCP, compared with a bare TCP ping-pong of the same sizes (P)
// and the bare physics of the same robot (Q), all taking turns in one run. The aim: 0.8 P Q / (P + Q) frames a second.
// B is a ping-pong whose server makes a step of the bare physics before it answers. Where both processes share a processor, each
// runs slower after the other one has run, so B is less than P Q / (P + Q).

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { readRobotDocument } from "../../src/describe/robot/RobotDocument.js";
import { builtInDevices } from "../../src/devices/BuiltIn.js";
import { Physics } from "../../src/physics/Physics.js";
import { type RunningServer, startServer } from "../../src/server/Server.js";

const DOCUMENT = withoutCamera(fileURLToPath(new URL("../../../robots/segway.xml", import.meta.url)));
const PING_PEER = fileURLToPath(new URL("./PingPeer.js", import.meta.url));
const SEGWAY_PEER = fileURLToPath(new URL("./SegwayPeer.js", import.meta.url));

/** Frames before a measurement, in which the JavaScript engine compiles what runs often. */
const WARM_FRAMES = 10_000;

export interface ProtocolOptions {
  readonly rounds: number;
  /** Wall-clock time of each measurement, s. */
  readonly seconds: number;
  readonly clients: number;
  /** Simulated time of the memory measurement, s; 0: not measured. */
  readonly memorySeconds: number;
  readonly say: (line: string) => void;
}

/** Writes the robot without its camera to a temporary file: a picture would cost more than everything measured here. */
function withoutCamera(file: string): string {
  const copy = join(mkdtempSync(join(tmpdir(), "ubersim-bench-")), "segway.xml");
  writeFileSync(copy, readFileSync(file, "utf8").replace(/<CameraSensor[\s\S]*?<\/CameraSensor>/g, ""));
  return copy;
}

export async function runProtocolBench({
  rounds,
  seconds,
  clients,
  memorySeconds,
  say,
}: ProtocolOptions): Promise<void> {
  if (rounds > 0) await compare(rounds, seconds, say);
  if (clients > 0) {
    const crowd = `${clients} clients in separate processes, one Segway each at 1 kHz`;
    const length = Math.max(5, 2 * seconds);
    const inNode = await measureCrowd(clients, length, segwayInNode);
    say(`${crowd}, client library in Node: ${inNode.toFixed(2)} times real time, aim 1`);
    const segwayInC = compileSegway();
    if (segwayInC) {
      const inC = await measureCrowd(clients, length, segwayInC);
      say(`${crowd}, clients/c/segway.c: ${inC.toFixed(2)} times real time, aim 1`);
    } else say("clients/c/segway.c: no C compiler found");
  }
  if (memorySeconds > 0) await measureMemory(memorySeconds, say);
}

async function compare(rounds: number, seconds: number, say: (line: string) => void): Promise<void> {
  const sizes = await measureSizes();
  say(
    `one Segway (robots/segway.xml without camera): frame ${sizes.frame} bytes, answer ${sizes.answer} bytes on average`,
  );
  say("round   ping-pong P/s   physics Q/s   busy ping-pong B/s   locked client S/s   S / (P Q / (P + Q))   S / B");
  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const p = await measurePingPong(sizes, seconds);
    const q = await measurePhysics(seconds);
    const b = await measureBusyPingPong(sizes, seconds);
    const s = await measureLocked(seconds);
    ratios.push(s / ((p * q) / (p + q)));
    const cells = [round, ...[p, q, b, s].map((x) => x.toFixed(0)), ratios[round - 1].toFixed(2), (s / b).toFixed(2)];
    say(cells.map((cell, i) => String(cell).padStart([5, 16, 14, 21, 20, 22, 8][i])).join(""));
  }
  say(`median ${median(ratios).toFixed(2)}, aim 0.8`);
}

interface Sizes {
  readonly frame: number;
  readonly answer: number;
}

const mean = (values: readonly number[]): number => Math.round(values.reduce((sum, x) => sum + x, 0) / values.length);

/** For an even number of values: the mean of the two in the middle. */
function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function peer(script: string, args: readonly (string | number)[]): ChildProcess {
  return spawn(process.execPath, [script, ...args.map(String)], { stdio: ["ignore", "ignore", "inherit"] });
}

/** Mean bytes of a frame and of its answer: slow sensors are not in every frame. */
async function measureSizes(): Promise<Sizes> {
  const server = await startLocked(1);
  const child = peer(SEGWAY_PEER, [server.tcpPort, "Segway", DOCUMENT]);
  const session = await waitFor(() => server.simulation.sessions[0]);
  const frames: number[] = [];
  const answers: number[] = [];
  await waitFor(() => server.simulation.world.frame > 100 || undefined);
  const { link } = session;
  const send = link.send.bind(link);
  const receive = session.receive.bind(session);
  link.send = (bytes) => {
    frames.push(bytes.length);
    send(bytes);
  };
  session.receive = (bytes) => {
    answers.push(bytes.length);
    receive(bytes);
  };
  await waitFor(() => answers.length >= 2000 || undefined);
  await end(server, [child]);
  return { frame: mean(frames), answer: mean(answers) };
}

async function waitFor<T>(look: () => T | undefined): Promise<T> {
  for (let i = 0; i < 2000; i++) {
    const found = look();
    if (found !== undefined) return found;
    await wait(10);
  }
  throw new Error("timeout of 20 s");
}

async function startLocked(clients: number): Promise<RunningServer> {
  const expect = Array.from({ length: clients }, (_, i) => nameOf(i, clients));
  return startServer({ port: 0, httpPort: false, rate: Number.POSITIVE_INFINITY, expect });
}

const nameOf = (i: number, clients: number): string => (clients === 1 ? "Segway" : `S${String(i).padStart(2, "0")}`);

async function end(server: RunningServer, children: readonly ChildProcess[]): Promise<void> {
  await server.stop();
  for (const child of children) child.kill();
}

/** Round trips a second; before each answer the server does `work`. */
async function measurePingPong(sizes: Sizes, seconds: number, work?: () => void): Promise<number> {
  const frame = new Uint8Array(sizes.frame);
  let count = 0;
  let pending = 0;
  let socket: Socket | undefined;
  const server = createServer({ noDelay: true }, (connection) => {
    socket = connection;
    connection.on("error", () => {});
    connection.on("data", (bytes) => {
      pending += bytes.length;
      while (pending >= sizes.answer) {
        pending -= sizes.answer;
        count++;
        work?.();
        connection.write(frame);
      }
    });
    connection.write(frame);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const child = peer(PING_PEER, [(server.address() as { port: number }).port, sizes.frame, sizes.answer]);
  await waitFor(() => (count > WARM_FRAMES ? true : undefined));
  const rate = await countOver(seconds, () => count);
  socket?.destroy();
  server.close();
  child.kill();
  return rate;
}

/** Growth of a count per second. */
async function countOver(seconds: number, count: () => number): Promise<number> {
  const [start, before] = [performance.now(), count()];
  await wait(1000 * seconds);
  return (count() - before) / ((performance.now() - start) / 1000);
}

async function measureBusyPingPong(sizes: Sizes, seconds: number): Promise<number> {
  const physics = await segwayPhysics();
  const rate = await measurePingPong(sizes, seconds, () => physics.step());
  physics.dispose();
  return rate;
}

/** The physics alone, with the same robot and commands. */
async function segwayPhysics(): Promise<Physics> {
  const { robot } = readRobotDocument(readFileSync(DOCUMENT, "utf8"), { kinds: builtInDevices() });
  const physics = await Physics.create();
  physics.add(robot.entity, { position: [0, 0, 0.162], orientation: robot.orientation });
  for (const joint of ["LMotor", "RMotor"]) physics.setJoint(robot.name, joint, "FMax", 80, 1);
  return physics;
}

/** Steps per second of the physics alone. */
async function measurePhysics(seconds: number): Promise<number> {
  const physics = await segwayPhysics();
  for (let i = 0; i < WARM_FRAMES; i++) physics.step();
  const start = performance.now();
  let steps = 0;
  while (performance.now() - start < 1000 * seconds) for (let i = 0; i < 100; i++, steps++) physics.step();
  const rate = steps / ((performance.now() - start) / 1000);
  physics.dispose();
  return rate;
}

async function measureLocked(seconds: number): Promise<number> {
  const server = await startLocked(1);
  const child = peer(SEGWAY_PEER, [server.tcpPort, "Segway", DOCUMENT]);
  await waitFor(() => (server.simulation.world.frame > WARM_FRAMES ? true : undefined));
  const rate = await countOver(seconds, () => server.simulation.world.frame);
  await end(server, [child]);
  return rate;
}

/** Starts a client with a Segway of that name. */
type StartSegway = (port: number, name: string) => ChildProcess;

const segwayInNode: StartSegway = (port, name) => peer(SEGWAY_PEER, [port, name, DOCUMENT]);

/** Compiles the C client in a temporary folder; undefined: there is no compiler. */
function compileSegway(): StartSegway | undefined {
  const folder = mkdtempSync(join(tmpdir(), "ubersim-bench-"));
  const program = join(folder, "segway");
  const source = fileURLToPath(new URL("../../../clients/c/segway.c", import.meta.url));
  if (spawnSync("cc", ["-O2", source, "-o", program, "-lm"]).status !== 0) return undefined;
  const text = readFileSync(DOCUMENT, "utf8");
  return (port, name) => {
    const document = join(folder, `${name}.xml`);
    writeFileSync(document, text.replace(/<Name>[^<]*<\/Name>/, `<Name>${name}</Name>`));
    return spawn(program, [document, "1e9", "127.0.0.1", String(port)], { stdio: "ignore" });
  };
}

async function measureCrowd(clients: number, seconds: number, start: StartSegway): Promise<number> {
  const server = await startLocked(clients);
  const children = Array.from({ length: clients }, (_, i) => start(server.tcpPort, nameOf(i, clients)));
  await waitFor(() => (server.simulation.world.frame > 500 ? true : undefined));
  const rate = await countOver(seconds, () => server.simulation.world.timeSec);
  await end(server, children);
  return rate;
}

async function measureMemory(simulated: number, say: (line: string) => void): Promise<void> {
  const server = await startLocked(1);
  const child = peer(SEGWAY_PEER, [server.tcpPort, "Segway", DOCUMENT]);
  say("simulated s   JS heap MB   rss MB");
  for (const share of [0.1, 0.25, 0.5, 0.75, 1]) {
    while (server.simulation.world.timeSec < share * simulated) await wait(50);
    globalThis.gc?.();
    const { heapUsed, rss } = process.memoryUsage();
    const cells = [server.simulation.world.timeSec.toFixed(0), (heapUsed / 1e6).toFixed(1), (rss / 1e6).toFixed(0)];
    say(cells.map((cell, i) => cell.padStart([11, 13, 9][i])).join(""));
  }
  await end(server, [child]);
}
