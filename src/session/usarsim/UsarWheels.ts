// Which joints are the wheels of a robot, on which side, and in which direction they roll forward: for DRIVE {Left} {Right}. A wheel is a
// joint without stops whose axis points to the side (x of model space) and that turns a body of round solids. Forward is +y of
// model space. With w the speed of Body1 relative to Body2 about the axis a, a wheel that is Body1 rolls to +y if w a.x < 0.

import type { Body } from "../../describe/entity/Entity.js";
import type { JointKind } from "../../describe/entity/Joint.js";
import type { RobotDescription } from "../../describe/robot/RobotDescription.js";
import type { DriveSettings } from "../../devices/drive/VelocityDrive.js";
import { sin } from "../../math/Trigonometry.js";
import type { UsarAxis } from "./UsarJoints.js";

export interface UsarWheel {
  readonly axis: UsarAxis;
  readonly side: "left" | "right";
  /** 1 or -1: speed of the joint for a wheel that rolls forward. */
  readonly sign: number;
  readonly radius: number;
  /** Place of its middle in model space, m. */
  readonly x: number;
  readonly y: number;
}

const ROUND: readonly string[] = ["Cylinder", "Sphere", "CappedCylinder"];
const ROLLING: readonly JointKind[] = ["Hinge", "Hinge2", "Servo"];
/** Smallest share of the axis that points to the side. */
const SIDEWAYS = 0.7;
/** A wheel nearer to the middle belongs to no side, m. */
const MIDDLE = 1e-3;

export function wheelsOf({ entity }: RobotDescription, axes: readonly UsarAxis[]): readonly UsarWheel[] {
  return axes.flatMap((axis) => {
    const { joint, axis: index } = axis;
    const { LoStop, HiStop } = joint.parameters[index];
    const [ax] = joint.axes[index];
    const isLast = index === joint.axes.length - 1;
    if (!ROLLING.includes(joint.kind) || !isLast || Math.abs(ax) < SIDEWAYS) return [];
    if (Number.isFinite(LoStop) || Number.isFinite(HiStop)) return [];
    const bodies = [joint.body1, joint.body2].map((name) => entity.bodies.find((body) => body.name === name));
    const isFirst = isRound(bodies[0]);
    const wheel = isFirst ? bodies[0] : isRound(bodies[1]) ? bodies[1] : undefined;
    if (!wheel) return [];
    const { pose, shape } = wheel.solids[0];
    const [x, y] = pose.position;
    if (Math.abs(x) < MIDDLE) return [];
    const radius = "radius" in shape ? shape.radius : 0;
    const sign = (isFirst ? -1 : 1) * Math.sign(ax);
    return [{ axis, side: x < 0 ? "left" : "right", sign, radius, x, y } as const];
  });
}

const isRound = (body: Body | undefined): boolean =>
  body !== undefined && body.solids.length > 0 && body.solids.every(({ shape }) => ROUND.includes(shape.kind));

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
