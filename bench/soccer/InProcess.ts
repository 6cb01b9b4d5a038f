// The match in this process, without sockets, as for training. Commands and vision run at 60 Hz too.

import { performance } from "node:perf_hooks";
import type { WorldFile } from "../../src/describe/world/WorldFile.js";
import { matchOf, sslGuest } from "../../src/leagues/ssl/SslGuest.js";
import { TEAMS } from "../../src/leagues/ssl/Team.js";
import { Simulation } from "../../src/session/Simulation.js";
import { World } from "../../src/world/World.js";
import { benchWorld } from "./BenchWorld.js";
import { Crowd, type CrowdScene, packedHeap } from "./Crowd.js";

const COMMAND_SEC = 1 / 60;
const WARM_SEC = 3;

export interface InProcessMatch {
  readonly world: World;
  readonly simulation: Simulation;
  readonly step: () => void;
}

/** A match whose robots are driven, after its first seconds. */
export async function startMatch(scene: CrowdScene, file: WorldFile): Promise<InProcessMatch> {
  const world = await World.create(file);
  const simulation = new Simulation(world, { rate: Number.POSITIVE_INFINITY, guests: [sslGuest()] });
  const match = matchOf(simulation);
  if (!match) throw new Error("no match");
  const crowd = new Crowd(scene);
  if (scene === "heap") match.command(packedHeap());
  let nextSec = 0;
  const step = (): void => {
    if (world.timeSec >= nextSec) {
      nextSec += COMMAND_SEC;
      for (const team of TEAMS) match.control(team, crowd.commands(team));
    }
    simulation.run(0);
    for (const { channel, message } of match.takePackets())
      if (channel === "vision" && message.detection) crowd.see(message.detection);
  };
  while (world.timeSec < WARM_SEC) step();
  return { world, simulation, step };
}

/** Speed, times real time. */
export async function measureInProcess(scene: CrowdScene, stepMs: number, seconds: number): Promise<number> {
  const { world, step } = await startMatch(scene, benchWorld(stepMs));
  const [startMs, startSec] = [performance.now(), world.timeSec];
  while (performance.now() - startMs < 1000 * seconds) for (let i = 0; i < 8; i++) step();
  const factor = (world.timeSec - startSec) / ((performance.now() - startMs) / 1000);
  world.dispose();
  return factor;
}
