// [X1] [L2] The joint panel: sliders show target and measured value, and move joints; overlays of axes and balance.

import { spawn } from "node:child_process";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { readJoint } from "../../src/physics/Joints.js";
import { startServer } from "../../src/server/Server.js";
import { isThere, ROOT } from "../clients/Programs.js";
import { readText } from "../legged/LeggedBench.js";
import { runVerb } from "./RoomWorld.js";
import { openBrowser, ViewerPage } from "./ViewerPage.js";

const startPython = (args: readonly string[]) => spawn("python3", args, { cwd: ROOT, stdio: "ignore" });

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test.skipIf(!isThere("python3"))(
  "[X1] the joints of a robot that a client drives: a slider moves one that its driver leaves alone",
  async () => {
    const server = await startServer({ world: "flat", port: 0, httpPort: 0 });
    const program = startPython(["clients/python/aibo_walk.py", "--port", String(server.tcpPort), "--seconds", "600"]);
    onTestFinished(async () => {
      program.kill();
      await server.stop();
    });
    const viewer = await ViewerPage.open(browser, server);
    await viewer.until('store.entities.has("Aibo")');
    await viewer.ask('store.select({ entity: "Aibo" })');
    const { page } = viewer;
    await expect.poll(() => page.locator(".joint").count()).toBe(20);
    await expect.poll(() => page.getByText("Its driver moves these joints too.").isVisible()).toBe(true);
    const angle = (joint: string) => readJoint(server.simulation.world.physics, "Aibo", joint)[0].position;
    await page.getByLabel("TailPan, target angle").fill("0.5");
    await expect.poll(() => angle("TailPan"), { timeout: 60_000 }).toBeCloseTo(0.5, 1);
    // the gait goes on, and the panel follows it
    const knee = page
      .locator(".joint", { has: page.getByLabel("LFKnee, target angle") })
      .locator(".number")
      .nth(1);
    const first = await knee.textContent();
    await expect.poll(() => knee.textContent(), { timeout: 60_000 }).not.toBe(first);
    const marks = "showJoints: true, showBalance: true, showContacts: true, showSensors: true";
    await viewer.ask(`store.set({ ${marks} })`);
    await viewer.until('(store.values.values["Aibo//balance"] ?? []).length >= 9');
    expect(viewer.problems).toEqual([]);
  },
);

test("[X1] a slider of the joint panel moves a servo; axes, centre of mass and support polygon are drawn", async () => {
  const server = await startServer({ world: "flat", port: 0, httpPort: 0 });
  await runVerb(server, "spawn", { document: readText("robots/aibo.xml"), name: "Aibo" });
  const viewer = await ViewerPage.open(browser, server);
  await viewer.until('store.entities.has("Aibo")');
  await viewer.ask('store.select({ entity: "Aibo" })');
  const { page } = viewer;
  await expect.poll(() => page.locator(".joint").count()).toBe(20);
  // a push that a walker survives
  expect(Number(await page.getByLabel("Impulse").inputValue())).toBeLessThan(2);
  const slider = page.getByLabel("NeckPan, target angle");
  const mark = slider.locator("xpath=..").locator(".joint-mark");
  const row = page.locator(".joint", { has: slider });
  await expect.poll(() => row.locator(".number").nth(1).textContent()).toBe("0.0°");

  // half way to the upper stop
  await slider.fill("0.8");
  const angle = () => readJoint(server.simulation.world.physics, "Aibo", "NeckPan")[0].position;
  await expect.poll(angle, { timeout: 60_000 }).toBeCloseTo(0.8, 2);
  await expect.poll(() => row.locator(".number").nth(1).textContent(), { timeout: 60_000 }).toBe("45.8°");
  expect(await row.locator(".number").nth(0).textContent()).toBe("45.8°");
  expect(await row.locator(".effort").textContent()).toMatch(/N·m$/);
  expect(Number(await mark.evaluate((one) => (one as HTMLElement).style.getPropertyValue("--at")))).toBeCloseTo(
    0.746,
    1,
  );

  await viewer.ask("store.set({ showJoints: true, showBalance: true, showContacts: true })");
  await viewer.until('(store.values.values["Aibo//balance"] ?? []).length >= 12');
  const [x, y, z, ...corners] = await viewer.ask<number[]>('store.values.values["Aibo//balance"]');
  expect(z).toBeGreaterThan(0.05);
  const xs = corners.filter((_, i) => i % 3 === 0);
  const ys = corners.filter((_, i) => i % 3 === 1);
  expect(x).toBeGreaterThan(Math.min(...xs));
  expect(x).toBeLessThan(Math.max(...xs));
  expect(y).toBeGreaterThan(Math.min(...ys));
  expect(y).toBeLessThan(Math.max(...ys));
  expect(viewer.problems).toEqual([]);
  await server.stop();
});
