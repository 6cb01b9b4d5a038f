// The paper's Segway over the network: balanced for three simulated minutes from TypeScript and from Python, driven by a script
// and from C, and under pushes with three latencies. test/segway/segway.long.test.ts balances it for ten minutes, in process.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { run } from "./Programs.js";
import {
  APPENDIX_A,
  buildC,
  expectLatencyEffect,
  expectPythonBalance,
  expectSameRide,
  expectTypeScriptBalance,
  hasC,
  hasPython,
  placeAt,
  startRideServer,
} from "./SegwayRides.js";

/** More than 2^17 frames. */
const SECONDS = 180;

it(`[P2] [T5] TypeScript balances it for ${SECONDS} s, and it rests at its start`, () =>
  expectTypeScriptBalance(SECONDS));

it.skipIf(!hasPython)(`[P2] [T5] Python balances it for ${SECONDS} s`, () => expectPythonBalance(SECONDS));

it.skipIf(!hasPython)("[P2] [M5] Python and TypeScript drive it forward and back with the same bits", async () => {
  const samples = await expectSameRide(12, "2:0.1,6:-0.1,10:0");
  // the robot moves forward while it leans forward, back while it leans back
  expect(placeAt(samples, 6) - placeAt(samples, 3)).toBeGreaterThan(0.5);
  expect(placeAt(samples, 10) - placeAt(samples, 7)).toBeLessThan(-0.3);
});

it.skipIf(!hasC)("[W2] C balances it, and it rests at its start", async () => {
  const scratch = mkdtempSync(join(tmpdir(), "ubersim-c-"));
  onTestFinished(() => rmSync(scratch, { recursive: true }));
  const { port } = await startRideServer();
  const rode = await run(await buildC(scratch), [APPENDIX_A, "20", "127.0.0.1", String(port)]);
  expect(rode).toMatchObject({ code: 0, err: "" });
  expect(rode.out).toMatch(/^still standing after 20\.000 s, tilt -0\.173\d rad, at -?0\.00\d m\n$/);
});

it("[T5] under pushes the Segway stands with 20 and 100 ms of latency, and falls with 160 ms", () =>
  expectLatencyEffect(25, 10));
