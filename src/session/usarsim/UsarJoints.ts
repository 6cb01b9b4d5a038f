// The joints of a robot under USARSim's names. A joint with one axis has its own name; one with several axes is NAME_1, NAME_2, ..., and
// NAME alone is the last of them: the wheel of a hinge-2. Signs and zero are those of the document.

import {
  JOINT_PROPERTY,
  JOINT_PROPERTY_2004,
  type Joint,
  type JointKind,
  type OdeNumbers,
} from "../../describe/entity/Joint.js";
import type { RobotDescription } from "../../describe/robot/RobotDescription.js";
import { unknownName } from "../../describe/SimError.js";
import { massOfEntity } from "../../physics/Masses.js";
import { isSameName } from "./UsarLine.js";

export interface UsarAxis {
  /** Name in USARSim's lines. */
  readonly name: string;
  readonly joint: Joint;
  /** Counts from 0. */
  readonly axis: number;
  /** Property numbers that the joint expects. */
  readonly odeNumbers: OdeNumbers | undefined;
  /** Torque or force of the document, or the default for documents that leave it to the client, N·m or N. */
  readonly maxTorque: number;
}

/** Without FMax a motor can carry the weight of the robot at this lever, m. */
const DEFAULT_LEVER = 0.25;
const GRAVITY = 9.81;

/** Joints without a motor or position of their own. */
const PASSIVE: readonly JointKind[] = ["BallSocket", "Fixed"];

/** In the order of the document. */
export function axesOf({ entity, devices }: RobotDescription): readonly UsarAxis[] {
  const weight = massOfEntity(entity) * GRAVITY;
  return devices
    .flatMap(({ name, odeNumbers }) => {
      const joint = entity.joints.find((one) => one.name === name);
      return joint && !PASSIVE.includes(joint.kind) ? [{ joint, odeNumbers }] : [];
    })
    .flatMap(({ joint, odeNumbers }) =>
      joint.axes.map((_, axis) => ({
        name: joint.axes.length === 1 ? joint.name : `${joint.name}_${axis + 1}`,
        joint,
        axis,
        odeNumbers,
        maxTorque: joint.parameters[axis].FMax || weight * (joint.kind === "Slider" ? 1 : DEFAULT_LEVER),
      })),
    );
}

/** Throws JOINT_UNKNOWN. */
export function findAxis(axes: readonly UsarAxis[], name: string, where: string): UsarAxis {
  const found =
    axes.find((one) => isSameName(one.name, name)) ?? axes.findLast(({ joint }) => isSameName(joint.name, name));
  if (found) return found;
  const names = axes.map((one) => one.name);
  throw unknownName("JOINT_UNKNOWN", where, name, names);
}

/** Joints whose names begin like this, and all joints for the robot itself: the links of a mission package, counted from 1. */
export function linksOf(axes: readonly UsarAxis[], robot: string, name: string): readonly UsarAxis[] {
  if (isSameName(name, robot)) return axes;
  const start = name.toLowerCase();
  const found = axes.filter((one) => one.name.toLowerCase().startsWith(start));
  if (found.length > 0 && start !== "") return found;
  throw unknownName("JOINT_UNKNOWN", "MISPKG/Name", name, [robot, ...axes.map((one) => one.name)]);
}

export const isRevolute = ({ joint }: UsarAxis): boolean => joint.kind !== "Slider";

/** The message of a joint (docs/protocol.md): int32 property, float32 value. */
export function propertyMessage(property: number, value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setInt32(0, property, true);
  view.setFloat32(4, value, true);
  return new Uint8Array(view.buffer);
}

/** Property number of an axis. */
export function propertyOf(name: keyof typeof JOINT_PROPERTY_2004, { axis, odeNumbers }: UsarAxis): number {
  return (odeNumbers === "2004" ? JOINT_PROPERTY_2004 : JOINT_PROPERTY)[name] + 256 * axis;
}
