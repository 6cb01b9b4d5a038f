// worlds/segway-yard.xml with its controllers: robots drive, stand and balance pushes. yard.long.test.ts drives the whole round.

import { expect, test } from "vitest";
import { applyImpulse, readPose } from "../../src/physics/Bodies.js";
import { post, testServer } from "../server/Servers.js";
import { ROBOTS, runYard, uprightness } from "./Yard.js";

test("[S6] Sentry balances after a push of 60 N·s and returns, no robot falls", async () => {
  let isPushed = false;
  let [least, reach, away] = [1, 0, 0];
  await runYard(7, (simulation, time) => {
    const { physics } = simulation.world;
    const distance = (robot: string, x: number, y: number) => {
      const { position } = readPose(physics, robot, "MainBody");
      return Math.hypot(position[0] - x, position[1] - y);
    };
    if (time >= 1 && !isPushed) applyImpulse(physics, "Sentry", "MainBody", [20, 57, 0]);
    isPushed ||= time >= 1;
    for (const robot of ROBOTS) least = Math.min(least, uprightness(simulation, robot));
    reach = Math.max(reach, distance("Rover", 3, -1.4));
    away = distance("Sentry", 0, -0.7);
  });
  expect(isPushed).toBe(true);
  expect(least).toBeGreaterThan(0.6);
  expect(reach).toBeLessThan(0.4);
  expect(away).toBeLessThan(0.4);
});

test("[E4] Rover drives as commanded and stays upright", async () => {
  const server = await testServer({ world: "segway-yard" });
  const place = async () => (await post(server, "get", { what: "Rover/MainBody" })).data.position as number[];
  await post(server, "pause");
  await post(server, "reset");
  await post(server, "step", { count: 2000 });
  const start = await place();
  // to the west, its initial direction
  for (let t = 0; t < 2; t += 0.5) {
    expect((await post(server, "drive", { name: "Rover", forward: 1, turn: 0 })).result).toBe(1);
    await post(server, "step", { count: 500 });
  }
  expect((await place())[0]).toBeLessThan(start[0] - 0.5);
  expect(uprightness(server.simulation, "Rover")).toBeGreaterThan(0.8);
});
