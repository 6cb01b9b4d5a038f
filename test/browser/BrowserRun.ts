// Runs one exported function of a built module in Chromium and brings its result back as JSON.
import type { Browser, Page } from "playwright-core";
import { REPOSITORY } from "../../testing/browser/Chromium.js";
import { connectChromium } from "../../testing/runner/SharedChromium.js";
import { type StaticServer, startStaticServer } from "./StaticServer.js";

// the import map gives the browser the packages that Node finds in node_modules
const IMPORT_MAP = { imports: { "@mujoco/mujoco": "/node_modules/@mujoco/mujoco/mujoco.js" } };
const PAGE_PATH = "/browser-run";
const PAGE = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<script type="importmap">${JSON.stringify(IMPORT_MAP)}</script>
<script>
async function callExport([path, name, args]) {
  const module = await import(path);
  if (typeof module[name] !== "function") throw new Error(path + " exports no function " + name);
  return JSON.stringify(await module[name](...args));
}
</script>`;

export class BrowserRun {
  private constructor(
    private readonly browser: Browser,
    private readonly server: StaticServer,
  ) {}

  /** Connects to the run's browser and starts a server of the repository; `close` ends both. */
  static async start(): Promise<BrowserRun> {
    const server = await startStaticServer(REPOSITORY, { [PAGE_PATH]: PAGE });
    try {
      return new BrowserRun(await connectChromium(), server);
    } catch (error) {
      await server.close();
      throw error;
    }
  }

  /** Version of the browser, for example 153.0.8010.0. */
  get version(): string {
    return this.browser.version();
  }

  /** Calls `functionName` of the module at `modulePath` (/dist/...) in a fresh page; any error on the page rejects. */
  async run<Result>(modulePath: string, functionName: string, args: readonly unknown[] = []): Promise<Result> {
    const page = await this.browser.newPage();
    try {
      const trouble = watchForErrors(page);
      await page.goto(this.server.url + PAGE_PATH);
      // passed as text, because vitest would rewrite a dynamic import
      const call = page.evaluate<string>(`callExport(${JSON.stringify([modulePath, functionName, args])})`);
      const json = await Promise.race([call, trouble.first]);
      if (trouble.messages.length > 0) throw new Error(`errors on the page: ${trouble.messages.join("; ")}`);
      return (json === undefined ? undefined : JSON.parse(json)) as Result;
    } finally {
      await page.close();
    }
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.close();
  }
}

/** Starts a browser for one call and closes it. */
export async function runInBrowser<Result>(
  modulePath: string,
  functionName: string,
  args: readonly unknown[] = [],
): Promise<Result> {
  const browser = await BrowserRun.start();
  try {
    return await browser.run<Result>(modulePath, functionName, args);
  } finally {
    await browser.close();
  }
}

function watchForErrors(page: Page): { messages: string[]; first: Promise<never> } {
  const messages: string[] = [];
  const first = new Promise<never>((_, reject) => {
    const report = (message: string) => {
      messages.push(message);
      reject(new Error(`error on the page: ${message}`));
    };
    page.on("pageerror", (error) => report(error.message));
    page.on("crash", () => report("the page crashed"));
    page.on("console", (message) => {
      if (message.type() === "error") report(`console: ${message.text()} (${message.location().url})`);
    });
  });
  // it may reject after the call has returned
  first.catch(() => {});
  return { messages, first };
}
