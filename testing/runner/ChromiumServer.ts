// Vitest global setup: one Chromium for all test files of a run. It starts when the first test file requests it (see
// SharedChromium.ts), so a run without browser tests starts none, and it ends with the run.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserServer } from "playwright-core";
import type { TestProject } from "vitest/node";
import { launchChromiumServer, SOFTWARE_GL } from "../browser/Chromium.js";

declare module "vitest" {
  interface ProvidedContext {
    /** HTTP address that answers with the WebSocket address of the run's Chromium. */
    chromiumUrl: string;
  }
}

let users = 0;
let chromium: Promise<BrowserServer> | undefined;

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = createServer(async (_, response) => {
    // a kept connection could close while the next request is on its way
    response.setHeader("connection", "close");
    try {
      chromium ??= launchChromiumServer(SOFTWARE_GL);
      response.end((await chromium).wsEndpoint());
    } catch (error) {
      response.statusCode = 500;
      response.end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  project.provide("chromiumUrl", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  users++;
  return async () => {
    server.close();
    if (--users === 0) await chromium?.then((running) => running.close());
  };
}
