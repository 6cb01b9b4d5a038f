// One robot and the ball as a team sees them over the wire: the delay until it moves, whether its acceleration depends on the rate of
// commands, and the course of a kick.

import { create, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { Team } from "../../src/leagues/ssl/wire/SslCommon_pb.js";
import {
  type RobotCommandSchema,
  RobotControlSchema,
  SimulatorCommandSchema,
  type SimulatorControlSchema,
} from "../../src/leagues/ssl/wire/SslSimulation_pb.js";
import type { VisionEar } from "./VisionEar.js";

export interface TrialField {
  readonly ear: VisionEar;
  readonly ports: Readonly<Record<"control" | "blue" | "yellow", number>>;
}

/** The robot of all trials. */
const ID = 5;
const START = { x: -4, y: 3.5 };

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function steer({ ear, ports }: TrialField, control: MessageInitShape<typeof SimulatorControlSchema>): void {
  ear.send(toBinary(SimulatorCommandSchema, create(SimulatorCommandSchema, { control })), ports.control);
}

function tell({ ear, ports }: TrialField, command: Omit<MessageInitShape<typeof RobotCommandSchema>, "id">): void {
  const robotCommands = [{ ...command, id: ID } as MessageInitShape<typeof RobotCommandSchema>];
  ear.send(toBinary(RobotControlSchema, create(RobotControlSchema, { robotCommands })), ports.blue);
}

const forward = (speed: number) => ({
  moveCommand: { command: { case: "localVelocity" as const, value: { forward: speed, left: 0, angular: 0 } } },
});

async function putRobot(field: TrialField): Promise<void> {
  steer(field, { teleportRobot: [{ id: { id: ID, team: Team.BLUE }, ...START, orientation: 0, vX: 0, vY: 0 }] });
  await sleep(600);
}

/** Median over trials, ms, from sending the command to receiving 2 mm of motion. */
export async function measureReaction(field: TrialField, trials = 15): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < trials; i++) {
    await putRobot(field);
    // not in step with vision
    await sleep(7 * i);
    const fromMs = Number(process.hrtime.bigint()) / 1e6;
    tell(field, forward(2));
    const timer = setInterval(() => tell(field, forward(2)), 16);
    times.push(
      await field.ear.wait((frame, ms) => {
        const robot = frame.robotsBlue.find(({ robotId }) => robotId === ID);
        return robot && Math.abs(robot.x / 1000 - START.x) > 0.002 ? ms - fromMs : undefined;
      }),
    );
    clearInterval(timer);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
}

/** m/s² on the way to 2 m/s, measured by vision. */
export async function measureAcceleration(field: TrialField, rateHz: number): Promise<number> {
  await putRobot(field);
  const seen: [number, number][] = [];
  tell(field, forward(2));
  const timer = setInterval(() => tell(field, forward(2)), 1000 / rateHz);
  await field.ear.wait((frame) => {
    const robot = frame.robotsBlue.find(({ robotId }) => robotId === ID);
    if (robot) seen.push([frame.tCapture, robot.x / 1000]);
    return robot && robot.x / 1000 - START.x > 0.6 ? true : undefined;
  });
  clearInterval(timer);
  // from rest, s = a t² / 2: between 5 cm and 50 cm
  const at = (way: number): number => (seen.find(([, x]) => x - START.x > way) ?? [Number.NaN])[0];
  const [t1, t2] = [at(0.05), at(0.5)];
  const [s1, s2] = [0.05, 0.5].map((way) => (seen.find(([, x]) => x - START.x > way)?.[1] ?? 0) - START.x);
  return 2 * ((Math.sqrt(s2) - Math.sqrt(s1)) / (t2 - t1)) ** 2;
}

export interface KickCurve {
  readonly speed: number;
  readonly slide: number;
  readonly roll: number;
}

/** A ball in front of the robot, kicked at 6 m/s along the field; positions by vision, fitted by parabolas. */
export async function measureKick(field: TrialField): Promise<KickCurve> {
  await putRobot(field);
  steer(field, { teleportBall: { x: START.x + 0.1, y: START.y, vx: 0, vy: 0 } });
  await sleep(300);
  const timer = setInterval(() => tell(field, { ...forward(0.2), kickSpeed: 6 }), 16);
  const seen: [number, number][] = [];
  let start: number | undefined;
  await field.ear.wait((frame) => {
    const [ball] = frame.balls;
    if (!ball) return undefined;
    const x = ball.x / 1000;
    if (start === undefined && x > START.x + 0.25) start = frame.tCapture;
    if (start !== undefined) seen.push([frame.tCapture - start, x]);
    return start !== undefined && (frame.tCapture - start > 1.6 || x > 5.6) ? true : undefined;
  });
  clearInterval(timer);
  const [slide, roll] = [parabola(seen.filter(([t]) => t < 0.5)), parabola(seen.filter(([t]) => t > 0.8))];
  return { speed: slide.velocity, slide: slide.acceleration, roll: roll.acceleration };
}

/** Least squares of x = a + v t + b t² / 2. */
function parabola(points: readonly (readonly [number, number])[]): { velocity: number; acceleration: number } {
  const sums = [0, 1, 2, 3, 4].map((n) => points.reduce((sum, [t]) => sum + t ** n, 0));
  const sides = [0, 1, 2].map((n) => points.reduce((sum, [t, x]) => sum + t ** n * x, 0));
  const rows = [0, 1, 2].map((i) => [sums[i], sums[i + 1], sums[i + 2], sides[i]]);
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) {
      if (i === j) continue;
      const factor = rows[j][i] / rows[i][i];
      rows[j] = rows[j].map((value, k) => value - factor * rows[i][k]);
    }
  return { velocity: rows[1][3] / rows[1][1], acceleration: (2 * rows[2][3]) / rows[2][2] };
}
