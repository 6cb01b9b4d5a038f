// What comes with the simulator, registered through the door that plug-ins use (S6): devices, and the robot types of R8.

import { DIFF_ROBOT } from "../describe/DiffRobotType.js";
import { OMNI_ROBOT } from "../describe/OmniRobotType.js";
import { ACCELEROMETER } from "./Accelerometer.js";
import { CAMERA_SENSOR } from "./CameraSensor.js";
import { COMPASS } from "./Compass.js";
import { CONTACT_SENSOR } from "./ContactSensor.js";
import { DC_MOTOR } from "./DcMotor.js";
import type { AnyDeviceType } from "./Device.js";
import { DeviceRegistry } from "./DeviceRegistry.js";
import { DRIBBLER } from "./Dribbler.js";
import { FORCE_SENSOR } from "./ForceSensor.js";
import { GYROSCOPE } from "./Gyroscope.js";
import { IMU } from "./Imu.js";
import { INCLINOMETER } from "./Inclinometer.js";
import { JOINT_DEVICES } from "./JointDevice.js";
import { KICKER } from "./Kicker.js";
import { LAMP, LED } from "./Lamp.js";
import { LIDAR } from "./Lidar.js";
import { openDoor, type Registrant } from "./Plugin.js";
import { POSE_SENSOR } from "./PoseSensor.js";
import { RANGE_SENSOR } from "./RangeSensor.js";
import { VELOCITY_DRIVE } from "./VelocityDrive.js";

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
  ...JOINT_DEVICES,
];

const builtIn: Registrant = (ubersim) => {
  for (const type of DEVICES) ubersim.device(type);
  ubersim.robotType(OMNI_ROBOT);
  ubersim.robotType(DIFF_ROBOT);
};

/** A registry with all of them, to which plug-ins may add. */
export function builtInDevices(): DeviceRegistry {
  const kinds = new DeviceRegistry();
  builtIn(openDoor(kinds));
  return kinds;
}
