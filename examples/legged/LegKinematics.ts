// Kinematics of a leg of the AIBO: joint angles to the centre of its paw ball and back. Angles are in rad with the signs of
// robots/AiboJoints.ts; points are in mm relative to the shoulder or hip: forward, outward, up, along the axes of the body.

import { type AiboLeg, isFront, legLengths } from "../../robots/AiboGeometry.js";
import { AIBO_JOINTS, legJoints } from "../../robots/AiboJoints.js";
import { acos, asin, atan2, cos, DEGREE, hypot, sin } from "../../src/math/Trigonometry.js";

export type FootPoint = readonly [forward: number, outward: number, up: number];
export type LegAngles = readonly [rotator: number, elevator: number, knee: number];

/**
 * The plane of a leg before rotator and elevator turn it: hind legs are front legs that face backward. `down` and `ahead` of the paw
 * for the knee at `angle`.
 */
function legPlane(leg: AiboLeg, knee: number) {
  const { kneeDown, shin, shinAngle, pawOut, kneeAhead } = legLengths(leg);
  const facing = isFront(leg) ? 1 : -1;
  const angle = knee + facing * shinAngle;
  return { ahead: facing * kneeAhead + shin * sin(angle), down: kneeDown + shin * cos(angle), out: pawOut, facing };
}

/** Where the paw is. */
export function pawPoint(leg: AiboLeg, [rotator, elevator, knee]: LegAngles): FootPoint {
  const { ahead, down, out, facing } = legPlane(leg, knee);
  const outward = out * cos(elevator) + down * sin(elevator);
  const below = down * cos(elevator) - out * sin(elevator);
  return [facing * (ahead * cos(rotator) + below * sin(rotator)), outward, ahead * sin(rotator) - below * cos(rotator)];
}

/** Angles that bring the paw to a point, or as near as the leg's length and the ranges of its joints allow. */
export function legAngles(leg: AiboLeg, [forward, outward, up]: FootPoint): LegAngles {
  const { kneeAhead, kneeDown, shin, shinAngle, pawOut } = legLengths(leg);
  const facing = isFront(leg) ? 1 : -1;
  const upper = hypot(kneeAhead, kneeDown);
  const square = forward * forward + outward * outward + up * up - pawOut * pawOut;
  const bend = acos(within((square - upper * upper - shin * shin) / (2 * upper * shin), -1, 1));
  const limits = legLimits(leg);
  const knee = within(bend + atan2(facing * kneeAhead, kneeDown) - facing * shinAngle, ...limits[2]);
  const { ahead, down } = legPlane(leg, knee);
  const reach = hypot(down, pawOut);
  const elevator = within(asin(within(outward / reach, -1, 1)) - atan2(pawOut, down), ...limits[1]);
  const below = down * cos(elevator) - pawOut * sin(elevator);
  const turned = atan2(facing * forward, -up) - atan2(ahead, below);
  return [within(turned, ...limits[0]), elevator, knee];
}

type Range = readonly [min: number, max: number];

/** Ranges of the three joints that Sony's software allows, rad. */
const LIMITS = new Map(AIBO_JOINTS.map(({ name, range }) => [name, [range[0] * DEGREE, range[1] * DEGREE] as Range]));

export const jointRange = (joint: string): Range => LIMITS.get(joint) ?? [-Infinity, Infinity];

const legLimits = (leg: AiboLeg): readonly Range[] => legJoints(leg).map(jointRange);

export const within = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));
