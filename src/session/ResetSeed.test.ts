// `reset` with another seed (T8): the run is that of a world that was started with the seed, and snapshots keep their own.

import { expect, test } from "vitest";
import { readWorldDocument } from "../describe/world/WorldDocument.js";
import { builtInDevices } from "../devices/BuiltIn.js";
import { World } from "../world/World.js";
import { Simulation } from "./Simulation.js";
import { runVerb } from "./verbs/Verbs.js";

const WORLD = `<World name="noisy"><Step>0.01</Step><Seed>3</Seed>
<Static name="ground"><Plane name="s"/></Static>
<Event name="Knock"><At>0.05</At><Every>0.03</Every><Jitter>0.02</Jitter><Times>50</Times><Do>push Box "0.1 0 0"</Do></Event>
<Object name="Box"><RigidBodies><Body name="b"><Box name="s"><Mass>1</Mass><XSize>0.2</XSize><YSize>0.2</YSize><ZSize>0.2</ZSize><Position>0 0 0.1</Position></Box></Body></RigidBodies></Object>
<Robot name="Eye"><Client><CSettings><Name>Eye</Name></CSettings><Entity><RigidBodies><Body name="b"><Box name="s"><Mass>1</Mass><XSize>0.1</XSize><YSize>0.1</YSize><ZSize>0.1</ZSize><Position>1 0 0.05</Position></Box>
<Gyroscope name="g"><Noise><Gaussian>0.1</Gaussian></Noise></Gyroscope></Body></RigidBodies></Entity></Client></Robot></World>`;

async function start(seed?: number): Promise<Simulation> {
  const { world } = readWorldDocument(WORLD, { kinds: builtInDevices() });
  return new Simulation(await World.create(world, { seed }), { rate: Number.POSITIVE_INFINITY });
}

function hashesOf(simulation: Simulation, frames: number): string[] {
  return Array.from({ length: frames }, () => {
    simulation.stepFrames(1);
    simulation.run(0);
    return simulation.hash();
  });
}

test("[T8] reset with a seed gives the bits of a start with that seed", async () => {
  const [one, other] = [await start(), await start(77)];
  const first = hashesOf(one, 20);
  const wanted = hashesOf(other, 20);
  expect(first).not.toEqual(wanted);
  const { message, data } = runVerb({ simulation: one, nowMs: 0 }, "reset", { seed: 77 });
  expect(message).toBe("reset to 0 s with seed 77");
  expect(data).toMatchObject({ seed: 77, time: 0 });
  expect(one.world.seed).toBe(77);
  expect(hashesOf(one, 20)).toEqual(wanted);
  // without a seed, the present one stays
  runVerb({ simulation: one, nowMs: 0 }, "reset", {});
  expect(hashesOf(one, 20)).toEqual(wanted);
  runVerb({ simulation: one, nowMs: 0 }, "reset", { seed: 3 });
  expect(hashesOf(one, 20)).toEqual(first);
  one.world.dispose();
  other.world.dispose();
});

test("[T8] a snapshot brings its seed back", async () => {
  const simulation = await start();
  hashesOf(simulation, 5);
  const name = simulation.snapshot();
  const wanted = hashesOf(simulation, 15);
  simulation.reset(0, 5);
  hashesOf(simulation, 5);
  simulation.restore(name, 0);
  expect(simulation.world.seed).toBe(3);
  expect(hashesOf(simulation, 15)).toEqual(wanted);
  simulation.world.dispose();
});
