// [L3] The Python programs walk the QRIO, walk the AIBO to the ball, kick it, and get the AIBO up, over a real connection and in processes of
// their own.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FALLS } from "../../examples/legged/FallTrial.js";
import { QRIO_PUSHES } from "../../examples/legged/QrioTrial.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { applyImpulse, readPose } from "../../src/physics/Bodies.js";
import { isThere, ROOT, run } from "../clients/Programs.js";
import { testServer } from "../server/Servers.js";
import { runPythonAibo, WALK } from "./PythonAibo.js";

const hasPython = isThere("python3");

/** Joins in a fallen position, and ends when the pilot has stood for a second. */
const GET_UP = `
import sys
from pathlib import Path
from aibo import Pilot
from ubersim import Robot
port, angle, axis = sys.argv[1:]
place = f"<Offset>0 0 0.12</Offset> <Orientation><angle>{angle}</angle> <axis>{axis}</axis></Orientation> <ControlRate>"
document = Path("robots/aibo.xml").read_text().replace("<ControlRate>", place)
pilot, since, fell = Pilot(), 0.0, False
with Robot(document, port=int(port)) as robot:
    for frame in robot:
        pilot.step(robot, frame)
        fell = fell or pilot.is_getting_up
        if pilot.is_getting_up or not fell:
            since = frame.time
        if frame.time - since > 1 or frame.time > 25:
            print("stands" if frame.time <= 25 else "lies")
            break
`;

/** `args`: of python3, with PORT for the port of the server; `push`: N·s on the torso after two seconds. */
async function runPythonQrio(args: readonly string[], push?: Vec3) {
  let [way, height, highestHand, isPushed] = [0, 0, 0, false];
  const server = await testServer({
    world: "flat",
    expect: ["Qrio"],
    beforeFrame: ({ world }) => {
      if (world.robots.length === 0) return;
      const { position } = readPose(world.physics, "Qrio", "Torso");
      [way, height] = [Math.max(way, position[1]), position[2]];
      highestHand = Math.max(highestHand, readPose(world.physics, "Qrio", "RightHand").position[2]);
      if (!push || isPushed || world.timeSec < 2) return;
      applyImpulse(world.physics, "Qrio", "Torso", push);
      isPushed = true;
    },
  });
  const outcome = await run(
    "python3",
    args.map((arg) => arg.replaceAll("PORT", String(server.tcpPort))),
  );
  await server.stop();
  return { ...outcome, way, height, highestHand };
}

test.skipIf(!hasPython)("[L3] clients/python/qrio_walk.py walks forward and stays upright", async () => {
  const args = [`${ROOT}clients/python/qrio_walk.py`, "--port", "PORT", "--seconds", "5"];
  const { code, out, err, way, height } = await runPythonQrio(args);
  expect(err).toBe("");
  expect(code).toBe(0);
  expect(out).toContain("Walked for 5.0 s");
  // three and a half seconds at 0.1 m/s
  expect(way).toBeGreaterThan(0.2);
  expect(height).toBeGreaterThan(0.33);
});

test.skipIf(!hasPython)(
  "[L3] the programs of docs/legged.md walk to the ball and stop before it, and kick it",
  async () => {
    const text = readFileSync(`${ROOT}docs/legged.md`, "utf8");
    const programs = [...text.matchAll(/```python\n([\s\S]*?)```/g)].map(([, program]) =>
      program.replace('/ "robots/aibo.xml"', '/ "robots/aibo.xml", port=PORT'),
    );
    expect(programs).toHaveLength(3);
    const walk = await runPythonAibo("legged-league", ["-c", programs[0]]);
    expect(walk.err).toBe("");
    expect(walk.code).toBe(0);
    expect(walk.out).toContain("At the ball after");
    expect(walk.ballGap).toBeLessThan(0.35);
    // it has not touched it
    expect(walk.ballMoved).toBeLessThan(0.01);
    const kick = await runPythonAibo("legged-league", ["-c", programs[1]]);
    expect(kick.err).toBe("");
    expect(kick.code).toBe(0);
    // it ends while the ball rolls
    expect(kick.ballMoved).toBeGreaterThan(0.3);
  },
);

test.skipIf(!hasPython)("[L3] the program of docs/legged.md lets the QRIO wave and walk", async () => {
  const text = readFileSync(`${ROOT}docs/legged.md`, "utf8");
  const program = [...text.matchAll(/```python\n([\s\S]*?)```/g)][2][1];
  const trial = await runPythonQrio(["-c", program.replace('/ "robots/qrio.xml"', '/ "robots/qrio.xml", port=PORT')]);
  expect(trial.err).toBe("");
  expect(trial.code).toBe(0);
  expect(trial.highestHand).toBeGreaterThan(0.45);
  expect(trial.way).toBeGreaterThan(0.3);
  expect(trial.height).toBeGreaterThan(0.33);
});

test.skipIf(!hasPython).each(QRIO_PUSHES.filter((_, i) => i % 7 === 1))(
  "[L3] the Python pilot of the QRIO stays up when it is pushed by 2 N·s %s",
  async (_, push) => {
    const args = [`${ROOT}clients/python/qrio_walk.py`, "--port", "PORT", "--forward", "0", "--seconds", "5"];
    const { code, out, err, height } = await runPythonQrio(args, push);
    expect(err).toBe("");
    expect(code).toBe(0);
    expect(out).toContain("Walked for 5.0 s");
    expect(height).toBeGreaterThan(0.33);
  },
);

test.skipIf(!hasPython).each([
  ["paw", 0.8],
  ["head right", 0.6],
  ["chest", 0.5],
  ["grab", 0.5],
] as const)(
  "[L3] aibo_walk.py --kick %s finds the ball by its camera, walks to it and kicks it",
  async (kick, metres) => {
    const trial = await runPythonAibo("legged-league", [WALK, "--kick", kick, "--port", "PORT"]);
    expect(trial.err).toBe("");
    expect(trial.code).toBe(0);
    expect(trial.out).toMatch(/It kicked after [\d.]+ s\. Then it saw the ball/);
    expect(trial.ballMoved).toBeGreaterThan(metres);
  },
);

test.skipIf(!hasPython)("[L3] aibo_walk.py says that it has not found a ball where there is none", async () => {
  const trial = await runPythonAibo("flat", [WALK, "--kick", "paw", "--seconds", "4", "--port", "PORT"]);
  expect(trial.code).toBe(1);
  expect(trial.out).toContain("It has not kicked the ball.");
});

test.skipIf(!hasPython).each(Object.entries(FALLS))(
  "[L3] the Python pilot gets up from its %s",
  async (_, [angle, axis]) => {
    const trial = await runPythonAibo("flat", ["-c", GET_UP, "PORT", String(angle), axis]);
    expect(trial.err).toBe("");
    expect(trial.out).toContain("stands");
    expect(trial.position[2]).toBeGreaterThan(0.07);
  },
);
