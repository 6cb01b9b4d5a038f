// [L3] The Python library of the QRIO computes what examples/legged computes, from the same measurements.

import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { QrioWalk, type Senses } from "../../examples/legged/QrioWalk.js";
import { SIDES } from "../../robots/QrioJoints.js";
import { cos, sin } from "../../src/math/Trigonometry.js";
import { isThere, ROOT } from "../clients/Programs.js";

const hasPython = isThere("python3");
const FRAME = 0.008;
/** Of the comparison: it stands and is pushed, walks, stands again. */
const COMMANDS = [
  [0, { forward: 0, left: 0, turn: 0 }, 0.4],
  [90, { forward: 0.1, left: -0.02, turn: 0.3 }, 0],
  [200, { forward: 0, left: 0, turn: 0 }, 0],
] as const;
const FRAMES = 280;

const round = (value: number): number => Math.round(value * 1e6) / 1e6;

/** Measurements of a robot that follows its commands, rocks, and steps. */
function sensesAt(frame: number, legs: Senses["legs"]): Senses {
  const rock = (rate: number, size: number) => round(size * sin(rate * frame * FRAME));
  const push = frame > 30 && frame < 60 ? 0.05 : 0;
  return {
    legs: {
      Left: legs.Left.map((angle, i) => round(angle + rock(3 + i, 0.002))) as unknown as Senses["legs"]["Left"],
      Right: legs.Right.map((angle, i) => round(angle + rock(4 + i, 0.002))) as unknown as Senses["legs"]["Left"],
    },
    tilt: [rock(5, 0.02) + push, rock(7, 0.03) - push],
    rates: [rock(6, 0.2), round(0.2 * cos(frame / 9))],
    soles: {
      Left: { force: round(35 + 40 * sin(frame / 13)), x: rock(2, 0.03), y: rock(3, 0.01) },
      Right: { force: round(35 - 40 * sin(frame / 13)), x: rock(3, 0.03), y: rock(2, 0.01) },
    },
  };
}

const COMPUTE = `
import json, sys
from qrio import *
given = json.loads(sys.stdin.read())
walk, found = Walk(), []
for i, senses in enumerate(given["senses"]):
    for at, command, lean in given["commands"]:
        if at == i:
            walk.command(**command)
            walk.lean = lean
    soles = {side: SoleLoad(**load) for side, load in senses["soles"].items()}
    legs = {side: tuple(angles) for side, angles in senses["legs"].items()}
    found.append([walk.step(Senses(legs, senses["tilt"], senses["rates"], soles), ${FRAME}), walk.is_standing])
print(json.dumps(found))
`;

test.skipIf(!hasPython)("[L3] legs and steps of the Python package equal those of examples/legged", () => {
  const walk = new QrioWalk();
  let legs = walk.stand();
  const given: Senses[] = [];
  const wanted: unknown[] = [];
  for (let i = 0; i < FRAMES; i++) {
    for (const [at, command, lean] of COMMANDS) {
      if (at !== i) continue;
      walk.command(command);
      walk.lean = lean;
    }
    const senses = sensesAt(i, legs);
    given.push(senses);
    legs = walk.step(senses, FRAME);
    wanted.push([legs, walk.isStanding]);
  }
  // it has stood and stepped
  expect(new Set(wanted.map((one) => (one as [unknown, boolean])[1])).size).toBe(2);
  const { stdout, stderr } = spawnSync("python3", ["-c", COMPUTE], {
    input: JSON.stringify({ senses: given, commands: COMMANDS }),
    env: { ...process.env, PYTHONPATH: `${ROOT}clients/python` },
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  const found: [Senses["legs"], boolean][] = JSON.parse(stdout);
  for (const [i, [pose, isStanding]] of found.entries()) {
    const [angles, stands] = wanted[i] as [Senses["legs"], boolean];
    expect(isStanding, `frame ${i}`).toBe(stands);
    for (const side of SIDES)
      for (const [k, angle] of angles[side].entries())
        expect(Math.abs(pose[side][k] - angle), `frame ${i} ${side} ${k}`).toBeLessThan(1e-5);
  }
});
