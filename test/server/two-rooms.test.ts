// worlds/two-rooms.xml (E2, E3): triggers open the door for a Segway that knows nothing of it, and switch the lamps.

import { expect, test } from "vitest";
import { readPose } from "../../src/physics/Bodies.js";
import { readJoint } from "../../src/physics/Joints.js";
import { listContacts } from "../../src/physics/Queries.js";
import { testServer } from "./Servers.js";

const SECONDS = 9;

/** Rides from room to room; what was seen, and the hash at the end. */
async function ride() {
  const seen = { north: false, touched: false, open: 0, lamps: new Set<string>() };
  let [hash, last] = ["", 0];
  const server = await testServer({
    world: "two-rooms",
    httpPort: false,
    beforeFrame: (simulation) => {
      if (simulation.isStopped || simulation.world.robots.length === 0) return;
      const { world } = simulation;
      const [, y] = readPose(world.physics, "Visitor", "MainBody").position;
      const [{ position }] = readJoint(world.physics, "Door", "EastRail");
      seen.north ||= y > 2.5;
      seen.open = Math.max(seen.open, position);
      last = position;
      seen.touched ||= listContacts(world.physics, "Visitor").some(
        ({ a, b, normalForce }) => normalForce > 0 && (a.entity === "Door" || b.entity === "Door"),
      );
      const lit = world.lights.filter(({ name, on }) => on && name !== "Sky").map(({ name }) => name);
      seen.lamps.add(lit.join(" "));
      if (world.timeSec < SECONDS) return;
      hash = simulation.hash();
      simulation.stop();
    },
  });
  await server.stopped;
  return { ...seen, last, hash, log: server.log };
}

test("[E2] [E3] [M5] the door opens for the visitor and closes behind it, the lamps follow it, twice the same", async () => {
  const one = await ride();
  expect(one).toMatchObject({ north: true, touched: false });
  expect(one.open).toBeCloseTo(1.1, 2);
  expect(one.last).toBeCloseTo(0, 3);
  expect([...one.lamps]).toEqual(expect.arrayContaining(["NorthLamp", "SouthLamp", ""]));
  expect(one.log.filter((line) => /error|FAILED|event/i.test(line))).toEqual([]);
  expect((await ride()).hash).toBe(one.hash);
});
