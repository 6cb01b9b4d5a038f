// [X1] [L4] A match of the four-legged league in the served page, in a real Chromium: score, state, menu of the referee.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runVerb, startRoom } from "./RoomWorld.js";
import { openBrowser, ViewerPage } from "./ViewerPage.js";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const soon = <T>(ask: () => T) => expect.poll(ask, { timeout: 120_000, interval: 20 });

test("[X1] [L4] the page shows score and state, and commands the referee", async () => {
  const server = await startRoom({ world: "legged-league", legged: { referee: "built-in", address: false } });
  const viewer = await ViewerPage.open(browser, server, { isFirstVisit: true });
  const board = viewer.page.getByRole("region", { name: "Match" });
  await soon(() => board.locator(".team-name").allTextContents()).toEqual(["Red", "Blue"]);
  await runVerb(server, "referee", { word: "goal", team: "blue" });
  await soon(() => board.locator(".team-score").allTextContents()).toEqual(["0", "1"]);
  await soon(() => board.getByRole("status").textContent()).toBe("Ready, kick-off: Red");
  await viewer.page.getByRole("button", { name: "Referee commands" }).click();
  await viewer.page.getByRole("button", { name: "Goal for Red" }).click();
  await soon(() => board.locator(".team-score").allTextContents()).toEqual(["1", "1"]);
  expect(viewer.problems).toEqual([]);
});
