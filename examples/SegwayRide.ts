// A ride on a Segway over the network: the control loop, and a trace of the ride.

import type { Frame, RobotClient } from "../src/client/index.js";
import { type PilotOptions, SegwayPilot } from "./SegwayPilot.js";

export interface Sample {
  readonly time: number;
  /** Reading of the inclinometer, rad. */
  readonly tilt: number;
  /** Commanded speed, m/s. */
  readonly speed: number;
  /** Position by odometry, m. */
  readonly place: number;
}

interface RideOptions {
  /** Length of the ride in simulated time, s. */
  readonly seconds: number;
  /** Change of the balance angle at a time since the start, rad: leaning forward drives forward. */
  readonly leanAt?: (timeSec: number) => number;
  /** Called with every frame; true ends the ride. */
  readonly look?: (sample: Sample, frame: Frame) => boolean;
  readonly pilot?: PilotOptions;
}

/** Tilt from which it cannot recover, rad. */
export const FALLEN = 1;

/** Resolves to true if it stands at the end or when the server stops. Time counts from joining. */
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
