// A ride on a Segway that is driven over the network: the control loop, and what it was like.

import type { Frame, RobotClient } from "../src/client/index.js";
import { type PilotOptions, SegwayPilot } from "./SegwayPilot.js";

export interface Sample {
  readonly time: number;
  /** As the inclinometer has it, rad. */
  readonly tilt: number;
  /** Commanded, m/s. */
  readonly speed: number;
  /** By its own reckoning, m. */
  readonly place: number;
}

export interface RideOptions {
  /** Of simulated time. */
  readonly seconds: number;
  /** Change of the balance angle at a time since the start, rad: forward drives forward. */
  readonly leanAt?: (timeSec: number) => number;
  /** Sees every frame; true ends the ride. */
  readonly look?: (sample: Sample, frame: Frame) => boolean;
  readonly pilot?: PilotOptions;
}

/** Farther than this it does not come back, rad. */
export const FALLEN = 1;

/** True: it stands at the end, or when the server stops. Time counts from the robot's joining. */
export async function ride(robot: RobotClient, options: RideOptions): Promise<boolean> {
  const { seconds, leanAt = () => 0, look = () => false } = options;
  let [pilot, start] = [new SegwayPilot(options.pilot), robot.hello.time];
  for await (const frame of robot.frames()) {
    if (frame.isReset) [pilot, start] = [new SegwayPilot(options.pilot), frame.time];
    if (!frame.has("Incmeter")) continue;
    const [time, tilt] = [frame.time - start, frame.number("Incmeter")];
    pilot.lean = leanAt(time);
    const Vel = pilot.wheelSpeed(time, tilt);
    robot.motor("LMotor", { axis: 2, Vel, FMax: 80 });
    robot.motor("RMotor", { axis: 2, Vel, FMax: 80 });
    const { speed, place } = pilot;
    if (look({ time, tilt, speed, place }, frame) || time >= seconds) return true;
    if (Math.abs(tilt) > FALLEN) return false;
  }
  return true;
}
