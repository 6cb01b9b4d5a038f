// Rule M5 for src/math: Node and Chromium run the same built files and must agree on every digest.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BrowserRun } from "../browser/BrowserRun.js";

type Digests = Record<string, string>;
const MODULE = "/dist/bench/MathDigests.js";
const { digestEngine, digestMath }: typeof import("../../bench/MathDigests.js") = await import(
  new URL(`../..${MODULE}`, import.meta.url).href
);

describe("[M5] mathematics gives the same bits in Node and in Chromium", () => {
  let browser: BrowserRun;
  beforeAll(async () => {
    browser = await BrowserRun.start();
  });
  afterAll(async () => {
    await browser?.close();
  });

  test("every function, random stream and hash", async () => {
    const there = await browser.run<Digests>(MODULE, "digestMath");
    const here = digestMath();
    expect(Object.keys(here).length).toBeGreaterThanOrEqual(18);
    expect(differing(here, there)).toEqual([]);
  });

  test("one altered bit in any function is detected, and the function named", async () => {
    const there = await browser.run<Digests>(MODULE, "digestMath");
    for (const name of Object.keys(there).filter((key) => key !== "Hash64")) {
      expect(differing(digestMath(name), there)).toEqual([name]);
    }
  });

  test("the altered bit is detected in the browser too", async () => {
    const there = await browser.run<Digests>(MODULE, "digestMath", ["atan2"]);
    expect(differing(digestMath(), there)).toEqual(["atan2"]);
  });

  test("the digests of the JavaScript engine's Math differ", async () => {
    const engine = digestEngine();
    const ours = digestMath();
    // which functions differ between the two JavaScript engines is not asserted; that they may differ is the reason for src/math
    const unlike = differing(engine, await browser.run<Digests>(MODULE, "digestEngine"));
    console.log(
      `Math differs between Node ${process.version} and Chromium ${browser.version} in: ${unlike.join(", ") || "none"}`,
    );
    expect(differing(engine, ours)).not.toEqual([]);
  });

  test("an error on the page rejects the promise", async () => {
    await expect(browser.run(MODULE, "noSuchFunction")).rejects.toThrow("exports no function noSuchFunction");
    await expect(browser.run("/dist/bench/NoSuchFile.js", "any")).rejects.toThrow("NoSuchFile.js");
  });
});

function differing(a: Digests, b: Digests): string[] {
  return Object.keys(a).filter((name) => a[name] !== b[name]);
}
