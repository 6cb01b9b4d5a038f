// A robot of the small-size league (F3): a player with the devices that the league's commands address.

import type { RobotDescription } from "../../describe/robot/RobotDescription.js";
import type { DriveSettings } from "../../devices/drive/VelocityDrive.js";
import { WheelKinematics } from "../../devices/drive/WheelKinematics.js";
import { setJointSpeed } from "../../physics/Joints.js";
import type { Physics } from "../../physics/Physics.js";
import type { Robot } from "../../world/Robot.js";
import type { RobotDevice } from "../../world/RobotDevice.js";
import { type LocalVelocity, Player } from "../shared/Player.js";
import { outlineOf, type RobotOutline } from "../shared/RobotOutline.js";
import type { RobotKey, TeamColor } from "./Team.js";

/** Kinds of the devices that the league's commands address. */
const KINDS = { drive: "VelocityDrive", kicker: "Kicker", dribbler: "Dribbler" } as const;

/** The largest robot that the rules allow: assumed for robots that cannot be measured. */
const LARGEST_ROBOT: RobotOutline = { radius: 0.09, bottom: 0, height: 0.15, front: 0.09 };

export const sslOutline = (description: RobotDescription): RobotOutline => outlineOf(description, LARGEST_ROBOT);

export class SslPlayer extends Player<TeamColor> {
  readonly drive: RobotDevice | undefined;
  readonly kicker: RobotDevice | undefined;
  readonly dribbler: RobotDevice | undefined;

  constructor(physics: Physics, robot: Robot, key: RobotKey) {
    super(physics, robot, key, sslOutline(robot.description));
    const find = (kind: string) => robot.devices.find(({ description }) => description.kind === kind);
    this.drive = find(KINDS.drive);
    this.kicker = find(KINDS.kicker);
    this.dribbler = find(KINDS.dribbler);
  }

  get driveSettings(): DriveSettings | undefined {
    return this.drive?.description.settings as DriveSettings | undefined;
  }

  override adoptVelocity(physics: Physics, velocity: LocalVelocity): void {
    this.drive?.forgetCommands();
    const wheels = this.driveSettings?.wheels ?? [];
    const speeds = new WheelKinematics(wheels).wheelSpeeds(velocity);
    wheels.forEach(({ joint }, i) => {
      setJointSpeed(physics, this.name, joint, speeds[i]);
    });
  }
}
