// The served page in a real Chromium: positions and colours on the screen, and texts of the page. Waits for
// conditions, never for a fixed time.

import type { Browser, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import type { RunningServer } from "../../src/server/Server.js";
import { connectChromium } from "../../testing/runner/SharedChromium.js";

/** Long, because slow machines draw in software. */
const TIMEOUT_MS = 120_000;
/** Minimum time between two drawn frames, ms: software drawing would use a whole core. */
const FRAME_GAP_MS = 80;
export const DESKTOP = { width: 1280, height: 800 } as const;
export const PHONE = { width: 390, height: 844 } as const;

export const openBrowser = connectChromium;

interface OpenOptions {
  /** A script that runs before those of the page. */
  readonly before?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: "light" | "dark";
  /** Part of the URL after the /. */
  readonly address?: string;
  /** False does not wait for the world. Default true. */
  readonly waits?: boolean;
  readonly isTouch?: boolean;
  /** True draws as often as the page wants. Default false: every FRAME_GAP_MS at most. */
  readonly fullRate?: boolean;
  /** True: the panels are as on the first visit. Default false: they are open. */
  readonly isFirstVisit?: boolean;
}

const SLOW_FRAMES = `{
  const next = requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (draw) => setTimeout(() => next(draw), ${FRAME_GAP_MS});
}`;

export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

export class ViewerPage {
  /** Errors and warnings of the browser. */
  readonly problems: string[] = [];

  private constructor(readonly page: Page) {}

  /** Opens the page; it closes at the end of the test. */
  static async open(
    browser: Browser,
    { url }: Pick<RunningServer, "url">,
    options: OpenOptions = {},
  ): Promise<ViewerPage> {
    const {
      viewport = DESKTOP,
      colorScheme = "light",
      address = "",
      waits = true,
      isTouch = false,
      fullRate = false,
      isFirstVisit = false,
      before,
    } = options;
    // `ask` evaluates code, which the page's policy forbids; policy.test.ts tests the page with its policy
    const looks = {
      viewport,
      colorScheme,
      hasTouch: isTouch,
      reducedMotion: "reduce",
      bypassCSP: true,
      locale: "en-US",
    } as const;
    const context = await browser.newContext(looks);
    onTestFinished(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    const viewer = new ViewerPage(page);
    viewer.#listen();
    await viewer.#hook();
    if (!fullRate) await page.addInitScript(SLOW_FRAMES);
    // the first visit folds the panels
    if (!isFirstVisit)
      await page.addInitScript(
        'localStorage.getItem("ubersim.folded") ?? localStorage.setItem("ubersim.folded", "[]")',
      );
    if (before) await page.addInitScript(before);
    await page.goto(`${url}/${address}`);
    if (waits) await viewer.waitForWorld();
    return viewer;
  }

  #listen(): void {
    const { page, problems } = this;
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("crash", () => problems.push("the page crashed"));
    page.on("console", (message) => {
      const isTalk = message.type() !== "error" && message.type() !== "warning";
      // messages about software drawing
      if (isTalk || /GL Driver Message|GPU stall|software WebGL/.test(message.text())) return;
      problems.push(message.text());
    });
  }

  /** Replaces World3D by a subclass that publishes itself, since the built page has no test hook. */
  async #hook(): Promise<void> {
    await this.page.route(/\/assets\/World3D-[^?]*\.js$/, async (route) => {
      const real = `${new URL(route.request().url()).pathname}?real`;
      const body = `import * as real from ${JSON.stringify(real)};
        export class World3D extends real.World3D {
          constructor(store, connection, canvas, beat) {
            super(store, connection, canvas, beat);
            window.__ubersim = { store, connection, canvas, world3d: this };
          }
        }`;
      await route.fulfill({ contentType: "text/javascript", body });
    });
  }

  /** Evaluates an expression on the page, in which `store` and `world3d` are those of the viewer. */
  ask<T>(expression: string): Promise<T> {
    return this.page.evaluate<T>(`(() => { const { store, world3d } = window.__ubersim; return ${expression}; })()`);
  }

  /** Waits until an expression on the page is true. An expression that throws is not true yet; a timeout names what it threw. */
  async until(expression: string): Promise<void> {
    const code = `(() => {
      const { store, world3d } = window.__ubersim ?? {};
      try {
        window.__thrown = undefined;
        return world3d && (${expression});
      } catch (error) {
        window.__thrown = String(error);
      }
    })()`;
    await this.page.waitForFunction(code, undefined, { timeout: TIMEOUT_MS, polling: 50 }).catch(async (error) => {
      const thrown = await this.page.evaluate("window.__thrown").catch(() => undefined);
      throw thrown === undefined ? error : new Error(`${expression}: ${thrown}`, { cause: error });
    });
  }

  async waitForWorld(): Promise<void> {
    await this.until('store.connection.state === "open" && store.poses.size > 0 && world3d.stats.frameMs > 0');
  }

  /** Screen position of an entity after it has come to rest, CSS pixels. */
  async positionOf(entity: string): Promise<ScreenPoint> {
    const name = JSON.stringify(entity);
    let last: ScreenPoint | undefined;
    for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; ) {
      const spot = await this.ask<ScreenPoint | undefined>(`world3d.screenPositionOf(${name})`);
      if (spot && last && Math.hypot(spot.x - last.x, spot.y - last.y) < 0.01) return spot;
      last = spot;
      await this.page.waitForTimeout(150);
    }
    throw new Error(`${entity} does not come to rest on the screen`);
  }

  /** Red, green, blue of the page at a point. */
  async colorAt({ x, y }: ScreenPoint): Promise<readonly [number, number, number]> {
    const clip = { x: Math.round(x) - 1, y: Math.round(y) - 1, width: 3, height: 3 };
    const png = (await this.page.screenshot({ clip, timeout: TIMEOUT_MS })).toString("base64");
    return this.page.evaluate(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: 3, height: 3 });
      const context = canvas.getContext("2d") as CanvasRenderingContext2D;
      context.drawImage(image, 0, 0, 3, 3);
      const [red, green, blue] = context.getImageData(1, 1, 1, 1).data;
      return [red, green, blue] as const;
    }, png);
  }

  /** Drags the mouse from one point to another. */
  async drag(from: ScreenPoint, to: ScreenPoint): Promise<void> {
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    for (let i = 1; i <= 8; i++)
      await mouse.move(from.x + ((to.x - from.x) * i) / 8, from.y + ((to.y - from.y) * i) / 8);
    await mouse.up();
  }

  /** Drops a file on the 3D view. */
  async dropFile(name: string, text: string, { x, y }: ScreenPoint = { x: 0, y: 0 }): Promise<void> {
    const dataTransfer = await this.page.evaluateHandle(
      ([fileName, content]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content], fileName));
        return transfer;
      },
      [name, text],
    );
    await this.page.dispatchEvent("canvas.world", "drop", { dataTransfer, clientX: x, clientY: y });
  }

  /** Types a line into the console. */
  async type(line: string): Promise<void> {
    await this.page.getByRole("combobox", { name: "Console" }).fill(line);
    await this.page.keyboard.press("Enter");
  }

  /** Chooses an option of the View menu. */
  async choose(name: "camera" | "drag" | "theme", value: string): Promise<void> {
    await this.page.getByRole("button", { name: "View", exact: true }).click();
    await this.page.locator(`label:has(> input[name="view-${name}"][value="${value}"])`).click();
    await this.page.keyboard.press("Escape");
    await this.until(`store.settings.${name} === "${value}"`);
  }
}
