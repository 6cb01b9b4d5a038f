// Tries lines of a world's events in a trial world (R10): a material, solid or camera that does not exist, or a value out of range, is known
// before the event happens. Lines that only act, such as `pause`, and lines about the entity that met a trigger are not tried.

import { asSimError, type SimError } from "../describe/SimError.js";
import { SUBJECT } from "../describe/world/WorldTrigger.js";
import { ALL_VERBS } from "../leagues/Leagues.js";
import { robotReader } from "../server/RobotSource.js";
import { Simulation } from "../session/Simulation.js";
import { planCall } from "../session/verbs/Verbs.js";
import type { World } from "../world/World.js";

const TRIED: readonly string[] = ["belt", "camera", "glide", "gravity", "light", "move", "path", "push", "set"];
const MAX_ROBOT_BYTES = 1 << 22;

/** Undefined: the line was not tried, or nothing is wrong with it. */
export type LineTrial = (line: string) => SimError | undefined;

export function tryLines(world: World, directory: string): LineTrial {
  const simulation = new Simulation(world, { readRobot: robotReader([directory], MAX_ROBOT_BYTES) });
  return (line) => {
    const { verb, args } = ALL_VERBS.readEventLine(line);
    const isSpawn = verb.name === "spawn";
    const isAboutMany = line.includes(SUBJECT) || Object.values(args).some((value) => `${value}`.includes("*"));
    if (isAboutMany || !(isSpawn || TRIED.includes(verb.name))) return undefined;
    try {
      const planned = planCall({ simulation, nowMs: 0 }, { verb, args });
      // a robot needs a free place, which depends on the time
      if (!isSpawn) planned.run();
      return undefined;
    } catch (problem) {
      return asSimError(problem, line);
    }
  };
}
