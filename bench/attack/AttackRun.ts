// One attack on a fresh server with two honest robots, and the checks after it.

import { setTimeout as sleep } from "node:timers/promises";
import { RandomStream } from "../../src/math/RandomStream.js";
import { ServerProcess } from "../../testing/programs/ServerProcess.js";
import { ATTACKS } from "./Attacks.js";
import { CHECKPOINT, HONEST_NAMES, HonestRobots, type Received } from "./HonestRobots.js";

export interface AttackResult {
  readonly name: string;
  readonly count: number;
  /** Longest wait for an HTTP reply during the attack, ms. */
  readonly worstMs: number;
  /** Longest hold of the server's event loop, processor time, ms; undefined: unknown. */
  readonly holdMs: number | undefined;
  /** What was being done at that time; empty: unknown. */
  readonly worstDeed: string;
  /** Wait for an HTTP reply after the attack: the best of some, ms. */
  readonly afterMs: number;
  /** Resident memory before, at most and after, MB. */
  readonly memoryMb: readonly [number, number, number];
  readonly stopMs: number;
  readonly problems: readonly string[];
}

export interface AttackOptions {
  readonly seed: number;
  readonly seconds: number;
  /** True: slow replies and memory are reported, not judged, because the machine does other things. */
  readonly isLenient?: boolean;
}

const FRAMES = 300;
const PAUSE_MS = 3;
/** What the promises allow. */
const [MAX_REPLY_MS, MAX_STOP_MS, MAX_MORE_MB] = [100, 3000, 200];
const TRIES = 20;
/** Memory may take longer: the thread that reads documents finishes its work, rests for 5 s and ends; then garbage is collected. */
const MEMORY_TRIES = 60;
const LIMIT_MS = 120_000;

/**
 * Runs in the server's process: measures the processor time of the main thread between two turns of its event loop from SIGUSR2
 * on, because starting is no hold, and prints the longest at the end. Time in which other programs have the processor does not
 * count. Linux only. The file stays open: an attack on file descriptors must not stop the measurement.
 */
const METER = `import { openSync, readSync } from "node:fs"; import { isMainThread } from "node:worker_threads";
if (isMainThread && process.platform === "linux") {
  const [file, text] = [openSync("/proc/self/task/" + process.pid + "/schedstat"), Buffer.alloc(64)];
  const read = () => Number(text.toString("latin1", 0, readSync(file, text, 0, 64, 0)).split(" ")[0]) / 1e6;
  let [last, longest] = [Infinity, 0];
  const tick = () => { const now = read(); longest = Math.max(longest, now - last); last = now; };
  process.once("SIGUSR2", () => setInterval(tick, 1).unref());
  process.on("exit", () => console.error("longest hold " + longest.toFixed(0) + " ms"));
}`;

/** A server that measures the holds of its event loop. */
export async function serveMetered(args: readonly string[]): Promise<ServerProcess> {
  const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(METER)}` };
  const server = await ServerProcess.run(args, { env });
  if (process.platform === "linux") server.child.kill("SIGUSR2");
  return server;
}

/** The longest hold of a metered server that has stopped, ms; undefined: the system does not tell it. */
export function longestHold(server: ServerProcess): number | undefined {
  const hold = /longest hold (\d+) ms/.exec(server.err)?.[1];
  return hold === undefined ? undefined : Number(hold);
}

/** Some verbs are allowed, so that attackers reach the console; none of these acts on the honest robots. */
const ALLOW = ["--allow", "X*=get,light"];

const serve = (world: string, args: readonly string[] = []): Promise<ServerProcess> => {
  const expect = ["--expect", HONEST_NAMES.join(",")];
  return serveMetered([world, "--rate", "max", ...expect, ...ALLOW, "--ssl-ports", "0", "--referee", "none", ...args]);
};

const quiet = new Map<string, Received>();

/** What the honest robots receive without an attack, up to this number of checkpoints. */
async function receiveQuietly(world: string, checkpoints: number): Promise<Received> {
  const known = quiet.get(world) ?? [];
  if (known.length >= checkpoints) return known.slice(0, checkpoints);
  const server = await serve(world);
  const robots = new HonestRobots(server.tcpPort, Number.POSITIVE_INFINITY, 0);
  const received = await robots.finish(CHECKPOINT * checkpoints);
  robots.end();
  await server.stop();
  quiet.set(world, received);
  return received.slice(0, checkpoints);
}

/** Undefined: the honest robots received what they receive in a quiet run. */
async function compareWithQuiet(world: string, received: Received | string): Promise<string | undefined> {
  if (typeof received === "string") return `honest robots: ${received}`;
  const expected = await receiveQuietly(world, received.length);
  const at = received.findIndex((digest, i) => digest !== expected[i]);
  return at < 0 ? undefined : `honest robots: other bytes than in a quiet run before frame ${CHECKPOINT * (at + 1)}`;
}

async function replyMs(server: ServerProcess): Promise<number> {
  const from = performance.now();
  const signal = AbortSignal.timeout(LIMIT_MS);
  const reply = await fetch(`http://127.0.0.1:${server.httpPort}/api/get`, { method: "POST", body: "{}", signal });
  await reply.text();
  return performance.now() - from;
}

