// [L4] A minute and a half of a game of the shipped players, two against two, each a process.

import { expect, test } from "vitest";
import { playGame } from "../../bench/legged/GameTrial.js";

test("[L4] players find their places and play; no robot stays on the floor", async () => {
  const players = ["Red-1", "Red-2", "Blue-1", "Blue-2"];
  const figures = await playGame({ seed: 1, seconds: 90, players, print: () => {} });
  expect(figures.longestFallSec).toBeLessThan(20);
  expect(figures.placeError).toBeLessThan(0.25);
  expect(figures.ballShare).toBeGreaterThan(0.25);
}, 3_600_000);
