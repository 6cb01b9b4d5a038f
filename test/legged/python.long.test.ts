// [L3] The Python examples walk the QRIO, and the AIBO to the ball, over a real connection and in processes of their own.

import { readFileSync } from "node:fs";
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

test.skipIf(!hasPython)(
  "[L3] the program of docs/legged.md walks to the ball of the league's field and stops before it",
  async () => {
    let gap = Number.POSITIVE_INFINITY;
    let ball: readonly number[] = [];
    const server = await testServer({
      world: "legged-league",
      expect: ["Aibo"],
      beforeFrame: ({ world }) => {
        if (world.robots.length === 0) return;
        const { position } = readPose(world.physics, "Aibo", "Torso");
        ball = readPose(world.physics, "Ball", "Body").position;
        gap = Math.hypot(position[0] - ball[0], position[1] - ball[1]);
      },
    });
    const program = /```python\n([\s\S]*?)```/.exec(readFileSync(`${ROOT}docs/legged.md`, "utf8"))?.[1] as string;
    const here = program.replace('/ "robots/aibo.xml"', `/ "robots/aibo.xml", port=${server.tcpPort}`);
    const { code, out, err } = await run("python3", ["-c", here]);
    await server.stop();
    expect(err).toBe("");
    expect(code).toBe(0);
    expect(out).toContain("At the ball after");
    expect(gap).toBeLessThan(0.35);
    // it has not touched it
    expect(Math.hypot(ball[0], ball[1])).toBeLessThan(0.01);
  },
);