export async function runAttack(
  name: string,
  { seed, seconds, isLenient = false }: AttackOptions,
): Promise<AttackResult> {
  const { run, args, world = "flat" } = ATTACKS[name];
  const server = await serve(world, args);
  const problems: string[] = [];
  try {
    const robots = new HonestRobots(server.tcpPort, Number.POSITIVE_INFINITY, PAUSE_MS);
    const before = server.residentMb;
    let [worstMs, peakMb, isOver] = [0, before, false];
    let [deed, worstDeed] = ["", ""];
    const probe = (async () => {
      while (!isOver && !server.isEnded) {
        const ms = await replyMs(server).catch(() => 0);
        if (ms > worstMs) [worstMs, worstDeed] = [ms, deed];
        peakMb = Math.max(peakMb, server.isEnded ? 0 : server.residentMb);
        await sleep(20);
      }
    })();
    const random = new RandomStream(seed).split(name);
    const note = (now: string): void => {
      deed = now;
    };
    const count = await run({ server, random, untilMs: performance.now() + 1000 * seconds, note });
    const received = await Promise.race([robots.finish(FRAMES).catch(String), sleep(LIMIT_MS, "they stand still")]);
    isOver = true;
    await probe;
    robots.end();
    if (!(await canJoin(server))) problems.push("a newcomer did not get in");
    let afterMs = Number.POSITIVE_INFINITY;
    for (let i = 0; i < TRIES && afterMs > MAX_REPLY_MS; i++)
      afterMs = Math.min(afterMs, await replyMs(server).catch(() => LIMIT_MS));
    if (afterMs > MAX_REPLY_MS && !isLenient) problems.push(`HTTP answers after ${afterMs.toFixed(0)} ms`);
    let after = server.residentMb;
    for (let i = 0; i < MEMORY_TRIES && after > before + MAX_MORE_MB; i++, after = server.residentMb) await sleep(500);
    if (after > before + MAX_MORE_MB && !isLenient)
      problems.push(`${after.toFixed(0)} MB after ${before.toFixed(0)} MB`);
    const { code, ms } = await server.stop("SIGTERM", 30_000);
    if (code !== 0) problems.push(`SIGTERM ends it with ${code}: ${server.err.slice(-300)}`);
    if (ms > (isLenient ? 4 : 1) * MAX_STOP_MS) problems.push(`SIGTERM takes ${ms.toFixed(0)} ms`);
    const difference = await compareWithQuiet(world, received);
    if (difference !== undefined) problems.push(difference);
    const holdMs = longestHold(server);
    return {
      name,
      count,
      worstMs,
      holdMs,
      worstDeed,
      afterMs,
      memoryMb: [before, peakMb, after],
      stopMs: ms,
      problems,
    };
  } finally {
    server.kill();
  }
}

/** Whether a newcomer gets its first frames. */
async function canJoin(server: ServerProcess): Promise<boolean> {
  const robots = new HonestRobots(server.tcpPort, 3, 0, ["Newcomer"]);
  const result = await Promise.race([robots.digest().catch(() => ""), sleep(LIMIT_MS, "")]);
  robots.end();
  return result !== "";
}
