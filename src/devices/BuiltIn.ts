// The devices that come with the simulator; a plug-in adds its own to the registry (S6).

import { DeviceRegistry } from "./DeviceRegistry.js";
import { INCLINOMETER } from "./Inclinometer.js";
import { JOINT_DEVICES } from "./JointDevice.js";

export function builtInDevices(): DeviceRegistry {
  return new DeviceRegistry([INCLINOMETER, ...JOINT_DEVICES]);
}
