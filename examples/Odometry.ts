// Where a Segway is by its own reckoning: wheels and gyroscope, from where it began, and where it was at any instant of the
// last second. That is what a late picture has to be read with.

import type { Frame, RobotClient } from "../src/client/index.js";
import { cos, sin } from "../src/math/Trigonometry.js";
import { WHEEL_RADIUS } from "./SegwayDriver.js";

/** The middle of the axle over the ground; x is right and y is forward of where it began, the heading counts to the left. */
export interface Stand {
  readonly time: number;
  readonly x: number;
  readonly y: number;
  readonly heading: number;
  /** As the inclinometer has it, rad. */
  readonly tilt: number;
}

/** s. */
const MEMORY = 1;

export class Odometry {
  #stands: Stand[] = [];
  #turnRate = 0;
  #rolling = 0;

  /** After the first frame. */
  get now(): Stand {
    return this.#stands[this.#stands.length - 1];
  }

  /** With every frame. */
  move(robot: RobotClient, frame: Frame): void {
    const { time } = frame;
    const tilt = frame.number("Incmeter");
    const last = this.#stands.at(-1) ?? { time, x: 0, y: 0, heading: 0, tilt };
    const step = time - last.time;
    this.#listen(robot, frame, tilt);
    // the wheels turn against the body, and the body leans
    const travel = this.#rolling * step + WHEEL_RADIUS * (tilt - last.tilt);
    const heading = last.heading + this.#turnRate * step;
    this.#stands.push({ time, x: last.x - travel * sin(heading), y: last.y + travel * cos(heading), heading, tilt });
    if (this.#stands[0].time < time - 2 * MEMORY)
      this.#stands = this.#stands.filter((one) => one.time >= time - MEMORY);
  }

  #listen(robot: RobotClient, frame: Frame, tilt: number): void {
    if (frame.has("LMotor") && frame.has("RMotor"))
      this.#rolling = ((frame.number("LMotor", "velocity2") + frame.number("RMotor", "velocity2")) / 2) * WHEEL_RADIUS;
    const imu = frame.has("Imu") ? robot.latest("Imu") : undefined;
    // the part of turning that is about the vertical
    if (imu) this.#turnRate = imu[5] * cos(tilt) - imu[4] * sin(tilt);
  }

  /** The stand nearest to that time among those that are remembered. */
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
