// The pictures of docs/viewer.md: drawn with UBERSIM_PICTURES=1, otherwise only their size and existence are checked.

import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { sslGame } from "../../src/cli/leagues/ssl/SslGame.js";
import { matchOf } from "../../src/leagues/ssl/SslGuest.js";
import type { RunningServer } from "../../src/server/Server.js";
import { REPOSITORY } from "../../testing/browser/Chromium.js";
import { roomFile, runVerb, startRoom } from "./RoomWorld.js";
import { SCOUT_WORLD } from "./SensorWorld.js";
import { openBrowser, PHONE, ViewerPage } from "./ViewerPage.js";

const FOLDER = `${REPOSITORY}docs/viewer/`;
const NAMES = [
  "yard",
  "dark",
  "phone",
  "empty",
  "lost",
  "dropped",
  "plots",
  "contacts",
  "eye",
  "wall",
  "wall-dark",
  "sensors",
  "soccer",
] as const;
const MAX_BYTES = 800_000;
const VIEWPORT = { width: 1280, height: 800 } as const;
/** Drawing in software takes long. */
const FINE = "?quality=fine";
const isDrawing = process.env.UBERSIM_PICTURES !== undefined;

test.skipIf(isDrawing)("[X1] docs/viewer.md shows every main state in pictures of at most 800 KB", () => {
  const page = readFileSync(`${REPOSITORY}docs/viewer.md`, "utf8");
  for (const name of NAMES) {
    expect(page).toContain(`viewer/${name}.png`);
    expect(existsSync(`${FOLDER}${name}.png`)).toBe(true);
    expect(statSync(`${FOLDER}${name}.png`).size, name).toBeLessThanOrEqual(MAX_BYTES);
  }
});

