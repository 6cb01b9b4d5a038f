// Accessibility of the page, judged by axe-core: in light and dark colours, on a desktop and on a phone.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "./Barriers.js";
import { runVerb, startRoom } from "./RoomWorld.js";
import { middleOf, openStudio, openWall } from "./StudioPage.js";
import { DESKTOP, openBrowser, PHONE, ViewerPage } from "./ViewerPage.js";

const SCREENS = {
  light: { colorScheme: "light", viewport: DESKTOP },
  dark: { colorScheme: "dark", viewport: DESKTOP },
  phone: { colorScheme: "light", viewport: PHONE, isTouch: true },
} as const;
export type ScreenName = keyof typeof SCREENS;
export const SCREEN_NAMES = Object.keys(SCREENS) as ScreenName[];

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const widthTooLarge = ({ page }: ViewerPage): Promise<number> =>
  page.evaluate("document.documentElement.scrollWidth - innerWidth");

export function testRoomBarriers(screens: readonly ScreenName[]): void {
  test.each(screens)("[X1] the panels have no accessibility violations: %s", async (name) => {
    const viewer = await ViewerPage.open(browser, await startRoom(), SCREENS[name]);
    expect(await barriers(viewer)).toEqual([]);
    await viewer.page.evaluate('window.__ubersim.store.select({ entity: "Red", part: "Trunk" })');
    await viewer.until('document.querySelector(".inspector h3")?.textContent === "Trunk"');
    expect(await barriers(viewer)).toEqual([]);
    await viewer.page.getByRole("button", { name: "Bring a robot of your own" }).first().click();
    await viewer.page.getByRole("dialog", { name: "Bring your own robot" }).waitFor();
    expect(await barriers(viewer)).toEqual([]);
    expect(viewer.problems).toEqual([]);
  });
}

export function testMatchBarriers(screens: readonly ScreenName[]): void {
  test.each(screens)("[X1] a match has no accessibility violations: %s", async (name) => {
    const server = await startRoom({ world: "soccer-b", ssl: false, soccer: { referee: "built-in" } });
    await runVerb(server, "pause");
    const viewer = await ViewerPage.open(browser, server, SCREENS[name]);
    await viewer.page.locator(".scoreboard").waitFor();
    await runVerb(server, "referee", { word: "goal", team: "yellow" });
    await viewer.page.locator(".match-news p").waitFor();
    await viewer.page.getByRole("button", { name: "Referee commands" }).click();
    expect(await barriers(viewer)).toEqual([]);
  });
}

export function testWallBarriers(screens: readonly ScreenName[]): void {
  test.each(screens)("[X1] the wall fills the area and has no accessibility violations: %s", async (name) => {
    const { viewport } = SCREENS[name];
    const viewer = await ViewerPage.open(browser, await openStudio(), SCREENS[name]);
    await openWall(viewer);
    await viewer.until(`${middleOf("One.Cam")} !== undefined`);
    for (const tile of await viewer.page.locator(".camera-tile").all()) {
      const { x, y, width, height } = (await tile.boundingBox())!;
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(viewport.width);
      expect(y + height).toBeLessThanOrEqual(viewport.height);
      expect(width).toBeGreaterThan(viewport === PHONE ? 180 : 400);
    }
    expect(await widthTooLarge(viewer)).toBeLessThanOrEqual(0);
    expect(await barriers(viewer)).toEqual([]);
    await viewer.page.getByRole("button", { name: "Enlarge One.Cam" }).click();
    await viewer.until(`${middleOf("One.Cam")} !== undefined`);
    expect(await barriers(viewer)).toEqual([]);
    expect(await widthTooLarge(viewer)).toBeLessThanOrEqual(0);
    expect(viewer.problems).toEqual([]);
  });
}
