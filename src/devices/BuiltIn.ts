// What comes with the simulator, registered through the door that plug-ins use (S6).

import { ACCELEROMETER } from "./Accelerometer.js";
import { CAMERA_SENSOR } from "./CameraSensor.js";
import { CONTACT_SENSOR } from "./ContactSensor.js";
import type { AnyDeviceType } from "./Device.js";
import { DeviceRegistry } from "./DeviceRegistry.js";
import { GYROSCOPE } from "./Gyroscope.js";
import { IMU } from "./Imu.js";
import { INCLINOMETER } from "./Inclinometer.js";
import { JOINT_DEVICES } from "./JointDevice.js";
import { openDoor, type Registrant } from "./Plugin.js";
import { POSE_SENSOR } from "./PoseSensor.js";

const DEVICES: readonly AnyDeviceType[] = [
  INCLINOMETER,
  POSE_SENSOR,
  GYROSCOPE,
  ACCELEROMETER,
  IMU,
  CONTACT_SENSOR,
  CAMERA_SENSOR,
  ...JOINT_DEVICES,
];

const builtIn: Registrant = (ubersim) => {
  for (const type of DEVICES) ubersim.device(type);
};

/** A registry with all of them, to which plug-ins may add. */
export function builtInDevices(): DeviceRegistry {
  const kinds = new DeviceRegistry();
  builtIn(openDoor(kinds));
  return kinds;
}
