// A server is ready when the robots of its world file are there, also if another thread compiles their models.

import { expect, test } from "vitest";
import { startServer } from "../../src/server/Server.js";
import { momentOf } from "../../src/session/Moment.js";
import { testServer } from "./Servers.js";

test("[T0] [M8] robots of the world file are there when the server is ready", async () => {
  for (let i = 0; i < 3; i++) {
    const server = await testServer({ world: "segway-yard", rate: 1 });
    expect(server.simulation.world.robots.map(({ name }) => name)).toContain("Patrol");
    await server.stop();
  }
});

test("[X3] a state that is not the recorded one is RECORD_FOREIGN; the world is freed", async () => {
  const server = await testServer({ world: "flat" });
  const { simulation } = server;
  const moment = momentOf(simulation);
  const maker = { version: "0.0.1", build: "other" };
  const goOn = { start: { maker } as never, moment, hash: "0", waits: false };
  const failed = startServer({ world: simulation.world.file, port: 0, httpPort: false, goOn });
  await expect(failed).rejects.toMatchObject({ code: "RECORD_FOREIGN", allowed: expect.stringContaining("0.0.1") });
});

test("[X3] robots that go on without their clients stay without their controllers", async () => {
  const first = await testServer({ world: "segway-yard" });
  const { simulation } = first;
  await first.control.performLine("step 20");
  const [moment, hash] = [momentOf(simulation), simulation.hash()];
  const goOn = { start: {} as never, moment, hash, waits: false };
  const second = await testServer({ world: simulation.world.file, goOn });
  await second.control.performLine("step 20");
  const names = (one: typeof first) => one.simulation.world.robots.map(({ name }) => name);
  expect(names(second)).toEqual(names(first));
  expect(second.simulation.sessions).toEqual([]);
  expect(second.log.join()).not.toContain("SPAWN_BLOCKED");
});
