// Camera pictures in a real browser: the URL of a single picture, and the URL of an MJPEG stream.

import { decode } from "fast-png";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectChromium } from "../../testing/runner/SharedChromium.js";
import { post, testServer } from "../server/Servers.js";

let browser: Browser;
beforeAll(async () => {
  browser = await connectChromium();
});
afterAll(() => browser?.close());

/** Waits until the only picture on the page is loaded; gives its size. */
async function shown(page: Page): Promise<readonly number[]> {
  await page.waitForFunction(() => (document.images[0]?.naturalWidth ?? 0) > 0, undefined, { timeout: 60_000 });
  return page.evaluate(() => [document.images[0].naturalWidth, document.images[0].naturalHeight]);
}

test("[S7] the browser shows a picture and an MJPEG stream at their URLs; the stream follows the world", async () => {
  const server = await testServer({ world: "ball-chase", rate: 1 });
  const page = await browser.newPage();
  await page.goto(`${server.url}/camera/Gardener.png`);
  expect(await shown(page)).toEqual([640, 400]);
  await page.goto(`${server.url}/camera/Gardener.mjpeg`, { waitUntil: "commit" });
  expect(await shown(page)).toEqual([640, 400]);
  /** Brightness of the middle of the picture, read from a screenshot of the page. */
  const brightness = async (): Promise<number> => {
    const { x, y, width, height } = (await page.locator("img").boundingBox())!;
    const clip = { x: x + width / 2, y: y + height / 2, width: 8, height: 8 };
    const bytes = await page.screenshot({ clip });
    return decode(bytes).data[1];
  };
  const before = await brightness();
  expect(before).toBeGreaterThan(120);
  await post(server, "light", { name: "Sun", on: false });
  await post(server, "light", { name: "Sky", intensity: 0.05 });
  await expect.poll(brightness, { timeout: 60_000 }).toBeLessThan(before / 2);
  await page.close();
});
