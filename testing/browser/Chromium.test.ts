// Finding and fetching a Chromium, with fake sources; other tests start the real browser.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { findChromium } from "./Chromium.js";
import type { ChromiumSource } from "./ChromiumSources.js";

describe.skipIf(process.platform === "win32")("findChromium", () => {
  let folder: string;
  let good: string;
  let broken: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "ubersim-chromium-"));
    good = makeProgram("good", "exit 0");
    // the placeholder that Ubuntu installs for a browser from snap
    broken = makeProgram("broken", "echo install the snap >&2; exit 1");
  });
  afterEach(() => vi.unstubAllEnvs());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function makeProgram(name: string, body: string): string {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${body}\n`);
    chmodSync(path, 0o755);
    return path;
  }

  const installed = (...paths: string[]): ChromiumSource => ({
    name: "installed",
    find: () => paths.map((path) => ({ path })),
  });
  // a source that has its program only after a fetch
  const fetchable = (name: string, path: string, fetched: string[], failure?: string): ChromiumSource => ({
    name,
    find: () => (fetched.includes(name) ? [{ path }] : []),
    fetch: () => {
      fetched.push(name);
      if (failure !== undefined) throw new Error(failure);
    },
  });

  test("UBERSIM_CHROMIUM is tried first, and is an error if it does not start", async () => {
    vi.stubEnv("UBERSIM_CHROMIUM", good);
    expect(await findChromium([])).toEqual({ path: good });
    vi.stubEnv("UBERSIM_CHROMIUM", broken);
    await expect(findChromium([installed(good)])).rejects.toThrow(`UBERSIM_CHROMIUM names ${broken}`);
  });

  test("a program that is missing or does not start is skipped", async () => {
    vi.stubEnv("UBERSIM_CHROMIUM", "");
    expect(await findChromium([installed(join(folder, "none"), broken, good)])).toEqual({ path: good });
  });

  test("an installed program is taken without fetching; otherwise sources are tried in order", async () => {
    vi.stubEnv("UBERSIM_CHROMIUM", "");
    const fetched: string[] = [];
    const sources = [
      fetchable("first", good, fetched, "no network"),
      fetchable("second", broken, fetched),
      fetchable("third", good, fetched),
      fetchable("fourth", good, fetched),
    ];
    expect(await findChromium([...sources, installed(good)])).toEqual({ path: good });
    expect(fetched).toEqual([]);
    // a failed fetch is not trusted, even if it left a program
    expect(await findChromium(sources)).toEqual({ path: good });
    expect(fetched).toEqual(["first", "second", "third"]);
  });

  test("if all fail, the error says what was tried and what to set", async () => {
    vi.stubEnv("UBERSIM_CHROMIUM", "");
    const sources = [fetchable("npm", good, [], "no network"), fetchable("apt", broken, [])];
    const failure = await findChromium(sources).catch((error: Error) => error.message);
    expect(failure).toContain("set UBERSIM_CHROMIUM");
    expect(failure).toContain("npm: no network");
    expect(failure).toContain("apt: fetched, but it does not start");
  });
});
