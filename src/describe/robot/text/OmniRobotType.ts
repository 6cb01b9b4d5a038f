// `TYPE = OmniRobot` (R8): a robot with any number of omni wheels at any angles. An omni wheel grips along its rim and slides
// along its axle, which is the friction axis of a cylinder of the material OmniWheel.

import type { RobotType, TextKeys } from "./RobotType.js";
import { WHEELED_KEYS, wheeledRobot } from "./WheeledRobotText.js";

const KEYS = {
  ...WHEELED_KEYS,
  WHEEL_ANGLES: { count: [3, 64], min: -360, max: 360, unit: "degrees" },
} as const satisfies TextKeys;

export const OMNI_ROBOT: RobotType<typeof KEYS> = {
  type: "OmniRobot",
  summary: "a robot on three or more omni wheels, with a VelocityDrive; kicker plate and dribbler if wanted",
  keys: KEYS,
  read: (values) => wheeledRobot(values, values.WHEEL_ANGLES, "OmniWheel"),
};
