// The wheels that DRIVE {Left} {Right} turns (RollingWheels.ts), under USARSim's names, and the VelocityDrive of a robot that has one.

import type { JointKind } from "../../describe/entity/Joint.js";
import type { RobotDescription } from "../../describe/robot/RobotDescription.js";
import type { DriveSettings } from "../../devices/drive/VelocityDrive.js";
import { sin } from "../../math/Trigonometry.js";
import { rollingWheels } from "../RollingWheels.js";
import type { UsarAxis } from "./UsarJoints.js";

export interface UsarWheel {
  readonly axis: UsarAxis;
  readonly side: "left" | "right";
  /** 1 or -1: speed of the joint for a wheel that rolls forward. */
  readonly sign: number;
}

export const WHEEL_JOINTS: readonly JointKind[] = ["Hinge", "Hinge2", "Servo"];

export function wheelsOf({ entity }: RobotDescription, axes: readonly UsarAxis[]): readonly UsarWheel[] {
  return rollingWheels(entity, WHEEL_JOINTS).flatMap(({ joint, axis: index, side, pace }) => {
    const axis = axes.find((one) => one.joint === joint && one.axis === index);
    if (!axis || side === 0) return [];
    return [{ axis, side: side > 0 ? "left" : "right", sign: Math.sign(pace) } as const];
  });
}

/** A robot whose wheels a VelocityDrive controls. */
export interface UsarDrive {
  readonly name: string;
  readonly settings: DriveSettings;
  /** Mean radius of the wheels, m. */
  readonly radius: number;
  /** Mean distance of the wheels from the middle, to the side, m. */
  readonly halfWidth: number;
}

export function driveOf({ devices }: RobotDescription): UsarDrive | undefined {
  const device = devices.find(({ kind }) => kind === "VelocityDrive");
  if (!device) return undefined;
  const settings = device.settings as DriveSettings;
  const mean = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0) / values.length;
  return {
    name: device.name,
    settings,
    radius: mean(settings.wheels.map(({ radius }) => radius)),
    halfWidth: mean(settings.wheels.map(({ angle, distance }) => Math.abs(distance * sin(angle)))),
  };
}
