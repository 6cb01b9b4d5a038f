// Builder of legged robots: a root body and links, each connected to its parent by one servo. All positions are in model
// space, in the pose with every joint at 0.

import type { BodyInput, EntityInput } from "../src/describe/entity/Entity.js";
import type { JointInput } from "../src/describe/entity/Joint.js";
import type { SolidInput } from "../src/describe/entity/Solid.js";
import { between } from "../src/math/Quat.js";
import { addScaled, distance, sub, type Vec3 } from "../src/math/Vec3.js";

export const AXIS_X: Vec3 = [1, 0, 0];
export const AXIS_Y: Vec3 = [0, 1, 0];
export const AXIS_Z: Vec3 = [0, 0, 1];

export interface Link {
  readonly name: string;
  readonly parent: string;
  /** Axis of the servo. */
  readonly axis: Vec3;
  /** A point on the axis. */
  readonly anchor: Vec3;
  /** Minimum and maximum angle, rad. */
  readonly range: readonly [number, number];
  /** Maximum torque, N·m. */
  readonly torque: number;
  readonly solids: readonly SolidInput[];
}

/** Inertia of a small gear motor's rotor as seen at the joint, kg·m². */
const ROTOR = 1e-4;

export interface ServoRobotInput {
  readonly name: string;
  readonly root: BodyInput;
  readonly links: readonly Link[];
  readonly selfCollide: boolean;
}

export function servoRobot({ name, root, links, selfCollide }: ServoRobotInput): EntityInput {
  return {
    name,
    selfCollide,
    bodies: [root, ...links.map((link) => ({ name: link.name, solids: link.solids }))],
    joints: links.map(servoOf),
  };
}

/** Name of the joint that moves a link. */
export const servoName = (link: string): string => `${link}Servo`;

function servoOf({ name, parent, axis, anchor, range, torque }: Link): JointInput {
  return {
    name: servoName(name),
    kind: "Servo",
    body1: name,
    body2: parent,
    anchor,
    axes: [axis],
    parameters: [{ FMax: torque, LoStop: range[0], HiStop: range[1] }],
    armature: ROTOR,
  };
}

/** A capsule with the centres of its caps at `from` and `to`. */
export function limb(name: string, from: Vec3, to: Vec3, radius: number, mass: number): SolidInput {
  return {
    name,
    shape: { kind: "CappedCylinder", radius, length: distance(from, to) },
    position: addScaled(from, sub(to, from), 0.5),
    orientation: between(AXIS_Z, sub(to, from)),
    mass,
    material: "Plastic",
  };
}

export function block(name: string, position: Vec3, size: Vec3, mass: number): SolidInput {
  return { name, shape: { kind: "Box", size }, position, mass, material: "Plastic" };
}

/** A motor inside a cover: it has mass but does not collide. */
export function motor(name: string, position: Vec3, mass: number, radius = 0.012): SolidInput {
  return { name, shape: { kind: "Sphere", radius }, position, mass, collide: false };
}
