// The server of the soccer benchmark in a separate process, so that its CPU time and memory can be measured. Its parent sends the options and
// requests reports. It records when the physics step of each vision frame ended.

import { matchOf } from "../../src/leagues/ssl/SslGuest.js";
import { startServer } from "../../src/server/Server.js";
import { benchWorld } from "./BenchWorld.js";

export interface PeerOrder {
  readonly stepMs: number;
  /** null: infinite, since JSON has no infinity. */
  readonly rate: number | null;
  readonly visionPort: number;
  /** True: the world waits for both teams. */
  readonly isSynchronous: boolean;
}

export interface PeerReport {
  readonly ports?: Readonly<Record<"control" | "blue" | "yellow", number>>;
  readonly cpuSec: number;
  readonly rssMb: number;
  readonly timeSec: number;
  readonly wallSec: number;
  /** Frame number of camera 0 and the monotonic ms at the end of its step; since the last report. */
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
  const ends = stepEnds;
  stepEnds = [];
  return {
    ...(server.ssl ? { ports: server.ssl.ports } : {}),
    cpuSec: (user + system) / 1e6,
    rssMb: process.memoryUsage.rss() / 2 ** 20,
    timeSec: world.timeSec,
    wallSec: monotonicMs() / 1000,
    stepEnds: ends,
  };
}

/** Clock of the machine: comparable between processes. */
function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

process.on("message", () => process.send?.(report()));
process.on("disconnect", () => process.exit());
process.send?.(report());
