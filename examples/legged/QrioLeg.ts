// Kinematics of a leg of the QRIO: joint angles to ankle and foot, and back. Positions are in m from the middle between the hips, along
// the axes of the pelvis: forward, left, up. All pitch axes of a leg are parallel, so its ankle roll follows from where the hip is seen
// from the foot. The yaw axis lies 13 mm behind the hip: its angle is found by repetition.

import { onSide, QRIO, type Side } from "../../robots/QrioJoints.js";
import { conjugate, fromAxisAngle, multiply, type Quat, rotate } from "../../src/math/Quat.js";
import { acos, asin, atan2, hypot } from "../../src/math/Trigonometry.js";
import { add, scale, sub, type Vec3 } from "../../src/math/Vec3.js";
import { within } from "./LegKinematics.js";

/** Place of the ankle and orientation of the foot. */
export interface FootPose {
  readonly ankle: Vec3;
  readonly turn: Quat;
}

export const LEG_JOINTS = ["HipYaw", "HipRoll", "HipPitch", "Knee", "AnklePitch", "AnkleRoll"] as const;
/** In the order of LEG_JOINTS, rad. */
export type LegAngles = readonly [number, number, number, number, number, number];

export const [ROLL, PITCH, YAW]: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Relative to the middle between the hips, m. */
const fromHips = (point: readonly [number, number, number], side: Side): Vec3 =>
  scale(sub(onSide(side, point), [0, 0, QRIO.hip[2]]), 0.001);
/** From hip to knee and from knee to ankle. */
const THIGH = scale(sub(QRIO.knee, QRIO.hip), 0.001);
const SHANK = scale(sub(QRIO.ankle, QRIO.knee), 0.001);
const [THIGH_LENGTH, SHANK_LENGTH] = [hypot(...THIGH), hypot(...SHANK)];
/** Bend of the straight leg. */
const BEND = atan2(THIGH[0], -THIGH[2]) + atan2(-SHANK[0], -SHANK[2]);
/** Height of the ankle above the sole, m. */
export const ANKLE_HEIGHT = QRIO.ankle[2] / 1000;

/** Knee, ankle and foot. */
export function legPose(side: Side, [yaw, roll, pitch, knee, anklePitch, ankleRoll]: LegAngles) {
  const base = fromHips(QRIO.hipYaw, side);
  const block = fromAxisAngle(YAW, yaw);
  const hip = add(base, rotate(block, sub(fromHips(QRIO.hip, side), base)));
  const thigh = multiply(multiply(block, fromAxisAngle(ROLL, roll)), fromAxisAngle(PITCH, pitch));
  const shank = multiply(thigh, fromAxisAngle(PITCH, knee));
  const kneeAt = add(hip, rotate(thigh, THIGH));
  const ankle = add(kneeAt, rotate(shank, SHANK));
  const turn = multiply(multiply(shank, fromAxisAngle(PITCH, anklePitch)), fromAxisAngle(ROLL, ankleRoll));
  return { hip, knee: kneeAt, ankle, turn };
}

/** Angles for a pose of the foot, or as near as the leg's length allows. */
export function legAngles(side: Side, { ankle, turn }: FootPose): LegAngles {
  const base = fromHips(QRIO.hipYaw, side);
  const arm = sub(fromHips(QRIO.hip, side), base);
  const ahead0 = rotate(turn, ROLL);
  let block = fromAxisAngle(YAW, atan2(ahead0[1], ahead0[0]));
  let angles: LegAngles = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < 4; i++) {
    // the hip seen from the foot
    const hip = rotate(conjugate(turn), sub(add(base, rotate(block, arm)), ankle));
    const ankleRoll = atan2(hip[1], hip[2]);
    const [ahead, up] = [hip[0], hypot(hip[1], hip[2])];
    const reach = (ahead * ahead + up * up - THIGH_LENGTH ** 2 - SHANK_LENGTH ** 2) / (2 * THIGH_LENGTH * SHANK_LENGTH);
    const knee = acos(within(reach, -1, 1)) - BEND;
    // the hip seen from the shank
    const above = rotate(fromAxisAngle(PITCH, -knee), scale(THIGH, -1));
    const anklePitch = atan2(above[0] - SHANK[0], above[2] - SHANK[2]) - atan2(ahead, up);
    const fork = multiply(turn, fromAxisAngle(ROLL, -ankleRoll));
    const left = rotate(fork, PITCH);
    const yaw = atan2(-left[0], left[1]);
    const sum = atan2(-rotate(fork, ROLL)[2], rotate(fork, YAW)[2]);
    angles = [yaw, asin(within(left[2], -1, 1)), sum - knee - anklePitch, knee, anklePitch, ankleRoll];
    block = fromAxisAngle(YAW, yaw);
  }
  return angles;
}
