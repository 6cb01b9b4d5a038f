// The Segway follows the orange ball for a minute, and with late pictures.

import { expect, it } from "vitest";
import { measureFollowing } from "../../examples/FollowTrial.js";
import { testFollowing } from "./FollowSuite.js";

const SECONDS = 60;

testFollowing(SECONDS);

it("[T5] late pictures need their capture time: without it the robot follows worse", async () => {
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
