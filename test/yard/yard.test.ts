// worlds/segway-yard.xml with its controllers: Rover drives. yard.long.test.ts drives the whole round and pushes Sentry.

import { expect, test } from "vitest";
import { post, testServer } from "../server/Servers.js";
import { uprightness } from "./Yard.js";

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
