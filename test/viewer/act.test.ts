// User actions on the page: drag, push, pause, step, type, drop a file, drive. The result is read from the server.

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CUBE_SIZE, cube, placeOf, runVerb, startRoom } from "./RoomWorld.js";
import { openBrowser, ViewerPage } from "./ViewerPage.js";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const away = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((x, i) => x - b[i]));

describe("[X1] user actions", () => {
  test("a drag in move mode puts the body within 5 cm of where it was dropped", async () => {
    const server = await startRoom();
    await runVerb(server, "pause");
    const viewer = await ViewerPage.open(browser, server);
    await viewer.choose("drag", "move");
    const start = await placeOf(server, "Red");
    const way = [0.7, -0.9, 0];
    // a ball shows which pixels the middle of the cube's lid is at, before and after
    const spots = [];
    for (const at of [start, start.map((x, i) => x + way[i])]) {
      const seen = await viewer.positionOf("Probe");
      await runVerb(server, "move", { name: "Probe", position: [at[0], at[1], at[2] + CUBE_SIZE / 2] });
      await viewer.until(
        `Math.hypot(world3d.screenPositionOf("Probe").x - ${seen.x}, world3d.screenPositionOf("Probe").y - ${seen.y}) > 5`,
      );
      spots.push(await viewer.positionOf("Probe"));
    }
    await runVerb(server, "move", { name: "Probe", position: [0, 3, 0.03] });
    await viewer.until(
      `Math.hypot(world3d.screenPositionOf("Probe").x - ${spots[1].x}, world3d.screenPositionOf("Probe").y - ${spots[1].y}) > 5`,
    );
    await viewer.positionOf("Probe");
    await viewer.drag(spots[0], spots[1]);
    const goal = start.map((x, i) => x + way[i]);
    await expect.poll(async () => away(await placeOf(server, "Red"), goal), { timeout: 60_000 }).toBeLessThan(0.05);
    await runVerb(server, "step", { count: 200 });
    expect(away(await placeOf(server, "Red"), goal)).toBeLessThan(0.05);
    expect(viewer.problems).toEqual([]);
  });

  test("a drag by force pulls the body and releases it", async () => {
    const server = await startRoom();
    const viewer = await ViewerPage.open(browser, server);
    const start = await placeOf(server, "Red");
    const from = await viewer.positionOf("Red");
    await viewer.page.mouse.move(from.x, from.y);
    await viewer.page.mouse.down();
    await viewer.page.mouse.move(from.x + 60, from.y + 40);
    await viewer.page.mouse.move(from.x + 120, from.y + 80);
    await expect.poll(async () => away(await placeOf(server, "Red"), start), { timeout: 60_000 }).toBeGreaterThan(0.2);
    await viewer.page.mouse.up();
    // friction stops a body that is not pulled
    const isStill = async () => {
      const one = await placeOf(server, "Red");
      const { time } = await runVerb(server, "get");
      while ((await runVerb(server, "get")).time < time + 0.2);
      return away(one, await placeOf(server, "Red")) < 1e-3;
    };
    await expect.poll(isStill, { timeout: 60_000 }).toBe(true);
    expect(viewer.problems).toEqual([]);
  });

  test("pause and step: time advances by exactly one step", async () => {
    const server = await startRoom();
    const viewer = await ViewerPage.open(browser, server);
    const pause = viewer.page.locator('[data-id="pause"]');
    await pause.click();
    await viewer.until("store.status.isPaused");
    const before = await runVerb(server, "get");
    expect(before.isPaused).toBe(true);
    for (let i = 1; i <= 3; i++) {
      await viewer.page.getByRole("button", { name: "Step" }).click();
      await viewer.until(`store.status.frame === ${before.frame + i}`);
      const { frame, time, step } = await runVerb(server, "get");
      expect(frame).toBe(before.frame + i);
      expect(time).toBeCloseTo(before.time + i * step, 9);
    }
    await viewer.page.getByRole("button", { name: "Resume" }).click();
    await viewer.until(`!store.status.isPaused && store.status.frame > ${before.frame + 3}`);
    expect(viewer.problems).toEqual([]);
  });

  test("the inspector pushes a body", async () => {
    const server = await startRoom();
    const viewer = await ViewerPage.open(browser, server);
    const start = await placeOf(server, "Blue");
    await viewer.page.locator('.tree [data-key="Blue"] .name').first().click();
    await viewer.page.getByRole("button", { name: "Push +x" }).click();
    await expect
      .poll(async () => (await placeOf(server, "Blue"))[0] - start[0], { timeout: 60_000 })
      .toBeGreaterThan(0.2);
    expect(viewer.problems).toEqual([]);
  });

  test("[E4] the console runs commands, completes names, and explains unknown commands", async () => {
    const server = await startRoom();
    const viewer = await ViewerPage.open(browser, server);
    const { page } = viewer;
    const log = page.getByRole("log", { name: "Log" });
    await viewer.type("pause");
    await viewer.until("store.status.isPaused");
    await viewer.type("get time");
    const { time } = await runVerb(server, "get");
    await log
      .getByText(String(Number(time.toPrecision(6))), { exact: false })
      .first()
      .waitFor();
    await viewer.type("pasue");
    await log.getByText('Did you mean "pause"?').first().waitFor();
    const input = page.getByRole("combobox", { name: "Console" });
    await input.fill("");
    await input.pressSequentially("resu");
    await page.getByRole("option", { name: "resume" }).waitFor();
    await page.keyboard.press("Tab");
    expect((await input.inputValue()).trim()).toBe("resume");
    await page.keyboard.press("Enter");
    await viewer.until("!store.status.isPaused");
    expect(viewer.problems).toEqual([]);
  });

  test("a dropped robot file joins the world; a file that is no robot gets a clear error", async () => {
    const server = await startRoom();
    const viewer = await ViewerPage.open(browser, server);
    const { page } = viewer;
    await viewer.dropFile("green.xml", cube("Green", "0 -1.5 0", "#20c040"));
    await page.locator('.tree [data-key="Green"]').waitFor();
    expect(await runVerb(server, "list", { what: "robots" })).toContain("Green");
    await viewer.until('store.selection?.entity === "Green"');
    await viewer.ask('world3d.focus("Green")');
    const [red, green, blue] = await viewer.colorAt(await viewer.positionOf("Green"));
    expect(green).toBeGreaterThan(1.3 * Math.max(red, blue));
    await viewer.dropFile("shopping.txt", "milk\n2 eggs\nbread\n");
    const dialog = page.locator("dialog.problem");
    await dialog.waitFor();
    expect(await dialog.textContent()).toContain("shopping.txt");
    expect(await dialog.textContent()).toMatch(/XML/);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    // the error names the wrong element of a robot document
    await viewer.dropFile("wrong.xml", cube("Wrong", "0 3 0", "#20c040").replaceAll("Mass>", "Mas>"));
    await dialog.getByText('Did you mean "Mass"?').first().waitFor();
    expect((await runVerb(server, "list", { what: "robots" })).length).toBe(3);
    expect(viewer.problems).toEqual([]);
  });

  test("a dropped robot stands where it was dropped", async () => {
    const server = await startRoom();
    await runVerb(server, "pause");
    const viewer = await ViewerPage.open(browser, server);
    // a small ball shows which pixel a place on the ground is at
    const goal = [0.3, -1.2];
    const before = await viewer.positionOf("Probe");
    await runVerb(server, "move", { name: "Probe", position: [...goal, 0.03] });
    await viewer.until(`Math.abs(world3d.screenPositionOf("Probe").x - ${before.x}) > 5`);
    const spot = await viewer.positionOf("Probe");
    await runVerb(server, "move", { name: "Probe", position: [0, 3, 0.03] });
    await viewer.until(`Math.abs(world3d.screenPositionOf("Probe").x - ${spot.x}) > 5`);
    await viewer.positionOf("Probe");
    await viewer.dropFile("green.xml", cube("Green", "-3 -3 0", "#20c040"), spot);
    await viewer.page.locator('.tree [data-key="Green"]').waitFor();
    expect(away((await placeOf(server, "Green")).slice(0, 2), goal)).toBeLessThan(0.12);
    expect(viewer.problems).toEqual([]);
  });

  test("the page shows changes by other clients: a frozen body and its position", async () => {
    const server = await startRoom();
    await runVerb(server, "pause");
    const viewer = await ViewerPage.open(browser, server);
    const { page } = viewer;
    await page.locator('.tree [data-key="Blue"] .name').first().click();
    const freeze = page.getByRole("button", { name: "Freeze" });
    const isHeld = () => freeze.getAttribute("aria-pressed");
    expect(await isHeld()).toBe("false");
    await runVerb(server, "freeze", { name: "Blue/Trunk", on: true });
    await expect.poll(isHeld, { timeout: 60_000 }).toBe("true");
    await freeze.click();
    await expect.poll(isHeld, { timeout: 60_000 }).toBe("false");
    await runVerb(server, "move", { name: "Blue/Trunk", position: [1.5, -0.25, 0.3] });
    const fields = page.getByRole("group", { name: "Move" }).getByRole("spinbutton");
    const shown = () =>
      Promise.all(["x", "y", "z"].map((axis) => fields.and(page.getByLabel(axis, { exact: true })).inputValue()));
    await expect.poll(shown, { timeout: 60_000 }).toEqual(["1.50", "-0.25", "0.30"]);
    // typed values are not overwritten
    await fields.first().fill("2");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await placeOf(server, "Blue"))[0], { timeout: 60_000 }).toBeCloseTo(2, 3);
    expect(viewer.problems).toEqual([]);
  });

  test("in the yard the arrow keys drive Rover", async () => {
    const server = await startRoom({ world: "segway-yard" });
    const viewer = await ViewerPage.open(browser, server);
    const { page } = viewer;
    await page.locator('.tree [data-key="Rover"] .name').first().click();
    await page.getByRole("button", { name: "Drive", exact: true }).click();
    const start = await placeOf(server, "Rover");
    await page.keyboard.down("ArrowUp");
    await expect
      .poll(async () => away(await placeOf(server, "Rover"), start), { timeout: 120_000 })
      .toBeGreaterThan(0.3);
    await page.keyboard.up("ArrowUp");
    expect((await placeOf(server, "Rover"))[2]).toBeGreaterThan(0.2);
    expect(viewer.problems).toEqual([]);
  });
});
