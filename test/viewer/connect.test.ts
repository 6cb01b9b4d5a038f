// The page and its simulator: how soon it is there, how it comes back, who may look, how large it is.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { viewerDirectory } from "../../src/server/http/ViewerFiles.js";
import { openRoom } from "./RoomWorld.js";
import { Eyes, openBrowser } from "./ViewerPage.js";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

describe("[X1] the page and its simulator", () => {
  test("comes back by itself after the server was started anew on the same port", async () => {
    const first = await openRoom();
    const httpPort = first.httpPort as number;
    const eyes = await Eyes.open(browser, first);
    await first.stop();
    await eyes.until('store.connection.state === "lost"');
    await eyes.page.locator(".banner", { hasText: "Connection lost" }).waitFor();
    await eyes.page.locator('[data-id="pause"]:disabled').waitFor();
    await openRoom({ httpPort });
    await eyes.until('store.connection.state === "open" && store.entities.has("Red")');
    await eyes.page.locator(".banner").waitFor({ state: "hidden" });
    await eyes.spotOf("Red");
    // the browser itself reports attempts that nobody answered
    expect(eyes.problems.filter((problem) => !/WebSocket connection|ERR_CONNECTION/.test(problem))).toEqual([]);
  });

  test("a wrong token is asked for again, the right one opens the world", async () => {
    const server = await openRoom({ token: "right" });
    const eyes = await Eyes.open(browser, server, { address: "#token=wrong", waits: false });
    const field = eyes.page.getByRole("textbox", { name: "Token" }).or(eyes.page.getByLabel("Token", { exact: true }));
    await field.first().fill("still wrong");
    await eyes.page.keyboard.press("Enter");
    await eyes.page.getByText("That was not the right one.").waitFor();
    await field.first().fill("right");
    await eyes.page.keyboard.press("Enter");
    await eyes.seesWorld();
    const known = await Eyes.open(browser, server, { address: "#token=right" });
    expect([...eyes.problems, ...known.problems]).toEqual([]);
  });

  test("an empty world says how to bring a robot", async () => {
    const server = await openRoom({ world: "flat" });
    const eyes = await Eyes.open(browser, server, { waits: false });
    await eyes.page.getByRole("heading", { name: "No robot is here yet" }).waitFor();
    await eyes.page.getByText(`127.0.0.1:${server.tcpPort}`).first().waitFor();
    expect(eyes.problems).toEqual([]);
  });

  test("the yard is soon there, and cheap to draw (printed)", async () => {
    const server = await openRoom({ world: "segway-yard" });
    const eyes = await Eyes.open(browser, server);
    await eyes.until("store.time > 1");
    const marks = await eyes.page.evaluate<Record<string, number>>(`(() => {
      const { domInteractive, loadEventEnd } = performance.getEntriesByType("navigation")[0];
      return { domInteractive, loadEventEnd, now: performance.now() };
    })()`);
    const frameMs = await eyes.ask<number>("world3d.stats.frameMs");
    const ms = (value: number) => `${value.toFixed(0)} ms`;
    console.log(
      `the yard in the browser: interactive after ${ms(marks.domInteractive)}, loaded after ${ms(marks.loadEventEnd)}, ` +
        `a second of the world seen after ${ms(marks.now)}; main thread ${frameMs.toFixed(1)} ms a frame (software drawing)`,
    );
    expect(eyes.problems).toEqual([]);
  });

  test("all that is served has less than 1.5 MB when packed", () => {
    const folder = viewerDirectory();
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const bytes = files
      .filter(({ name }) => !name.endsWith(".map"))
      .map(({ parentPath, name }) => gzipSync(readFileSync(join(parentPath, name))).length);
    const total = bytes.reduce((sum, size) => sum + size, 0);
    console.log(`viewer: ${(total / 1e6).toFixed(3)} MB gzipped`);
    expect(total).toBeGreaterThan(50_000);
    expect(total).toBeLessThan(1_500_000);
  });
});
