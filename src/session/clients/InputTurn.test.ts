// [M8] [W8] Messages of all clients together are bounded: those that are read in one turn, and those of one frame.

import { expect, test } from "vitest";
import { boxRobot } from "../../../testing/builders/BoxRobot.js";
import { FakeClient, tellJoint } from "../../../testing/builders/FakeClient.js";
import { JOINT_PROPERTY } from "../../describe/entity/Joint.js";
import { World } from "../../world/World.js";
import { Simulation, type SimulationOptions } from "../Simulation.js";
import { DEFAULT_SESSION_LIMITS } from "./SessionLimits.js";

async function start(names: readonly string[], options: Partial<SimulationOptions> = {}) {
  const simulation = new Simulation(await World.create(), { rate: Number.POSITIVE_INFINITY, ...options });
  const clients = names.map((name, i) => FakeClient.connect(simulation, boxRobot({ name, at: `${3 * i} 0 1` })));
  simulation.run(0);
  return { simulation, clients };
}

/** Commands in one piece. */
const commands = (count: number): Uint8Array =>
  Buffer.concat(Array.from({ length: count }, () => tellJoint("Motor", JOINT_PROPERTY.Vel, 1)));

test("the rest of a flood is read in the next turns, and the frame comes after the last message", async () => {
  const { simulation, clients } = await start(["A", "B", "C"]);
  for (const client of clients) client.answer(commands(8000));
  const unread = () => clients.filter(({ session }) => session.isUnread).length;
  expect(unread()).toBe(2);
  // in the same turn of the event loop
  expect(simulation.run(0, 0, false)).toBe(0);
  expect([unread(), simulation.world.frame]).toEqual([2, 0]);
  let turns = 0;
  for (; simulation.world.frame === 0; turns++) simulation.run(0);
  expect(turns).toBe(2);
  expect([unread(), ...clients.map(({ frames }) => frames.length)]).toEqual([0, 2, 2, 2]);
  simulation.world.dispose();
});

test("messages that were sent ahead for many frames count in the turn that reads them", async () => {
  const { simulation, clients } = await start(["A", "B", "C"]);
  for (const client of clients) for (let i = 0; i < 2; i++) client.answer(commands(4500));
  for (let turns = 0; turns < 6; turns++) simulation.run(0);
  expect(clients.map(({ frames, error }) => [frames.length, error])).toEqual(clients.map(() => [3, undefined]));
  simulation.world.dispose();
});

test("beyond the messages of one frame the clients with the longest answers are closed", async () => {
  const limits = { ...DEFAULT_SESSION_LIMITS, messagesOfAll: 100 };
  const { simulation, clients } = await start(["A", "B", "C", "D"], { limits });
  [60, 55, 30, 8].forEach((count, i) => {
    clients[i].answer(commands(count));
  });
  simulation.run(0);
  expect(clients.map(({ error }) => error?.code)).toEqual(["TOO_MANY_MESSAGES", undefined, undefined, undefined]);
  expect(simulation.world.robots.map(({ name }) => name)).toEqual(["B", "C", "D"]);
  expect(simulation.world.frame).toBe(1);
  simulation.world.dispose();
});