describe.skipIf(!isDrawing)("pictures", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
    mkdirSync(FOLDER, { recursive: true });
  });
  afterAll(() => browser?.close());

  /** The yard paused at a given time, then at real-time speed. */
  async function yardAt(seconds: number): Promise<RunningServer> {
    let isThere = false;
    const server = await startRoom({
      world: "segway-yard",
      rate: Number.POSITIVE_INFINITY,
      beforeFrame: (simulation) => {
        if (isThere || simulation.world.timeSec < seconds) return;
        isThere = true;
        simulation.pause();
      },
    });
    await expect
      .poll(async () => (await runVerb(server, "get")).isPaused, { timeout: 300_000, interval: 500 })
      .toBe(true);
    await runVerb(server, "rate", { rate: 1 });
    return server;
  }

  async function draw(name: (typeof NAMES)[number], { page }: ViewerPage): Promise<void> {
    await page.mouse.move(0, 0);
    const bytes = await page.screenshot({ path: `${FOLDER}${name}.png`, timeout: 120_000 });
    console.log(`${name}: ${(bytes.length / 1000).toFixed(0)} KB`);
  }

  const select = (viewer: ViewerPage, entity: string) =>
    viewer.page.locator(`.tree [data-key="${entity}"] .name`).first().click();

  test("yard", async () => {
    const server = await yardAt(3.8);
    const viewer = await ViewerPage.open(browser, server, { address: FINE, viewport: VIEWPORT, isFirstVisit: true });
    const { x, y } = await viewer.positionOf("Sentry");
    await viewer.page.mouse.move(x - 60, y);
    await viewer.page.mouse.wheel(0, -90);
    await viewer.positionOf("Sentry");
    // while Patrol opens the gate
    await runVerb(server, "resume");
    await viewer.until("store.time > 5.2");
    await draw("yard", viewer);
  });

  test("contacts, plots, dropped, lost", async () => {
    const server = await yardAt(5.3);
    const viewer = await ViewerPage.open(browser, server, { address: FINE, viewport: VIEWPORT });
    await select(viewer, "Patrol");
    await viewer.page.evaluate("window.__ubersim.store.set({ showContacts: true, showTrails: true })");
    await viewer.ask('world3d.focus("Patrol")');
    await runVerb(server, "step", { count: 400 });
    await viewer.until("store.contacts.length > 0 && store.time > 5.69");
    await viewer.positionOf("Patrol");
    await draw("contacts", viewer);
    const pictures = await viewer.ask<number>("world3d.stats.frames");
    await viewer.page.evaluate('window.__ubersim.store.set({ showContacts: false, showTrails: false, camera: "eye" })');
    await viewer.page.locator(".world3d-eye div").waitFor();
    await viewer.until(`world3d.stats.frames > ${pictures}`);
    await draw("eye", viewer);
    await viewer.page.evaluate('window.__ubersim.store.set({ camera: "follow" })');

    await viewer.page.locator('[data-plot="Patrol/MainBody:velocity"]').click();
    await viewer.page.locator('[data-plot="Patrol/MainBody:position"]').click();
    await runVerb(server, "resume");
    await viewer.until("store.values.time > 8.5");
    await runVerb(server, "pause");
    await viewer.positionOf("Patrol");
    await draw("plots", viewer);

    await viewer.page.evaluate('window.__ubersim.store.set({ camera: "orbit" })');
    await viewer.ask("world3d.resetCamera()");
    await viewer.page.getByRole("button", { name: "Clear plots" }).click();
    await viewer.positionOf("Patrol");
    await viewer.dropFile("shopping.txt", "milk\n2 eggs\nbread\n");
    await viewer.page.locator("dialog.problem").waitFor();
    await draw("dropped", viewer);
    await viewer.page.keyboard.press("Escape");

    await server.stop();
    await viewer.page.locator(".banner", { hasText: "Connection lost" }).waitFor();
    await viewer.page.locator('[data-id="pause"]:disabled').waitFor();
    await draw("lost", viewer);
  });

  test("dark, phone", async () => {
    const server = await yardAt(12);
    const viewer = await ViewerPage.open(browser, server, { address: FINE, viewport: VIEWPORT, colorScheme: "dark" });
    await select(viewer, "Sentry");
    await viewer.positionOf("Sentry");
    await draw("dark", viewer);
    const phone = await ViewerPage.open(browser, server, { address: FINE, viewport: PHONE, isTouch: true });
    await phone.positionOf("Sentry");
    await draw("phone", phone);
  });

  test("wall, wall-dark", async () => {
    const server = await yardAt(5.3);
    for (const [name, colorScheme] of [
      ["wall", "light"],
      ["wall-dark", "dark"],
    ] as const) {
      const viewer = await ViewerPage.open(browser, server, { address: FINE, viewport: VIEWPORT, colorScheme });
      await viewer.page.getByRole("button", { name: "Cameras", exact: true }).click();
      await runVerb(server, "resume");
      await viewer.until(
        '[...document.querySelectorAll(".wall .tile-facts")].every((one) => /ms[1-9]/.test(one.textContent))',
      );
      await draw(name, viewer);
      await runVerb(server, "pause");
    }
  });

  test("sensors", async () => {
    const server = await startRoom({ world: roomFile(SCOUT_WORLD) });
    const viewer = await ViewerPage.open(browser, server, { address: FINE, viewport: VIEWPORT });
    await select(viewer, "Scout");
    const { x, y } = await viewer.positionOf("Scout");
    await viewer.page.mouse.move(x, y);
    await viewer.page.mouse.wheel(0, -420);
    await viewer.positionOf("Scout");
    await viewer.until('store.fans.has("Scout/Scan") && store.values.values["Scout/Strain"]');
    await runVerb(server, "pause");
    await viewer.positionOf("Scout");
    await draw("sensors", viewer);
  });

  test("soccer", async () => {
    let isThere = false;
    const server = await startRoom({
      world: "soccer-b",
      rate: Number.POSITIVE_INFINITY,
      ssl: { ports: 0, legacyPort: 0 },
      soccer: { referee: "built-in", expect: ["blue", "yellow"] },
      // in play, with a rolling ball
      beforeFrame: (simulation) => {
        const { command, teams } = matchOf(simulation)!.status();
        const { velocity = [0, 0, 0] } = matchOf(simulation)!.fieldState().ball ?? {};
        const isFast = Math.hypot(velocity[0], velocity[1]) > 2.5;
        const hasScored = teams.blue.score + teams.yellow.score > 0 || simulation.world.timeSec > 180;
        if (isThere || !hasScored || !isFast || !/START/.test(command)) return;
        isThere = true;
        simulation.pause();
      },
    });
    const end = sslGame(["blue", "yellow"]).start(server, () => {});
    onTestFinished(end);
    await expect
      .poll(async () => (await runVerb(server, "get")).isPaused, { timeout: 500_000, interval: 500 })
      .toBe(true);
    const viewer = await ViewerPage.open(browser, server, { address: FINE, viewport: VIEWPORT, isFirstVisit: true });
    await viewer.positionOf("Ball");
    // the path of the ball
    await runVerb(server, "step", { count: 30 });
    for (let i = 0; i < 14; i++) {
      const frame = await viewer.ask<number>("store.time");
      await runVerb(server, "step", { count: 20 });
      await viewer.until(`store.time > ${frame}`);
    }
    await viewer.positionOf("Ball");
    await draw("soccer", viewer);
  });

  test("empty", async () => {
    const server = await startRoom({ world: "flat" });
    const viewer = await ViewerPage.open(browser, server, {
      address: FINE,
      viewport: VIEWPORT,
      waits: false,
      isFirstVisit: true,
    });
    await viewer.page.getByRole("heading", { name: "No robots yet" }).waitFor();
    await viewer.until("world3d.stats.frameMs > 0");
    await draw("empty", viewer);
  });
});
