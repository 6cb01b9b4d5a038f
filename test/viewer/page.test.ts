// What people expect of a simulator's page: shared views, undo of moves, standing up, plots, the gallery, worlds that are dropped.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { placeOf, runVerb, startRoom } from "./RoomWorld.js";
import { openBrowser, ViewerPage } from "./ViewerPage.js";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const soon = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 60_000 });

describe("[X1] the page", () => {
  test("first visit: folded panels; a click on a name selects the robot and opens the inspector", async () => {
    const server = await startRoom();
    const viewer = await ViewerPage.open(browser, server, { isFirstVisit: true });
    const { page } = viewer;
    const inspector = page.locator(".panel.right .panel-body");
    expect(await inspector.isVisible()).toBe(false);
    await page.locator(".world3d-labels span", { hasText: "Blue" }).click();
    await viewer.until('store.selection?.entity === "Blue" && store.selection.part === undefined');
    await soon(() => inspector.isVisible()).toBe(true);
    await soon(() => inspector.textContent()).toContain("kg");
    expect(viewer.problems).toEqual([]);
  });

  test("selection and view are in the address, and a reload keeps them; Back closes the camera wall", async () => {
    const server = await startRoom();
    const viewer = await ViewerPage.open(browser, server, { address: "#view=1,2,0.5,0.3,0.6,7&select=Red/Trunk" });
    const { page } = viewer;
    await viewer.until('store.selection?.part === "Trunk" && Math.abs(world3d.look.distance - 7) < 1e-3');
    await page.keyboard.press("3");
    await viewer.until("world3d.look.pitch > 1.5");
    await soon(() => page.evaluate<string>("location.hash")).toMatch(/select=Red\/Trunk.*view=.*1\.57/);
    await page.reload();
    await viewer.until('store.selection?.part === "Trunk" && world3d.look.pitch > 1.5');
    await page.getByRole("button", { name: "Cameras", exact: true }).click();
    await page.locator(".wall").waitFor();
    await page.goBack();
    await soon(() => page.locator(".wall").isVisible()).toBe(false);
    expect(await viewer.ask("store.connection.state")).toBe("open");
  });

  test("moves turn, stand up and are taken back; a drag while paused moves", async () => {
    const server = await startRoom();
    await runVerb(server, "pause");
    const viewer = await ViewerPage.open(browser, server);
    const { page } = viewer;
    const start = await placeOf(server, "Red");
    await page.locator('.tree [data-key="Red"] .name').first().click();
    await page.getByRole("spinbutton", { name: "roll" }).fill("90");
    await page.getByLabel("x", { exact: true }).fill("1.5");
    await page.keyboard.press("Enter");
    await soon(async () => (await placeOf(server, "Red"))[0]).toBeCloseTo(1.5, 5);
    const { bodies } = await runVerb(server, "get", { what: "Red" });
    expect(Math.abs(bodies[0].orientation[0])).toBeCloseTo(Math.SQRT1_2, 3);
    await viewer.until("Math.abs(store.poses.get(store.entities.get('Red').bodies[0].id)[3]) > 0.6");
    await page.getByRole("button", { name: "Stand up" }).click();
    await soon(async () => (await runVerb(server, "get", { what: "Red" })).bodies[0].orientation[3]).toBeGreaterThan(
      0.99,
    );
    await page.locator("canvas.world").focus();
    await page.keyboard.press("Control+z");
    await soon(async () =>
      Math.abs((await runVerb(server, "get", { what: "Red" })).bodies[0].orientation[0]),
    ).toBeGreaterThan(0.7);
    await page.keyboard.press("Control+z");
    await soon(async () => (await placeOf(server, "Red"))[0]).toBeCloseTo(start[0], 3);
    // a pull would do nothing while time stands still
    const from = await viewer.positionOf("Red");
    await viewer.drag(from, { x: from.x + 60, y: from.y + 30 });
    await soon(async () => Math.hypot(...(await placeOf(server, "Red")).map((x, i) => x - start[i]))).toBeGreaterThan(
      0.1,
    );
    expect(viewer.problems).toEqual([]);
  });

  test("a plot takes further curves, and is saved as CSV", async () => {
    const server = await startRoom();
    const viewer = await ViewerPage.open(browser, server);
    const { page } = viewer;
    await page.locator('.tree [data-key="Red"] .name').first().click();
    await page.locator('[data-plot="Red/Trunk:velocity"]').click();
    await page.getByRole("button", { name: "Add curves" }).click();
    await page.locator('[data-plot="Red:energy"]').click();
    await soon(() => page.locator(".plot-key").count()).toBe(6);
    expect(await page.locator("figure.plot").count()).toBe(1);
    await viewer.until("store.values.time > 0.3");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save plots as CSV" }).click(),
    ]);
    const path = join(await mkdtemp(join(tmpdir(), "ubersim-plots-")), "plots.csv");
    await download.saveAs(path);
    const [head, ...rows] = (await readFile(path, "utf8")).trim().split("\n");
    await rm(dirname(path), { recursive: true });
    expect(head).toBe(
      "time [s],Red/Trunk velocity x [m/s],Red/Trunk velocity y [m/s],Red/Trunk velocity z [m/s],Red energy kinetic [J],Red energy potential [J],Red energy sum [J]",
    );
    expect(rows.length).toBeGreaterThan(3);
    expect(viewer.problems).toEqual([]);
  });

  test("[E4] the console asks before it ends the simulation for everybody", async () => {
    const server = await startRoom();
    const viewer = await ViewerPage.open(browser, server);
    await viewer.type("stop");
    await viewer.page.getByRole("dialog", { name: "End the simulation for everybody?" }).waitFor();
    await viewer.page.getByRole("button", { name: "Cancel" }).click();
    await viewer.page.getByText("The simulation goes on.").first().waitFor();
    expect(server.simulation.isStopped).toBe(false);
  });

  test("an empty world shows the shipped robots, one click places one; a dropped world is opened", async () => {
    const server = await startRoom({ world: "flat" });
    const viewer = await ViewerPage.open(browser, server);
    const { page } = viewer;
    for (const name of await runVerb(server, "list", { what: "robots" })) await runVerb(server, "remove", { name });
    for (const name of await runVerb(server, "list", { what: "objects" })) await runVerb(server, "remove", { name });
    await page.getByRole("button", { name: /Diff robot 2003/ }).click();
    await viewer.until("store.selection !== undefined && store.entities.has(store.selection.entity)");
    expect(await runVerb(server, "list", { what: "robots" })).toHaveLength(1);
    const world =
      '<World name="mine"><Static name="ground"><Plane name="s"/></Static><Static name="Tower"><Box name="s"><XSize>1</XSize><YSize>1</YSize><ZSize>3</ZSize><Position>3 0 1.5</Position></Box></Static></World>';
    await viewer.dropFile("mine.xml", world);
    await viewer.until('store.entities.has("Tower")');
    expect(viewer.problems).toEqual([]);
  });
});
