// Tests of the Segway that follows the orange ball with its camera, over TCP against the real server, from TypeScript and
// Python. The ball is kicked at 4 and at 10 s.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decode } from "fast-png";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { KEEP } from "../../examples/BallChaser.js";
import { trueBall } from "../../examples/FollowTrial.js";
import { isOrange } from "../../examples/OrangeBall.js";
import { type RunningServer, startServer } from "../../src/server/Server.js";
import { isThere, type Outcome, ROOT, run } from "./Programs.js";

export const hasPython = isThere("python3");
const scratch = mkdtempSync(join(tmpdir(), "ubersim-follow-"));
afterAll(() => rmSync(scratch, { recursive: true }));

/** True position of the ball relative to the robot's axle, every 50 ms. */
let truth: { time: number; bearing: number; distance: number }[] = [];

/** A server of the ball's world at full speed, stopped after the test. */
export async function startGarden(): Promise<RunningServer> {
  truth = [];
  const server = await startServer({
    world: "ball-chase",
    port: 0,
    httpPort: false,
    rate: Number.POSITIVE_INFINITY,
    expect: ["Follower"],
    beforeFrame: ({ world }) => {
      if (world.frame % 50 > 0 || truth.at(-1)?.time === world.timeSec || !world.has("Follower")) return;
      const [bearing, distance] = trueBall(world, "Follower");
      truth.push({ time: world.timeSec, bearing, distance });
    },
  });
  onTestFinished(() => server.stop());
  return server;
}

/** Shorter trials do not show whether the robot follows. */
const MIN_FOLLOWED_SEC = 9;

function expectFollowed({ code, out, err }: Outcome, seconds: number): void {
  expect(err).toBe("");
  const output = /^Still standing after ([\d.]+) s, the ball in ([\d.]+) % of (\d+) pictures\.\n$/.exec(out);
  expect(Number(output?.[1])).toBeCloseTo(seconds, 3);
  expect(Number(output?.[2])).toBeGreaterThan(95);
  // 20 pictures a second, the first after the latency of 100 ms
  expect(Number(output?.[3])).toBe(20 * seconds - 1);
  expect(code).toBe(0);
  if (seconds >= MIN_FOLLOWED_SEC) expectNearBall(seconds);
}

function expectNearBall(seconds: number): void {
  const last = truth.filter(({ time }) => time > seconds - 5);
  expect(last.length).toBeGreaterThan(90);
  for (const { distance, bearing } of last) {
    // a ball kicked at the robot approaches at 1 m/s, and a Segway must roll forward before it can go back; they touch at 0.39 m
    expect(distance).toBeGreaterThan(0.5);
    expect(distance).toBeLessThan(2.5);
    expect(Math.abs(bearing)).toBeLessThan(0.3);
  }
  const late = truth.filter(({ time }) => time > 4).map(({ distance }) => Math.abs(distance - KEEP));
  expect(late.reduce((sum, error) => sum + error, 0) / late.length).toBeLessThan(0.35);
  // the robot had to move for that
  expect(Math.max(...truth.map(({ distance }) => distance))).toBeGreaterThan(1.7);
}

/** Every picture is a PNG of the camera's size with the ball in it. */
function expectPictures(directory: string, count: number): void {
  const names = readdirSync(directory).sort();
  expect(names.length).toBe(count);
  for (const name of [names[0], names[count >> 1], names[count - 1]]) {
    const { width, height, data } = decode(readFileSync(join(directory, name)));
    expect([width, height]).toEqual([160, 120]);
    const pixels = Array.from({ length: width * height }, (_, i) => data.slice(3 * i, 3 * i + 3));
    const orange = pixels.filter(([r, g, b]) => isOrange(r, g, b)).length;
    expect(orange).toBeGreaterThan(30);
    expect(orange).toBeLessThan(2000);
  }
}

/** Follows for `seconds`, Python for `pythonSec`. */
export function testFollowing(seconds: number, pythonSec = seconds): void {
  describe("the Segway that follows the orange ball", () => {
    it(`[P2] [S3] [W5] TypeScript follows it for ${seconds} s with 100 ms of latency and saves its pictures`, async () => {
      const save = join(scratch, "typescript");
      const program = `${ROOT}dist/examples/segway-follow.js`;
      const args = [
        program,
        "--seconds",
        String(seconds),
        "--port",
        String((await startGarden()).tcpPort),
        "--save",
        save,
      ];
      expectFollowed(await run("node", args), seconds);
      expectPictures(save, 20 * seconds - 1);
    });

    it.skipIf(!hasPython)(`[P2] [S3] [W5] Python follows it for ${pythonSec} s, and saves its pictures`, async () => {
      const save = join(scratch, "python");
      const program = `${ROOT}clients/python/segway_follow.py`;
      const args = [
        program,
        "--seconds",
        String(pythonSec),
        "--port",
        String((await startGarden()).tcpPort),
        "--save",
        save,
        "--quiet",
      ];
      expectFollowed(await run("python3", args), pythonSec);
      expectPictures(save, 20 * pythonSec - 1);
    });
  });
}
