// Robots of a world file with a controller: a module in the server's process that uses the same RobotClient as over TCP.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { box } from "./Boxes.js";
import { RawClient, SIM_END } from "./RawClient.js";
import { post, sleep, testServer } from "./Servers.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "ubersim-controllers-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A world with robots A, B, ...: each with this controller, or with none. */
function worldWith(...controllers: readonly (string | undefined)[]): string {
  const name = `${Math.random().toString(36).slice(2)}`;
  const robots = controllers.map((code, i) => {
    const module = `${name}-${i}.mjs`;
    if (code !== undefined) writeFileSync(join(folder, module), code);
    const controller = code === undefined ? "" : ` controller="${module}"`;
    return `<Robot${controller}>${box({ name: "ABC"[i], at: `${i} 0 0` })}</Robot>`;
  });
  const ground = '<Static name="ground"><Plane name="Surface"/></Static>';
  const path = join(folder, `${name}.xml`);
  writeFileSync(path, `<World name="test"><Step>0.001</Step>${ground}${robots.join("")}</World>`);
  return path;
}

const TURNS = `export default async (robot) => {
  for await (const frame of robot.frames()) robot.set("Motor", "Vel", 1 + frame.numbers("Tilt").length);
};`;

describe("[S6] controllers named in a world file", () => {
  test("drive their robots in lock-step, the same each time, and see resets", async () => {
    const hashes: string[] = [];
    for (let i = 0; i < 2; i++) {
      const server = await testServer({ world: worldWith(TURNS, TURNS, undefined) });
      await post(server, "pause");
      await post(server, "reset");
      await post(server, "step", { count: 300 });
      expect((await post(server, "list", { what: "robots" })).data).toEqual(["A", "B", "C"]);
      const turned = (await post(server, "get", { what: "A/Motor" })).data.axes[0].position;
      expect(turned).toBeGreaterThan(0.4);
      expect((await post(server, "get", { what: "C/Motor" })).data.axes[0].position).toBeCloseTo(0, 2);
      hashes.push((await post(server, "get", { what: "hash" })).data);
    }
    expect(hashes[0]).toBe(hashes[1]);
  });

  test("do not block others at full speed: a client over TCP is served too", async () => {
    const server = await testServer({ world: worldWith(TURNS) });
    const client = await RawClient.join(server.tcpPort, box({ at: "5 0 0" }), () => SIM_END);
    await client.until(({ frames }) => frames > 200);
    expect((await post(server, "get")).data.clients.length).toBe(2);
  });

  test("one that throws: its robot is removed, with a line in the log; the others continue", async () => {
    const throws = `export default async (robot) => {
      for await (const frame of robot.frames()) if (frame.time > 0.05) throw new RangeError("no way out");
    };`;
    const server = await testServer({ world: worldWith(throws, TURNS) });
    while (!server.log.some((line) => line.includes("A left"))) await sleep(5);
    expect(server.log.join("\n")).toMatch(/A left at 0\.051 s: CONTROLLER_FAILED.*RangeError: no way out/);
    expect((await post(server, "list", { what: "robots" })).data).toEqual(["B"]);
  });

  test("one that returns: its robot leaves without an error", async () => {
    const server = await testServer({ world: worldWith("export default async () => {};", TURNS) });
    while (!server.log.some((line) => line.includes("A left"))) await sleep(5);
    expect(server.log).toContain("A left at 0 s");
  });

  test.each([
    ["throw new Error('at once');", "at once"],
    ["export const drive = 1;", "without a function as default export"],
    ["this is no program", "cannot be loaded"],
  ])("an invalid module is reported at the start: %s", async (code, text) => {
    await expect(testServer({ world: worldWith(code) })).rejects.toMatchObject({
      code: "CONTROLLER_FAILED",
      message: expect.stringContaining(text),
    });
  });
});

test("worlds: shipped ones by name, files by path; a wrong name gets the list of names", async () => {
  for (const world of ["flat", "flat.xml", "segway-yard", "worlds/segway-yard.xml"]) {
    const { simulation } = await testServer({ world });
    expect(world).toContain(simulation.status().world);
  }
  await expect(testServer({ world: "flatt" })).rejects.toMatchObject({
    code: "FILE_MISSING",
    advice: 'Did you mean "flat"?',
  });
});

test("a port in use: PORT_UNAVAILABLE, and nothing stays open", async () => {
  const first = await testServer();
  const port = first.tcpPort;
  await expect(testServer({ port })).rejects.toMatchObject({
    code: "PORT_UNAVAILABLE",
    advice: `End the other program, or choose another port: --port ${port + 1}.`,
  });
  await expect(testServer({ httpPort: first.httpPort as number })).rejects.toMatchObject({ code: "PORT_UNAVAILABLE" });
});
