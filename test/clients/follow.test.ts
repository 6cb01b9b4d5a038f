// The Segway that follows the orange ball with its own camera, over TCP against the real server, from TypeScript and Python.
// With UBERSIM_LONG=1 each follows for a minute, otherwise for the first seconds: the ball is kicked at 4 and at 10 s.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decode } from "fast-png";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { KEEP } from "../../examples/BallChaser.js";
import { measureFollowing, trueBall } from "../../examples/FollowTrial.js";
import { isOrange } from "../../examples/OrangeBall.js";
import { drawInTerminal } from "../../examples/TerminalPicture.js";
import { type Component, Picture } from "../../src/client/index.js";
import { type RunningServer, startServer } from "../../src/server/Server.js";
import { isThere, type Outcome, ROOT, run } from "./Programs.js";

const SECONDS = process.env.UBERSIM_LONG ? 60 : 14;
const hasPython = isThere("python3");
const scratch = mkdtempSync(join(tmpdir(), "ubersim-follow-"));
afterAll(() => rmSync(scratch, { recursive: true }));

let server: RunningServer | undefined;
afterEach(() => server?.stop());

/** Of the ball from the robot's axle, every 50 ms. */
let truth: { time: number; bearing: number; distance: number }[] = [];

async function startGarden(): Promise<string> {
  truth = [];
  server = await startServer({
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
  return String(server.tcpPort);
}

function expectFollowed({ code, out, err }: Outcome, seconds: number): void {
  expect(err).toBe("");
  const said = /^Still standing after ([\d.]+) s, the ball in ([\d.]+) % of (\d+) pictures\.\n$/.exec(out);
  expect(Number(said?.[1])).toBeCloseTo(seconds, 3);
  expect(Number(said?.[2])).toBeGreaterThan(95);
  // 20 a second, the first after the 100 ms of its latency
  expect(Number(said?.[3])).toBe(20 * seconds - 1);
  expect(code).toBe(0);
  const last = truth.filter(({ time }) => time > seconds - 5);
  expect(last.length).toBeGreaterThan(90);
  for (const { distance, bearing } of last) {
    // a kick towards it closes in at 1 m/s, and a Segway has to roll forward before it can go back; they touch at 0.39 m
    expect(distance).toBeGreaterThan(0.5);
    expect(distance).toBeLessThan(2.5);
    expect(Math.abs(bearing)).toBeLessThan(0.3);
  }
  const late = truth.filter(({ time }) => time > 4).map(({ distance }) => Math.abs(distance - KEEP));
  expect(late.reduce((sum, error) => sum + error, 0) / late.length).toBeLessThan(0.35);
  // it had to move for that
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

describe("the Segway that follows the orange ball", () => {
  it(`[P2] [S3] [W5] TypeScript follows it for ${SECONDS} s through 100 ms of latency and keeps its pictures`, async () => {
    const save = join(scratch, "typescript");
    const program = `${ROOT}dist/examples/segway-follow.js`;
    const args = [program, "--seconds", String(SECONDS), "--port", await startGarden(), "--save", save];
    expectFollowed(await run("node", args), SECONDS);
    expectPictures(save, 20 * SECONDS - 1);
  });

  it.skipIf(!hasPython)(`[P2] [S3] [W5] Python follows it for ${SECONDS} s, and keeps its pictures`, async () => {
    const save = join(scratch, "python");
    const program = `${ROOT}clients/python/segway_follow.py`;
    const args = [program, "--seconds", String(SECONDS), "--port", await startGarden(), "--save", save, "--quiet"];
    expectFollowed(await run("python3", args), SECONDS);
    expectPictures(save, 20 * SECONDS - 1);
  });

  it("[T5] the time of capture is what makes late pictures useful", async () => {
    const soon = await measureFollowing({ latencyMs: 0, seconds: SECONDS });
    const late = await measureFollowing({ latencyMs: 200, seconds: SECONDS });
    const blind = await measureFollowing({ latencyMs: 200, seconds: SECONDS, usesStamp: false });
    expect([soon.fellAt, late.fellAt]).toEqual([undefined, undefined]);
    expect([soon.inView, late.inView]).toEqual([1, 1]);
    expect(soon.distanceError).toBeLessThan(0.3);
    expect(late.distanceError).toBeLessThan(0.4);
    expect(soon.bearingError).toBeLessThan(late.bearingError);
    expect(late.bearingError).toBeLessThan(0.05);
    expect(blind.bearingError).toBeGreaterThan(3 * late.bearingError);
  });

  it.skipIf(!hasPython)(
    "[P2] Python and TypeScript draw the same picture into a terminal, the ball in a frame",
    async () => {
      const said = {
        name: "Cam",
        kind: "CameraSensor",
        payload: "uint8[576] rgb",
        width: 16,
        height: 12,
        format: "rgb",
      };
      const bytes = Uint8Array.from({ length: 576 }, (_, i) => (7 * i) % 256);
      const blob = { column: 8, row: 6, radius: 2.5, isCut: false };
      const program = `
from segway_follow import Blob, draw
from ubersim import Picture, _component
picture = Picture(bytes(7 * i % 256 for i in range(576)), _component(${JSON.stringify(said)}))
print(draw(picture, 8, Blob(8, 6, 2.5, False)))
`;
      const { out, err } = await run("python3", ["-c", program]);
      const drawn = drawInTerminal(new Picture(bytes, { ...said, layout: undefined } as unknown as Component), 8, blob);
      expect([err, out]).toEqual(["", `${drawn}\n`]);
      const lines = drawn.split("\n");
      expect(lines.map((line) => line.split("▀").length)).toEqual(Array(3).fill(9));
      // the left upper corner: pixels (1, 1) and (1, 3)
      expect(
        lines[0].startsWith(`\x1b[38;2;${bytes.slice(51, 54).join(";")};48;2;${bytes.slice(147, 150).join(";")}m`),
      ).toBe(true);
      expect(drawn).toContain("2;255;255;255");
    },
  );

  it.skipIf(!hasPython)("[P2] Python shows its picture in the terminal while it follows", async () => {
    const args = ["--seconds", "0.2", "--terminal", "--port", await startGarden()];
    const { out } = await run("python3", [`${ROOT}clients/python/segway_follow.py`, ...args]);
    const lines = out.split("\n").filter((line) => line.includes("▀"));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length % 30).toBe(0);
    for (const line of lines) expect(line.split("▀").length).toBe(81);
    expect(out).toContain("follows the ball");
  });

  it("mistakes are told; --help", async () => {
    const port = await startGarden();
    await server?.stop();
    const programs = hasPython ? [["python3", "clients/python/segway_follow.py"]] : [];
    for (const [program, file] of [["node", "dist/examples/segway-follow.js"], ...programs]) {
      expect(await run(program, [ROOT + file, "--port", port])).toMatchObject({
        code: 2,
        err: expect.stringMatching(/^CONNECTION_FAILED.* In a checkout .*\n$/),
      });
      expect((await run(program, [ROOT + file, "--help"])).out).toMatch(/^usage: /i);
    }
  });
});
