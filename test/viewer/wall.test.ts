// The camera wall in a real Chromium: it shows what robots see, requests nothing while it is closed, and follows
// robots that join and leave. Sensor values are drawn in the 3D view.

import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { RunningServer } from "../../src/server/Server.js";
import { barriers } from "./Barriers.js";
import { roomFile, runVerb, startRoom, watcher } from "./RoomWorld.js";
import { middleOf, openStudio, openWall } from "./StudioPage.js";
import { DESKTOP, openBrowser, ViewerPage } from "./ViewerPage.js";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** The cameras that viewers request, from the server. */
const wanted = ({ views }: RunningServer): string[] => [...views.viewers].flatMap(({ cameras }) => [...cameras]).sort();

/** Pictures rendered in one second of simulated time. */
async function developedMeanwhile({ simulation: { world } }: RunningServer): Promise<number> {
  const [before, end] = [world.cameraRenderer.rendered, world.timeSec + 1];
  await expect.poll(() => world.timeSec > end, { timeout: 60_000 }).toBe(true);
  return world.cameraRenderer.rendered - before;
}

describe("[X1] the wall of cameras", () => {
  test("shows each camera live; nothing is drawn before and after", async () => {
    const server = await openStudio();
    const viewer = await ViewerPage.open(browser, server);
    expect(await developedMeanwhile(server)).toBe(0);
    expect(wanted(server)).toEqual([]);
    await openWall(viewer);
    for (const name of ["Above", "One.Cam", "Two.Cam"]) await viewer.until(`${middleOf(name)} !== undefined`);
    expect(wanted(server)).toEqual(["Above", "One.Cam", "Two.Cam"]);
    const [red, green, blue] = await viewer.ask<number[]>(middleOf("One.Cam"));
    expect(red).toBeGreaterThan(2 * Math.max(green, blue));
    const [r, g, b] = await viewer.ask<number[]>(middleOf("Two.Cam"));
    expect(b).toBeGreaterThan(2 * Math.max(r, g));
    // pictures keep arriving
    const time = await viewer.ask<string>(`document.querySelector('[data-camera="One.Cam"] canvas').dataset.time`);
    await viewer.until(`Number(document.querySelector('[data-camera="One.Cam"] canvas').dataset.time) > ${time} + 0.3`);
    expect(await developedMeanwhile(server)).toBeGreaterThan(3);
    const facts = viewer.page.locator('[data-camera="One.Cam"] .tile-facts');
    await expect.poll(() => facts.textContent(), { timeout: 60_000 }).toMatch(/^\d+ ms\d+(\.\d)?\/s$/);
    expect(await viewer.page.locator('[data-camera="One.Cam"] .tile-name').textContent()).toContain(
      "320 × 240 · bgra · 20 Hz",
    );
    await viewer.page.keyboard.press("Escape");
    await expect.poll(() => wanted(server), { timeout: 60_000 }).toEqual([]);
    expect(await developedMeanwhile(server)).toBeLessThanOrEqual(1);
    expect(viewer.problems).toEqual([]);
  });

  test("tiles follow robots that join and leave; without cameras the wall shows how to add one", async () => {
    const server = await openStudio();
    const viewer = await ViewerPage.open(browser, server);
    await openWall(viewer);
    const names = () =>
      viewer.page.locator(".camera-tile").evaluateAll((tiles) => tiles.map((one) => one.getAttribute("data-camera")));
    await expect.poll(names, { timeout: 60_000 }).toEqual(["Above", "One.Cam", "Two.Cam"]);
    await runVerb(server, "remove", { name: "One" });
    await expect.poll(names, { timeout: 60_000 }).toEqual(["Above", "Two.Cam"]);
    await expect.poll(() => wanted(server), { timeout: 60_000 }).toEqual(["Above", "Two.Cam"]);
    await runVerb(server, "spawn", { document: watcher("Three", "-2 0 0", 60) });
    await expect.poll(names, { timeout: 60_000 }).toEqual(["Above", "Two.Cam", "Three.Cam"]);
    await viewer.until(`${middleOf("Three.Cam")} !== undefined`);
    // an enlarged camera whose robot leaves
    await viewer.page.getByRole("button", { name: "Enlarge Three.Cam" }).click();
    await expect.poll(() => wanted(server), { timeout: 60_000 }).toEqual(["Three.Cam"]);
    await runVerb(server, "remove", { name: "Three" });
    await expect.poll(names, { timeout: 60_000 }).toEqual(["Above", "Two.Cam"]);
    expect(viewer.problems).toEqual([]);

    const bare = await ViewerPage.open(browser, await startRoom());
    await openWall(bare);
    await bare.page.getByRole("heading", { name: "No cameras in this world" }).waitFor();
    expect(await bare.page.getByLabel("Example of a camera").textContent()).toContain("<CameraSensor");
    expect(await barriers(bare)).toEqual([]);
    expect(bare.problems).toEqual([]);
  });

  test("an enlarged camera: read pixels, save, view from it; by keyboard", async () => {
    const server = await openStudio();
    const viewer = await ViewerPage.open(browser, server);
    const { page } = viewer;
    await page.locator("canvas.world").focus();
    await page.keyboard.press("c");
    await page.getByRole("button", { name: "Enlarge One.Cam" }).focus();
    await page.keyboard.press("Enter");
    await viewer.until(`${middleOf("One.Cam")} !== undefined`);
    await page.locator(".closeup canvas").focus();
    await page.keyboard.press("ArrowRight");
    const output = (await page.locator(".probe").textContent()) ?? "";
    const [, x, y, red, green, blue] = (/x (\d+) {2}y (\d+) {3}(\d+) (\d+) (\d+)/.exec(output) ?? []).map(Number);
    expect([x, y]).toEqual([161, 120]);
    expect(red).toBeGreaterThan(2 * Math.max(green, blue));
    for (const kind of ["PNG", "JPG"]) {
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: `Save as ${kind}` }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(`One.Cam.${kind.toLowerCase()}`);
      // the browser may run in another process, which has no path for downloads
      const saved = join(mkdtempSync(join(tmpdir(), "ubersim-wall-")), file.suggestedFilename());
      await file.saveAs(saved);
      const bytes = readFileSync(saved);
      expect([...bytes.subarray(0, 2)]).toEqual(kind === "PNG" ? [0x89, 0x50] : [0xff, 0xd8]);
    }
    await page.getByRole("button", { name: "Next camera" }).click();
    await page.locator('.closeup[data-camera="Two.Cam"]').waitFor();
    await page.getByRole("button", { name: "Look from here" }).click();
    await viewer.until('store.settings.camera === "eye"');
    expect(await viewer.ask("store.selection")).toEqual({ entity: "Two", part: "Cam" });
    expect(await page.locator(".wall").isHidden()).toBe(true);
    // a selected camera has a preview in the inspector
    await page.locator(".camera-preview canvas[data-time]").waitFor();
    await expect.poll(() => wanted(server), { timeout: 60_000 }).toEqual(["Two.Cam"]);
    await page.keyboard.press("Escape");
    await expect.poll(() => wanted(server), { timeout: 60_000 }).toEqual([]);
    expect(viewer.problems).toEqual([]);
  });

  test("[E4] pictures, textures and saving work under the page's policy", async () => {
    const server = await startRoom({ world: roomFile(GALLERY) });
    const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: "reduce", locale: "en-US" });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    const problems: string[] = [];
    page.on("pageerror", ({ message }) => problems.push(message));
    page.on("console", (message) => {
      if (message.type() === "error" || /Content Security Policy/i.test(message.text())) problems.push(message.text());
    });
    const texture = page.waitForResponse(/\/texture\//);
    await page.goto(`${server.url}/`);
    expect((await texture).status()).toBe(200);
    await page.getByRole("button", { name: "Cameras", exact: true }).click();
    await page.locator(".camera-tile canvas[data-time]").waitFor();
    await page.getByRole("button", { name: "Enlarge One.Cam" }).click();
    await page.locator(".closeup canvas[data-time]").waitFor();
    await page.locator(".closeup canvas").hover();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as JPG" }).click();
    expect((await download).suggestedFilename()).toBe("One.Cam.jpg");
    expect(problems).toEqual([]);
  });
});

