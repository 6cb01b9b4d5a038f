// The server of the soccer benchmark as a process of its own, so that its CPU time and memory are its own: told by its parent what
// to run, asked how it is doing. It notes when the physics step ended whose picture a vision packet shows.

import { matchOf } from "../../src/leagues/ssl/SslGuest.js";
import { startServer } from "../../src/server/Server.js";
import { benchWorld } from "./BenchWorld.js";

export interface PeerOrder {
  readonly stepMs: number;
  /** Infinite: null, as JSON has it. */
  readonly rate: number | null;
  readonly visionPort: number;
  /** Both teams are waited for. */
  readonly isSynchronous: boolean;
}

export interface PeerReport {
  readonly ports?: Readonly<Record<"control" | "blue" | "yellow", number>>;
  readonly cpuSec: number;
  readonly rssMb: number;
  readonly timeSec: number;
  readonly wallSec: number;
  /** Frame number of camera 0 and the monotonic ms at the end of the step that it shows; since the last report. */
  readonly stepEnds: readonly (readonly [number, number])[];
}

const order = JSON.parse(process.argv[2]) as PeerOrder;
const server = await startServer({
  world: benchWorld(order.stepMs),
  port: 0,
  httpPort: false,
  rate: order.rate ?? Number.POSITIVE_INFINITY,
  ssl: { ports: 0, visionPort: order.visionPort, trackerPort: order.visionPort + 1 },
  soccer: { epochSec: 0, referee: "none", expect: order.isSynchronous ? ["blue", "yellow"] : [] },
});
const { world } = server.simulation;
const match = matchOf(server.simulation);
if (!match) throw new Error("no match");
let stepEnds: [number, number][] = [];
let endedMs = 0;
const stepFrame = world.stepFrame.bind(world);
world.stepFrame = () => {
  const removals = stepFrame();
  endedMs = monotonicMs();
  return removals;
};
const takePackets = match.takePackets.bind(match);
match.takePackets = () => {
  const packets = takePackets();
  for (const { channel, message } of packets)
    if (channel === "vision" && message.detection?.cameraId === 0)
      stepEnds.push([message.detection.frameNumber, endedMs]);
  return packets;
};

function report(): PeerReport {
  const { user, system } = process.cpuUsage();
  const told = stepEnds;
  stepEnds = [];
  return {
    ...(server.ssl ? { ports: server.ssl.ports } : {}),
    cpuSec: (user + system) / 1e6,
    rssMb: process.memoryUsage.rss() / 2 ** 20,
    timeSec: world.timeSec,
    wallSec: monotonicMs() / 1000,
    stepEnds: told,
  };
}

/** Of the machine, not of the process: comparable between processes. */
function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

process.on("message", () => process.send?.(report()));
process.on("disconnect", () => process.exit());
process.send?.(report());
