// Runs worlds/segway-yard.xml with its controllers, for tests.

import { readPose } from "../../src/physics/Bodies.js";
import type { Simulation } from "../../src/session/Simulation.js";
import { testServer } from "../server/Servers.js";

export const ROBOTS = ["Sentry", "Patrol", "Rover"] as const;

/** z component of a body's up axis: 1 upright, 0 lying. */
export function uprightness({ world }: Simulation, robot: string): number {
  const [x, y] = readPose(world.physics, robot, "MainBody").orientation;
  return 1 - 2 * (x * x + y * y);
}

/** Runs the yard at full speed; calls `act` in every frame. */
export async function runYard(seconds: number, act: (simulation: Simulation, time: number) => void): Promise<void> {
  const server = await testServer({
    world: "segway-yard",
    beforeFrame: (simulation) => {
      const { world, isStopped } = simulation;
      if (isStopped || world.robots.length < ROBOTS.length) return;
      act(simulation, world.timeSec);
      if (world.timeSec >= seconds) simulation.stop();
    },
  });
  await server.stopped;
}
