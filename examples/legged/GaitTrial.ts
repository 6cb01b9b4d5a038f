// Measures what the AIBO does, with the real server and a real connection. Truth comes from the world.

import { atan2, cos, hypot, sin, TAU } from "../../src/math/Trigonometry.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { readBody } from "../../src/physics/Bodies.js";
import { AiboPilot } from "./AiboPilot.js";
import { AiboServos, FRAME } from "./AiboServos.js";
import type { Command, Gait } from "./Gaits.js";
import { type KickName, kickSpot } from "./Kick.js";
import { type Control, readDocument, runTrial, type Truth, truthOf } from "./LeggedTrial.js";
import { Trot } from "./Trot.js";

export const aiboXml = (): string => readDocument("aibo");

export const trueAibo = truthOf;

interface RunOptions {
  /** Document of the robot; default: robots/aibo.xml. */
  readonly document?: string;
  /** Where the ball lies, m; default: there is none. */
  readonly ball?: readonly [x: number, y: number];
}

/** Runs an AIBO in a world at full speed; `control` returns true when it is over. */
export const runAibo = ({ document = aiboXml(), ball }: RunOptions, control: Control): Promise<void> =>
  runTrial({ name: "Aibo", document, ball }, control);

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

/** `delay`: it starts to walk so much later, at another moment of the cycle, s. */
export async function measureWalk(gait: Gait, command: Command, seconds: number, delay = 0): Promise<WalkTrial> {
  const [trot, servos] = [new Trot(gait), new AiboServos()];
  let start: (Truth & { time: number }) | undefined;
  let [turned, last, lowest, hasFallen] = [0, 0, 1, false];
  let end: Truth | undefined;
  let time = 0;
  await runAibo({}, (robot, frame, simulated) => {
    const isWalking = frame.time >= STAND_UP + delay;
    if (isWalking) trot.command(command);
    servos.move(robot, trot.step(FRAME), isWalking ? FRAME : 0.1);
    if (frame.time < START + delay) return false;
    const truth = trueAibo(simulated, robot.name);
    if (start === undefined) start = { ...truth, time: frame.time };
    else turned += wrap(truth.heading - last);
    last = truth.heading;
    lowest = Math.min(lowest, truth.upright);
    hasFallen ||= truth.upright < 0.5;
    [end, time] = [truth, frame.time];
    return hasFallen || frame.time >= START + delay + seconds;
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
  let [start, end, fastest, upright, drawn]: [Vec3 | undefined, Vec3, number, number, number] = [
    undefined,
    [0, 0, 0],
    0,
    0,
    0,
  ];
  await runAibo({ ball: [-left, forward] }, (robot, frame, world) => {
    if (frame.time >= STAND_UP + 0.5 && start === undefined) {
      start = readBody(world.physics, "Ball", "Body").position;
      pilot.kick(kick);
    }
    pilot.step(robot, frame);
    const { position, linearVelocity } = readBody(world.physics, "Ball", "Body");
    const speed = hypot(...linearVelocity);
    if (start) drawn = Math.max(drawn, start[1] - position[1]);
    [end, fastest, upright] = [position, Math.max(fastest, speed), trueAibo(world, robot.name).upright];
    return (start !== undefined && !pilot.isBusy && speed < 0.01) || frame.time > 15;
  });
  const from = start ?? end;
  const [dx, dy] = [end[0] - from[0], end[1] - from[1]];
  return { length: hypot(dx, dy), direction: atan2(-dx, dy), fastest, upright, drawn };
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
  /** How far the ball came back towards the robot, m: the kick held it. */
  readonly drawn: number;
}
