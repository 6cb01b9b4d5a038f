// Tests of the client library in a real browser: a page at the simulator's address balances the Segway over WebSocket.

import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ride } from "../../examples/SegwayRide.js";
import { connect } from "../../src/client/index.js";
import { type RunningServer, startServer } from "../../src/server/Server.js";
import { connectChromium } from "../../testing/runner/SharedChromium.js";
import { ROOT } from "./Programs.js";

const document = readFileSync(`${ROOT}test/documents/appendix-a.xml`, "utf8");
let browser: Browser;
beforeAll(async () => {
  browser = await connectChromium();
});
afterAll(() => browser?.close());

/** `drive` balances a robot; gives the world's hash at a frame. */
async function hashOfRide(frame: number, drive: (server: RunningServer) => Promise<boolean>): Promise<string> {
  let hash = "";
  const beforeFrame = ({ world }: RunningServer["simulation"]) => {
    if (world.frame === frame) hash = world.hash();
  };
  const rate = Number.POSITIVE_INFINITY;
  const server = await startServer({ port: 0, httpPort: 0, rate, expect: ["CMU"], beforeFrame });
  try {
    expect(await drive(server)).toBe(true);
    return hash;
  } finally {
    await server.stop();
  }
}

/** In the server's own page, small because software draws it; built files below the server's address. */
async function driveInBrowser({ url = "" }: RunningServer, seconds: number): Promise<boolean> {
  const page = await browser.newPage({ viewport: { width: 64, height: 48 } });
  await page.route(`${url}/page/**`, (route) => {
    const path = new URL(route.request().url()).pathname.replace("/page/", "");
    return route.fulfill({ body: readFileSync(`${ROOT}dist/${path}`, "utf8"), contentType: "text/javascript" });
  });
  await page.goto(url);
  // passed as text, because vitest would rewrite a dynamic import
  const stands = await page.evaluate<boolean>(`(async () => {
    const { connectWebSocket } = await import("/page/src/client/index.js");
    const { ride } = await import("/page/examples/SegwayRide.js");
    const url = ${JSON.stringify(`${url.replace("http", "ws")}/client`)};
    const robot = await connectWebSocket({ document: ${JSON.stringify(document)}, url });
    const stands = await ride(robot, { seconds: ${seconds} });
    await robot.leave();
    return stands;
  })()`);
  await page.close();
  return stands;
}

/** Rides in Node and in a page; the world has the same hash two thirds into the ride. */
export function testBrowserRide(seconds: number): void {
  const frame = Math.round((seconds * 2000) / 3);
  it("[P2] [W1] [M5] a web page balances the Segway, bit for bit as Node does over TCP", async () => {
    const inNode = await hashOfRide(frame, async ({ tcpPort }) => {
      const robot = await connect({ document, port: tcpPort });
      const stands = await ride(robot, { seconds });
      await robot.leave();
      return stands;
    });
    expect(inNode).toMatch(/^[0-9a-f]{16}$/);
    expect(await hashOfRide(frame, (server) => driveInBrowser(server, seconds))).toBe(inNode);
  });
}
