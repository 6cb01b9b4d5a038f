// The QRIO as points of mass: its centre of mass relative to the middle between the hips, and the way back from a place of the centre
// and the feet to joint angles. m and kg; axes of the pelvis: forward, left, up. Arms count as hanging down.

import { QRIO, SIDES, type Side } from "../../robots/QrioJoints.js";
import { conjugate, multiply, type Quat, rotate } from "../../src/math/Quat.js";
import { add, addScaled, distance, scale, sub, type Vec3 } from "../../src/math/Vec3.js";
import { ANKLE_HEIGHT, type FootPose, type LegAngles, legAngles, legPose } from "./QrioLeg.js";

export type Legs = Readonly<Record<Side, LegAngles>>;
export type Feet = Readonly<Record<Side, FootPose>>;

/** Of head, neck, torso, arms and pelvis, with the masses of robots/Qrio.ts. */
const UPPER = upperBody();
const [HIP_MASS, THIGH_MASS, SHANK_MASS, ANKLE_MASS, FOOT_MASS] = [0.24, 0.45, 0.35, 0.1, 0.25];
/** Where the search for the place of the hips ends, m. */
const CLOSE = 1e-7;
export const QRIO_MASS = UPPER.mass + 2 * (HIP_MASS + THIGH_MASS + SHANK_MASS + ANKLE_MASS + FOOT_MASS);

function upperBody(): { readonly mass: number; readonly center: Vec3 } {
  const [torso, head, neck, waist] = [QRIO.torso[2] + 16, QRIO.head[2], QRIO.neck[2] + 10, QRIO.waist[2]];
  const [shoulder, elbow, wrist] = [QRIO.shoulder[2], QRIO.elbow[2], QRIO.wrist[2]];
  const parts: readonly (readonly [mass: number, height: number])[] = [
    [1.82, torso],
    [0.6, head],
    [0.09, neck],
    [0.1, waist],
    [0.6, waist - 22],
    [0.24, shoulder],
    [0.32, (shoulder + elbow) / 2],
    [0.24, (elbow + wrist) / 2],
    [0.18, wrist - 25],
  ];
  const mass = parts.reduce((sum, [part]) => sum + part, 0);
  const height = parts.reduce((sum, [part, up]) => sum + part * up, 0) / mass;
  return { mass, center: [0.0016, 0, (height - QRIO.hip[2]) / 1000] };
}

/** Centre of mass. */
export function centerOfMass(legs: Legs): Vec3 {
  let sum = scale(UPPER.center, UPPER.mass);
  for (const side of SIDES) {
    const { hip, knee, ankle, turn } = legPose(side, legs[side]);
    sum = addScaled(sum, hip, HIP_MASS);
    sum = addScaled(sum, scale(add(hip, knee), 0.5), THIGH_MASS);
    sum = addScaled(sum, scale(add(knee, ankle), 0.5), SHANK_MASS);
    sum = addScaled(sum, ankle, ANKLE_MASS);
    sum = addScaled(sum, add(ankle, rotate(turn, [0.01, 0, -0.8 * ANKLE_HEIGHT])), FOOT_MASS);
  }
  return scale(sum, 1 / QRIO_MASS);
}

/** Angles that bring feet and centre of mass to places in the world, with the pelvis turned by `pelvis`. */
export function bodyAngles(center: Vec3, pelvis: Quat, feet: Feet): Legs {
  const back = conjugate(pelvis);
  let hips = sub(center, [0, 0, 0.04]);
  let legs: Legs | undefined;
  for (let i = 0; i < 12; i++) {
    const angles = (side: Side) =>
      legAngles(side, { ankle: rotate(back, sub(feet[side].ankle, hips)), turn: multiply(back, feet[side].turn) });
    legs = { Left: angles("Left"), Right: angles("Right") };
    const before = hips;
    hips = sub(center, rotate(pelvis, centerOfMass(legs)));
    if (distance(before, hips) < CLOSE) break;
  }
  return legs as Legs;
}
