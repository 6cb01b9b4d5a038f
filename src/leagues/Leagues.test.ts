import { describe, expect, test } from "vitest";
import { builtInDevices, loadGuests, readWorldDocument, Simulation, World } from "../index.js";

const read = (inside: string) =>
  readWorldDocument(`<World name="w">${inside}</World>`, { kinds: builtInDevices() }).world;

describe("leagues of the library (P3)", () => {
  test("a world with a soccer field gets its match", async () => {
    const file = read('<SoccerField type="division-b"/>');
    const world = await World.create(file);
    const guests = await loadGuests(file, { ssl: { epochSec: 5 } });
    const simulation = new Simulation(world, { rate: Number.POSITIVE_INFINITY, guests });
    simulation.run(0);
    expect(world.frame).toBe(1);
    expect(simulation.guest("ssl")).toMatchObject({ match: { epochSec: 5 } });
    expect(simulation.guest("ssl")?.status?.()).toMatchObject({ referee: "none" });
    world.dispose();
  });

  test("a world without an element of a league has no guests", async () => {
    expect(await loadGuests(read(""))).toEqual([]);
  });
});
