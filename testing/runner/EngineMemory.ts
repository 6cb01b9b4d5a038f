// Vitest setup file for test files that share a worker, and with it the physics engine and its memory: disposes the worlds that a
// file has left open. Without this, a worker runs out of the engine's memory after some hundred worlds.

import { afterAll } from "vitest";
import { Physics } from "../../src/physics/Physics.js";

/** Worlds that are open, by worker. A global, since setup files are loaded for each file. */
const worker = globalThis as { ubersimOpenWorlds?: Set<Physics> };
worker.ubersimOpenWorlds ??= trackWorlds();
const open = worker.ubersimOpenWorlds;

afterAll(() => {
  for (const physics of open) physics.dispose();
});

function trackWorlds(): Set<Physics> {
  const worlds = new Set<Physics>();
  const create = Physics.create.bind(Physics);
  Physics.create = async (world) => {
    const physics = await create(world);
    const dispose = physics.dispose.bind(physics);
    physics.dispose = () => {
      worlds.delete(physics);
      dispose();
    };
    worlds.add(physics);
    return physics;
  };
  return worlds;
}
