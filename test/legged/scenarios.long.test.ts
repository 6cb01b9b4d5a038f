// [L4] The scenarios of docs/legged.md: every robot is driven by its own controller, walks and stays in the world.

import { expect, test } from "vitest";
import { readPose } from "../../src/physics/Bodies.js";
import { listContacts } from "../../src/physics/Queries.js";
import { testServer } from "../server/Servers.js";

/** World, its robots, and how many of them walk from the start. */
const SCENARIOS = [
  ["legged-one-on-four", ["Blue-1", "Blue-2", "Blue-3", "Blue-4", "Red-2"], 1],
  ["legged-two-on-three", ["Blue-1", "Blue-2", "Blue-3", "Red-2", "Red-3"], 1],
  ["legged-collision", ["Aibo-1", "Aibo-2", "Aibo-3"], 3],
  ["legged-mixed", ["Aibo", "Qrio"], 1],
] as const;
const SECONDS = 5;

test.each(SCENARIOS)(
  "[L4] %s runs: its robots walk and stay in the world",
  async (world, names, walkers) => {
    const starts = new Map<string, readonly number[]>();
    const ways = new Map<string, number>();
    let touches = 0;
    const isOf = (entity: string): boolean => names.some((name) => name === entity);
    const server = await testServer({
      world,
      httpPort: false,
      beforeFrame: (simulation) => {
        const { physics, robots, timeSec } = simulation.world;
        if (simulation.isStopped || robots.length < names.length) return;
        for (const name of names) {
          const { position } = readPose(physics, name, "Torso");
          const start = starts.get(name) ?? position;
          starts.set(name, start);
          ways.set(name, Math.hypot(position[0] - start[0], position[1] - start[1]));
        }
        touches += listContacts(physics).filter(
          ({ a, b }) => a.entity !== b.entity && isOf(a.entity) && isOf(b.entity),
        ).length;
        if (timeSec > SECONDS) simulation.stop();
      },
    });
    await server.stopped;
    expect(server.simulation.world.robots.map(({ name }) => name).sort()).toEqual([...names]);
    expect(server.log.filter((line) => /left|FAILED|error/i.test(line))).toEqual([]);
    expect([...ways.values()].filter((way) => way > 0.1).length).toBeGreaterThanOrEqual(walkers);
    if (world === "legged-collision") expect(touches).toBeGreaterThan(0);
  },
  300_000,
);
