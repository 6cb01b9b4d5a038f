// Drives the QRIO frame by frame (L3): it stands, walks at a commanded velocity, shifts its weight, waves, and catches itself when
// pushed. It uses only the robot's messages.

import { QRIO_JOINTS, SIDES, type Side } from "../../robots/QrioJoints.js";
import type { Frame, RobotClient } from "../../src/client/index.js";
import { DEGREE } from "../../src/math/Trigonometry.js";
import type { Command } from "./Gaits.js";
import type { Pose } from "./Pose.js";
import { QrioAttitude } from "./QrioAttitude.js";
import type { Legs } from "./QrioBody.js";
import { LEG_JOINTS, type LegAngles } from "./QrioLeg.js";
import { QrioWalk, type SoleLoad } from "./QrioWalk.js";
import { Sequence } from "./Sequence.js";
import { FRAME, Servos } from "./Servos.js";
import { STOP } from "./Trot.js";

const LIMITS = QRIO_JOINTS.map(({ name, speed, stops }) => ({
  name,
  speed,
  range: [stops[0] * DEGREE, stops[1] * DEGREE] as const,
}));
const ARMS: Pose = Object.fromEntries(
  QRIO_JOINTS.filter(({ name }) => /Shoulder|Elbow|ArmYaw|WristYaw/.test(name)).map(({ name, stand }) => [
    name,
    stand * DEGREE,
  ]),
);
/** Speed of the servos beyond what is needed, rad/s. */
const SPARE = 0.3;
/** Time to get into the stand, s. */
const START = 1;

export class QrioPilot {
  #walk = new QrioWalk();
  /** As commanded: a reset does not change it. */
  #command: Command = STOP;
  readonly #attitude = new QrioAttitude();
  readonly #servos = new Servos(LIMITS, SPARE);
  #wave: Sequence | undefined;
  /** Time left until it is in its stand, s. */
  #start = START;

  /** Sets the velocity: m/s forward and to the left, rad/s counter-clockwise. It holds until the next call, also after a reset. */
  walk(command: Command): void {
    this.#walk.command(command);
    this.#command = command;
  }

  /** Shifts the weight in the stand: from -1, over the right foot, to 1, over the left one. */
  shiftWeight(to: number): void {
    this.#walk.lean = to;
  }

  /** Waves with the right hand. */
  wave(): void {
    this.#wave ??= new Sequence(waveKeys());
  }

  get isWaving(): boolean {
    return this.#wave !== undefined;
  }

  get isStanding(): boolean {
    return this.#start <= 0 && this.#walk.isStanding;
  }

  get hasFallen(): boolean {
    return !this.#attitude.isUpright;
  }

  /** Answers one frame. */
  step(robot: RobotClient, frame: Frame): void {
    if (frame.isReset) this.#restart();
    this.#attitude.sense(frame, FRAME);
    const [roll, pitch] = this.#attitude.rates;
    const senses = {
      legs: measuredLegs(robot),
      tilt: this.#attitude.tilt,
      rates: [roll, pitch] as const,
      soles: { Left: soleLoad(frame, "Left"), Right: soleLoad(frame, "Right") },
    };
    const legs = this.#start > 0 ? this.#walk.stand() : this.#walk.step(senses, FRAME);
    for (const side of SIDES) {
      const pose = Object.fromEntries(LEG_JOINTS.map((joint, i) => [`${side}${joint}`, legs[side][i]]));
      this.#servos.move(robot, pose, Math.max(FRAME, this.#start));
    }
    this.#start -= FRAME;
    if (!this.#wave) return;
    this.#wave.step(robot, this.#servos);
    if (this.#wave.isOver) this.#wave = undefined;
  }

  /** Begins as with a new robot. */
  #restart(): void {
    const { lean } = this.#walk;
    this.#walk = new QrioWalk();
    this.#walk.command(this.#command);
    this.#walk.lean = lean;
    [this.#wave, this.#start] = [undefined, START];
    this.#servos.forget();
  }
}

function measuredLegs(robot: RobotClient): Legs {
  const leg = (side: Side) => LEG_JOINTS.map((joint) => robot.latest(`${side}${joint}`)?.[0] ?? 0);
  return { Left: leg("Left") as unknown as LegAngles, Right: leg("Right") as unknown as LegAngles };
}

/** Force sensors of a sole, relative to its middle: forward and left, m. */
const PADS = [
  ["FrontLeft", 0.054, 0.029],
  ["FrontRight", 0.054, -0.029],
  ["RearLeft", -0.054, 0.029],
  ["RearRight", -0.054, -0.029],
] as const;

/** Force under a sole, mean of the frame, and the point where it acts. */
function soleLoad(frame: Frame, side: Side): SoleLoad {
  let [force, x, y] = [0, 0, 0];
  for (const [pad, ahead, left] of PADS) {
    const samples = frame.samples(`${side}${pad}Force`);
    const mean = samples.reduce((sum, sample) => sum + sample[1], 0) / Math.max(1, samples.length);
    force += mean;
    x += ahead * mean;
    y += left * mean;
  }
  return force > 0 ? { force, x: x / force, y: y / force } : { force, x: 0, y: 0 };
}

function waveKeys() {
  const arm = (yaw: number): Pose => ({
    RightShoulderPitch: -150 * DEGREE,
    RightShoulderRoll: -35 * DEGREE,
    RightArmYaw: yaw * DEGREE,
    RightElbow: -50 * DEGREE,
    RightWristYaw: 0,
  });
  const sway = [40, -20, 40, -20, 40, -20].map((yaw) => ({ pose: arm(yaw), seconds: 0.35 }));
  return [{ pose: arm(0), seconds: 0.9 }, ...sway, { pose: ARMS, seconds: 1 }];
}
