// Which entities meet a condition of a trigger on a contact, a joint or a sensor (E2).

import { matchesName } from "../../describe/NamePattern.js";
import type { ContactCondition, JointCondition, SensorCondition } from "../../describe/world/WorldTrigger.js";
import { readJoint, readJointEfforts } from "../../physics/Joints.js";
import type { Physics } from "../../physics/Physics.js";
import { touchers } from "../../physics/Queries.js";
import type { Robot } from "../Robot.js";

/** A solid of static things and another one touch if they have a force, or no gap. */
const NO_GAP = 0;

export function doesTouch(physics: Physics, entity: string, { names }: ContactCondition): boolean {
  for (const other of touchers(physics, entity, NO_GAP))
    if (other !== entity && names.some((pattern) => matchesName(pattern, other))) return true;
  return false;
}

/** Whether a number is within the limits of a condition. */
export function isWithin(x: number, { above, below }: Pick<JointCondition, "above" | "below">): boolean {
  return (above === undefined || x > above) && (below === undefined || x < below);
}

/** Undefined: the entity has no such joint, or the joint has no such axis. */
export function readJointValue(physics: Physics, entity: string, condition: JointCondition): number | undefined {
  const { joint, axis, value } = condition;
  if (!physics.entity(entity).joints.some(({ name }) => name === joint)) return undefined;
  if (value === "effort") return readJointEfforts(physics, entity, joint).at(axis);
  return readJoint(physics, entity, joint).at(axis)?.[value];
}

/** Undefined: the robot has no such sensor, or it has no sample yet. */
export function readSensorValue(robot: Robot | undefined, { sensor, index }: SensorCondition): number | undefined {
  return robot?.find(sensor)?.newest.at(index);
}
