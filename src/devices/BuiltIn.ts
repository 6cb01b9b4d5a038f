// The built-in device types and robot types (R8), registered through the same interface as those of plug-ins (S6).

import { DIFF_ROBOT } from "../describe/robot/text/DiffRobotType.js";
import { OMNI_ROBOT } from "../describe/robot/text/OmniRobotType.js";
import { DC_MOTOR } from "./actuators/DcMotor.js";
import { DRIBBLER } from "./actuators/Dribbler.js";
import { JOINT_DEVICES } from "./actuators/JointDevice.js";
import { KICKER } from "./actuators/Kicker.js";
import { LAMP, LED } from "./actuators/Lamp.js";
import { CAMERA_SENSOR } from "./camera/CameraSensor.js";
import type { AnyDeviceType } from "./Device.js";
import { DeviceRegistry } from "./DeviceRegistry.js";
import { VELOCITY_DRIVE } from "./drive/VelocityDrive.js";
import { createRegistration, type Registrant } from "./plugin/Plugin.js";
import { RADIO } from "./radio/Radio.js";
import { ACCELEROMETER } from "./sensors/Accelerometer.js";
import { COMPASS } from "./sensors/Compass.js";
import { CONTACT_SENSOR } from "./sensors/ContactSensor.js";
import { FORCE_SENSOR } from "./sensors/ForceSensor.js";
import { GYROSCOPE } from "./sensors/Gyroscope.js";
import { IMU } from "./sensors/Imu.js";
import { INCLINOMETER } from "./sensors/Inclinometer.js";
import { LIDAR } from "./sensors/Lidar.js";
import { POSE_SENSOR } from "./sensors/PoseSensor.js";
import { RANGE_SENSOR } from "./sensors/RangeSensor.js";

const DEVICES: readonly AnyDeviceType[] = [
  INCLINOMETER,
  POSE_SENSOR,
  GYROSCOPE,
  ACCELEROMETER,
  IMU,
  COMPASS,
  CONTACT_SENSOR,
  RANGE_SENSOR,
  LIDAR,
  FORCE_SENSOR,
  DC_MOTOR,
  VELOCITY_DRIVE,
  KICKER,
  DRIBBLER,
  LED,
  LAMP,
  CAMERA_SENSOR,
  RADIO,
  ...JOINT_DEVICES,
];

const builtIn: Registrant = (ubersim) => {
  for (const type of DEVICES) ubersim.device(type);
  ubersim.robotType(OMNI_ROBOT);
  ubersim.robotType(DIFF_ROBOT);
};

/** A new registry with the built-in types; plug-ins add to it. */
export function builtInDevices(): DeviceRegistry {
  const kinds = new DeviceRegistry();
  builtIn(createRegistration(kinds));
  return kinds;
}
