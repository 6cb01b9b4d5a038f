// The verb `drive` for a robot without a client (E4). It drives the first two wheel joints in name order: a Hinge (axis 1)
// or Hinge2 (axis 2) with a horizontal axle, one of whose bodies has a sphere, or a cylinder around the axle. Forward is
// perpendicular to the axle: +x for an axle along y, +y for an axle along x. Full speed is 1 m/s at the rim; a full turn adds
// 0.5 m/s on one side and subtracts it on the other.
//   rim speed s, radius r, axle a:  angular velocity w = s / (r (a x up)·forward)

import type { Entity } from "../../describe/entity/Entity.js";
import type { Joint } from "../../describe/entity/Joint.js";
import type { Solid } from "../../describe/entity/Solid.js";
import { SimError } from "../../describe/SimError.js";
import { rotate } from "../../math/Quat.js";
import { cross, dot, normalize, scale, sub, type Vec3 } from "../../math/Vec3.js";
import { readJointCommand } from "../../physics/Joints.js";
import { massOfEntity } from "../../physics/Masses.js";
import type { Physics } from "../../physics/Physics.js";

const UP: Vec3 = [0, 0, 1];
/** Axis of a cylinder in its own frame. */
const CYLINDER_AXIS: Vec3 = [0, 1, 0];
/** Speed at the rim, m/s. */
const FULL_SPEED = 1;
const FULL_TURN = 0.5;
/** cos of the maximum angle between a cylinder and its axle. */
const ALIGNED = 0.99;
/** A motor without FMax gets the torque that lifts its share of the robot's weight, m/s². */
const LIFT_ACCELERATION = 9.81;

interface Wheel {
  readonly joint: string;
  /** Index of the axis of the joint, from 0. */
  readonly axis: number;
  readonly axle: Vec3;
  readonly anchor: Vec3;
  readonly radius: number;
  /** +1: the wheel is Body1, to which the joint velocity refers; -1: it is Body2. */
  readonly sense: number;
}

/** Sets the wheel motors until the next call. `forward` and `turn` (positive to the left) are from -1 to 1. */
export function driveWheels(physics: Physics, name: string, forward: number, turn: number): void {
  const wheels = findWheels(physics.entity(name));
  if (wheels.length < 2)
    throw new SimError("STATE_WRONG", {
      where: "drive/name",
      found: `"${name}" with ${wheels.length} wheels and no client`,
      allowed: "a robot with a client, or with two wheels on Hinge or Hinge2 joints",
    });
  const [ahead, middle] = [aheadOf(wheels[0].axle), scale(addAll(wheels), 1 / wheels.length)];
  const left = cross(UP, ahead);
  for (const wheel of wheels) {
    const side = Math.sign(dot(sub(wheel.anchor, middle), left));
    const speed = FULL_SPEED * forward - FULL_TURN * turn * side;
    const rolling = wheel.radius * dot(cross(wheel.axle, UP), ahead) * wheel.sense;
    setMotor(physics, name, wheel, speed / rolling);
  }
}

const addAll = (wheels: readonly Wheel[]): Vec3 =>
  [0, 1, 2].map((k) => wheels.reduce((sum, { anchor }) => sum + anchor[k], 0)) as unknown as Vec3;

function aheadOf(axle: Vec3): Vec3 {
  const across = normalize(cross(axle, UP));
  const larger = Math.abs(across[0]) >= Math.abs(across[1]) ? across[0] : across[1];
  return larger < 0 ? scale(across, -1) : across;
}

function setMotor(physics: Physics, name: string, { joint, axis, radius }: Wheel, velocity: number): void {
  physics.setJoint(name, joint, "Vel", velocity, axis);
  if (readJointCommand(physics, name, joint).axes[axis].FMax !== 0) return;
  const mass = massOfEntity(physics.entity(name));
  physics.setJoint(name, joint, "FMax", 0.5 * mass * LIFT_ACCELERATION * radius, axis);
}

function findWheels(entity: Entity): readonly Wheel[] {
  return entity.joints.flatMap((joint) => wheelOf(entity, joint) ?? []).slice(0, 2);
}

function wheelOf(entity: Entity, joint: Joint): Wheel | undefined {
  if (joint.kind !== "Hinge" && joint.kind !== "Hinge2") return undefined;
  const axis = joint.kind === "Hinge2" ? 1 : 0;
  const axle = joint.axes[axis];
  if (Math.abs(axle[2]) > 0.5) return undefined;
  // Hinge2: Body2 is checked first, because it is usually the wheel
  const ends = [
    { body: joint.body1, sense: 1 },
    { body: joint.body2, sense: -1 },
  ];
  for (const { body, sense } of joint.kind === "Hinge2" ? ends.reverse() : ends) {
    const radius = radiusOf(entity.bodies.find(({ name }) => name === body)?.solids ?? [], axle);
    if (radius > 0) return { joint: joint.name, axis, axle, anchor: joint.anchor, radius, sense };
  }
  return undefined;
}

/** Radius of the largest round solid around the axle; 0: there is none. */
function radiusOf(solids: readonly Solid[], axle: Vec3): number {
  return solids.reduce((largest, { shape, pose }) => {
    if (shape.kind === "Sphere") return Math.max(largest, shape.radius);
    if (shape.kind !== "Cylinder") return largest;
    return Math.abs(dot(rotate(pose.orientation, CYLINDER_AXIS), axle)) > ALIGNED
      ? Math.max(largest, shape.radius)
      : largest;
  }, 0);
}
