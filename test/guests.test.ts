// Leagues are guests (docs/architecture.md): generic files do not name them, and their code is loaded only for worlds that use
// one.

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { startServer } from "../src/server/Server.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** Folders of leagues, and the lists that register leagues. */
const LEAGUES = /^(src\/(leagues|server\/leagues|cli\/leagues|client\/ssl)|viewer\/src\/leagues)\//;
/** One table of codes for everything, so that docs and clients have one list. */
const ERRORS = /^src\/describe\/(errors\/|ErrorTable)/;

describe("leagues are guests", () => {
  test("no generic file names a league", () => {
    const files = ["src", "viewer/src"]
      .flatMap((folder) =>
        readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
      )
      .filter(
        (file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !LEAGUES.test(file) && !ERRORS.test(file),
      );
    expect(files.length).toBeGreaterThan(200);
    const naming = files.filter((file) =>
      [/soccer|\bssl\b|referee|small size/i, /Ssl[A-Z]/].some((name) =>
        name.test(readFileSync(`${ROOT}${file}`, "utf8")),
      ),
    );
    expect(naming).toEqual([]);
  });

  // lists the modules that a process has loaded, by a loader hook that prints every URL
  const loadedBy = (code: string): string => {
    const hook = `export const load = (url, context, next) => { process._rawDebug(url); return next(url, context); };`;
    const register = `import { register } from "node:module"; register("data:text/javascript,${encodeURIComponent(hook)}");`;
    const { stderr, status } = spawnSync(
      process.execPath,
      ["--import", `data:text/javascript,${encodeURIComponent(register)}`, "--input-type=module", "--eval", code],
      { encoding: "utf8", cwd: ROOT, timeout: 300_000 },
    );
    expect(status, stderr.slice(-2000)).toBe(0);
    return stderr;
  };
  const serve = (world: string) => `
    const { startServer } = await import("./dist/src/server/Server.js");
    const server = await startServer({ world: "${world}", port: 0, httpPort: 0, ssl: { ports: 0, legacyPort: 0 }, rate: Infinity });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await server.stop();`;

  test("a world without a league does not load protobuf, a soccer world does", () => {
    const flat = loadedBy(serve("flat"));
    expect(flat).toContain("dist/src/server/Server.js");
    expect(flat).not.toContain("@bufbuild");
    expect(flat).not.toContain("ssl/Match.js");
    expect(loadedBy(serve("soccer-b"))).toContain("@bufbuild");
  });

  test("the command line does not load protobuf", () => {
    const help = loadedBy(
      `const { runCommandLine } = await import("./dist/src/cli/main.js"); await runCommandLine(["help"]);`,
    );
    expect(help).toContain("dist/src/cli/main.js");
    expect(help).not.toContain("@bufbuild");
  });

  test("a server accepts guests that a program passes to it", async () => {
    let steps = 0;
    const counter = { name: "counter", afterStep: () => void steps++ };
    const server = await startServer({ port: 0, httpPort: false, rate: 100, guests: [() => counter] });
    await expect.poll(() => steps).toBeGreaterThan(2);
    expect(server.simulation.guest("counter")).toBe(counter);
    await server.stop();
  });
});
