// Finds a Chromium for tests and benchmarks, or fetches one: UBERSIM_CHROMIUM, the usual paths of this system, an earlier
// fetch, then npm, Playwright and apt in turn. Fetched browsers live in <repo>/.cache/chromium.
// Left out: updating a fetched browser (delete .cache/chromium) and Windows on npm or apt.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from "playwright-core";
import { type ChromiumProgram, type ChromiumSource, SOURCES } from "./ChromiumSources.js";

/** Root of the repository, with a slash at the end; also right for the built file in dist. */
export const REPOSITORY = fileURLToPath(
  new URL(import.meta.url.includes("/dist/testing/") ? "../../../" : "../../", import.meta.url),
);
const CACHE = `${REPOSITORY}.cache/chromium/`;
const LOCK_STALE_MS = 600_000;

/** Flags for WebGL drawn by the processor, in sRGB. */
export const SOFTWARE_GL = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--force-color-profile=srgb"];

/** Starts a headless Chromium with these additional flags; the caller closes it. */
export async function launchChromium(flags: readonly string[] = []): Promise<Browser> {
  return await chromium.launch(await launchOptions(flags));
}

/** As `launchChromium`, for other processes to connect to through WebSocket. */
export async function launchChromiumServer(flags: readonly string[] = []): Promise<BrowserServer> {
  return await chromium.launchServer(await launchOptions(flags));
}

async function launchOptions(flags: readonly string[]): Promise<LaunchOptions> {
  const { path, libraries } = await findChromium();
  const asRoot = process.getuid?.() === 0;
  return {
    executablePath: path,
    headless: true,
    chromiumSandbox: false,
    args: [
      ...(asRoot ? ["--no-sandbox"] : []),
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--no-first-run",
      ...flags,
    ],
    ...(libraries === undefined ? {} : { env: environmentWith(libraries) }),
  };
}

/** Finds a Chromium that starts, fetching one where none is installed. */
export async function findChromium(sources: readonly ChromiumSource[] = SOURCES): Promise<ChromiumProgram> {
  const named = process.env.UBERSIM_CHROMIUM;
  if (named) {
    if (starts({ path: named })) return { path: named };
    throw new Error(`UBERSIM_CHROMIUM names ${named}, which does not start: set it to a Chromium or Chrome program`);
  }
  const ready = firstStarting(sources);
  if (ready) return ready;
  const unlock = await lockCache();
  try {
    // another test run may have fetched it meanwhile
    return firstStarting(sources) ?? fetchChromium(sources);
  } finally {
    unlock();
  }
}

function firstStarting(sources: readonly ChromiumSource[]): ChromiumProgram | undefined {
  for (const source of sources) {
    for (const program of source.find(CACHE)) {
      if (starts(program)) return program;
    }
  }
  return undefined;
}

function fetchChromium(sources: readonly ChromiumSource[]): ChromiumProgram {
  const failures: string[] = [];
  for (const source of sources) {
    if (!source.fetch) continue;
    console.log(`Chromium for tests: none found, trying ${source.name}`);
    try {
      source.fetch(CACHE);
    } catch (error) {
      failures.push(`${source.name}: ${(error as Error).message}`);
      continue;
    }
    const program = source.find(CACHE).find(starts);
    if (program) {
      console.log(`Chromium for tests: ${program.path}`);
      return program;
    }
    failures.push(`${source.name}: fetched, but it does not start`);
  }
  const tried = failures.map((failure) => `\n  ${failure}`).join("");
  throw new Error(
    `No Chromium for the browser tests. Install Chromium, Chrome or Edge, or set UBERSIM_CHROMIUM to its program. Tried:${tried}`,
  );
}

function starts(program: ChromiumProgram): boolean {
  if (!existsSync(program.path)) return false;
  // on Windows --version opens a window instead of answering
  if (process.platform === "win32") return true;
  const env = program.libraries === undefined ? process.env : environmentWith(program.libraries);
  return spawnSync(program.path, ["--version"], { env, timeout: 30_000, stdio: "ignore" }).status === 0;
}

function environmentWith(libraries: string): Record<string, string> {
  const present = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(present), LD_LIBRARY_PATH: libraries };
}

// one fetch at a time among parallel test processes
async function lockCache(): Promise<() => void> {
  mkdirSync(CACHE, { recursive: true });
  const lock = `${CACHE}lock`;
  for (;;) {
    try {
      mkdirSync(lock);
      return () => rmSync(lock, { recursive: true, force: true });
    } catch {
      const age = existsSync(lock) ? Date.now() - statSync(lock).mtimeMs : 0;
      if (age > LOCK_STALE_MS) rmSync(lock, { recursive: true, force: true });
      await sleep(200);
    }
  }
}
