// Measures how well the ball is followed as the latency of the pictures grows (T5), with the real server and a real connection. Truth
// comes from the world. Distance and bearing are those of the ball from the axle; the ball is in view when a picture shows it.

import { readFileSync } from "node:fs";
import { connect } from "../src/client/index.js";
import { rotate } from "../src/math/Quat.js";
import { atan2, hypot } from "../src/math/Trigonometry.js";
import { readBody } from "../src/physics/Bodies.js";
import { startServer } from "../src/server/Server.js";
import type { World } from "../src/world/World.js";
import { BallChaser, KEEP } from "./BallChaser.js";

interface FollowTrialOptions {
  /** Latency of the camera. */
  readonly latencyMs: number;
  readonly seconds: number;
  /** False: every picture is treated as current. */
  readonly usesStamp?: boolean;
}

export interface FollowTrial {
  readonly latencyMs: number;
  readonly usesStamp: boolean;
  /** Mean error of the distance, m, and mean absolute bearing, rad. */
  readonly distanceError: number;
  readonly bearingError: number;
  /** Share of pictures with the ball, 0 to 1. */
  readonly inView: number;
  readonly nearest: number;
  readonly farthest: number;
  /** Time of the fall, s; undefined: it stands. */
  readonly fellAt: number | undefined;
}

/** Start-up time that does not count: the robot approaches first, s. */
const START = 4;
const FALLEN = 1;
const PACKAGE = new URL(import.meta.url.includes("/dist/") ? "../../" : "../", import.meta.url);

export const followerDocument = (latencyMs?: number): string => {
  const text = readFileSync(new URL("robots/segway-follower.xml", PACKAGE), "utf8");
  return latencyMs === undefined ? text : text.replace(/<LatencyMS>100</, `<LatencyMS>${latencyMs}<`);
};

/** The ball relative to the axle: bearing to the left, rad, and distance along the ground, m. */
export function trueBall({ physics }: World, robot: string): readonly [bearing: number, distance: number] {
  const wheels = ["LWheel", "RWheel"].map((name) => readBody(physics, robot, name).position);
  const { orientation } = readBody(physics, robot, "MainBody");
  const ball = readBody(physics, "Ball", "Body").position;
  const [dx, dy] = [0, 1].map((i) => ball[i] - (wheels[0][i] + wheels[1][i]) / 2);
  const right = rotate(orientation, [1, 0, 0]);
  const [across, along] = [dx * right[0] + dy * right[1], dy * right[0] - dx * right[1]];
  return [atan2(-across, along), hypot(dx, dy)];
}

export async function measureFollowing(options: FollowTrialOptions): Promise<FollowTrial> {
  const { latencyMs, seconds, usesStamp = true } = options;
  const world = new URL("worlds/ball-chase.xml", PACKAGE).pathname;
  const rate = Number.POSITIVE_INFINITY;
  const server = await startServer({ world, port: 0, httpPort: false, rate, expect: ["Follower"] });
  const robot = await connect({ document: followerDocument(latencyMs), port: server.tcpPort });
  const chaser = new BallChaser({ usesStamp });
  const found = { pictures: 0, shown: 0, distance: 0, bearing: 0, nearest: Number.POSITIVE_INFINITY, farthest: 0 };
  let fellAt: number | undefined;
  try {
    for await (const frame of robot.frames()) {
      const look = chaser.step(robot, frame);
      if (Math.abs(frame.number("Incmeter")) > FALLEN) fellAt = frame.time;
      if (fellAt !== undefined || frame.time >= seconds) break;
      if (!look || frame.time < START) continue;
      const [bearing, distance] = trueBall(server.simulation.world, robot.name);
      found.pictures++;
      if (look.blob) found.shown++;
      found.distance += Math.abs(distance - KEEP);
      found.bearing += Math.abs(bearing);
      found.nearest = Math.min(found.nearest, distance);
      found.farthest = Math.max(found.farthest, distance);
    }
  } finally {
    await robot.leave();
    await server.stop();
  }
  const { pictures, shown, distance, bearing, nearest, farthest } = found;
  const means = { distanceError: distance / pictures, bearingError: bearing / pictures, inView: shown / pictures };
  return { latencyMs, usesStamp, ...means, nearest, farthest, fellAt };
}
