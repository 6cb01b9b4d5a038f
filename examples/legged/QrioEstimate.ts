// Where the QRIO's centre of mass is and how its trunk is tilted, as an estimate that the walk moves on and every frame corrects: by
// joint angles, from the foot that stands, and by gyroscope and accelerometer. While soles lie flat the joints know better than the
// sensors, whose error is learned then; small differences are lag of the servos.

import type { Side } from "../../robots/QrioJoints.js";
import { fromAxisAngle, multiply, type Quat, rotate } from "../../src/math/Quat.js";
import { atan2 } from "../../src/math/Trigonometry.js";
import { add, sub, type Vec3 } from "../../src/math/Vec3.js";
import { within } from "./LegKinematics.js";
import { tiltOf } from "./QrioAttitude.js";
import { centerOfMass, type Legs } from "./QrioBody.js";
import { ANKLE_HEIGHT, legPose, PITCH, ROLL, YAW } from "./QrioLeg.js";

/** Height of the centre of mass, m, and rate of the pendulum, 1/s. */
export const HEIGHT = 0.258;
export const RATE = Math.sqrt(9.81 / HEIGHT);
/** Shares of a measurement in position and velocity of the estimate. */
const [TRUST, TRUST_RATE] = [0.7, 0.35];
/** Difference of the tilt by sensors and by joints that is no tipping of the sole, rad. */
const SLACK = 0.006;
/** How far servos that carry a load may lag, as a distance of the centre of mass, m. */
const LAG = 0.0004;
/** A sole that is tipped further teaches nothing about the sensors, rad; others do within this time, s. */
const [TIPPED, FORGET] = [0.04, 1];

export type Pair = readonly [number, number];

/** Where a foot stands: the point below its ankle. */
export interface Footprint {
  readonly x: number;
  readonly y: number;
  readonly heading: number;
}

export type Footprints = Readonly<Record<Side, Footprint>>;

interface Measured {
  readonly legs: Legs;
  /** Roll and pitch of the torso, and their rates. */
  readonly tilt: Pair;
  readonly rates: Pair;
}

export class QrioEstimate {
  center: Pair;
  velocity: Pair = [0, 0];
  /** Roll and pitch of the trunk, and their rates. */
  tilt: Pair = [0, 0];
  tiltRate: Pair = [0, 0];
  /** Measured tilt. */
  #sensed: Pair = [0, 0];
  /** Error of the measured tilt: what it shows in the long run while the soles lie flat. */
  #offset: Pair = [0, 0];

  constructor(center: Pair) {
    this.center = center;
  }

  /** Capture point. */
  get capture(): Pair {
    return [this.center[0] + this.velocity[0] / RATE, this.center[1] + this.velocity[1] / RATE];
  }

  /** Corrects the estimate by what the robot has measured. `carrying`: the feet that it stands on. */
  observe({ legs, tilt: felt, rates }: Measured, carrying: readonly Side[], prints: Footprints, seconds: number): void {
    const flat = meanOf(carrying.map((side) => tiltOf(rotate(legPose(side, legs[side]).turn, YAW))));
    const apart: Pair = [felt[0] - flat[0] - this.#offset[0], felt[1] - flat[1] - this.#offset[1]];
    if (Math.abs(apart[0]) < TIPPED && Math.abs(apart[1]) < TIPPED)
      this.#offset = [this.#offset[0] + (seconds / FORGET) * apart[0], this.#offset[1] + (seconds / FORGET) * apart[1]];
    const off = [beyond(apart[0], SLACK), beyond(apart[1], SLACK)];
    this.#sensed = [flat[0] + off[0], flat[1] + off[1]];
    const near = (value: number, goal: number) => value + TRUST * (goal - value);
    this.tilt = [near(this.tilt[0], this.#sensed[0]), near(this.tilt[1], this.#sensed[1])];
    const rate = (i: 0 | 1) => (off[i] === 0 ? this.tiltRate[i] : near(this.tiltRate[i], rates[i]));
    this.tiltRate = [rate(0), rate(1)];
    const center = centerOfMass(legs);
    const [x, y] = meanOf(carrying.map((side) => this.#inWorld(legs, side, prints, center)));
    const [dx, dy] = [beyond(x - this.center[0], LAG), beyond(y - this.center[1], LAG)];
    this.center = [this.center[0] + TRUST * dx, this.center[1] + TRUST * dy];
    const [u, v] = this.velocity;
    this.velocity = [u + (TRUST_RATE * dx) / seconds, v + (TRUST_RATE * dy) / seconds];
  }

  /** Where the sole of a foot is, seen from the foot that stands. */
  soleInWorld(legs: Legs, stance: Side, prints: Footprints, side: Side): Pair {
    return this.#inWorld(legs, stance, prints, soleOf(legs, side));
  }

  /** A point in the axes of the pelvis, seen from the foot that stands. */
  #inWorld(legs: Legs, stance: Side, prints: Footprints, point: Vec3): Pair {
    const { x, y, heading } = prints[stance];
    const ahead = rotate(legPose(stance, legs[stance]).turn, ROLL);
    const pelvis = pelvisTurn(this.#sensed, heading - atan2(ahead[1], ahead[0]));
    const away = rotate(pelvis, sub(point, soleOf(legs, stance)));
    return [x + away[0], y + away[1]];
  }

  /** One frame on, with the pressure point and the angular acceleration of the trunk: c'' = w² (c - p). */
  move([px, py]: Pair, [roll, pitch]: Pair, seconds: number): void {
    const [x, y] = this.center;
    const [u, v] = this.velocity;
    const [a, b] = [RATE * RATE * (x - px), RATE * RATE * (y - py)];
    this.center = [x + u * seconds + (a * seconds * seconds) / 2, y + v * seconds + (b * seconds * seconds) / 2];
    this.velocity = [u + a * seconds, v + b * seconds];
    this.tiltRate = [this.tiltRate[0] + seconds * roll, this.tiltRate[1] + seconds * pitch];
    this.tilt = [this.tilt[0] + seconds * this.tiltRate[0], this.tilt[1] + seconds * this.tiltRate[1]];
  }
}

export const pelvisTurn = ([roll, pitch]: Pair, heading: number): Quat =>
  multiply(multiply(fromAxisAngle(YAW, heading), fromAxisAngle(PITCH, pitch)), fromAxisAngle(ROLL, roll));

/** The point of the sole below the ankle, in the axes of the pelvis. */
function soleOf(legs: Legs, side: Side): Vec3 {
  const { ankle, turn } = legPose(side, legs[side]);
  return add(ankle, rotate(turn, [0, 0, -ANKLE_HEIGHT]));
}

function meanOf(pairs: readonly Pair[]): Pair {
  const mean = (i: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[i], 0) / pairs.length;
  return [mean(0), mean(1)];
}

/** What is left of a difference beyond the error of the sensors. */
const beyond = (value: number, slack: number): number => value - within(value, -slack, slack);
