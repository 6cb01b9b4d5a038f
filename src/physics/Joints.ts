// Reads joints: position, speed and effort of Body1 relative to Body2 by axis (S1's joint report), forces, commands. Sets
// joint speeds and drives.

import type { Joint } from "../describe/entity/Joint.js";
import { SimError, showValue, unknownName } from "../describe/SimError.js";
import type { Quat } from "../math/Quat.js";
import type { Vec3 } from "../math/Vec3.js";
import type { AxisDrive, JointCommand, ReadonlyJointCommand } from "./JointCommand.js";
import type { Physics } from "./Physics.js";
import { INTERNALS } from "./state/LiveModel.js";
import type { JointWrench } from "./step/JointForces.js";
import { readEfforts } from "./step/LastStep.js";

export interface AxisState {
  /** rad or m. */
  readonly position: number;
  readonly velocity: number;
  /** Motor and stop in the last step, on Body1, N·m or N. */
  readonly effort: number;
}

export interface BallState {
  readonly orientation: Quat;
  readonly angularVelocity: Vec3;
}

export function findJoint(physics: Physics, entity: string, joint: string): Joint {
  const { joints } = physics.entity(entity);
  const found = joints.find((one) => one.name === joint);
  if (!found)
    throw unknownName(
      "COMPONENT_UNKNOWN",
      entity,
      joint,
      joints.map((one) => one.name),
    );
  return found;
}

/** The present command of a joint. */
export function readJointCommand(physics: Physics, entity: string, joint: string): ReadonlyJointCommand {
  const command = physics[INTERNALS].liveOf(entity).commands.get(joint);
  if (!command) findJoint(physics, entity, joint);
  return command as JointCommand;
}

/** Every axis of a joint; empty for joints without axes and for angular motors. */
export function readJoint(physics: Physics, entity: string, joint: string): readonly AxisState[] {
  const described = findJoint(physics, entity, joint);
  const c = physics[INTERNALS].compiled;
  const efforts = readJointEfforts(physics, entity, joint);
  return physics[INTERNALS]
    .layoutOf(entity)
    .axes.filter((place) => place.joint === described)
    .sort((a, b) => a.axis - b.axis)
    .map(({ jointId, sign }, i) => ({
      position: sign * c.views.qpos[c.views.jnt_qposadr[jointId]],
      velocity: sign * c.views.qvel[c.views.jnt_dofadr[jointId]],
      effort: efforts[i] ?? 0,
    }));
}

/** Sets the speed of the first axis of a joint, rad/s or m/s; joints without axes are left alone. */
export function setJointSpeed(physics: Physics, entity: string, joint: string, speed: number): void {
  const described = findJoint(physics, entity, joint);
  const place = physics[INTERNALS].layoutOf(entity).axes.find((one) => one.joint === described && one.axis === 0);
  if (!place) return;
  const { views } = physics[INTERNALS].compiled;
  views.qvel[views.jnt_dofadr[place.jointId]] = place.sign * speed;
}

/** Motor and stop about each axis in the last step, on Body1, angular motors included; empty before the first step. */
export function readJointEfforts(physics: Physics, entity: string, joint: string): readonly number[] {
  const { last, compiled, pipeline } = physics[INTERNALS];
  if (last) return last.efforts.get(entity)?.get(joint) ?? [];
  return readEfforts(compiled, pipeline, physics[INTERNALS].layoutOf(entity), joint);
}

/** Replaces the joint's own motor on one axis by a drive, or changes the drive, from the next step on. */
export function setDrive(
  physics: Physics,
  entity: string,
  place: { readonly joint: string; readonly axis: number },
  drive: AxisDrive,
): void {
  const where = `${entity}/${place.joint}`;
  const joint = findJoint(physics, entity, place.joint);
  const command = physics[INTERNALS].liveOf(entity).commands.get(place.joint) as JointCommand;
  checkAxisIndex(command, place.axis, where);
  const refuse = (found: string): never => {
    throw new SimError("PROPERTY_MISPLACED", { where, found, allowed: "one motor for each axis" });
  };
  const other = command.drives[place.axis];
  if (other && other.owner !== drive.owner) refuse(`"${drive.owner}" beside "${other.owner}"`);
  if (joint.kind === "Servo" || joint.kind === "AMotor")
    refuse(`"${drive.owner}" on a ${joint.kind}, which is a motor`);
  if (command.axes[place.axis].FMax > 0) refuse(`"${drive.owner}" beside the joint's own motor, whose FMax is above 0`);
  if (!physics[INTERNALS].layoutOf(entity).axes.some((axis) => axis.joint === joint))
    refuse(`"${drive.owner}" on a joint between bodies that fixed joints already connect`);
  command.drives[place.axis] = Object.freeze({ ...drive });
  physics[INTERNALS].pipeline.joints.update(physics[INTERNALS].compiled, joint);
}

