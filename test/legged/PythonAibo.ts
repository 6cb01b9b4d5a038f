// Runs Python programs that drive the AIBO, in processes of their own, and follows the truth of the world, which they do not know.

import { hypot } from "../../src/math/Trigonometry.js";
import { readPose } from "../../src/physics/Bodies.js";
import type { Simulation } from "../../src/session/Simulation.js";
import { type Outcome, ROOT, run } from "../clients/Programs.js";
import { testServer } from "../server/Servers.js";

export interface PythonRun extends Outcome {
  /** Body of the robot at the end, m. */
  readonly position: readonly number[];
  /** How far the ball has moved, and its distance from the robot's body at the end, m; 0: no ball. */
  readonly ballMoved: number;
  readonly ballGap: number;
}

/** `args`: of python3, with PORT for the port of the server. `disturb` is called before every frame. */
export async function runPythonAibo(
  world: string,
  args: readonly string[],
  disturb?: (simulation: Simulation) => void,
): Promise<PythonRun> {
  let position: readonly number[] = [];
  let start: readonly number[] | undefined;
  let [ballMoved, ballGap] = [0, 0];
  const server = await testServer({
    world,
    expect: ["Aibo"],
    beforeFrame: (simulation) => {
      const { physics, robots } = simulation.world;
      if (robots.length === 0) return;
      disturb?.(simulation);
      position = readPose(physics, "Aibo", "Torso").position;
      if (world !== "legged-league") return;
      const ball = readPose(physics, "Ball", "Body").position;
      start ??= ball;
      ballMoved = hypot(ball[0] - start[0], ball[1] - start[1]);
      ballGap = hypot(ball[0] - position[0], ball[1] - position[1]);
    },
  });
  const outcome = await run(
    "python3",
    args.map((arg) => arg.replaceAll("PORT", String(server.tcpPort))),
  );
  await server.stop();
  return { ...outcome, position, ballMoved, ballGap };
}

export const WALK = `${ROOT}clients/python/aibo_walk.py`;
