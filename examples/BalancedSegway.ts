// A Segway in a world with its balance controller: reads the tilt of its body and drives its two motors, in process and without a
// network.

import { segway, segwayOnGround } from "../robots/Segway.js";
import { conjugate, type Quat, rotate } from "../src/math/Quat.js";
import { atan2 } from "../src/math/Trigonometry.js";
import { readPose } from "../src/physics/Bodies.js";
import type { Physics } from "../src/physics/Physics.js";
import { SegwayBalance } from "./SegwayBalance.js";

/** Tilt, positive towards +y: atan2(-u.y, u.z) with up u in the body frame (W5). */
export function tiltOf(orientation: Quat): number {
  const up = rotate(conjugate(orientation), [0, 0, 1]);
  return atan2(-up[1], up[2]);
}

interface BalancedSegwayOptions {
  readonly name?: string;
  readonly x?: number;
  readonly y?: number;
  readonly yawRad?: number;
  /** Maximum torque of one wheel motor, N·m. */
  readonly fMax?: number;
  readonly guides?: boolean;
}

export class BalancedSegway {
  readonly name: string;
  readonly balance = new SegwayBalance();
  readonly #physics: Physics;

  constructor(physics: Physics, options: BalancedSegwayOptions = {}) {
    const { name = "CMU", x = 0, y = 0, yawRad = 0, fMax = 80, guides = true } = options;
    this.name = name;
    this.#physics = physics;
    physics.add(segway({ name, guides }), segwayOnGround(x, y, yawRad));
    for (const motor of ["LMotor", "RMotor"]) physics.setJoint(name, motor, "FMax", fMax, 1);
  }

  get tilt(): number {
    return tiltOf(readPose(this.#physics, this.name, "MainBody").orientation);
  }

  /** Called before each step, or every `seconds`. */
  control(seconds = this.#physics.stepSec): void {
    const speed = this.balance.update(this.tilt, seconds);
    for (const motor of ["LMotor", "RMotor"]) this.#physics.setJoint(this.name, motor, "Vel", speed, 1);
  }
}
