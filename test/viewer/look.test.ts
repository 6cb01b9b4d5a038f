// What a person sees on the page: robots where they are, their names, numbers, plots; by mouse, by keyboard, on a phone.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CUBE_SIZE, openRoom, tell, watcher } from "./RoomWorld.js";
import { DESKTOP, Eyes, openBrowser, PHONE } from "./ViewerPage.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Rules of accessibility that the page breaks as it stands, with where. */
async function barriers({ page }: Eyes): Promise<string[]> {
  await page.evaluate(AXE);
  // the world lies behind all regions of the page; a branch of the tree counts as text of its row in a rule on trial
  return page.evaluate<string[]>(
    `axe.run(document, { resultTypes: ["violations"], rules: { region: { enabled: false }, "label-content-name-mismatch": { enabled: false } } }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ": " + nodes.map(({ target, failureSummary }) => target + " " + failureSummary).join(" | ")))`,
  );
}

describe("[X1] the world on the page", () => {
  test("robots are drawn where they are, in their colours, under their names", async () => {
    const server = await openRoom();
    await tell(server, "pause");
    const eyes = await Eyes.open(browser, server);
    for (const [name, main] of [
      ["Red", 0],
      ["Blue", 2],
    ] as const) {
      const spot = await eyes.spotOf(name);
      const color = await eyes.colorAt(spot);
      const others = color.filter((_, i) => i !== main);
      expect(color[main], `${name} at ${spot.x} ${spot.y} is ${color}`).toBeGreaterThan(1.5 * Math.max(...others));
      const label = eyes.page.locator(".world3d-labels span.shown", { hasText: name });
      await label.waitFor();
      const box = (await label.boundingBox())!;
      expect(Math.abs(box.x + box.width / 2 - spot.x)).toBeLessThan(20);
      expect(box.y + box.height).toBeLessThan(spot.y);
      expect(box.y).toBeGreaterThan(spot.y - 300);
    }
    // where it was put from elsewhere it is drawn too
    const before = await eyes.spotOf("Red");
    const blue = await eyes.spotOf("Blue");
    await tell(server, "move", { name: "Red", position: [0.5, -1, 0.3] });
    await eyes.until(
      `Math.hypot(world3d.screenPositionOf("Red").x - ${before.x}, world3d.screenPositionOf("Red").y - ${before.y}) > 40`,
    );
    const after = await eyes.spotOf("Red");
    const [red, green, blueish] = await eyes.colorAt(after);
    expect(red).toBeGreaterThan(1.5 * Math.max(green, blueish));
    expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeGreaterThan(40);
    expect(await eyes.spotOf("Blue")).toEqual(blue);
    expect(eyes.problems).toEqual([]);
  });

  test("a click selects; the inspector has the server's numbers, and plots them", async () => {
    const server = await openRoom();
    await tell(server, "pause");
    const eyes = await Eyes.open(browser, server);
    const { page } = eyes;
    const { x, y } = await eyes.spotOf("Blue");
    await page.mouse.click(x, y);
    const inspector = page.getByRole("complementary", { name: "Inspector" });
    await inspector.getByRole("heading", { name: "Trunk" }).waitFor();
    expect(await eyes.ask("store.selection")).toEqual({ entity: "Blue", part: "Trunk" });
    const position = inspector.locator('[data-plot="Blue/Trunk:position"]');
    await expect.poll(() => position.locator(".cell").first().textContent(), { timeout: 60_000 }).not.toBe("–");
    const shown = (await position.locator(".cell").allTextContents()).map((text) => Number(text.replace("−", "-")));
    const { bodies } = await tell(server, "get", { what: "Blue" });
    for (const i of [0, 1, 2]) expect(shown[i]).toBeCloseTo(bodies[0].position[i], 2);
    await position.click();
    await page.locator("figure.plot canvas").waitFor();
    expect(await page.locator("figure.plot .plot-name").textContent()).toContain("Blue/Trunk");
    await tell(server, "resume");
    await eyes.until("store.values.time > 0.5");
    await page.keyboard.press("Escape");
    expect(eyes.problems).toEqual([]);
  });

  test("[S3] the eye of a robot sees as its camera does: from there, and as wide", async () => {
    const server = await openRoom();
    await tell(server, "pause");
    await tell(server, "spawn", { document: watcher("Watcher", "1 -3 0", 30) });
    const eyes = await Eyes.open(browser, server);
    await eyes.page.evaluate('window.__ubersim.store.select({ entity: "Watcher" })');
    await eyes.page.evaluate('window.__ubersim.store.set({ camera: "eye" })');
    const frame = eyes.page.locator(".world3d-eye div");
    await frame.waitFor();
    await eyes.page.getByText("Watcher/Cam · 320 × 240, 30°").waitFor();
    await eyes.spotOf("Blue");
    const { x, y, width, height } = (await frame.boundingBox())!;
    expect(width / height).toBeCloseTo(320 / 240, 1);
    // the cube's near side, 3.1 m away and 0.6 m wide, takes 36 % of half the picture: 0.3 / (3.1 tan 15°)
    const share = CUBE_SIZE / 2 / (3.1 * Math.tan(Math.PI / 12));
    const middle = { x: x + width / 2, y: y + height / 2 };
    const at = (part: number) => eyes.colorAt({ x: middle.x + (part * height) / 2, y: middle.y });
    const isBlue = ([red, green, blue]: readonly number[]) => blue > 1.5 * Math.max(red, green);
    for (const part of [-0.9 * share, 0, 0.9 * share]) expect(isBlue(await at(part)), `${part}`).toBe(true);
    for (const part of [-1.1 * share, 1.1 * share]) expect(isBlue(await at(part)), `${part}`).toBe(false);
    expect(eyes.problems).toEqual([]);
  });

  test("the view stays while things are selected, menus opened and messages shown", async () => {
    const server = await openRoom();
    await tell(server, "pause");
    const eyes = await Eyes.open(browser, server);
    const before = await eyes.spotOf("Red");
    await eyes.page.locator('.tree [data-key="Blue"] .name').first().click();
    await eyes.page.getByRole("button", { name: "Drive", exact: true }).click();
    await eyes.dropFile("shopping.txt", "milk\n");
    await eyes.page.locator("dialog.problem").waitFor();
    await eyes.page.keyboard.press("Escape");
    await eyes.page.getByRole("button", { name: "View", exact: true }).click();
    await eyes.page.locator("#view-menu").waitFor();
    expect(await eyes.spotOf("Red")).toEqual(before);
    expect(eyes.problems).toEqual([]);
  });

  test("the tree has every part by its name", async () => {
    const server = await openRoom();
    const eyes = await Eyes.open(browser, server);
    const tree = eyes.page.getByRole("tree", { name: "World" });
    for (const name of ["Red", "Blue", "Probe"]) await tree.locator(`[data-key="${name}"]`).waitFor();
    await tree.locator('[data-key="Red"] .twist').first().click();
    await tree.locator('[data-key="Red/Tilt"]').click();
    expect(await eyes.ask("store.selection")).toEqual({ entity: "Red", part: "Tilt" });
    await eyes.page.getByRole("heading", { name: "Tilt" }).waitFor();
    expect(eyes.problems).toEqual([]);
  });

  test("keys: pause, step, cameras, console, help, escape", async () => {
    const server = await openRoom();
    const eyes = await Eyes.open(browser, server);
    const { keyboard } = eyes.page;
    await eyes.page.locator("canvas.world").focus();
    await keyboard.press("Space");
    await eyes.until("store.status.isPaused");
    await keyboard.press("Space");
    await eyes.until("!store.status.isPaused");
    await eyes.page.locator('.tree [data-key="Red"] .name').first().click();
    await eyes.page.locator("canvas.world").focus();
    for (const [key, camera] of [
      ["f", "follow"],
      ["e", "eye"],
      ["o", "orbit"],
    ]) {
      await keyboard.press(key);
      await eyes.until(`store.settings.camera === "${camera}"`);
    }
    await keyboard.press("?");
    const help = eyes.page.getByRole("dialog", { name: "Keyboard" });
    await help.waitFor();
    await keyboard.press("Escape");
    await help.waitFor({ state: "detached" });
    await keyboard.press("Escape");
    await eyes.until("store.selection === undefined");
    await keyboard.press("/");
    await eyes.until('document.activeElement?.getAttribute("aria-label") === "Console"');
    expect(eyes.problems).toEqual([]);
  });

  test("on a phone panels are sheets, nothing is wider than the screen", async () => {
    const server = await openRoom();
    const eyes = await Eyes.open(browser, server, { viewport: PHONE, isTouch: true });
    const { page } = eyes;
    for (const title of ["World", "Inspector", "Console"]) {
      const tab = page.locator("nav.dock .tab", { hasText: title });
      await tab.click();
      await expect.poll(() => tab.getAttribute("aria-expanded"), { timeout: 60_000 }).toBe("true");
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
      await tab.click();
    }
    await eyes.spotOf("Red");
    expect(eyes.problems).toEqual([]);
  });

  test.each([
    ["light", DESKTOP],
    ["dark", DESKTOP],
    ["light", PHONE],
  ] as const)("no barriers: %s, %j", async (colorScheme, viewport) => {
    const server = await openRoom();
    const eyes = await Eyes.open(browser, server, { colorScheme, viewport });
    expect(await barriers(eyes)).toEqual([]);
    await eyes.page.evaluate('window.__ubersim.store.select({ entity: "Red", part: "Trunk" })');
    await eyes.until('document.querySelector(".inspector h3")?.textContent === "Trunk"');
    expect(await barriers(eyes)).toEqual([]);
    await eyes.page.getByRole("button", { name: "Bring a robot of your own" }).first().click();
    await eyes.page.getByRole("dialog", { name: "Bring your own robot" }).waitFor();
    expect(await barriers(eyes)).toEqual([]);
    expect(eyes.problems).toEqual([]);
  });
});
