// The time bar of the page, in a real Chromium: look back while the world goes on, a goal again, back to now.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { builtInKinds } from "../../src/leagues/Leagues.js";
import { Playback } from "../../src/record/journal/Playback.js";
import { Reference } from "../../src/record/reference/Reference.js";
import { readReferenceText } from "../../src/record/reference/ReferenceText.js";
import { ReplayServer } from "../../src/server/record/ReplayServer.js";
import { MemoryRecord } from "../../testing/builders/MemoryRecord.js";
import { runVerb, startRoom } from "./RoomWorld.js";
import { openBrowser, type ScreenPoint, ViewerPage } from "./ViewerPage.js";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test("[X1] the time bar shows what was while the world goes on, marks a reset, and returns to now", async () => {
  const server = await startRoom({ rate: 4 });
  const viewer = await ViewerPage.open(browser, server);
  const { page } = viewer;
  const bar = page.getByRole("region", { name: "Time bar" });
  await viewer.until("store.time > 2");
  await runVerb(server, "move", { name: "Red", position: [1.5, -1.5, 0.3] });
  await viewer.until('store.poses.get(store.entities.get("Red")?.bodies[0].id)?.[0] > 1.4 && store.time > 4');
  // before the move: Red is where it was
  const slider = bar.getByRole("slider", { name: "Time shown" });
  const start = (await slider.getAttribute("min")) ?? "";
  await slider.fill(start);
  await viewer.until("store.behindSec > 0");
  const redX = 'store.poses.get(store.entities.get("Red")?.bodies[0].id)?.[0]';
  expect(await viewer.ask<number>(redX)).toBeCloseTo(-1, 1);
  expect(await viewer.ask<number>("store.time")).toBeLessThanOrEqual(Number(start) + 0.2);
  await page.locator(".state", { hasText: "ago" }).waitFor();
  // the world goes on, and the picture stays
  const { frame } = server.simulation.world;
  await expect.poll(() => server.simulation.world.frame, { timeout: 60_000 }).toBeGreaterThan(frame + 1000);
  expect(await viewer.ask<number>(redX)).toBeCloseTo(-1, 1);
  // a reset while looking back: a mark, and the present is the one after it
  await runVerb(server, "reset");
  await bar.getByRole("button", { name: /^Show: back to / }).waitFor();
  await page.keyboard.press("n");
  await viewer.until("store.behindSec === undefined");
  expect(await viewer.ask<number>("store.time")).toBeLessThan(server.simulation.world.timeSec + 0.001);
  await page.keyboard.press("b");
  await viewer.until("store.behindSec > 0");
  await page.keyboard.press("Escape");
  await viewer.until("store.behindSec === undefined");
  expect(viewer.problems).toEqual([]);
});

test("[X3] a recording: the time bar plays it, goes to any time, and shows its marks; nothing can be changed", async () => {
  const room = await startRoom({ rate: Number.POSITIVE_INFINITY, httpPort: false });
  const record = MemoryRecord.of(room.simulation, { snapshotSec: 1 });
  const { simulation } = room;
  await room.control.perform("move", { name: "Red", position: [-1.5, -1.5, 0.3] });
  await expect.poll(() => simulation.world.timeSec, { timeout: 60_000 }).toBeGreaterThan(3);
  await room.control.perform("move", { name: "Red", position: [1.5, -1.5, 0.3] });
  const movedAt = simulation.world.timeSec;
  await expect.poll(() => simulation.world.timeSec, { timeout: 60_000 }).toBeGreaterThan(movedAt + 2);
  await room.stop();
  const playback = await Playback.create(record.file, { devices: builtInKinds() });
  const replay = await ReplayServer.open({
    playback,
    file: "room.mcap",
    httpPort: 0,
    marks: [{ at: movedAt, kind: "note", text: "moved" }],
  });
  onTestFinished(() => replay.stop());
  const viewer = await ViewerPage.open(browser, replay);
  const bar = viewer.page.getByRole("region", { name: "Time bar" });
  const redX = 'store.poses.get(store.entities.get("Red")?.bodies[0].id)?.[0]';
  const slider = bar.getByRole("slider", { name: "Time shown" });
  await slider.fill(String(movedAt + 1));
  await viewer.until(`${redX} > 1.4`);
  await slider.fill(String(movedAt - 1));
  await viewer.until(`${redX} < -1.4`);
  await viewer.page.locator(".state", { hasText: "recording" }).waitFor();
  await bar.getByRole("button", { name: "Show: moved" }).click();
  await viewer.until(`store.guestMessages.get("replay").isPlaying && ${redX} > 1.4`);
  expect(await bar.getByRole("button", { name: "Return to now" }).isVisible()).toBe(false);
  expect(replay.replay.strayed).toBeUndefined();
  expect(viewer.problems).toEqual([]);
});

test("[X3] a reference: a ghost where it was measured, a second curve in plots, the rms of the difference", async () => {
  const times = Array.from({ length: 601 }, (_, i) => i / 10);
  const csv = ["time,x,y,heading", ...times.map((t) => `${t},-1,-1.6,0`)].join("\n");
  const signals = readReferenceText(csv, "Red/Trunk");
  const reference = new Reference("real.csv", signals, { offsetSec: 0, place: undefined });
  const server = await startRoom({ reference });
  const viewer = await ViewerPage.open(browser, server);
  await viewer.until('store.guestMessages.get("reference") !== undefined');
  await server.control.perform("pause", {});
  // Red itself, and its copy 1.6 m nearer: blue over the grey ground
  const red = await viewer.positionOf("Red");
  const [redness, , blueness] = await viewer.colorAt(red);
  expect(redness).toBeGreaterThan(blueness);
  const spot = await viewer.ask<ScreenPoint>(SCREEN_OF_GHOST);
  const [r, , b] = await viewer.colorAt(spot);
  expect(b).toBeGreaterThan(r + 15);
  await server.control.perform("resume", {});
  await viewer.ask('store.select({ entity: "Red", part: "Trunk" })');
  await viewer.page.locator('[data-plot="Red/Trunk:position"]').click();
  const note = viewer.page.locator(".plot-legend", { hasText: "rms to reference" });
  await note.waitFor();
  await expect.poll(() => note.textContent(), { timeout: 60_000 }).toMatch(/rms to reference 1\.60/);
  expect(viewer.problems).toEqual([]);
});

/** Where Red would be seen if it stood 1.6 m nearer. */
const SCREEN_OF_GHOST = `(() => {
  const pose = store.poses.get(store.entities.get("Red").bodies[0].id);
  return world3d.handleAt([pose[0], -1.6, pose[2]], 0);
})()`;
