// Estimates the pose of a Segway from wheels and gyroscope, relative to its start, and keeps the poses of the last second to
// interpret delayed pictures.

import type { Frame, RobotClient } from "../src/client/index.js";
import { cos, sin } from "../src/math/Trigonometry.js";
import { WHEEL_RADIUS } from "./SegwayDriver.js";

/** Centre of the axle on the ground; x is right and y forward of the start, the heading is positive to the left. */
export interface Stand {
  readonly time: number;
  readonly x: number;
  readonly y: number;
  readonly heading: number;
  /** Reading of the inclinometer, rad. */
  readonly tilt: number;
}

/** Time for which poses are kept, s. */
const MEMORY = 1;

export class Odometry {
  #stands: Stand[] = [];
  #turnRate = 0;
  #rolling = 0;

  /** Pose at the last frame; undefined before the first `move`. */
  get now(): Stand {
    return this.#stands[this.#stands.length - 1];
  }

  /** Call with every frame. */
  move(robot: RobotClient, frame: Frame): void {
    const { time } = frame;
    const tilt = frame.number("Incmeter");
    const last = this.#stands.at(-1) ?? { time, x: 0, y: 0, heading: 0, tilt };
    const step = time - last.time;
    this.#readSensors(robot, frame, tilt);
    // the wheels turn relative to the body, and the body tilts
    const travel = this.#rolling * step + WHEEL_RADIUS * (tilt - last.tilt);
    const heading = last.heading + this.#turnRate * step;
    this.#stands.push({ time, x: last.x - travel * sin(heading), y: last.y + travel * cos(heading), heading, tilt });
    if (this.#stands[0].time < time - 2 * MEMORY)
      this.#stands = this.#stands.filter((one) => one.time >= time - MEMORY);
  }

  #readSensors(robot: RobotClient, frame: Frame, tilt: number): void {
    if (frame.has("LMotor") && frame.has("RMotor"))
      this.#rolling = ((frame.number("LMotor", "velocity2") + frame.number("RMotor", "velocity2")) / 2) * WHEEL_RADIUS;
    const imu = frame.has("Imu") ? robot.latest("Imu") : undefined;
    // the component of the angular velocity about the vertical
    if (imu) this.#turnRate = imu[5] * cos(tilt) - imu[4] * sin(tilt);
  }

  /** The stored pose nearest to that time. */
  at(time: number): Stand {
    let [low, high] = [0, this.#stands.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#stands[middle].time < time - 1e-9) low = middle + 1;
      else high = middle;
    }
    return this.#stands[low];
  }
}
