// Five legged robots, apart from each other, with all servos moving: targets swing as in a gait, diagonal legs
// together. The robots need not advance, but they must not fall.

import { humanoid, humanoidOnGround } from "../../robots/Humanoid.js";
import { quadruped, quadrupedOnGround } from "../../robots/Quadruped.js";
import type { EntityInput } from "../../src/describe/entity/Entity.js";
import type { Pose } from "../../src/math/Pose.js";
import { rotate } from "../../src/math/Quat.js";
import { sin, TAU } from "../../src/math/Trigonometry.js";
import { readPose } from "../../src/physics/Bodies.js";
import { Physics } from "../../src/physics/Physics.js";
import type { RunningScene, Scene } from "./BenchScene.js";

const ROBOTS = 5;
const STEP_SEC = 0.002;
/** Targets move in every step: less frequent jumps would be impacts for every joint. */
const FRAME_SEC = STEP_SEC;
const STRIDES_PER_SEC = 1;

interface Kind {
  readonly plural: string;
  readonly describe: (options: { name: string; selfCollide: boolean }) => EntityInput;
  readonly place: (x: number, y: number, yawRad: number) => Pose;
  /** Amplitude (rad) and phase (turns) of a joint's swing. */
  readonly swing: (joint: string) => readonly [number, number];
}

const QUADRUPED: Kind = {
  plural: "quadrupeds",
  describe: quadruped,
  place: quadrupedOnGround,
  swing: (joint) => {
    const phase = joint.startsWith("LeftFront") || joint.startsWith("RightHind") ? 0 : 0.5;
    if (joint.includes("Rotator")) return [0.15, phase];
    if (joint.includes("Shin")) return [0.1, phase + 0.25];
    if (joint.includes("Thigh")) return [0.05, phase];
    return [0.2, 0];
  },
};

/** Hip, knee and ankle swing together so that the soles stay level. */
const HUMANOID: Kind = {
  plural: "humanoids",
  describe: humanoid,
  place: humanoidOnGround,
  swing: (joint) => {
    if (joint.includes("Thigh") || joint.includes("Ankle")) return [-0.1, 0];
    if (joint.includes("Shin")) return [0.2, 0];
    if (/Hip|Foot|Waist|Pelvis/.test(joint)) return [0.02, 0];
    return [0.2, 0.25];
  },
};

const legged = (kind: Kind, selfCollide: boolean): Scene => ({
  name: `${ROBOTS} ${kind.plural}${selfCollide ? ", self-collision" : ""}`,
  stepSec: STEP_SEC,
  frameSec: FRAME_SEC,
  settleSec: 1,
  seconds: 10,
  robots: ROBOTS,
  build: (stepSec) => buildLegged(kind, selfCollide, stepSec),
});

export const quadrupeds = (selfCollide: boolean): Scene => legged(QUADRUPED, selfCollide);
export const humanoids = (selfCollide: boolean): Scene => legged(HUMANOID, selfCollide);

async function buildLegged(kind: Kind, selfCollide: boolean, stepSec = STEP_SEC): Promise<RunningScene> {
  const physics = await Physics.create({ name: kind.plural, stepSec });
  const swings: { name: string; joint: string; amplitude: number; phase: number }[] = [];
  for (let i = 0; i < ROBOTS; i++) {
    const robot = kind.describe({ name: `w${i}`, selfCollide });
    physics.add(robot, kind.place(i, 0, i));
    for (const { name: joint } of robot.joints ?? []) {
      const [amplitude, phase] = kind.swing(joint);
      swings.push({ name: robot.name, joint, amplitude, phase: phase + i / ROBOTS });
    }
  }
  return {
    physics,
    control: (frame) => {
      const turns = STRIDES_PER_SEC * frame * FRAME_SEC;
      // the amplitude grows during the first half stride
      const share = Math.min(1, 2 * turns);
      for (const { name, joint, amplitude, phase } of swings)
        physics.setJoint(name, joint, "Angle", share * amplitude * sin(TAU * (turns + phase)));
    },
    verdict: () => physics.names.filter((name) => name !== "ground" && !isUp(physics, name)).map((n) => `${n} fell`),
  };
}

function isUp(physics: Physics, name: string): boolean {
  return rotate(readPose(physics, name, "Torso").orientation, [0, 0, 1])[2] > 0.8;
}
