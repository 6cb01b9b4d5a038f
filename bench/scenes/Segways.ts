// Segways that balance on the spot, well apart from each other. The controller looks at the line from the axle to the
// body's centre of mass and drives the wheels under it:
//   v' = Kp (lean - k v) + Kd lean',   wheel speed = v / r - lean'

import { AXLE_Z, segway, WHEEL_RADIUS } from "../../robots/Segway.js";
import type { Pose } from "../../src/math/Pose.js";
import { fromAxisAngle } from "../../src/math/Quat.js";
import { atan2, cos, sin } from "../../src/math/Trigonometry.js";
import { readPose } from "../../src/physics/Bodies.js";
import { Physics } from "../../src/physics/Physics.js";
import type { RunningScene, Scene } from "./Scene.js";

const FRAME_SEC = 0.01;
const KP = 60;
const KD = 14;
const SPEED_TO_LEAN = 0.03;
const MOTOR_TORQUE = 80;
const APART = 3;
/** Leaning back so far that the centre of mass stands over the axle, and a little more, so that there is work to do. */
const START_PITCH = 0.195 + 0.03;

interface Balance {
  readonly name: string;
  lean: number;
  speed: number;
}

export const segways = (count: number): Scene => ({
  name: count === 1 ? "1 Segway" : `${count} Segways`,
  stepSec: 0.001,
  frameSec: FRAME_SEC,
  settleSec: 1,
  seconds: count > 10 ? 3 : 10,
  robots: count,
  build: () => buildSegways(count),
});

async function buildSegways(count: number): Promise<RunningScene> {
  const physics = await Physics.create({ name: "segways", stepSec: 0.001 });
  const row = Math.ceil(Math.sqrt(count));
  const balances: Balance[] = [];
  for (let i = 0; i < count; i++) {
    const name = `s${String(i).padStart(3, "0")}`;
    physics.add(segway({ name }), leaningAt(APART * (i % row), APART * Math.floor(i / row)));
    for (const joint of ["LMotor", "RMotor"]) physics.setJoint(name, joint, "FMax", MOTOR_TORQUE, 1);
    balances.push({ name, lean: readLean(physics, name), speed: 0 });
  }
  return {
    physics,
    control: () => {
      for (const balance of balances) drive(physics, balance);
    },
    verdict: () => balances.filter(({ lean }) => Math.abs(lean) > 0.3).map(({ name }) => `${name} fell`),
  };
}

function leaningAt(x: number, y: number): Pose {
  return {
    position: [x, y + AXLE_Z * sin(START_PITCH), WHEEL_RADIUS - AXLE_Z * cos(START_PITCH)],
    orientation: fromAxisAngle([1, 0, 0], START_PITCH),
  };
}

/** Angle of the line from the axle to the centre of mass, positive towards +y. */
function readLean(physics: Physics, name: string): number {
  const body = readPose(physics, name, "MainBody").position;
  const [left, right] = [readPose(physics, name, "LWheel").position, readPose(physics, name, "RWheel").position];
  return atan2(body[1] - (left[1] + right[1]) / 2, body[2] - (left[2] + right[2]) / 2);
}

function drive(physics: Physics, balance: Balance): void {
  const lean = readLean(physics, balance.name);
  const rate = (lean - balance.lean) / FRAME_SEC;
  balance.lean = lean;
  balance.speed += FRAME_SEC * (KP * (lean - SPEED_TO_LEAN * balance.speed) + KD * rate);
  const wheel = balance.speed / WHEEL_RADIUS - rate;
  for (const joint of ["LMotor", "RMotor"]) physics.setJoint(balance.name, joint, "Vel", wheel, 1);
}
