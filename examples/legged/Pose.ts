// Target angles of joints by name, rad, and poses of the whole AIBO.

import { type AiboLeg, isFront, LEGS } from "../../robots/AiboGeometry.js";
import { legJoints, STAND_POSE } from "../../robots/AiboJoints.js";
import { DEGREE } from "../../src/math/Trigonometry.js";
import type { LegAngles } from "./LegKinematics.js";

export type Pose = Readonly<Record<string, number>>;

export function legPose(leg: AiboLeg, angles: LegAngles): Pose {
  const names = legJoints(leg);
  return { [names[0]]: angles[0], [names[1]]: angles[1], [names[2]]: angles[2] };
}

type Degrees = readonly [rotator: number, elevator: number, knee: number];

/** All legs, front ones and hind ones alike, in degrees. */
export const legsPose = (front: Degrees, hind: Degrees): Pose =>
  Object.assign({}, ...LEGS.map((leg) => legPose(leg, radians(isFront(leg) ? front : hind))));

/** One leg in degrees. */
export const oneLeg = (leg: AiboLeg, angles: Degrees): Pose => legPose(leg, radians(angles));

const radians = ([a, b, c]: Degrees): LegAngles => [a * DEGREE, b * DEGREE, c * DEGREE];

export const STAND: Pose = legsPose(STAND_POSE.front, STAND_POSE.hind);
