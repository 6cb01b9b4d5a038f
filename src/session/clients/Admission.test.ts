// [M8] A crowd of newcomers joins in several frames, or in several calls while time stands still.

import { expect, test } from "vitest";
import { boxRobot } from "../../../testing/builders/BoxRobot.js";
import { FakeClient } from "../../../testing/builders/FakeClient.js";
import { World } from "../../world/World.js";
import { Simulation } from "../Simulation.js";

const NAMES = Array.from({ length: 12 }, (_, i) => `R${String(i).padStart(2, "0")}`);

test.each([true, false])("paused: %s", async (isPaused) => {
  const simulation = new Simulation(await World.create(), { rate: Number.POSITIVE_INFINITY });
  simulation.run(0);
  if (isPaused) simulation.pause();
  const clients = NAMES.map((name, i) => FakeClient.connect(simulation, boxRobot({ name, at: `${3 * i} 0 1` })));
  const counts: number[] = [];
  for (let i = 0; i < 20 && simulation.world.robots.length < NAMES.length; i++) {
    const before = simulation.world.robots.length;
    simulation.run(10 * i);
    counts.push(simulation.world.robots.length - before);
    for (const client of clients) if (client.session.owes) client.answer();
  }
  expect(Math.max(...counts)).toBeLessThan(8);
  expect(simulation.world.robots.map(({ name }) => name)).toEqual(NAMES);
  expect(clients.map(({ error }) => error)).toEqual(NAMES.map(() => undefined));
  simulation.world.dispose();
});

test("paused: the rest of a crowd whose first robots are refused is tried in the next calls", async () => {
  const simulation = new Simulation(await World.create(), { rate: Number.POSITIVE_INFINITY });
  simulation.run(0);
  simulation.pause();
  // all at one place
  for (const name of NAMES) FakeClient.connect(simulation, boxRobot({ name, at: "0 0 1" }));
  const waiting = () => simulation.sessions.filter(({ state }) => state === "waiting").length;
  let waitMs = 0;
  for (let i = 0; i < 20 && waitMs <= 1; i++) {
    waitMs = simulation.run(i);
    for (const session of simulation.sessions) if (session.owes) session.hangUp();
  }
  expect(waiting()).toBe(0);
  simulation.world.dispose();
});
