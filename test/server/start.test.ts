// A server is ready when the robots of its world file are there, also if another thread compiles their models.

import { expect, test } from "vitest";
import { testServer } from "./Servers.js";

test("[T0] [M8] robots of the world file are there when the server is ready", async () => {
  for (let i = 0; i < 3; i++) {
    const server = await testServer({ world: "segway-yard", rate: 1 });
    expect(server.simulation.world.robots.map(({ name }) => name)).toContain("Patrol");
    await server.stop();
  }
});
