// The page under its content security policy: it never violates the policy, and markup in names, documents and lines
// stays text. Other pages can neither frame it nor talk to the simulator.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { RunningServer } from "../../src/server/Server.js";
import { cube, runVerb, startRoom } from "./RoomWorld.js";
import { openBrowser } from "./ViewerPage.js";

const TIMEOUT_MS = 120_000;
/** Markup that reports itself if it ever becomes an element. */
const MARKUP = "<img src=x onerror=window.harm=1><b>bold<";
const ESCAPED = MARKUP.replaceAll("<", "&lt;").replaceAll(">", "&gt;");

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

interface LiveScene {
  readonly page: Page;
  readonly problems: string[];
}

async function look(): Promise<LiveScene> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
    locale: "en-US",
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  // with open panels, as on a later visit
  await page.addInitScript('localStorage.setItem("ubersim.folded", "[]")');
  const problems: string[] = [];
  page.on("pageerror", ({ message }) => problems.push(message));
  page.on("dialog", () => problems.push("a dialog"));
  page.on("console", (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) problems.push(message.text());
  });
  return { page, problems };
}

async function open({ url }: RunningServer): Promise<LiveScene> {
  const sight = await look();
  await sight.page.goto(`${url}/`);
  await sight.page.locator('[data-id="pause"]:enabled').waitFor();
  return sight;
}

async function say(page: Page, line: string): Promise<void> {
  await page.getByRole("combobox", { name: "Console" }).fill(line);
  await page.keyboard.press("Enter");
}

/** Reports of the markup, and the number of elements that the viewer never creates. */
const harmOf = (page: Page): Promise<unknown> =>
  page.evaluate("({ harm: window.harm ?? 0, elements: document.querySelectorAll('img, b').length })");

describe("[E4] markup in names and texts", () => {
  test("of robots, bodies, sensors, lines, replies and errors is shown as text", async () => {
    const server = await startRoom();
    const { page, problems } = await open(server);
    const document = cube("Odd", "0 3 0", "#20e020")
      .replace(">Odd<", `>${ESCAPED}<`)
      .replace('"Trunk"', `"Trunk ${ESCAPED}"`)
      .replace('"Tilt"', `"Tilt ${ESCAPED}"`);
    await runVerb(server, "spawn", { document });
    await page.locator(".tree").getByText(MARKUP, { exact: true }).first().click();
    await page.keyboard.press("ArrowRight");
    await page.getByText(`Trunk ${MARKUP}`).first().waitFor();
    await say(page, MARKUP.replaceAll(" ", "_"));
    await page.getByText("VERB_UNKNOWN").first().waitFor();
    await say(page, `snapshot "${MARKUP}"`);
    await say(page, "list");
    await say(page, `get "${MARKUP}"`);
    await say(page, `remove "${MARKUP}"`);
    await page.getByText(`removed "${MARKUP}"`).first().waitFor();
    expect(await harmOf(page)).toEqual({ harm: 0, elements: 0 });
    expect(problems).toEqual([]);
  });

  test("of a dropped file and its name is shown as text", async () => {
    const { page, problems } = await open(await startRoom());
    const transfer = await page.evaluateHandle(
      ([name, text]) => {
        const data = new DataTransfer();
        data.items.add(new File([text], name));
        return data;
      },
      [`${MARKUP}.xml`, `<Client>${ESCAPED}<CSettings><Name>${ESCAPED}/</Name></CSettings></Client>`],
    );
    await page.dispatchEvent("canvas.world", "drop", { dataTransfer: transfer });
    await page
      .getByText(/line \d+/i)
      .first()
      .waitFor();
    expect(await harmOf(page)).toEqual({ harm: 0, elements: 0 });
    expect(problems).toEqual([]);
  });
});

describe("[E4] a hostile page in the same browser", () => {
  test("gets no frame of the viewer, no reply of the control API and no WebSocket", async () => {
    const server = await startRoom();
    const { frame } = server.simulation.world;
    const evil = createServer((_, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end(`<iframe src="${server.url}/"></iframe>`);
    }).listen(0, "127.0.0.1");
    onTestFinished(() => {
      evil.closeAllConnections();
      evil.close();
    });
    const { page } = await look();
    // the same host on another port: the closest a foreign page can be
    await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);
    const outcome = await page.evaluate(async (url) => {
      const answer = (mode: RequestMode) =>
        fetch(`${url}/api/pause`, { method: "POST", mode, body: "{}" }).then(
          ({ type }) => type,
          () => "refused",
        );
      const socket = (path: string) =>
        new Promise((resolve) => {
          const one = new WebSocket(`${url.replace("http", "ws")}${path}`);
          one.onopen = () => resolve("open");
          one.onerror = () => resolve("refused");
        });
      const sockets = [await socket("/view"), await socket("/api"), await socket("/client")];
      return [await answer("cors"), await answer("no-cors"), ...sockets];
    }, server.url as string);
    // an opaque response reveals nothing; the headers prevent even that
    expect(outcome).toEqual(["refused", "refused", "refused", "refused", "refused"]);
    expect(page.frames().every((one) => !one.url().startsWith(`${server.url}/`))).toBe(true);
    expect(server.simulation.isPaused).toBe(false);
    expect(server.simulation.world.frame).toBeGreaterThan(frame);
  });
});
