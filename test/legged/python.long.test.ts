// [L3] The Python example walks the QRIO, over a real connection and in its own process.

import { expect, test } from "vitest";
import { readPose } from "../../src/physics/Bodies.js";
import { isThere, ROOT, run } from "../clients/Programs.js";
import { testServer } from "../server/Servers.js";

const hasPython = isThere("python3");

test.skipIf(!hasPython)("clients/python/qrio_walk.py walks forward and stays upright", async () => {
  let [place, height] = [0, 0];
  const server = await testServer({
    world: "flat",
    expect: ["Qrio"],
    beforeFrame: ({ world }) => {
      if (world.robots.length === 0) return;
      const { position } = readPose(world.physics, "Qrio", "Torso");
      [place, height] = [position[1], position[2]];
    },
  });
  const args = [`${ROOT}clients/python/qrio_walk.py`, "--port", String(server.tcpPort), "--seconds", "5"];
  const { code, out, err } = await run("python3", args);
  await server.stop();
  expect(err).toBe("");
  expect(code).toBe(0);
  expect(out).toContain("Walked for 5.0 s");
  // three and a half seconds at 0.1 m/s
  expect(place).toBeGreaterThan(0.2);
  expect(height).toBeGreaterThan(0.33);
});
