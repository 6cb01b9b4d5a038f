// [L3] The Python example walks the AIBO, over a real connection and in its own process.

import { expect, test } from "vitest";
import { readPose } from "../../src/physics/Bodies.js";
import { isThere, ROOT, run } from "../clients/Programs.js";
import { testServer } from "../server/Servers.js";

const hasPython = isThere("python3");

test.skipIf(!hasPython)("clients/python/aibo_walk.py walks forward", async () => {
  let place = 0;
  const server = await testServer({
    world: "flat",
    expect: ["Aibo"],
    beforeFrame: ({ world }) => {
      if (world.robots.length > 0) place = readPose(world.physics, "Aibo", "Torso").position[1];
    },
  });
  const args = [`${ROOT}clients/python/aibo_walk.py`, "--port", String(server.tcpPort), "--seconds", "3"];
  const { code, out, err } = await run("python3", args);
  await server.stop();
  expect(err).toBe("");
  expect(code).toBe(0);
  expect(out).toContain("Walked for 3.0 s");
  // two seconds at 0.25 m/s
  expect(place).toBeGreaterThan(0.35);
});
