// [E5] The editor in a real browser: a world is edited with the page's own controls, saved, and started again from its file.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startServer } from "../../src/server/Server.js";
import { runVerb } from "./RoomWorld.js";
import { openBrowser, ViewerPage } from "./ViewerPage.js";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const TEXT = `<World name="yard">
  <!-- the ground stays -->
  <Light name="Sky" type="ambient"> <Intensity>0.5</Intensity> </Light>
  <Light name="Sun" type="sun"> <Direction>0.3 0.4 -1</Direction> <Intensity>0.8</Intensity> </Light>
  <Static name="ground"> <Plane name="Surface"> <Color>#8a9488</Color> </Plane> </Static>
  <Static name="kerb"> <Box name="Stone"> <XSize>2</XSize> <YSize>0.3</YSize> <ZSize>0.3</ZSize> <Position>0 2 0.15</Position> </Box> </Static>
</World>
`;

const serve = async (path: string) => {
  const server = await startServer({ world: path, port: 0, httpPort: 0 });
  onTestFinished(() => server.stop());
  await runVerb(server, "pause");
  await runVerb(server, "reset");
  return server;
};

test("[E5] add a box and a light, move, undo, change a value, save, and open again", async () => {
  const directory = mkdtempSync(join(tmpdir(), "ubersim-page-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, "yard.xml");
  writeFileSync(path, TEXT);
  const server = await serve(path);
  const { world } = server.simulation;
  const viewer = await ViewerPage.open(browser, server);
  const { page } = viewer;
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await press("Edit");
  await press("Add Crate");
  await expect.poll(() => world.has("Crate-1"), { timeout: 30_000 }).toBe(true);
  await press("Add Light");
  await expect.poll(() => world.lights.some(({ name }) => name === "Light-1"), { timeout: 30_000 }).toBe(true);
  await press("Add Wall");
  await expect.poll(() => world.has("Wall-1"), { timeout: 30_000 }).toBe(true);
  const option = (name: string) => page.locator(".outline-row", { hasText: name }).first();
  await option("Crate-1").click();

  // a refused value is shown at its field, and the old one comes back with Esc
  const mass = page.getByRole("textbox", { name: "Mass of Solid", exact: true });
  await mass.fill("-2");
  await mass.press("Enter");
  await page.locator(".edit-problem").first().waitFor();
  expect(await mass.getAttribute("aria-invalid")).toBe("true");
  if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, "edit-problem.png") });
  await mass.fill("4");
  await mass.press("Enter");
  await expect.poll(async () => (await runVerb(server, "document", { what: "text" })).text).toContain("<Mass>4</Mass>");

  // the handle along z is dragged upwards; undo takes the move back
  const placeOfCrate = () => page.getByRole("textbox", { name: "Position of Solid", exact: true }).inputValue();
  const before = await placeOfCrate();
  const [x, y, z] = before.split(" ").map(Number);
  const at = (dz: number) =>
    viewer.ask<{ x: number; y: number }>(
      `(() => { const c = world3d.handleAt([${x}, ${y}, ${z}], ${dz}); return c; })()`,
    );
  const [from, to] = [await at(0.5), await at(1.2)];
  await page.mouse.move(from.x, from.y);
  await page.waitForTimeout(300);
  await viewer.drag(from, to);
  await expect.poll(placeOfCrate, { timeout: 20_000 }).not.toBe(before);
  if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, "edit.png") });
  await page.locator("canvas.world").focus();
  await page.keyboard.press("Control+z");
  await expect.poll(placeOfCrate, { timeout: 20_000 }).toBe(before);

  // a trigger is dragged into the view; its lines are edited at once, and tried
  const canvas = page.locator("canvas.world");
  await page
    .getByRole("button", { name: "Add Ball zone", exact: true })
    .dragTo(canvas, { targetPosition: { x: 640, y: 430 } });
  const text = async (): Promise<string> => (await runVerb(server, "document", { what: "text" })).text;
  await expect.poll(text, { timeout: 30_000 }).toContain('<Trigger name="Ball-zone-1">');
  const lines = page.getByRole("textbox", { name: "Do of Ball-zone-1", exact: true });
  await lines.fill("light Moon off");
  await lines.press("Tab");
  await page.locator(".edit-problem", { hasText: '"Moon"' }).waitFor();
  await lines.fill("say hello\nlight Sun off");
  await lines.press("Tab");
  await expect.poll(text, { timeout: 30_000 }).toMatch(/<Do>say hello<\/Do>\s*<Do>light Sun off<\/Do>/);
  await press("Try Ball-zone-1");
  await press("Play");
  await expect.poll(() => world.lights.find(({ name }) => name === "Sun")?.on, { timeout: 20_000 }).toBe(false);
  await press("Stop");
  await expect.poll(() => world.frame, { timeout: 20_000 }).toBe(0);

  await press("Save");
  await expect.poll(() => readFileSync(path, "utf8"), { timeout: 20_000 }).toContain("Crate-1");
  const saved = readFileSync(path, "utf8");
  expect(saved).toContain("<!-- the ground stays -->");
  expect(saved.startsWith(TEXT.slice(0, TEXT.indexOf('  <Static name="ground"')))).toBe(true);

  // play, and stop: back to the edited state
  const hash = world.hash();
  await press("Play");
  await expect.poll(() => world.frame, { timeout: 20_000 }).toBeGreaterThan(5);
  await press("Stop");
  await expect.poll(() => world.frame, { timeout: 20_000 }).toBe(0);
  expect(world.hash()).toBe(hash);
  expect(viewer.problems).toEqual([]);

  const again = await serve(path);
  expect(again.simulation.world.hash()).toBe(hash);
  expect(again.simulation.world.has("Wall-1")).toBe(true);
});