/** A lidar 0.3 m above the ground, a wall 2 m ahead, and a movable mark. */
const SCAN = `<World name="scan">
  <Static name="ground"> <Plane name="Surface"> <Color>#888888</Color> </Plane> </Static>
  <Static name="Wall"> <Box name="B"> <XSize>6</XSize> <YSize>0.2</YSize> <ZSize>1</ZSize> <Position>0 2.1 0.5</Position> <Color>#c8b070</Color> </Box> </Static>
  <Object name="Mark"> <RigidBodies> <Body name="B"> <Sphere name="S"> <Mass>0.1</Mass> <Radius>0.01</Radius> <Position>2 -1 0.01</Position> </Sphere> </Body> </RigidBodies> </Object>
  <Robot><Client>
    <CSettings> <Name>Scout</Name> </CSettings>
    <Entity> <RigidBodies> <Body name="Trunk">
      <Box name="Shell"> <Mass>5</Mass> <XSize>0.3</XSize> <YSize>0.3</YSize> <ZSize>0.2</ZSize> <Position>0 0 0.1</Position> </Box>
      <Lidar name="Scan"> <Position>0 0 0.3</Position> <Rays>91</Rays> <FovH>90</FovH> <Max>8</Max> <Rate>10</Rate> </Lidar>
    </Body> </RigidBodies> </Entity>
  </Client></Robot>
</World>`;

