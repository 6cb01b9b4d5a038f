// worlds/segway-yard.xml with its controllers: Patrol drives its whole round, no robot falls, and a robot that drives into a wall
// can drive away again.

import { expect, test } from "vitest";
import { applyImpulse, readPose } from "../../src/physics/Bodies.js";
import { post, testServer } from "../server/Servers.js";
import { ROBOTS, runYard, uprightness } from "./Yard.js";

test("[S6] Patrol drives through the gate and over the bridge, the other robots stand, no robot falls", async () => {
  let [least, reach, highest] = [1, 0, 0];
  const passed = new Set<string>();
  await runYard(52, (simulation) => {
    const at = (robot: string) => readPose(simulation.world.physics, robot, "MainBody").position;
    for (const robot of ROBOTS) least = Math.min(least, uprightness(simulation, robot));
    for (const [robot, x, y] of [
      ["Sentry", 0, -0.7],
      ["Rover", 3, -1.4],
    ] as const)
      reach = Math.max(reach, Math.hypot(at(robot)[0] - x, at(robot)[1] - y));
    const [x, y, z] = at("Patrol");
    highest = Math.max(highest, z);
    for (const [place, px, py] of [
      ["gate", -4.8, 1],
      ["pillars", 0, 2.6],
      ["bridge", 6, 1],
      ["south", 0, -5.2],
      ["start", -4.8, -2.4],
    ] as const)
      if (Math.hypot(x - px, y - py) < 0.3) passed.add(place);
  });
  expect(least).toBeGreaterThan(0.8);
  expect(reach).toBeLessThan(0.4);
  expect([...passed]).toEqual(["start", "gate", "pillars", "bridge", "south"]);
  expect(highest).toBeGreaterThan(0.6);
});

test("[E4] Rover drives as commanded, stands without commands, and survives a wall", async () => {
  const server = await testServer({ world: "segway-yard" });
  const place = async () => (await post(server, "get", { what: "Rover/MainBody" })).data.position as number[];
  const drive = async (forward: number, turn: number, seconds: number) => {
    for (let t = 0; t < seconds; t += 0.5) {
      expect((await post(server, "drive", { name: "Rover", forward, turn })).result).toBe(1);
      await post(server, "step", { count: 500 });
    }
  };
  await post(server, "pause");
  await post(server, "reset");
  await post(server, "step", { count: 2000 });
  const start = await place();
  // to the west, its initial direction
  await drive(1, 0, 4);
  expect((await place())[0]).toBeLessThan(start[0] - 2);
  // one second after the last command it slows down, then it stands
  await post(server, "step", { count: 7000 });
  const stands = await place();
  await post(server, "step", { count: 1000 });
  expect(Math.hypot(...(await place()).map((x, i) => x - stands[i]))).toBeLessThan(0.05);
  // to the south, into the wall, and back
  await drive(0, 1, 1);
  await drive(1, 0, 8);
  await drive(-1, 0, 5);
  expect(uprightness(server.simulation, "Rover")).toBeGreaterThan(0.6);
});

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
