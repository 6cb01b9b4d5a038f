// Specific force at the sensor, in the sensor frame (S1): float32 x y z, m/s²:
//   R* ((v(t) - v(t - dt)) / dt - g)
// v is the velocity of the sensor's origin and dt one physics step, whatever the Rate: 9.81 upward at rest, 0 in free fall. On
// joining v(t - dt) = v(t). The value is the mean over the last step: an impact reads impulse / dt, and a body that a verb
// moves or accelerates shows a spike.

import { type Vec3, ZERO } from "../../math/Vec3.js";
import type { Device, DeviceHost, DeviceType, PayloadField } from "../Device.js";
import { rotateBack } from "../FastRotation.js";

export const ACCELEROMETER_FIELDS: readonly PayloadField[] = ["x", "y", "z"].map((name) => ({
  name,
  type: "float32",
  unit: "m/s²",
}));

/** Keeps the velocities of the last two ticks. */
export class Accelerometer implements Device {
  readonly #host: DeviceHost;
  #now: Vec3 | undefined;
  #before: Vec3 = ZERO;

  constructor(host: DeviceHost) {
    this.#host = host;
  }

  tick(): void {
    const { linear } = this.#host.velocity();
    this.#before = this.#now ?? linear;
    this.#now = linear;
  }

  sample(): readonly number[] {
    const { stepSec, gravity: g } = this.#host.physics;
    const [now, before] = [this.#now ?? ZERO, this.#before];
    const along = (k: number) => (now[k] - before[k]) / stepSec - g[k];
    return rotateBack(this.#host.pose().orientation, along(0), along(1), along(2));
  }

  save(): readonly number[] {
    return this.#now ? [...this.#before, ...this.#now] : [];
  }

  restore([bx, by, bz, x, y, z]: readonly number[]): void {
    this.#before = x === undefined ? ZERO : [bx, by, bz];
    this.#now = x === undefined ? undefined : [x, y, z];
  }
}

export const ACCELEROMETER: DeviceType<undefined> = {
  element: "Accelerometer",
  summary: "specific force x y z in the sensor's frame, m/s²: at rest 9.81 upward",
  role: "sensor",
  read: () => undefined,
  sends: () => ACCELEROMETER_FIELDS,
  drawings: () => [{ kind: "vector", first: 0, axes: "device" }],
  takes: [],
  create: (_, host) => new Accelerometer(host),
};
