// The verbs `drive` and `velocity` for a robot without a client (E4). `drive` sets the first two wheels in name order (RollingWheels.ts): full
// speed is 1 m/s at the rim; a full turn adds 0.5 m/s on one side and subtracts it on the other. `velocity` has units and
// sets the robot's VelocityDrive, or all wheels at its sides: one that is y to the left of the middle rolls with forward - turn y.

import { SimError } from "../../describe/SimError.js";
import { readJointCommand } from "../../physics/Joints.js";
import { massOfEntity } from "../../physics/Masses.js";
import type { Physics } from "../../physics/Physics.js";
import type { Robot } from "../../world/Robot.js";
import type { World } from "../../world/World.js";
import { type RollingWheel, rollingWheels } from "../RollingWheels.js";

/** Speed at the rim, m/s. */
const FULL_SPEED = 1;
const FULL_TURN = 0.5;
/** A motor without FMax gets the torque that lifts its share of the robot's weight, m/s². */
const LIFT_ACCELERATION = 9.81;

/** Sets the wheel motors until the next call. `forward` and `turn` (positive to the left) are from -1 to 1. */
export function driveWheels(physics: Physics, name: string, forward: number, turn: number): void {
  const wheels = rollingWheels(physics.entity(name), ["Hinge", "Hinge2"]);
  if (wheels.length < 2)
    throw new SimError("STATE_WRONG", {
      where: "drive/name",
      found: `"${name}" with ${wheels.length} wheels and no client`,
      allowed: "a robot with a client, or with two wheels on Hinge or Hinge2 joints without stops",
    });
  for (const wheel of wheels.slice(0, 2))
    setMotor(physics, name, wheel, (FULL_SPEED * forward - FULL_TURN * turn * wheel.side) * wheel.pace);
}

/** m/s, m/s and rad/s to the left. */
export interface Velocity {
  readonly forward: number;
  readonly left: number;
  readonly turn: number;
}

/** Drives until the next call, or until the Timeout of the robot's VelocityDrive is over. */
export function driveAt({ physics, timeNs }: World, robot: Robot, { forward, left, turn }: Velocity): void {
  const drive = robot.devices.find(({ description }) => description.kind === "VelocityDrive");
  if (drive) {
    const message = new DataView(new ArrayBuffer(12));
    [forward, left, turn].forEach((value, i) => void message.setFloat32(4 * i, value, true));
    robot.command(drive, drive.read(message), timeNs);
    return;
  }
  const wheels = rollingWheels(physics.entity(robot.name), ["Hinge", "Hinge2"]).filter(({ side }) => side !== 0);
  if (wheels.length < 2 || left !== 0)
    throw new SimError("STATE_WRONG", {
      where: left === 0 ? "velocity/name" : "velocity/left",
      found: left === 0 ? `"${robot.name}" with ${wheels.length} wheels and no client` : `${left} m/s`,
      allowed:
        left === 0
          ? "a robot with a client, with a VelocityDrive, or with two wheels on Hinge or Hinge2 joints without stops"
          : "0: only a robot with a client or a VelocityDrive moves sideways",
    });
  for (const wheel of wheels) setMotor(physics, robot.name, wheel, (forward - turn * wheel.offset) * wheel.pace);
}

function setMotor(physics: Physics, name: string, { joint, axis, radius }: RollingWheel, velocity: number): void {
  physics.setJoint(name, joint.name, "Vel", velocity, axis);
  if (readJointCommand(physics, name, joint.name).axes[axis].FMax !== 0) return;
  const mass = massOfEntity(physics.entity(name));
  physics.setJoint(name, joint.name, "FMax", 0.5 * mass * LIFT_ACCELERATION * radius, axis);
}
