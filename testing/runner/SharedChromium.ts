// The Chromium that all test files of a run share (ChromiumServer.ts). Each test file uses separate browser contexts.

import { type Browser, chromium } from "playwright-core";
import { inject } from "vitest";

/** Connects to the run's Chromium. `close` closes this connection's pages; the browser keeps running. */
export async function connectChromium(): Promise<Browser> {
  const response = await fetch(inject("chromiumUrl"));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return await chromium.connect(text);
}
