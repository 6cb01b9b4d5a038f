// Measures what the AIBO does, with the real server and a real connection. Truth comes from the world.

import { readFileSync } from "node:fs";
import { connect, type Frame, type RobotClient } from "../../src/client/index.js";
import { rotate } from "../../src/math/Quat.js";
import { atan2, hypot, TAU } from "../../src/math/Trigonometry.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { readBody } from "../../src/physics/Bodies.js";
import { startServer } from "../../src/server/Server.js";
import type { World } from "../../src/world/World.js";
import { AiboServos, FRAME } from "./AiboServos.js";
import type { Command, Gait } from "./Gaits.js";
import { Trot } from "./Trot.js";

const PACKAGE = new URL(import.meta.url.includes("/dist/") ? "../../../" : "../../", import.meta.url);

export const aiboXml = (): string => readFileSync(new URL("robots/aibo.xml", PACKAGE), "utf8");

/** Position of the torso, heading (of its forward axis, from +y, counter-clockwise), and how upright it is: 1 to -1. */
export interface Truth {
  readonly position: Vec3;
  readonly heading: number;
  readonly upright: number;
}

export function trueAibo({ physics }: World, robot: string): Truth {
  const { position, orientation } = readBody(physics, robot, "Torso");
  const ahead = rotate(orientation, [0, 1, 0]);
  return { position, heading: atan2(-ahead[0], ahead[1]), upright: rotate(orientation, [0, 0, 1])[2] };
}

interface RunOptions {
  /** Document of the robot; default: robots/aibo.xml. */
  readonly document?: string;
  readonly world: string;
}

/** Runs a robot in a world at full speed; `control` returns true when it is over. */
export async function runAibo(
  { document = aiboXml(), world }: RunOptions,
  control: (robot: RobotClient, frame: Frame, world: World) => boolean,
): Promise<void> {
  const path = new URL(`worlds/${world}.xml`, PACKAGE).pathname;
  const server = await startServer({
    world: path,
    port: 0,
    httpPort: false,
    rate: Number.POSITIVE_INFINITY,
    expect: ["Aibo"],
  });
  const robot = await connect({ document, port: server.tcpPort });
  try {
    await robot.drive((frame) => control(robot, frame, server.simulation.world));
  } finally {
    await robot.leave();
    await server.stop();
  }
}

export interface WalkTrial {
  readonly gait: string;
  readonly command: Command;
  /** Mean velocity in the direction of the start: m/s and rad/s. */
  readonly forward: number;
  readonly left: number;
  readonly turn: number;
  /** Change of heading, rad, and of the direction of the way from the heading at the start. */
  readonly swerve: number;
  readonly lowest: number;
  readonly hasFallen: boolean;
}

/** Time before the measurement: it stands, and gets up to speed, s. */
const [STAND_UP, START] = [1, 2.5];

export async function measureWalk(
  gait: Gait,
  command: Command,
  seconds: number,
  world = "aibo-ground",
): Promise<WalkTrial> {
  const [trot, servos] = [new Trot(gait), new AiboServos()];
  let start: (Truth & { time: number }) | undefined;
  let [turned, last, lowest, hasFallen] = [0, 0, 1, false];
  let end: Truth | undefined;
  let time = 0;
  await runAibo({ world }, (robot, frame, simulated) => {
    const isWalking = frame.time >= STAND_UP;
    if (isWalking) trot.command(command);
    servos.move(robot, trot.step(FRAME), isWalking ? FRAME : 0.1);
    if (frame.time < START) return false;
    const truth = trueAibo(simulated, robot.name);
    if (start === undefined) start = { ...truth, time: frame.time };
    else turned += wrap(truth.heading - last);
    last = truth.heading;
    lowest = Math.min(lowest, truth.upright);
    hasFallen ||= truth.upright < 0.5;
    [end, time] = [truth, frame.time];
    return hasFallen || frame.time >= START + seconds;
  });
  if (start === undefined || end === undefined) throw new Error("the walk ended before it started");
  const [dx, dy] = [end.position[0] - start.position[0], end.position[1] - start.position[1]];
  const span = time - start.time;
  const [c, s] = [Math.cos(start.heading), Math.sin(start.heading)];
  return {
    gait: gait.name,
    command,
    forward: (dy * c - dx * s) / span,
    left: (-dx * c - dy * s) / span,
    turn: turned / span,
    swerve: Math.abs(turned),
    lowest,
    hasFallen,
  };
}

const wrap = (angle: number): number => angle - TAU * Math.round(angle / TAU);
export const wayOf = (trial: WalkTrial): number => hypot(trial.forward, trial.left);
