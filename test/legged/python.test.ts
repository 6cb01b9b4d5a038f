// [L3] The Python library of the AIBO computes what examples/legged computes, refuses bad gaits, and walks over a real connection.

import { expect, test } from "vitest";
import { GAITS, type Gait } from "../../examples/legged/Gaits.js";
import { aimHead } from "../../examples/legged/HeadAim.js";
import { KICKS, kickKeys, kickSpot } from "../../examples/legged/Kick.js";
import { legAngles, pawPoint } from "../../examples/legged/LegKinematics.js";
import { Trot } from "../../examples/legged/Trot.js";
import { LEGS } from "../../robots/AiboGeometry.js";
import type { Point } from "../../robots/DocumentParts.js";
import { isThere, run } from "../clients/Programs.js";
import { runPythonAibo, WALK } from "./PythonAibo.js";

const hasPython = isThere("python3");
const POINTS: readonly Point[] = [
  [40, 20, -90],
  [-35, 10, -105],
  [400, 300, -500],
];
const COMMAND = { forward: 0.2, left: -0.05, turn: 0.8 };

/** Prints as JSON what the package computes. */
const COMPUTE = `
import json
from aibo import *
points = ${JSON.stringify(POINTS)}
found = {"gaits": {}, "kicks": {}}
found["legs"] = [[leg_angles(leg, p), paw_point(leg, leg_angles(leg, p))] for leg in LEGS for p in points]
for name, gait in GAITS.items():
    trot = Trot(gait)
    trot.command(${COMMAND.forward}, ${COMMAND.left}, ${COMMAND.turn})
    found["gaits"][name] = [trot.step(FRAME) for _ in range(60)][::7]
for kick in KICKS:
    found["kicks"][kick] = [KICK_SPOTS[kick], [list(key) for key in kick_keys(kick)]]
found["heads"] = [aim_head(p) for p in ((600, 0, -60), (250, -60, -90), (400, 300, 150))]
print(json.dumps(found))
`;

test.skipIf(!hasPython)(
  "[L3] legs, gaits, kicks and head of the Python package equal those of examples/legged",
  async () => {
    const { out, err } = await run("python3", ["-c", COMPUTE]);
    expect(err).toBe("");
    const found = JSON.parse(out);
    const legs = LEGS.flatMap((leg) => POINTS.map((p) => [legAngles(leg, p), pawPoint(leg, legAngles(leg, p))]));
    expectNear(found.legs, legs);
    expect(Object.keys(found.gaits)).toEqual(expect.arrayContaining(["PG22", "UPenn"]));
    for (const [name, poses] of Object.entries(found.gaits)) {
      const trot = new Trot(GAITS.find((gait) => gait.name === name) as Gait);
      trot.command(COMMAND);
      const wanted = Array.from({ length: 60 }, () => trot.step(0.008)).filter((_, i) => i % 7 === 0);
      expectNear(poses, wanted);
    }
    const keys = (kick: (typeof KICKS)[number]) => kickKeys(kick).map(({ pose, seconds }) => [pose, seconds]);
    expectNear(found.kicks, Object.fromEntries(KICKS.map((kick) => [kick, [kickSpot(kick), keys(kick)]])));
    const looks: readonly Point[] = [
      [600, 0, -60],
      [250, -60, -90],
      [400, 300, 150],
    ];
    expectNear(found.heads, looks.map(aimHead));
  },
);

/** Prints the code and the place of every error. */
const REFUSE = `
from aibo import *
from ubersim import RobotError
def leg(**values): return PG22._replace(hind=PG22.hind._replace(**values))
nan, inf = float("nan"), float("inf")
bad = [PG22._replace(cycle=0), leg(duty=1), leg(height=nan), leg(lift="20"), leg(height=160), leg(outward=True),
       PG22._replace(top=Command(1, 1, inf)), PG22._replace(front=None), PG22._replace(top=(1, 1)), None]
def attempt(action):
    try:
        action()
        print("accepted")
    except RobotError as error:
        print(error.code, error.where, sep="|")
for gait in bad:
    attempt(lambda: Trot(gait))
attempt(lambda: Trot().command(turn=nan))
attempt(lambda: Pilot().walk(left="x"))
attempt(lambda: Pilot().kick("tail"))
attempt(lambda: BallPlayer("tail"))
try:
    Trot(PG22._replace(cycle=0))
except RobotError as error:
    print(error)
`;

