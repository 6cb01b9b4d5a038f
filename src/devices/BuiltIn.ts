// The devices that come with the simulator; a plug-in adds its own to the registry (S6).

import { ACCELEROMETER } from "./Accelerometer.js";
import { CAMERA_SENSOR } from "./CameraSensor.js";
import { CONTACT_SENSOR } from "./ContactSensor.js";
import { DeviceRegistry } from "./DeviceRegistry.js";
import { GYROSCOPE } from "./Gyroscope.js";
import { IMU } from "./Imu.js";
import { INCLINOMETER } from "./Inclinometer.js";
import { JOINT_DEVICES } from "./JointDevice.js";
import { POSE_SENSOR } from "./PoseSensor.js";

export function builtInDevices(): DeviceRegistry {
  return new DeviceRegistry([
    INCLINOMETER,
    POSE_SENSOR,
    GYROSCOPE,
    ACCELEROMETER,
    IMU,
    CONTACT_SENSOR,
    CAMERA_SENSOR,
    ...JOINT_DEVICES,
  ]);
}
