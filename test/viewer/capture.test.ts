// Pictures and videos of the view that the page saves, and the view that it copies for `ubersim video`.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decode } from "fast-png";
import type { Browser, Download } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { readView } from "../../src/record/video/FilmView.js";
import { runVerb, startRoom } from "./RoomWorld.js";
import { openBrowser, ViewerPage } from "./ViewerPage.js";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** The browser is that of another process: its files have to be fetched. */
async function bytesOf(download: Download): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), "ubersim-capture-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await download.saveAs(join(folder, "file"));
  return readFileSync(join(folder, "file"));
}

test("[X4] one click saves the view as a picture or a video whose name says what it is", async () => {
  const server = await startRoom();
  await runVerb(server, "pause");
  const viewer = await ViewerPage.open(browser, server, { viewport: { width: 1000, height: 600 } });
  const { page } = viewer;
  const save = async (label: string): Promise<Download> => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByLabel(label).click()]);
    return download;
  };
  const picture = await save("Save a picture of the view");
  expect(picture.suggestedFilename()).toMatch(/^[\w.-]+-\d+\.\d\ds\.png$/);
  const { width, height, data, channels } = decode(await bytesOf(picture));
  expect([width, height]).toEqual([1000, 600]);
  // red, green and blue things are in it: it is not empty
  expect(new Set(Array.from({ length: 400 }, (_, i) => data[i * 1500 * channels])).size).toBeGreaterThan(5);

  await page.getByLabel("Record a video of the view").click();
  const stop = page.getByLabel("Stop and save the video");
  await stop.waitFor();
  expect(await stop.getAttribute("aria-pressed")).toBe("true");
  await runVerb(server, "step", { count: 20 });
  await page.waitForTimeout(400);
  const video = await save("Stop and save the video");
  expect(video.suggestedFilename()).toMatch(/^[\w.-]+-\d+\.\d\ds-to-\d+\.\d\ds\.(mp4|webm)$/);
  const bytes = await bytesOf(video);
  const isWebm = bytes.readUInt32BE(0) === 0x1a45dfa3;
  expect(isWebm || bytes.toString("latin1", 4, 8) === "ftyp").toBe(true);
  expect(await page.getByLabel("Record a video of the view").getAttribute("aria-pressed")).toBe("false");

  const view = readView(await viewer.ask<string>("world3d.viewText()"));
  expect(view).toBeDefined();
  expect(viewer.problems).toEqual([]);
}, 120_000);
