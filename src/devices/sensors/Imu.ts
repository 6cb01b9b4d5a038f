// Accelerometer, gyroscope and orientation in one (S1): 10 float32. Specific force x y z (m/s²) and angular velocity x y z (rad/s)
// in the sensor frame, then the orientation x y z w of that frame in the world. The orientation is exact, not fused from the
// other two; Noise rotates it by an error in rad. Starts like an accelerometer.

import type { Device, DeviceHost, DeviceType, PayloadField } from "../Device.js";
import { ACCELEROMETER_FIELDS, Accelerometer } from "./Accelerometer.js";
import { GYROSCOPE_FIELDS, sampleGyroscope } from "./Gyroscope.js";

const FIELDS: readonly PayloadField[] = [
  ...ACCELEROMETER_FIELDS,
  ...GYROSCOPE_FIELDS,
  ...["qx", "qy", "qz", "qw"].map((name) => ({ name, type: "float32", unit: "" }) as const),
];

function createImu(host: DeviceHost): Device {
  const accelerometer = new Accelerometer(host);
  return {
    tick: () => accelerometer.tick(),
    sample: () => [...accelerometer.sample(), ...sampleGyroscope(host), ...host.pose().orientation],
    save: () => accelerometer.save(),
    restore: (memory) => accelerometer.restore(memory),
  };
}

export const IMU: DeviceType<undefined> = {
  element: "Imu",
  summary: "accelerometer, gyroscope and orientation x y z w in one",
  role: "sensor",
  read: () => undefined,
  sends: () => FIELDS,
  drawings: () => [
    { kind: "vector", first: 0, axes: "device" },
    { kind: "vector", first: ACCELEROMETER_FIELDS.length, axes: "device" },
  ],
  takes: [],
  create: (_, host) => createImu(host),
};
