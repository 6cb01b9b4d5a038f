// The page and its simulator: start-up time, reconnecting, tokens, size.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { viewerDirectory } from "../../src/server/http/ViewerFiles.js";
import { startRoom } from "./RoomWorld.js";
import { openBrowser, ViewerPage } from "./ViewerPage.js";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

describe("[X1] the page and its simulator", () => {
  test("reconnects after the server was restarted on the same port", async () => {
    const first = await startRoom();
    const httpPort = first.httpPort as number;
    const viewer = await ViewerPage.open(browser, first);
    await first.stop();
    await viewer.until('store.connection.state === "lost"');
    await viewer.page.locator(".banner", { hasText: "Connection lost" }).waitFor();
    await viewer.page.locator('[data-id="pause"]:disabled').waitFor();
    await startRoom({ httpPort });
    await viewer.until('store.connection.state === "open" && store.entities.has("Red")');
    await viewer.page.locator(".banner").waitFor({ state: "hidden" });
    await viewer.positionOf("Red");
    // the browser reports failed attempts itself
    expect(viewer.problems.filter((problem) => !/WebSocket connection|ERR_CONNECTION/.test(problem))).toEqual([]);
  });

  test("the page opens where the browser reports a language that Intl refuses, as under the locale C", async () => {
    const before = `Object.defineProperty(Navigator.prototype, "language", { get: () => "en-US@posix" });`;
    const viewer = await ViewerPage.open(browser, await startRoom(), { before });
    expect(await viewer.ask("navigator.language")).toBe("en-US");
    expect(viewer.problems).toEqual([]);
  });

  test("the page asks again after a wrong token, and opens with the right one", async () => {
    const server = await startRoom({ token: "right" });
    const viewer = await ViewerPage.open(browser, server, { address: "#token=wrong", waits: false });
    const field = viewer.page
      .getByRole("textbox", { name: "Token" })
      .or(viewer.page.getByLabel("Token", { exact: true }));
    await field.first().fill("still wrong");
    await viewer.page.keyboard.press("Enter");
    await viewer.page.getByText("This token is wrong.").waitFor();
    await field.first().fill("right");
    await viewer.page.keyboard.press("Enter");
    await viewer.waitForWorld();
    const known = await ViewerPage.open(browser, server, { address: "#token=right" });
    expect([...viewer.problems, ...known.problems]).toEqual([]);
  });

  test("an empty world shows how to add a robot", async () => {
    const server = await startRoom({ world: "flat" });
    const viewer = await ViewerPage.open(browser, server, { waits: false });
    await viewer.page.getByRole("heading", { name: "No robots yet" }).waitFor();
    await viewer.page.getByText(`127.0.0.1:${server.tcpPort}`).first().waitFor();
    expect(viewer.problems).toEqual([]);
  });

  test("the yard starts soon and is cheap to draw (printed)", async () => {
    const server = await startRoom({ world: "segway-yard" });
    const viewer = await ViewerPage.open(browser, server, { fullRate: true });
    await viewer.until("store.time > 1");
    const marks = await viewer.page.evaluate<Record<string, number>>(`(() => {
      const { domInteractive, loadEventEnd } = performance.getEntriesByType("navigation")[0];
      return { domInteractive, loadEventEnd, now: performance.now() };
    })()`);
    const frameMs = await viewer.ask<number>("world3d.stats.frameMs");
    const ms = (value: number) => `${value.toFixed(0)} ms`;
    console.log(
      `the yard in the browser: interactive after ${ms(marks.domInteractive)}, loaded after ${ms(marks.loadEventEnd)}, ` +
        `one second of the world shown after ${ms(marks.now)}; main thread ${frameMs.toFixed(1)} ms a frame (software drawing)`,
    );
    expect(viewer.problems).toEqual([]);
  });

  test("all served files have less than 1.5 MB compressed", () => {
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
