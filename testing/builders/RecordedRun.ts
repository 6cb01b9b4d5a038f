// A Segway that falls over: a run to record.

import { readFileSync } from "node:fs";
import { Simulation } from "../../src/session/Simulation.js";
import { World } from "../../src/world/World.js";

export async function segwayRun(): Promise<Simulation> {
  const text = readFileSync(new URL("../../robots/segway.xml", import.meta.url), "utf8");
  const simulation = new Simulation(await World.create(), { rate: Number.POSITIVE_INFINITY });
  simulation.spawn(simulation.describe(text));
  return simulation;
}