describe("[X1] sensor values in the 3D view", () => {
  test("rays of a lidar end at the wall", async () => {
    const server = await startRoom({ world: roomFile(SCAN) });
    await runVerb(server, "step", { count: 500 });
    await runVerb(server, "pause");
    const viewer = await ViewerPage.open(browser, server);
    await viewer.page.evaluate("window.__ubersim.store.set({ showLabels: false })");
    // violet dots over everything else
    const isViolet = async (...position: number[]): Promise<boolean> => {
      await runVerb(server, "move", { name: "Mark", position });
      const there = `store.poses.get(store.entities.get("Mark").bodies[0].id)`;
      await viewer.until(`${JSON.stringify(position)}.every((x, i) => Math.abs(${there}[i] - x) < 1e-3)`);
      const [, green, blue] = await viewer.colorAt(await viewer.positionOf("Mark"));
      return blue > 1.3 * green;
    };
    const ends = [
      [0, 2, 0.3],
      [-2 * Math.tan(Math.PI / 6), 2, 0.3],
    ];
    for (const end of ends) expect(await isViolet(...end)).toBe(false);
    await viewer.page.evaluate('window.__ubersim.store.select({ entity: "Scout", part: "Scan" })');
    await viewer.until('store.fans.get("Scout/Scan")?.length === 91');
    const distances = await viewer.ask<number[]>('[...store.fans.get("Scout/Scan")]');
    expect(distances[45]).toBeCloseTo(2, 3);
    expect(distances[75]).toBeCloseTo(2 / Math.cos(Math.PI / 6), 3);
    for (const end of ends) await expect.poll(() => isViolet(...end), { timeout: 60_000 }).toBe(true);
    expect(await isViolet(0, 2, 0.45)).toBe(false);
    // nothing is requested while nothing is shown
    await viewer.page.evaluate("window.__ubersim.store.select(undefined)");
    await expect
      .poll(() => [...server.views.viewers].flatMap(({ watched }) => [...watched]).includes("Scout/Scan"))
      .toBe(false);
    expect(viewer.problems).toEqual([]);
  });
});

const checker = (colors: string, tile = ""): string =>
  `<Texture><Checker><Colors>${colors}</Colors><Squares>3 2</Squares></Checker>${tile}</Texture>`;

/** One of each shape with a texture, in front of a camera. */
const GALLERY = `<World name="gallery">
  <Static name="ground"> <Plane name="Surface"> ${checker("#90a080 #506040", "<TileSize>2 1</TileSize>")} </Plane> </Static>
  <Static name="Things">
    <Box name="A"> <XSize>0.6</XSize> <YSize>0.6</YSize> <ZSize>0.6</ZSize> <Position>-1.1 2.4 0.3</Position> ${checker("#e02020 #f0f0f0")} </Box>
    <Box name="B"> <XSize>0.6</XSize> <YSize>0.6</YSize> <ZSize>0.4</ZSize> <Position>0 3.2 0.9</Position> ${checker("#2020e0 #f0f0f0", "<TileSize>0.6 0.4</TileSize>")} </Box>
    <Sphere name="C"> <Radius>0.3</Radius> <Position>-0.35 2.4 0.3</Position> ${checker("#20c020 #f0f0f0")} </Sphere>
    <Cylinder name="D"> <Radius>0.25</Radius> <Length>0.5</Length> <Position>0.4 2.4 0.3</Position> ${checker("#c020c0 #f0f0f0")} </Cylinder>
    <CappedCylinder name="E"> <Radius>0.2</Radius> <Length>0.4</Length> <Position>1.05 2.4 0.4</Position> ${checker("#20c0c0 #f0f0f0")} </CappedCylinder>
  </Static>
  <Robot>${watcher("One", "0 0 0", 60)}</Robot>
</World>`;

