// The programs printed in README.md, clients/README.md and docs/how-to/write-a-controller.md run unchanged against a real server.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import * as client from "../../src/client/index.js";
import { readBody } from "../../src/physics/Bodies.js";
import { type RunningServer, startServer } from "../../src/server/Server.js";
import { isThere, ROOT, run } from "./Programs.js";

const rate = Number.POSITIVE_INFINITY;
const hasPython = isThere("python3");
const scratch = mkdtempSync(join(tmpdir(), "ubersim-printed-"));
afterAll(() => rmSync(scratch, { recursive: true }));

let server: RunningServer | undefined;
afterEach(() => server?.stop());

/** The first code block in that language after `heading`. */
function printed(page: string, heading: string, language: string): string {
  const text = readFileSync(`${ROOT}${page}`, "utf8");
  const after = text.slice(text.indexOf(`\n${heading}\n`) >>> 0);
  const code = after.match(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``))?.[1];
  if (code === undefined) throw new Error(`${page} prints no ${language} below ${heading}`);
  return code;
}

/** Runs a Python program unchanged except for the server's port. */
async function runPython(code: string, pythonPath: string): Promise<void> {
  server = await startServer({ port: 0, httpPort: false, rate });
  const file = join(scratch, "loop.py");
  writeFileSync(file, code);
  const detour = `
import runpy, socket, sys
connect = socket.create_connection
socket.create_connection = lambda place: connect({("127.0.0.1", 9040): ("127.0.0.1", ${server.tcpPort})}[place])
runpy.run_path(sys.argv[1], run_name="__main__")
`;
  const { code: exit, out, err } = await run("python3", ["-c", detour, file], pythonPath);
  expect({ exit, err }).toEqual({ exit: 0, err: "" });
  expect(out).toMatch(/^after ten seconds: tilt -0\.17\d rad\n$/);
}

describe("printed programs", () => {
  it.skipIf(!hasPython)("README.md: the Python loop, in the checkout without environment variables", () =>
    runPython(printed("README.md", "## Bring a robot", "python"), ""),
  );

  it.skipIf(!hasPython)("clients/README.md: the Python loop, with PYTHONPATH=clients/python", () =>
    runPython(printed("clients/README.md", "## In Python", "python"), "clients/python"),
  );

  it("clients/README.md: the TypeScript loop", async () => {
    server = await startServer({ port: 0, httpPort: false, rate, expect: ["Segway"] });
    const port = server.tcpPort;
    const body = printed("clients/README.md", "## In TypeScript", "ts").replace(/^import .*\n/gm, "");
    const output: unknown[] = [];
    const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
    const connect = (options: client.ConnectOptions) => client.connect({ ...options, port });
    const readFile = (path: string) => readFileSync(`${ROOT}${path}`);
    const console = { log: (...words: unknown[]) => output.push(...words) };
    await new AsyncFunction("connect", "readFileSync", "console", body)(connect, readFile, console);
    expect(output).toEqual(["after ten seconds:", [expect.closeTo(-0.173, 2)]]);
  });

  it("[S6] docs/how-to/write-a-controller.md: the controller balances its robot, and drives when commanded", async () => {
    const document = printed("docs/how-to/write-a-controller.md", "`walk.xml`:", "xml");
    writeFileSync(join(scratch, "walk.xml"), document.replace("../robots/", `${upFrom(scratch)}${ROOT.slice(1)}robots/`));
    writeFileSync(
      join(scratch, "walk.mjs"),
      printed("docs/how-to/write-a-controller.md", "`walk.mjs`, in the same folder:", "js"),
    );
    const places: number[] = [];
    server = await startServer({
      world: join(scratch, "walk.xml"),
      port: 0,
      httpPort: 0,
      rate,
      beforeFrame: ({ world }) => {
        if (world.frame >= 1000 * places.length && world.has("Guide"))
          places.push(readBody(world.physics, "Guide", "MainBody").position[1]);
      },
    });
    const reach = async (seconds: number): Promise<void> => {
      while (places.length <= seconds) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    await reach(10);
    const { url } = server;
    const say = async (verb: string, words: object): Promise<void> => {
      const { status } = await fetch(`${url}/api/${verb}`, { method: "POST", body: JSON.stringify(words) });
      expect(status).toBe(200);
    };
    await say("drive", { name: "Guide", forward: 0.5 });
    const start = places.length;
    await reach(start + 10);
    expect(Math.abs(places[9] - places[6])).toBeLessThan(0.05);
    expect(places[start + 9] - places[start + 5]).toBeCloseTo(4 * 0.5, 1);
    // at a time without a sample of the Imu
    const { world } = server.simulation;
    const step = async (count: number, until: number): Promise<void> => {
      await say("step", { count });
      // a busy machine answers before the last frame
      while (world.frame < until) await new Promise((resolve) => setTimeout(resolve, 5));
      expect(world.frame).toBe(until);
    };
    for (const verb of ["pause", "reset"]) await say(verb, {});
    await step(3, 3);
    await say("snapshot", { name: "a" });
    await say("restore", { name: "a" });
    await step(500, 503);
    expect(world.robots.map(({ name }) => name)).toEqual(["Guide"]);
  });

  it("docs/how-to/write-a-controller.md names every member of a frame and of a robot", () => {
    const section = readFileSync(`${ROOT}docs/how-to/write-a-controller.md`, "utf8");
    const source = readFileSync(`${ROOT}src/client/Frame.ts`, "utf8");
    const own = /^ {2}(?:get )?(\w+)\(/gm;
    const hidden = ["constructor", "add", "replace", "noteLatest"];
    const members = [...source.matchAll(own)].map(([, name]) => name).filter((name) => !hidden.includes(name));
    expect(members.length).toBeGreaterThan(7);
    expect(members.filter((name) => !section.includes(`\`${name}`))).toEqual([]);
  });
});

/** From a folder up to the root of the file system. */
const upFrom = (folder: string): string => "../".repeat(folder.split("/").length - 1);
