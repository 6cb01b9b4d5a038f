// The pictures of docs/viewer.md: drawn anew with UBERSIM_PICTURES=1, otherwise only held to their size and place.

import { existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startTeams } from "../../src/cli/leagues/ssl/play.js";
import type { RunningServer } from "../../src/server/Server.js";
import { REPOSITORY } from "../../testing/browser/Chromium.js";
import { openRoom, roomFile, tell } from "./RoomWorld.js";
import { SCOUT_WORLD } from "./SensorWorld.js";
import { Eyes, openBrowser, PHONE } from "./ViewerPage.js";

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
const MAX_BYTES = 350_000;
const VIEWPORT = { width: 1280, height: 800 } as const;
/** However long it takes. */
const FINE = "?quality=fine";
const isDrawing = process.env.UBERSIM_PICTURES !== undefined;

test.skipIf(isDrawing)("[X1] docs/viewer.md shows every main state in pictures of at most 350 KB", () => {
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

  /** The yard at a time, at the usual pace from there on. */
  async function yardAt(seconds: number): Promise<RunningServer> {
    let isThere = false;
    const server = await openRoom({
      world: "segway-yard",
      rate: Number.POSITIVE_INFINITY,
      beforeFrame: (simulation) => {
        if (isThere || simulation.world.timeSec < seconds) return;
        isThere = true;
        simulation.pause();
      },
    });
    await expect.poll(async () => (await tell(server, "get")).isPaused, { timeout: 300_000, interval: 500 }).toBe(true);
    await tell(server, "rate", { rate: 1 });
    return server;
  }

  async function draw(name: (typeof NAMES)[number], { page }: Eyes): Promise<void> {
    await page.mouse.move(0, 0);
    const bytes = await page.screenshot({ path: `${FOLDER}${name}.png`, timeout: 120_000 });
    console.log(`${name}: ${(bytes.length / 1000).toFixed(0)} KB`);
  }

  const select = (eyes: Eyes, entity: string) =>
    eyes.page.locator(`.tree [data-key="${entity}"] .name`).first().click();

  test("yard", async () => {
    const server = await yardAt(3.8);
    const eyes = await Eyes.open(browser, server, { address: FINE, viewport: VIEWPORT });
    const { x, y } = await eyes.spotOf("Sentry");
    await eyes.page.mouse.move(x - 60, y);
    await eyes.page.mouse.wheel(0, -90);
    await eyes.spotOf("Sentry");
    // as Patrol opens the gate
    await tell(server, "resume");
    await eyes.until("store.time > 5.2");
    await draw("yard", eyes);
  });

  test("contacts, plots, dropped, lost", async () => {
    const server = await yardAt(5.3);
    const eyes = await Eyes.open(browser, server, { address: FINE, viewport: VIEWPORT });
    await select(eyes, "Patrol");
    await eyes.page.evaluate("window.__ubersim.store.set({ showContacts: true, showTrails: true })");
    await eyes.ask('world3d.focus("Patrol")');
    await tell(server, "step", { count: 400 });
    await eyes.until("store.contacts.length > 0 && store.time > 5.69");
    await eyes.spotOf("Patrol");
    await draw("contacts", eyes);
    const pictures = await eyes.ask<number>("world3d.stats.pictures");
    await eyes.page.evaluate('window.__ubersim.store.set({ showContacts: false, showTrails: false, camera: "eye" })');
    await eyes.page.locator(".world3d-eye div").waitFor();
    await eyes.until(`world3d.stats.pictures > ${pictures}`);
    await draw("eye", eyes);
    await eyes.page.evaluate('window.__ubersim.store.set({ camera: "follow" })');

    await eyes.page.locator('[data-plot="Patrol/MainBody:velocity"]').click();
    await eyes.page.locator('[data-plot="Patrol/MainBody:position"]').click();
    await tell(server, "resume");
    await eyes.until("store.values.time > 8.5");
    await tell(server, "pause");
    await eyes.spotOf("Patrol");
    await draw("plots", eyes);

    await eyes.page.evaluate('window.__ubersim.store.set({ camera: "orbit" })');
    await eyes.ask("world3d.resetCamera()");
    await eyes.page.getByRole("button", { name: "Clear plots" }).click();
    await eyes.spotOf("Patrol");
    await eyes.dropFile("shopping.txt", "milk\n2 eggs\nbread\n");
    await eyes.page.locator("dialog.problem").waitFor();
    await draw("dropped", eyes);
    await eyes.page.keyboard.press("Escape");

    await server.stop();
    await eyes.page.locator(".banner", { hasText: "Connection lost" }).waitFor();
    await eyes.page.locator('[data-id="pause"]:disabled').waitFor();
    await draw("lost", eyes);
  });

  test("dark, phone", async () => {
    const server = await yardAt(12);
    const eyes = await Eyes.open(browser, server, { address: FINE, viewport: VIEWPORT, colorScheme: "dark" });
    await select(eyes, "Sentry");
    await eyes.spotOf("Sentry");
    await draw("dark", eyes);
    const phone = await Eyes.open(browser, server, { address: FINE, viewport: PHONE, isTouch: true });
    await phone.spotOf("Sentry");
    await draw("phone", phone);
  });

  test("wall, wall-dark", async () => {
    const server = await yardAt(5.3);
    for (const [name, colorScheme] of [
      ["wall", "light"],
      ["wall-dark", "dark"],
    ] as const) {
      const eyes = await Eyes.open(browser, server, { address: FINE, viewport: VIEWPORT, colorScheme });
      await eyes.page.getByRole("button", { name: "Cameras", exact: true }).click();
      await tell(server, "resume");
      await eyes.until(
        '[...document.querySelectorAll(".wall .tile-facts")].every((one) => /ms[1-9]/.test(one.textContent))',
      );
      await draw(name, eyes);
      await tell(server, "pause");
    }
  });

  test("sensors", async () => {
    const server = await openRoom({ world: roomFile(SCOUT_WORLD) });
    const eyes = await Eyes.open(browser, server, { address: FINE, viewport: VIEWPORT });
    await select(eyes, "Scout");
    const { x, y } = await eyes.spotOf("Scout");
    await eyes.page.mouse.move(x, y);
    await eyes.page.mouse.wheel(0, -420);
    await eyes.spotOf("Scout");
    await eyes.until('store.fans.has("Scout/Scan") && store.values.values["Scout/Strain"]');
    await tell(server, "pause");
    await eyes.spotOf("Scout");
    await draw("sensors", eyes);
  });

  test("soccer", async () => {
    let isThere = false;
    const server = await openRoom({
      world: "soccer-b",
      rate: Number.POSITIVE_INFINITY,
      ssl: { ports: 0, legacyPort: 0 },
      soccer: { referee: "built-in", expect: ["blue", "yellow"] },
      // in play, with a ball that runs
      beforeFrame: (simulation) => {
        const { command, teams } = simulation.match!.status();
        const { velocity = [0, 0, 0] } = simulation.match!.scene().ball ?? {};
        const isFast = Math.hypot(velocity[0], velocity[1]) > 2.5;
        const hasScored = teams.blue.score + teams.yellow.score > 0 || simulation.world.timeSec > 180;
        if (isThere || !hasScored || !isFast || !/START/.test(command)) return;
        isThere = true;
        simulation.pause();
      },
    });
    const end = startTeams(server, ["blue", "yellow"], () => {});
    onTestFinished(end);
    await expect.poll(async () => (await tell(server, "get")).isPaused, { timeout: 500_000, interval: 500 }).toBe(true);
    const eyes = await Eyes.open(browser, server, { address: FINE, viewport: VIEWPORT });
    await eyes.spotOf("Ball");
    // the ball's way
    await tell(server, "step", { count: 30 });
    for (let i = 0; i < 14; i++) {
      const frame = await eyes.ask<number>("store.time");
      await tell(server, "step", { count: 20 });
      await eyes.until(`store.time > ${frame}`);
    }
    await eyes.spotOf("Ball");
    await draw("soccer", eyes);
  });

  test("empty", async () => {
    const server = await openRoom({ world: "flat" });
    const eyes = await Eyes.open(browser, server, { address: FINE, viewport: VIEWPORT, waits: false });
    await eyes.page.getByRole("heading", { name: "No robot is here yet" }).waitFor();
    await eyes.until("world3d.stats.frameMs > 0");
    await draw("empty", eyes);
  });
});
