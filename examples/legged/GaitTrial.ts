// Measures what the AIBO does, with the real server and a real connection. Truth comes from the world.

import { readFileSync } from "node:fs";
import { connect, type Frame, type RobotClient } from "../../src/client/index.js";
import { readWorldDocument } from "../../src/describe/world/WorldDocument.js";
import type { WorldFile } from "../../src/describe/world/WorldFile.js";
import { builtInDevices } from "../../src/devices/BuiltIn.js";
import { rotate } from "../../src/math/Quat.js";
import { atan2, cos, hypot, sin, TAU } from "../../src/math/Trigonometry.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { readBody } from "../../src/physics/Bodies.js";
import { startServer } from "../../src/server/Server.js";
import type { World } from "../../src/world/World.js";
import { AiboPilot } from "./AiboPilot.js";
import { AiboServos, FRAME } from "./AiboServos.js";
import type { Command, Gait } from "./Gaits.js";
import { type KickName, kickSpot } from "./Kick.js";
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
  /** Where the ball lies, m; default: there is none. */
  readonly ball?: readonly [x: number, y: number];
}

/** A carpet, and the ball of the four-legged league. */
function trialWorld(ball: readonly [number, number] | undefined): WorldFile {
  const place = ball && `<Position>${ball[0]} ${ball[1]} 0.042</Position>`;
  const object = `<Object name="Ball"> <RigidBodies> <Body name="Body"> <Sphere name="Skin">
    <Mass>0.03</Mass> <Radius>0.042</Radius> ${place} <Material>Ball</Material> <Color>#ff7a1a</Color>
  </Sphere> </Body> </RigidBodies> </Object>`;
  const text = `<World name="trial"> <Step>0.002</Step>
    <Materials> <Material name="Ball"> <Friction>0.5</Friction> <Restitution>0.6</Restitution> <Rolling>0.001</Rolling> </Material> </Materials>
    <Static name="ground"> <Plane name="Carpet"> <Material>Carpet</Material> </Plane> </Static>
    ${ball ? object : ""} <Spawn name="Start"/> </World>`;
  return readWorldDocument(text, { kinds: builtInDevices() }).world;
}

/** Runs a robot in a world at full speed; `control` returns true when it is over. */
export async function runAibo(
  { document = aiboXml(), ball }: RunOptions,
  control: (robot: RobotClient, frame: Frame, world: World) => boolean,
): Promise<void> {
  const server = await startServer({
    world: trialWorld(ball),
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

export async function measureWalk(gait: Gait, command: Command, seconds: number): Promise<WalkTrial> {
  const [trot, servos] = [new Trot(gait), new AiboServos()];
  let start: (Truth & { time: number }) | undefined;
  let [turned, last, lowest, hasFallen] = [0, 0, 1, false];
  let end: Truth | undefined;
  let time = 0;
  await runAibo({}, (robot, frame, simulated) => {
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
  const [c, s] = [cos(start.heading), sin(start.heading)];
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

/** How far the ball rolls after a kick from its spot; or with the ball elsewhere, forward and left of the body, m. */
export async function measureKick(kick: KickName, spot?: readonly [number, number]): Promise<KickTrial> {
  const pilot = new AiboPilot();
  const [forward, left] = spot ?? kickSpot(kick).map((mm) => mm / 1000);
  let [start, end, fastest, upright]: [Vec3 | undefined, Vec3, number, number] = [undefined, [0, 0, 0], 0, 0];
  await runAibo({ ball: [-left, forward] }, (robot, frame, world) => {
    if (frame.time >= STAND_UP + 0.5 && start === undefined) {
      start = readBody(world.physics, "Ball", "Body").position;
      pilot.kick(kick);
    }
    pilot.step(robot, frame);
    const { position, linearVelocity } = readBody(world.physics, "Ball", "Body");
    const speed = hypot(...linearVelocity);
    [end, fastest, upright] = [position, Math.max(fastest, speed), trueAibo(world, robot.name).upright];
    return (start !== undefined && !pilot.isBusy && speed < 0.01) || frame.time > 15;
  });
  const from = start ?? end;
  const [dx, dy] = [end[0] - from[0], end[1] - from[1]];
  return { length: hypot(dx, dy), direction: atan2(-dx, dy), fastest, upright };
}

export interface KickTrial {
  /** m. */
  readonly length: number;
  /** To the left of forward, rad. */
  readonly direction: number;
  /** Highest speed of the ball, m/s. */
  readonly fastest: number;
  /** Of the robot at the end: 1 upright. */
  readonly upright: number;
}
