// Division A with its 22 robots, with a chosen step.

import { NS_PER_SEC } from "../../src/describe/world/WorldDescription.js";
import type { WorldFile } from "../../src/describe/world/WorldFile.js";
import { builtInKinds } from "../../src/leagues/Leagues.js";
import { readWorld } from "../../src/server/WorldSource.js";

export function benchWorld(stepMs: number): WorldFile {
  const { file } = readWorld("soccer-a", { devices: builtInKinds(), lenient: false });
  return { ...file, physics: { ...file.physics, stepNs: (stepMs * NS_PER_SEC) / 1000 } };
}
