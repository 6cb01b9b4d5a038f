// What the page shows: robots at their positions, names, values, plots; with mouse, keyboard and on a phone.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CUBE_SIZE, runVerb, startRoom, watcher } from "./RoomWorld.js";
import { openBrowser, PHONE, ViewerPage } from "./ViewerPage.js";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

describe("[X1] the 3D view and the panels", () => {
  test("robots are drawn at their positions, in their colours, below their names", async () => {
    const server = await startRoom();
    await runVerb(server, "pause");
    const viewer = await ViewerPage.open(browser, server);
    for (const [name, main] of [
      ["Red", 0],
      ["Blue", 2],
    ] as const) {
      const spot = await viewer.positionOf(name);
      const color = await viewer.colorAt(spot);
      const others = color.filter((_, i) => i !== main);
      expect(color[main], `${name} at ${spot.x} ${spot.y} is ${color}`).toBeGreaterThan(1.5 * Math.max(...others));
      const label = viewer.page.locator(".world3d-labels span.shown", { hasText: name });
      await label.waitFor();
      const box = (await label.boundingBox())!;
      expect(Math.abs(box.x + box.width / 2 - spot.x)).toBeLessThan(20);
      expect(box.y + box.height).toBeLessThan(spot.y);
      expect(box.y).toBeGreaterThan(spot.y - 300);
    }
    // a verb from another client moves it
    const before = await viewer.positionOf("Red");
    const blue = await viewer.positionOf("Blue");
    await runVerb(server, "move", { name: "Red", position: [0.5, -1, 0.3] });
    await viewer.until(
      `Math.hypot(world3d.screenPositionOf("Red").x - ${before.x}, world3d.screenPositionOf("Red").y - ${before.y}) > 40`,
    );
    const after = await viewer.positionOf("Red");
    const [red, green, blueish] = await viewer.colorAt(after);
    expect(red).toBeGreaterThan(1.5 * Math.max(green, blueish));
    expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeGreaterThan(40);
    expect(await viewer.positionOf("Blue")).toEqual(blue);
    expect(viewer.problems).toEqual([]);
  });

  test("a click selects; the inspector shows the server's values and plots them", async () => {
    const server = await startRoom();
    await runVerb(server, "pause");
    const viewer = await ViewerPage.open(browser, server);
    const { page } = viewer;
    const { x, y } = await viewer.positionOf("Blue");
    // the first click selects the robot, the second one its part
    await page.mouse.click(x, y);
    await viewer.until('store.selection?.entity === "Blue" && store.selection.part === undefined');
    await page.mouse.click(x, y);
    const inspector = page.getByRole("complementary", { name: "Inspector" });
    await inspector.getByRole("heading", { name: "Trunk" }).waitFor();
    expect(await viewer.ask("store.selection")).toEqual({ entity: "Blue", part: "Trunk" });
    const position = inspector.locator('[data-plot="Blue/Trunk:position"]');
    await expect.poll(() => position.locator(".cell").first().textContent(), { timeout: 60_000 }).not.toBe("–");
    const shown = (await position.locator(".cell").allTextContents()).map((text) => Number(text.replace("−", "-")));
    const { bodies } = await runVerb(server, "get", { what: "Blue" });
    for (const i of [0, 1, 2]) expect(shown[i]).toBeCloseTo(bodies[0].position[i], 2);
    await position.click();
    await page.locator("figure.plot canvas").waitFor();
    expect(await page.locator("figure.plot .plot-name").textContent()).toContain("Blue/Trunk");
    await runVerb(server, "resume");
    await viewer.until("store.values.time > 0.5");
    await page.keyboard.press("Escape");
    expect(viewer.problems).toEqual([]);
  });

  test("[S3] the robot view has the position and field of view of the robot's camera", async () => {
    const server = await startRoom();
    await runVerb(server, "pause");
    await runVerb(server, "spawn", { document: watcher("Watcher", "1 -3 0", 30) });
    const viewer = await ViewerPage.open(browser, server);
    await viewer.page.evaluate('window.__ubersim.store.select({ entity: "Watcher" })');
    await viewer.page.evaluate('window.__ubersim.store.set({ camera: "eye" })');
    const frame = viewer.page.locator(".world3d-eye div");
    await frame.waitFor();
    await viewer.page.getByText("Watcher/Cam · 320 × 240, 30°").waitFor();
    await viewer.positionOf("Blue");
    const { x, y, width, height } = (await frame.boundingBox())!;
    expect(width / height).toBeCloseTo(320 / 240, 1);
    // the cube's near side, 3.1 m away and 0.6 m wide, takes 36 % of half the picture: 0.3 / (3.1 tan 15°)
    const share = CUBE_SIZE / 2 / (3.1 * Math.tan(Math.PI / 12));
    const middle = { x: x + width / 2, y: y + height / 2 };
    const at = (part: number) => viewer.colorAt({ x: middle.x + (part * height) / 2, y: middle.y });
    const isBlue = ([red, green, blue]: readonly number[]) => blue > 1.5 * Math.max(red, green);
    for (const part of [-0.9 * share, 0, 0.9 * share]) expect(isBlue(await at(part)), `${part}`).toBe(true);
    for (const part of [-1.1 * share, 1.1 * share]) expect(isBlue(await at(part)), `${part}`).toBe(false);
    expect(viewer.problems).toEqual([]);
  });

  test("the view stays while entities are selected, menus opened and messages shown", async () => {
    const server = await startRoom();
    await runVerb(server, "pause");
    const viewer = await ViewerPage.open(browser, server);
    const before = await viewer.positionOf("Red");
    await viewer.page.locator('.tree [data-key="Blue"] .name').first().click();
    await viewer.page.getByRole("button", { name: "Drive", exact: true }).click();
    await viewer.dropFile("shopping.txt", "milk\n");
    await viewer.page.locator("dialog.problem").waitFor();
    await viewer.page.keyboard.press("Escape");
    await viewer.page.getByRole("button", { name: "View", exact: true }).click();
    await viewer.page.locator("#view-menu").waitFor();
    expect(await viewer.positionOf("Red")).toEqual(before);
    expect(viewer.problems).toEqual([]);
  });

  test("the tree shows every entity, body, joint and device by name", async () => {
    const server = await startRoom();
    const viewer = await ViewerPage.open(browser, server);
    const tree = viewer.page.getByRole("tree", { name: "World" });
    for (const name of ["Red", "Blue", "Probe"]) await tree.locator(`[data-key="${name}"]`).waitFor();
    await tree.locator('[data-key="Red"] .twist').first().click();
    await tree.locator('[data-key="Red/Tilt"]').click();
    expect(await viewer.ask("store.selection")).toEqual({ entity: "Red", part: "Tilt" });
    await viewer.page.getByRole("heading", { name: "Tilt" }).waitFor();
    expect(viewer.problems).toEqual([]);
  });

  test("keys: pause, step, cameras, console, help, escape", async () => {
    const server = await startRoom();
    const viewer = await ViewerPage.open(browser, server);
    const { keyboard } = viewer.page;
    await viewer.page.locator("canvas.world").focus();
    await keyboard.press("Space");
    await viewer.until("store.status.isPaused");
    await keyboard.press("Space");
    await viewer.until("!store.status.isPaused");
    await viewer.page.locator('.tree [data-key="Red"] .name').first().click();
    await viewer.page.locator("canvas.world").focus();
    for (const [key, camera] of [
      ["f", "follow"],
      ["e", "eye"],
      ["o", "orbit"],
    ]) {
      await keyboard.press(key);
      await viewer.until(`store.settings.camera === "${camera}"`);
    }
    await keyboard.press("?");
    const help = viewer.page.getByRole("dialog", { name: "Keyboard" });
    await help.waitFor();
    await keyboard.press("Escape");
    await help.waitFor({ state: "detached" });
    await keyboard.press("Escape");
    await viewer.until("store.selection === undefined");
    await keyboard.press("/");
    await viewer.until('document.activeElement?.getAttribute("aria-label") === "Console"');
    expect(viewer.problems).toEqual([]);
  });

  test("on a phone panels are sheets, nothing is wider than the screen", async () => {
    const server = await startRoom();
    const viewer = await ViewerPage.open(browser, server, { viewport: PHONE, isTouch: true });
    const { page } = viewer;
    for (const title of ["World", "Inspector", "Console"]) {
      const tab = page.locator("nav.dock .tab", { hasText: title });
      await tab.click();
      await expect.poll(() => tab.getAttribute("aria-expanded"), { timeout: 60_000 }).toBe("true");
      expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
      await tab.click();
    }
    await viewer.positionOf("Red");
    expect(viewer.problems).toEqual([]);
  });
});
