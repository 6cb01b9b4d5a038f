// The programs printed in README.md, clients/README.md and docs/how-to/write-a-controller.md run against a real server: unchanged,
// except that two loops end earlier.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { readBody } from "../../src/physics/Bodies.js";
import { type RunningServer, startServer } from "../../src/server/Server.js";
import { expectPythonLoop, expectTypeScriptLoop, hasPython, printed } from "./PrintedLoops.js";
import { ROOT } from "./Programs.js";

const rate = Number.POSITIVE_INFINITY;
const scratch = mkdtempSync(join(tmpdir(), "ubersim-printed-"));
afterAll(() => rmSync(scratch, { recursive: true }));

let server: RunningServer | undefined;
afterEach(() => server?.stop());

describe("printed programs", () => {
  it.skipIf(!hasPython)("README.md: the Python loop, in the checkout without environment variables", () =>
    expectPythonLoop("README.md", "## Bring a robot", { pythonPath: "" }),
  );

  // printed.long.test.ts: for the printed ten seconds
  it.skipIf(!hasPython)("clients/README.md: the Python loop, with PYTHONPATH=clients/python, for 2 s", () =>
    expectPythonLoop("clients/README.md", "## In Python", { pythonPath: "clients/python", seconds: 2 }),
  );

  it("clients/README.md: the TypeScript loop, for 2 s", () => expectTypeScriptLoop(2));

  it("[S6] docs/how-to/write-a-controller.md: the controller balances its robot, and drives when commanded", async () => {
    const document = printed("docs/how-to/write-a-controller.md", "`walk.xml`:", "xml");
    writeFileSync(
      join(scratch, "walk.xml"),
      document.replace("../robots/", `${upFrom(scratch)}${ROOT.slice(1)}robots/`),
    );
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
