// [X1] [E2] The volumes of triggers are drawn on request, in the world and on bodies.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readWorldDocument } from "../../src/describe/world/WorldDocument.js";
import { builtInDevices } from "../../src/devices/BuiltIn.js";
import { startServer } from "../../src/server/Server.js";
import { openBrowser, ViewerPage } from "./ViewerPage.js";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const WORLD = `<World name="zones">
  <Static name="ground"><Plane name="Surface"/></Static>
  <Object name="Ball"><RigidBodies><Body name="Skin"><Sphere name="Hull"><Mass>1</Mass><Radius>0.1</Radius>
    <Position>2 0 0.1</Position></Sphere></Body></RigidBodies></Object>
  <Trigger name="box"> <Box> <XSize>1</XSize> <YSize>1</YSize> <ZSize>1</ZSize> <Position>0 0 0.5</Position> </Box> </Trigger>
  <Trigger name="tube"> <Cylinder> <Radius>0.4</Radius> <Length>1</Length> <Position>-2 0 0.5</Position> </Cylinder> </Trigger>
  <Trigger name="halo"> <Sphere> <Radius>0.5</Radius> </Sphere> <Body>Ball/Skin</Body> </Trigger>
</World>`;

/** Pixels in the colour of the marks. */
async function countMarks(page: Page): Promise<number> {
  const png = (await page.screenshot()).toString("base64");
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const { width, height } = image;
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, width, height).data;
    let count = 0;
    for (let i = 0; i < pixels.length; i += 4) {
      const [red, green, blue] = [pixels[i], pixels[i + 1], pixels[i + 2]];
      if (red > 180 && green > 80 && green < 150 && blue < 70) count++;
    }
    return count;
  }, png);
}

test("[X1] [E2] the menu shows the volumes of triggers", async () => {
  const { world } = readWorldDocument(WORLD, { kinds: builtInDevices(), file: "zones.xml" });
  const server = await startServer({ world, port: 0, httpPort: 0 });
  const viewer = await ViewerPage.open(browser, server);
  await viewer.until("store.triggers.length === 3");
  const { page } = viewer;
  expect(await countMarks(page)).toBe(0);
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByLabel("Trigger volumes").check();
  expect(await viewer.ask("store.settings.showTriggers")).toBe(true);
  await page.keyboard.press("Escape");
  await expect.poll(() => countMarks(page), { timeout: 60_000 }).toBeGreaterThan(200);
  await viewer.ask("store.set({ showTriggers: false })");
  await expect.poll(() => countMarks(page), { timeout: 60_000 }).toBe(0);
  expect(viewer.problems).toEqual([]);
  await server.stop();
});
