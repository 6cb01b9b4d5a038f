// The wheels of a robot that nothing describes as such: joints without stops whose axis is horizontal and which turn a body with
// a round solid about that axis and reach as low as the lowest of them: the roller of a dribbler does not. The verb `drive` and USARSim's DRIVE {Left} {Right} use them. Forward is perpendicular to the first axle: +x
// for an axle along y, +y for an axle along x.
//   rim speed s forward, radius r, axle a:  joint velocity w = s / (r (a x up)·forward)

import type { Entity } from "../describe/entity/Entity.js";
import type { Joint, JointKind } from "../describe/entity/Joint.js";
import type { Solid } from "../describe/entity/Solid.js";
import { rotate } from "../math/Quat.js";
import { cross, dot, length, normalize, scale, sub, type Vec3 } from "../math/Vec3.js";

export interface RollingWheel {
  readonly joint: Joint;
  /** Index of the axis of the joint, from 0. */
  readonly axis: number;
  readonly radius: number;
  /** Middle of the round solid, in model space. */
  readonly middle: Vec3;
  /** 1: left, -1: right, 0: neither. */
  readonly side: number;
  /** Distance to the left from the middle between the outer wheels, m. */
  readonly offset: number;
  /** Joint velocity of a wheel that rolls forward with 1 m/s at the rim, rad/s. */
  readonly pace: number;
}

const UP: Vec3 = [0, 0, 1];
/** Axis of a cylinder in its own frame; of a capsule. */
const CYLINDER_AXIS: Vec3 = [0, 1, 0];
const CAPSULE_AXIS: Vec3 = [0, 0, 1];
/** cos of the largest angle between a cylinder and its axle. */
const ALIGNED = 0.99;
/** Largest vertical share of an axle. */
const LEVEL = 0.5;
/** A round solid is centred on its axle up to this share of its radius. */
const CENTRED = 0.1;
/** A wheel reaches the ground up to this share of its radius. */
const REACH = 0.5;
/** A wheel nearer to the middle belongs to no side, m. */
const MIDDLE = 1e-3;

interface FoundWheel {
  readonly joint: Joint;
  readonly axis: number;
  readonly axle: Vec3;
  readonly radius: number;
  readonly middle: Vec3;
  /** 1: the wheel is Body1, to which the joint velocity refers; -1: it is Body2. */
  readonly sense: number;
}

export function rollingWheels(entity: Entity, kinds: readonly JointKind[]): readonly RollingWheel[] {
  const round = entity.joints.flatMap((joint) => wheelOf(entity, joint, kinds) ?? []);
  if (round.length === 0) return [];
  const ground = Math.min(...round.map(lowest));
  const found = round.filter((one) => lowest(one) - ground < REACH * one.radius);
  const ahead = aheadOf(found[0].axle);
  const left = cross(UP, ahead);
  const places = found.map(({ middle }) => dot(middle, left));
  const centre = (Math.max(...places) + Math.min(...places)) / 2;
  return found.map(({ joint, axis, axle, radius, middle, sense }, i) => {
    const off = places[i] - centre;
    const rolling = radius * dot(cross(axle, UP), ahead) * sense;
    return {
      joint,
      axis,
      radius,
      middle,
      side: Math.abs(off) < MIDDLE ? 0 : Math.sign(off),
      offset: off,
      pace: 1 / rolling,
    };
  });
}

const lowest = ({ middle, radius }: FoundWheel): number => middle[2] - radius;

/** Horizontal, with a positive larger part. */
function aheadOf(axle: Vec3): Vec3 {
  const across = normalize(cross(axle, UP));
  const larger = Math.abs(across[0]) >= Math.abs(across[1]) ? across[0] : across[1];
  return larger < 0 ? scale(across, -1) : across;
}

function wheelOf(entity: Entity, joint: Joint, kinds: readonly JointKind[]): FoundWheel | undefined {
  if (!kinds.includes(joint.kind)) return undefined;
  const axis = joint.axes.length - 1;
  const axle = normalize(joint.axes[axis]);
  const { LoStop, HiStop } = joint.parameters[axis];
  if (Math.abs(axle[2]) > LEVEL || Number.isFinite(LoStop) || Number.isFinite(HiStop)) return undefined;
  // of a hinge-2 Body2 is looked at first, because it is usually the wheel
  const ends = [
    { body: joint.body1, sense: 1 },
    { body: joint.body2, sense: -1 },
  ];
  for (const { body, sense } of joint.kind === "Hinge2" ? ends.reverse() : ends) {
    const solids = entity.bodies.find(({ name }) => name === body)?.solids ?? [];
    const round = largestRound(solids, joint.anchor, axle);
    if (round) return { joint, axis, axle, sense, ...round };
  }
  return undefined;
}

/** The largest round solid about the axle. */
function largestRound(solids: readonly Solid[], anchor: Vec3, axle: Vec3) {
  let largest: { readonly radius: number; readonly middle: Vec3 } | undefined;
  for (const solid of solids) {
    const radius = roundRadius(solid, axle);
    const off = sub(solid.pose.position, anchor);
    const isCentred = length(sub(off, scale(axle, dot(off, axle)))) <= CENTRED * radius;
    if (radius > (largest?.radius ?? 0) && isCentred) largest = { radius, middle: solid.pose.position };
  }
  return largest;
}

/** 0: it is not round about the axle. */
function roundRadius({ shape, pose }: Solid, axle: Vec3): number {
  if (shape.kind === "Sphere") return shape.radius;
  if (shape.kind !== "Cylinder" && shape.kind !== "CappedCylinder") return 0;
  const own = shape.kind === "Cylinder" ? CYLINDER_AXIS : CAPSULE_AXIS;
  return Math.abs(dot(rotate(pose.orientation, own), axle)) > ALIGNED ? shape.radius : 0;
}