describe("[X1] textures", () => {
  test("[S3] the page shows them as the cameras do, on every shape", async () => {
    const server = await startRoom({ world: roomFile(GALLERY) });
    await runVerb(server, "step", { count: 100 });
    const viewer = await ViewerPage.open(browser, server);
    await viewer.page.evaluate('window.__ubersim.store.select({ entity: "One", part: "Cam" })');
    await viewer.page.evaluate('window.__ubersim.store.set({ camera: "eye" })');
    await viewer.page.locator(".camera-preview canvas[data-time]").waitFor();
    await viewer.page.locator(".world3d-eye div").waitFor();
    const difference = async (): Promise<number> => {
      const clip = (await viewer.page.locator(".world3d-eye div").boundingBox())!;
      const png = (await viewer.page.screenshot({ clip, timeout: 120_000 })).toString("base64");
      // the mean of many pixels, so that a few at the edges of squares do not matter
      return viewer.page.evaluate(async (data) => {
        const image = new Image();
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const pixels = (source: CanvasImageSource) => {
          const canvas = Object.assign(document.createElement("canvas"), { width: 80, height: 60 });
          const context = canvas.getContext("2d") as CanvasRenderingContext2D;
          context.imageSmoothingQuality = "high";
          context.drawImage(source, 0, 0, 80, 60);
          // without the frame around it
          return context.getImageData(2, 2, 76, 56).data;
        };
        const [a, b] = [pixels(image), pixels(document.querySelector(".camera-preview canvas") as HTMLCanvasElement)];
        return a.reduce((sum, value, i) => sum + Math.abs(value - b[i]), 0) / (0.75 * a.length);
      }, png);
    };
    await expect.poll(difference, { timeout: 60_000, interval: 500 }).toBeLessThan(6);
    expect(viewer.problems).toEqual([]);
  });
});

/** A box inside of a large LED. */
const beacon = (name: string, at: string, brightness: number): string => `<Client>
  <CSettings> <Name>${name}</Name> <Offset>${at}</Offset> </CSettings>
  <Entity> <RigidBodies> <Body name="Trunk">
    <Box name="Shell"> <Mass>1</Mass> <XSize>0.2</XSize> <YSize>0.2</YSize> <ZSize>0.2</ZSize> <Position>0 0 0.1</Position> <Color>#e02020</Color> </Box>
    <Led name="Light"> <Position>0 0 0.1</Position> <Radius>0.25</Radius> <Color>#20ff20</Color> <Brightness>${brightness}</Brightness> </Led>
  </Body> </RigidBodies> </Entity>
</Client>`;

describe("[S5] lamps", () => {
  test("a lamp that is on shows its colour without light; one that is off is dark; it leaves with its robot", async () => {
    const server = await startRoom();
    await runVerb(server, "spawn", { document: beacon("On", "0 -1 0", 1) });
    await runVerb(server, "spawn", { document: beacon("Off", "0 1.5 0", 0) });
    const viewer = await ViewerPage.open(browser, server);
    await viewer.page.evaluate("window.__ubersim.store.set({ showLabels: false })");
    for (const light of ["Sky", "Sun"]) await runVerb(server, "light", { name: light, on: false });
    const color = async (name: string) => viewer.colorAt(await viewer.positionOf(name));
    await expect.poll(async () => (await color("Red"))[0], { timeout: 60_000 }).toBeLessThan(90);
    const [red, green, blue] = await color("On");
    expect(green).toBeGreaterThan(240);
    expect(Math.max(red, blue)).toBeLessThan(150);
    expect((await color("Off"))[1]).toBeLessThan(90);
    const spot = await viewer.positionOf("On");
    await runVerb(server, "remove", { name: "On" });
    await expect.poll(async () => (await viewer.colorAt(spot))[1], { timeout: 60_000 }).toBeLessThan(120);
    expect(viewer.problems).toEqual([]);
  });
});
