// Rides of the paper's Segway (Appendix A, with its 20 ms of latency) over the network, against the real server.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { measureLateBalance } from "../../examples/LateBalance.js";
import { readLeanScript } from "../../examples/LeanScript.js";
import { ride, type Sample } from "../../examples/SegwayRide.js";
import { traceToCsv, traceToSvg } from "../../examples/SegwayTrace.js";
import { connect } from "../../src/client/index.js";
import { type RunningServer, startServer } from "../../src/server/Server.js";
import { isThere, type Outcome, ROOT, run } from "./Programs.js";

export const APPENDIX_A = `${ROOT}test/documents/appendix-a.xml`;
export const document = readFileSync(APPENDIX_A);
export const hasPython = isThere("python3");
export const hasC = isThere("cc");
const REST_TILT = -0.1732;

export interface RideServer {
  readonly server: RunningServer;
  readonly port: number;
  /** Hashes of the world, one every second. */
  readonly hashes: string[];
}

/** A server at full speed, stopped after the test; time begins when the robot has joined. */
export async function startRideServer(): Promise<RideServer> {
  const hashes: string[] = [];
  const beforeFrame = ({ world }: RunningServer["simulation"]) => {
    if (world.frame === 1000 * (hashes.length + 1)) hashes.push(world.hash());
  };
  const rate = Number.POSITIVE_INFINITY;
  const server = await startServer({ port: 0, httpPort: 0, rate, expect: ["CMU"], beforeFrame });
  onTestFinished(() => server.stop());
  return { server, port: server.tcpPort, hashes };
}

export async function driveTypeScript(port: number, seconds: number, leanAt = (_: number) => 0): Promise<Sample[]> {
  const robot = await connect({ document, port });
  const samples: Sample[] = [];
  const stands = await ride(robot, {
    seconds,
    leanAt,
    look: (sample) => {
      samples.push(sample);
      return false;
    },
  });
  await robot.leave();
  expect(stands).toBe(true);
  return samples;
}

const drivePython = (...args: string[]): Promise<Outcome> =>
  run("python3", [`${ROOT}clients/python/segway_balance.py`, "--document", APPENDIX_A, ...args]);

/** By then the Segway rests, s. */
const REST_SEC = 20;

/** [P2] [T5] The Segway never falls, and after 20 s it rests at its start. */
export async function expectTypeScriptBalance(seconds: number): Promise<void> {
  const samples = await driveTypeScript((await startRideServer()).port, seconds);
  expect(samples.length).toBe(seconds * 1000 + 1);
  const late = samples.filter(({ time }) => time > REST_SEC);
  const worst = (of: readonly Sample[], value: (sample: Sample) => number) =>
    of.reduce((max, one) => Math.max(max, Math.abs(value(one))), 0);
  expect(worst(late, ({ tilt }) => tilt - REST_TILT)).toBeLessThan(0.001);
  expect(worst(late, ({ place }) => place)).toBeLessThan(0.02);
  expect(worst(samples, ({ place }) => place)).toBeLessThan(0.5);
  expect(worst(samples, ({ tilt }) => tilt - REST_TILT)).toBeLessThan(0.3);
}

/** [P2] [T5] The Python client balances the Segway and prints that. */
export async function expectPythonBalance(seconds: number): Promise<void> {
  const { port } = await startRideServer();
  const { code, out, err } = await drivePython("--port", String(port), "--seconds", String(seconds));
  expect(err).toBe("");
  expect(out).toMatch(new RegExp(`^Still standing after ${seconds}\\.000 s, at -?0\\.00\\d m\\.\n$`));
  expect(code).toBe(0);
}

/** [T5] Pushed again and again, the Segway stands with a latency of 20 or 100 ms; with 160 ms it falls in the first 10 s. */
export async function expectLatencyEffect(seconds: number, pushEverySec: number): Promise<void> {
  const soon = await measureLateBalance({ latencyMs: 20, seconds, pushEverySec });
  const late = await measureLateBalance({ latencyMs: 100, seconds, pushEverySec });
  const tooLate = await measureLateBalance({ latencyMs: 160, seconds, pushEverySec });
  expect([soon.fellAt, late.fellAt]).toEqual([undefined, undefined]);
  expect(late.peakLean).toBeGreaterThan(1.1 * soon.peakLean);
  expect(soon.wander).toBeLessThan(0.5);
  expect(tooLate.fellAt).toBeLessThan(10);
}

/** Where the robot is at a time of a ride, m. */
export const placeAt = (samples: readonly Sample[], time: number): number => samples[time * 1000].place;

/** [P2] [M5] TypeScript and Python follow a script of leans with the same bits, and write the same trace and plot. */
export async function expectSameRide(seconds: number, script: string): Promise<Sample[]> {
  const first = await startRideServer();
  const samples = await driveTypeScript(first.port, seconds, readLeanScript(script));
  await first.server.stop();
  const second = await startRideServer();
  const scratch = mkdtempSync(join(tmpdir(), "ubersim-ride-"));
  onTestFinished(() => rmSync(scratch, { recursive: true }));
  const files = ["trace.csv", "plot.svg"].map((name) => join(scratch, name));
  const args = ["--seconds", String(seconds), "--script", script, "--trace", files[0], "--plot", files[1]];
  const { code, out } = await drivePython("--port", String(second.port), ...args);
  expect(out).toMatch(new RegExp(`^Still standing after ${seconds}\\.000 s`));
  expect(code).toBe(0);
  // an empty world runs on until its server stops
  expect(first.hashes.length).toBeGreaterThanOrEqual(seconds);
  expect(second.hashes.slice(0, seconds)).toEqual(first.hashes.slice(0, seconds));
  expect(readFileSync(files[0], "utf8")).toBe(traceToCsv(samples));
  expect(readFileSync(files[1], "utf8")).toBe(traceToSvg(samples, "CMU, balanced over the network"));
  return samples;
}

/** Builds the C client without warnings; the path of the program. */
export async function buildC(folder: string): Promise<string> {
  const program = join(folder, "segway");
  const strict = ["-std=c99", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Werror"];
  const built = await run("cc", [...strict, `${ROOT}clients/c/segway.c`, "-o", program, "-lm"]);
  expect(built).toEqual({ code: 0, out: "", err: "" });
  return program;
}
