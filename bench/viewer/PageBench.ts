// `npm run bench -- viewer`, the page (X1): start-up time on this machine, main-thread time per frame, size. A real
// Chromium that draws in software shows 22 moving robots of 6 bodies. The time per frame includes all work of the main
// thread: messages, values, the 3D view. It is CPU time, so that other load on the machine counts little.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { viewerDirectory } from "../../src/server/http/ViewerFiles.js";
import type { RunningServer } from "../../src/server/Server.js";
import { launchChromium } from "../../testing/browser/Chromium.js";

const FLAGS = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
const VIEWPORT = { width: 1280, height: 800 } as const;
const VISITS = 5;
const LIMITS = { interactiveMs: 2000, frameMs: 8, bundleMB: 1.5 } as const;
/** Counts animation frames of the page, in which it draws. */
const COUNTER = `(() => {
  const ask = requestAnimationFrame.bind(window);
  window.beats = 0;
  window.requestAnimationFrame = (act) => ask((now) => { window.beats++; act(now); });
})()`;

interface PageResult {
  /** Time from navigation to working controls, and to the first frame of the world, ms. */
  readonly interactiveMs: number;
  readonly pictureMs: number;
  readonly frameMs: number;
  readonly picturesPerSec: number;
  readonly bundleMB: number;
}

/** Returns whether all limits hold. */
export async function runPageBench(server: RunningServer, seconds: number, say: (line: string) => void) {
  const result = await measurePage(server, seconds);
  const line = (what: string, value: string, limit: string, isMet: boolean) =>
    say(`${what.padEnd(44)}${value.padStart(10)}   ${limit.padEnd(14)}${isMet ? "met" : "MISSED"}`);
  const { interactiveMs, pictureMs, frameMs, picturesPerSec, bundleMB } = result;
  const isMet = {
    interactive: interactiveMs < LIMITS.interactiveMs,
    frame: frameMs < LIMITS.frameMs,
    bundle: bundleMB < LIMITS.bundleMB,
  };
  line(`page usable (median of ${VISITS})`, `${interactiveMs.toFixed(0)} ms`, "below 2 s", isMet.interactive);
  say(`${"first frame of the world".padEnd(44)}${`${pictureMs.toFixed(0)} ms`.padStart(10)}`);
  line("main thread per frame, all work", `${frameMs.toFixed(2)} ms`, "below 8 ms", isMet.frame);
  say(`${"frames per second, drawn in software".padEnd(44)}${picturesPerSec.toFixed(1).padStart(10)}`);
  line("page, compressed", `${bundleMB.toFixed(3)} MB`, "below 1.5 MB", isMet.bundle);
  return Object.values(isMet).every(Boolean);
}

async function measurePage({ url }: RunningServer, seconds: number): Promise<PageResult> {
  const browser = await launchChromium(FLAGS);
  try {
    const visits: { page: number; world: number }[] = [];
    for (let i = 0; i < VISITS; i++) visits.push(await visit(browser, `${url}`));
    const page = await openPage(browser, `${url}`);
    const frames = await measureFrames(page, seconds);
    const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1];
    return {
      interactiveMs: median(visits.map((one) => one.page)),
      pictureMs: median(visits.map(({ world }) => world)),
      ...frames,
      bundleMB: bundleBytes() / 1e6,
    };
  } finally {
    await browser.close();
  }
}

/** Opens a page and waits for the marks that `viewer/src` sets: page ready, world drawn. */
async function openPage(browser: Browser, url: string): Promise<Page> {
  // the waiting code is passed as text, which the page's policy would not run
  const page = await browser.newPage({ viewport: VIEWPORT, bypassCSP: true });
  page.setDefaultTimeout(120_000);
  await page.addInitScript(COUNTER);
  await page.goto(url);
  await page.waitForFunction('performance.getEntriesByName("ubersim world").length > 0');
  return page;
}

async function visit(browser: Browser, url: string): Promise<{ page: number; world: number }> {
  const page = await openPage(browser, url);
  const marks = await page.evaluate<{ page: number; world: number }>(
    `Object.fromEntries(["page", "world"].map((name) => [name, performance.getEntriesByName("ubersim " + name)[0].startTime]))`,
  );
  await page.close();
  return marks;
}

async function measureFrames(page: Page, seconds: number): Promise<{ frameMs: number; picturesPerSec: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const read = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const busySec = metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
    return { busySec, beats: await page.evaluate<number>("window.beats"), nowMs: performance.now() };
  };
  await page.waitForTimeout(2000);
  const before = await read();
  await page.waitForTimeout(1000 * seconds);
  const after = await read();
  const beats = after.beats - before.beats;
  return {
    frameMs: (1000 * (after.busySec - before.busySec)) / beats,
    picturesPerSec: (1000 * beats) / (after.nowMs - before.nowMs),
  };
}

/** Size of all served files, compressed as for browsers. */
function bundleBytes(): number {
  return readdirSync(viewerDirectory(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".map"))
    .reduce((sum, { parentPath, name }) => sum + gzipSync(readFileSync(join(parentPath, name))).length, 0);
}
