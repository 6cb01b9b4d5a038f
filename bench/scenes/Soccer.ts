// Two teams of eleven four-wheel robots and a ball on a division A field with walls. In open play every robot gets a new
// random velocity every half second; in the heap all robots drive to the middle all the time.

import { ball, ballOnGround } from "../../robots/Ball.js";
import { omniOnGround, omniRobot, wheelJoint, wheelSpeeds } from "../../robots/OmniRobot.js";
import type { EntityInput } from "../../src/describe/entity/Entity.js";
import { fromQuat, mulVec, transpose } from "../../src/math/Mat3.js";
import { RandomStream } from "../../src/math/RandomStream.js";
import { TAU } from "../../src/math/Trigonometry.js";
import { length, type Vec3 } from "../../src/math/Vec3.js";
import { readPose } from "../../src/physics/Bodies.js";
import { BodyMotion } from "../../src/physics/BodyMotion.js";
import { Physics } from "../../src/physics/Physics.js";
import type { Observed, RunningScene, Scene } from "./BenchScene.js";

const ROBOTS = 22;
const STEP_SEC = 0.002;
const FRAME_SEC = 0.01;
const COMMAND_FRAMES = Math.round(0.5 / FRAME_SEC);
const FIELD_X = 12;
const FIELD_Y = 9;

/** Distance between neighbours in the heap at the start, m: touching robots are 0.18 m apart. */
const PACKED_APART = 0.182;
/** Conditions of a heap: minimum number of contacts and maximum overlap; no robot may leave. */
const HEAP_CONTACTS = 130;
/** A jammed robot pushes with all its torque at any commanded speed; a loose one drives no faster than this, m/s. */
const PUSH_SPEED = 0.4;
const HEAP_PENETRATION = 1e-3;
const HEAP_SPEED = 0.5;

const names = Array.from({ length: ROBOTS }, (_, i) => `r${String(i).padStart(2, "0")}`);

export const openPlay: Scene = {
  name: "22 omni, open play",
  stepSec: STEP_SEC,
  frameSec: FRAME_SEC,
  settleSec: 1,
  seconds: 10,
  robots: ROBOTS,
  build: buildOpenPlay,
};

export const heap: Scene = {
  name: "22 omni, one heap",
  stepSec: STEP_SEC,
  frameSec: FRAME_SEC,
  settleSec: 2,
  seconds: 30,
  robots: ROBOTS,
  build: buildHeap,
};

export function soccerField(): EntityInput {
  const wall = (name: string, position: Vec3, size: Vec3) =>
    ({ name, shape: { kind: "Box", size }, position, material: "Wood" }) as const;
  const [x, y, thick, high] = [FIELD_X / 2, FIELD_Y / 2, 0.1, 0.2];
  return {
    name: "field",
    isStatic: true,
    bodies: [
      { name: "Floor", solids: [{ name: "Surface", shape: { kind: "Plane" }, material: "Carpet" }] },
      {
        name: "Walls",
        solids: [
          wall("East", [x + thick / 2, 0, high / 2], [thick, FIELD_Y + 2 * thick, high]),
          wall("West", [-x - thick / 2, 0, high / 2], [thick, FIELD_Y + 2 * thick, high]),
          wall("North", [0, y + thick / 2, high / 2], [FIELD_X, thick, high]),
          wall("South", [0, -y - thick / 2, high / 2], [FIELD_X, thick, high]),
        ],
      },
    ],
  };
}

function createField(name: string, stepSec: number): Promise<Physics> {
  return Physics.create({ name, stepSec, entities: [soccerField()] });
}

async function buildOpenPlay(stepSec = STEP_SEC): Promise<RunningScene> {
  const physics = await createField("open play", stepSec);
  const random = new RandomStream(1).split("open play");
  names.forEach((name, i) => {
    const y = (i < 11 ? -2 : 2) + random.uniform(-0.5, 0.5);
    physics.add(omniRobot({ name }), omniOnGround(-5 + (i % 11), y, random.uniform(0, TAU)));
  });
  physics.add(ball(), ballOnGround(0, 0));
  return {
    physics,
    control: (frame) => {
      if (frame % COMMAND_FRAMES !== 0) return;
      for (const name of names)
        command(physics, name, random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5), random.uniform(-2, 2));
    },
    speeds: () => speedsOf(physics),
  };
}

async function buildHeap(stepSec = STEP_SEC): Promise<RunningScene> {
  const physics = await createField("heap", stepSec);
  const random = new RandomStream(1).split("heap");
  packedPlaces().forEach(([x, y], i) => {
    physics.add(omniRobot({ name: names[i] }), omniOnGround(x, y, random.uniform(0, TAU)));
  });
  physics.add(ball(), ballOnGround(0, 3));
  return {
    physics,
    control: (frame) => {
      if (frame % COMMAND_FRAMES === 0) for (const name of names) driveToMiddle(physics, name);
    },
    speeds: () => speedsOf(physics),
    verdict: judgeHeap,
  };
}

/** Rows of 4, 5, 4, 5, 4 robots, each row in the gaps of the next: the densest packing of round robots. */
function packedPlaces(): [number, number][] {
  const places: [number, number][] = [];
  for (let row = 0; row < 5; row++) {
    const count = row % 2 === 0 ? 4 : 5;
    for (let i = 0; i < count; i++)
      places.push([PACKED_APART * (i - (count - 1) / 2), PACKED_APART * Math.sqrt(0.75) * (row - 2)]);
  }
  return places;
}

function driveToMiddle(physics: Physics, name: string): void {
  const { position, orientation } = readPose(physics, name, "Body");
  const [x, y] = position;
  const pull = Math.min(3, PUSH_SPEED / Math.sqrt(x * x + y * y));
  const [vx, vy] = mulVec(transpose(fromQuat(orientation)), [-pull * x, -pull * y, 0]);
  command(physics, name, vx, vy, 0);
}

function command(physics: Physics, name: string, vx: number, vy: number, w: number): void {
  wheelSpeeds(vx, vy, w).forEach((speed, i) => {
    physics.setJoint(name, wheelJoint(i), "Vel", speed);
  });
}

function* speedsOf(physics: Physics): Iterable<number> {
  for (const name of names) {
    const motion = new BodyMotion(physics, name, "Body");
    yield length(motion.velocityAt(motion.position()));
  }
}

function judgeHeap({ minContacts, maxPenetration, maxSpeed }: Observed): string[] {
  const faults: string[] = [];
  if (minContacts < HEAP_CONTACTS) faults.push(`${minContacts} contacts, fewer than ${HEAP_CONTACTS}`);
  if (maxPenetration >= HEAP_PENETRATION) faults.push(`overlap of ${(1e3 * maxPenetration).toFixed(2)} mm`);
  if (maxSpeed > HEAP_SPEED) faults.push(`a robot at ${maxSpeed.toFixed(2)} m/s`);
  return faults;
}