test.skipIf(!hasPython)("[L3] a gait out of range is an error with its place and what is allowed", async () => {
  const { out, err } = await run("python3", ["-c", REFUSE]);
  expect(err).toBe("");
  expect(out.trim().split("\n")).toEqual([
    "VALUE_OUT_OF_RANGE|gait PG22/cycle",
    "VALUE_OUT_OF_RANGE|gait PG22/hind/duty",
    "NUMBER_NOT_FINITE|gait PG22/hind/height",
    "TYPE_WRONG|gait PG22/hind/lift",
    "VALUE_OUT_OF_RANGE|gait PG22/hind/height",
    "TYPE_WRONG|gait PG22/hind/outward",
    "VALUE_OUT_OF_RANGE|gait PG22/top/turn",
    "TYPE_WRONG|gait PG22/front",
    "TYPE_WRONG|gait PG22/top",
    "TYPE_WRONG|gait",
    "NUMBER_NOT_FINITE|gait PG22/turn",
    "TYPE_WRONG|gait PG22/left",
    "VALUE_OUT_OF_RANGE|kick",
    "VALUE_OUT_OF_RANGE|kick",
    "VALUE_OUT_OF_RANGE: the value is out of range at gait PG22/cycle: found 0, allowed: 0.1 to 10. Choose a value in the allowed range, and check its unit.",
  ]);
});

test.skipIf(!hasPython)("[L3] clients/python/aibo_walk.py walks forward", async () => {
  const { code, out, err, position } = await runPythonAibo("flat", [WALK, "--port", "PORT", "--seconds", "3.5"]);
  expect(err).toBe("");
  expect(code).toBe(0);
  expect(out).toContain("Walked for 3.5 s");
  // two seconds at 0.25 m/s
  expect(position[1]).toBeGreaterThan(0.35);
});

/** Commands the walk once, before the first frame; ends three and a half seconds after a reset. */
const WALK_ON = `
import sys
from pathlib import Path
from aibo import Pilot
from ubersim import Robot
pilot, resets = Pilot(), 0
pilot.walk(forward=0.25)
with Robot(Path("robots/aibo.xml"), port=int(sys.argv[1])) as robot:
    for frame in robot:
        resets += frame.is_reset
        pilot.step(robot, frame)
        if resets and frame.time > 3.5:
            break
print(resets)
`;

test.skipIf(!hasPython)("[L3] [T8] the Python pilot walks on as commanded after a reset", async () => {
  let isReset = false;
  const { out, err, position } = await runPythonAibo("flat", ["-c", WALK_ON, "PORT"], (simulation) => {
    if (isReset || simulation.world.timeSec < 0.5) return;
    isReset = true;
    simulation.reset(Date.now());
  });
  expect(err).toBe("");
  expect(out.trim()).toBe("1");
  expect(position[1]).toBeGreaterThan(0.35);
});

/** Deep equality of numbers to 1e-9, of everything else exactly. */
function expectNear(found: unknown, wanted: unknown, where = "found"): void {
  if (typeof wanted === "number") {
    expect(Math.abs((found as number) - wanted), where).toBeLessThan(1e-9);
    return;
  }
  const [left, right] = [found, wanted] as Record<string, unknown>[];
  expect(Object.keys(left).sort(), where).toEqual(Object.keys(right).sort());
  for (const key of Object.keys(right)) expectNear(left[key], right[key], `${where}/${key}`);
}