test("[E5] a two-room arena with a door that opens for a robot is built in the page; the saved file gives the same hash twice", async () => {
  const directory = mkdtempSync(join(tmpdir(), "ubersim-arena-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, "arena.xml");
  writeFileSync(path, TEXT.replace(/ {2}<Static name="kerb">.*\n/, ""));
  const server = await serve(path);
  const viewer = await ViewerPage.open(browser, server);
  const { page } = viewer;
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const text = async (): Promise<string> => (await runVerb(server, "document", { what: "text" })).text;
  await press("Edit");
  /** Adds an entry of the palette and types values into its fields. */
  const add = async (label: string, fields: Readonly<Record<string, string>> = {}) => {
    const before = await text();
    await press(`Add ${label}`);
    await expect.poll(text, { timeout: 30_000 }).not.toBe(before);
    for (const [name, value] of Object.entries(fields)) {
      const field = page.getByRole("textbox", { name, exact: true });
      const old = await text();
      await expect.poll(() => field.count(), { timeout: 20_000 }).toBe(1);
      if ((await field.inputValue()) === value) continue;
      await field.fill(value);
      await field.press("Enter");
      await expect.poll(text, { timeout: 20_000 }).not.toBe(old);
    }
  };
  const wall = (x: string, y: string, at: string) =>
    add("Wall", { "XSize of Solid": x, "YSize of Solid": y, "Position of Solid": at });
  await wall("6.2", "0.2", "0 3.1 0.5");
  await wall("6.2", "0.2", "0 -3.1 0.5");
  await wall("0.2", "6", "3 0 0.5");
  await wall("0.2", "6", "-3 0 0.5");
  await wall("2.3", "0.2", "1.75 0 0.5");
  await wall("2.3", "0.2", "-1.75 0 0.5");
  await add("Door", { "Position of Leaf": "0 0.18 0.53" });
  // the door and its triggers are a group: what moves one moves all
  expect((await text()).split("<Position>0 0 0.5</Position>")).toHaveLength(3);
  await page.locator(".outline-row", { hasText: "Wall-1" }).first().click();
  await page.locator(".outline-row", { hasText: "group" }).first().click();
  await press("Duplicate");
  await expect.poll(text, { timeout: 20_000 }).toContain("<Do>set Door-2/Rail/Vel 1</Do>");
  await press("Delete");
  await expect.poll(text, { timeout: 20_000 }).not.toContain("Door-2");
  await add("Robot", { "Offset of Robot-1": "0 -1 0" });
  // the keys drive it through the door
  await page.locator(".edit-properties").getByRole("button", { name: "Drive", exact: true }).click();
  const north = async (): Promise<number> => (await runVerb(server, "get", { what: "Robot-1/Trunk" })).position[1];
  await page.keyboard.down("w");
  await expect.poll(north, { timeout: 60_000 }).toBeGreaterThan(0.8);
  await page.keyboard.up("w");
  await press("Stop");
  await expect.poll(() => server.simulation.world.frame, { timeout: 20_000 }).toBe(0);
  if (process.env.PICTURES) {
    await page.keyboard.press("Home");
    await page.waitForTimeout(1500);
    await page.screenshot({ path: join(process.env.PICTURES, "arena.png") });
  }
  await press("Save");
  await expect.poll(() => readFileSync(path, "utf8"), { timeout: 20_000 }).toContain("Robot-1");
  expect(viewer.problems).toEqual([]);

  const hashes: string[] = [];
  for (let i = 0; i < 2; i++) {
    const again = await serve(path);
    const { world } = again.simulation;
    await runVerb(again, "step", { count: 2000 });
    await expect.poll(() => world.frame, { timeout: 60_000 }).toBe(2000);
    expect((await runVerb(again, "get", { what: "Door-1/Panel" })).position[0]).toBeGreaterThan(0.8);
    hashes.push(`${world.frame} ${world.hash()}`);
  }
  expect(hashes[0]).toBe(hashes[1]);
});