/** Measures forces through this joint from the next step on. Throws for a joint that cannot be measured. */
export function watchForces(physics: Physics, entity: string, joint: string): void {
  const { watched } = physics[INTERNALS].liveOf(entity);
  if (watched.has(joint)) return;
  findJoint(physics, entity, joint);
  physics[INTERNALS].pipeline.forces.watch(physics[INTERNALS].compiled, physics[INTERNALS].layoutOf(entity), joint);
  watched.add(joint);
}

/** Force and torque of Body2 on Body1 about the anchor in the last step, in the world's axes; zero before the first step. */
export function readForces(physics: Physics, entity: string, joint: string): JointWrench {
  const { last, pipeline } = physics[INTERNALS];
  const wrench = last ? last.wrenches.get(entity)?.get(joint) : pipeline.forces.read(entity, joint);
  return wrench ?? NO_FORCES;
}

const NO_FORCES: JointWrench = Object.freeze([0, 0, 0, 0, 0, 0]);

/** Travel of Body2 (the wheel) of a hinge-2 along the first axis relative to Body1, m; 0 without suspension. */
export function readSuspension(physics: Physics, entity: string, joint: string): number {
  const described = findJoint(physics, entity, joint);
  const c = physics[INTERNALS].compiled;
  const place = physics[INTERNALS].layoutOf(entity).suspensions.find((one) => one.joint === described);
  return place ? place.sign * c.views.qpos[c.views.jnt_qposadr[place.jointId]] : 0;
}

/** Sets the angular velocity of a ball joint, rad/s, in the axes of `readBall`; other joints are left alone. */
export function setBallVelocity(physics: Physics, entity: string, joint: string, velocity: Vec3): void {
  const described = findJoint(physics, entity, joint);
  const place = physics[INTERNALS].layoutOf(entity).balls.find((one) => one.joint === described);
  if (!place) return;
  const { views } = physics[INTERNALS].compiled;
  const v = views.jnt_dofadr[place.jointId];
  for (let k = 0; k < 3; k++) views.qvel[v + k] = place.sign * velocity[k];
}

export function readBall(physics: Physics, entity: string, joint: string): BallState | undefined {
  const described = findJoint(physics, entity, joint);
  const c = physics[INTERNALS].compiled;
  const place = physics[INTERNALS].layoutOf(entity).balls.find((one) => one.joint === described);
  if (!place) return undefined;
  const q = c.views.jnt_qposadr[place.jointId];
  const v = c.views.jnt_dofadr[place.jointId];
  const s = place.sign;
  const [w, x, y, z] = c.views.qpos.subarray(q, q + 4);
  return {
    orientation: [s * x, s * y, s * z, w],
    angularVelocity: [s * c.views.qvel[v], s * c.views.qvel[v + 1], s * c.views.qvel[v + 2]],
  };
}

/** `axis` counts from 0 here and from 1 in documents; the error names both. */
export function checkAxisIndex({ joint, axes }: ReadonlyJointCommand, axis: number, where: string): void {
  if (Number.isInteger(axis) && axis >= 0 && axis < axes.length) return;
  const named = axes.map((_, i) => `axis ${i + 1} (index ${i})`);
  throw new SimError("PARAMETER_UNKNOWN", {
    where,
    found: Number.isInteger(axis) ? `axis ${axis + 1} (index ${axis})` : `axis index ${showValue(axis)}`,
    allowed: named.length > 0 ? named.join(", ") : `none: a ${joint.kind} joint has no axes`,
  });
}
