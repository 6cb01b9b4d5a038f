// Robots without clients: they join the world at once, up to the limit of clients (T8).

import type { RobotDescription } from "../describe/robot/RobotDescription.js";
import { SimError } from "../describe/SimError.js";
import type { Removal } from "../physics/Physics.js";
import type { Robot } from "../world/Robot.js";
import type { Simulation } from "./Simulation.js";

export function spawnOne({ world, options }: Simulation, description: RobotDescription): Robot {
  const { limits, log } = options;
  if (world.robots.length >= limits.clients) throw tooManyRobots(description.name, world.robots.length, limits.clients);
  const robot = world.join(description);
  log(`${robot.name} spawned at ${world.timeSec} s`);
  return robot;
}

/** In one change of the world. Returns those that have no free place or cannot be made. */
export function spawnAll(
  { world, options }: Simulation,
  descriptions: readonly RobotDescription[],
): readonly Removal[] {
  const { limits, log } = options;
  const room = Math.max(0, limits.clients - world.robots.length);
  const [fit, rest] = [descriptions.slice(0, room), descriptions.slice(room)];
  const failed = fit.length === 0 ? [] : world.joinAll(fit);
  for (const { name } of fit) if (world.has(name)) log(`${name} spawned at ${world.timeSec} s`);
  const isFull = (name: string): SimError => tooManyRobots(name, world.robots.length, limits.clients);
  return [...failed, ...rest.map(({ name }) => ({ entity: name, error: isFull(name) }))];
}

function tooManyRobots(name: string, count: number, most: number): SimError {
  return new SimError("TOO_MANY_CLIENTS", { where: name, found: `${count} robots`, allowed: `at most ${most}` });
}
