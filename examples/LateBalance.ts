// Measures the Segway's balance as the latency of its actuators grows: the same controller and pushes, the real server and a real
// connection; only LatencyMS of the document differs.

import { readFileSync } from "node:fs";
import { connect } from "../src/client/index.js";
import { applyImpulse } from "../src/physics/Bodies.js";
import { startServer } from "../src/server/Server.js";
import type { Simulation } from "../src/session/Simulation.js";
import type { PilotOptions } from "./SegwayPilot.js";
import { ride } from "./SegwayRide.js";

interface LateBalanceOptions {
  /** Latency of the actuators. */
  readonly latencyMs: number;
  readonly seconds: number;
  /** Time between two pushes, and before the first. Default 10. */
  readonly pushEverySec?: number;
  readonly pilot?: PilotOptions;
}

export interface LateBalance {
  readonly latencyMs: number;
  /** Angle between the body and its balance, from the first push on, rad. */
  readonly rmsLean: number;
  readonly peakLean: number;
  /** Largest distance from the start, m, by its true pose. */
  readonly wander: number;
  /** Time of the fall, s; undefined: it stands. */
  readonly fellAt: number | undefined;
}

const REST_TILT = -0.1732;
/** Alternately forward and back. */
const PUSH_NS = 20;

export async function measureLateBalance(options: LateBalanceOptions): Promise<LateBalance> {
  const { latencyMs, seconds, pushEverySec = 10, pilot = {} } = options;
  const server = await startServer({
    port: 0,
    httpPort: false,
    rate: Number.POSITIVE_INFINITY,
    expect: ["Segway"],
    beforeFrame: push(pushEverySec),
  });
  const robot = await connect({ document: lateSegway(latencyMs), port: server.tcpPort });
  let [squares, count, peakLean, wander, end] = [0, 0, 0, 0, 0];
  let start: readonly number[] | undefined;
  const isUp = await ride(robot, {
    seconds,
    pilot,
    look: ({ time, tilt }, frame) => {
      end = time;
      if (frame.has("Pose")) {
        const [x, y] = frame.numbers("Pose");
        start ??= [x, y];
        wander = Math.max(wander, Math.hypot(x - start[0], y - start[1]));
      }
      if (time < pushEverySec) return false;
      const lean = Math.abs(tilt - REST_TILT);
      squares += lean * lean;
      count++;
      peakLean = Math.max(peakLean, lean);
      return false;
    },
  });
  await robot.leave();
  await server.stop();
  return { latencyMs, rmsLean: Math.sqrt(squares / count), peakLean, wander, fellAt: isUp ? undefined : end };
}

function lateSegway(latencyMs: number): string {
  const document = readFileSync(new URL(`${ROOT}robots/segway.xml`, import.meta.url), "utf8");
  return document.replace(/<LatencyMS>.*?<\/LatencyMS>/, `<LatencyMS>${latencyMs}</LatencyMS>`);
}

/** Compiled files are one folder deeper. */
const ROOT = import.meta.url.endsWith(".js") ? "../../" : "../";

function push(everySec: number): (simulation: Simulation) => void {
  let pushes = 0;
  return ({ world }) => {
    if (world.timeSec < (pushes + 1) * everySec || !world.has("Segway")) return;
    pushes++;
    applyImpulse(world.physics, "Segway", "MainBody", [0, pushes % 2 === 1 ? PUSH_NS : -PUSH_NS, 0]);
  };
}
