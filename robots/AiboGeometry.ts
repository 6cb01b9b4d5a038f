// Where the axes of the AIBO ERS-7 are, with all joints at 0: mm from the centre between shoulders and hips, forward, left, up. Sony's
// model information has the body, Tekkotsu's kinematics the lower legs (docs/legged.md).

import { cos, DEGREE, sin } from "../src/math/Trigonometry.js";
import type { Point } from "./DocumentParts.js";

/** Left and right front, left and right hind. */
export const LEGS = ["LF", "RF", "LH", "RH"] as const;
export type AiboLeg = (typeof LEGS)[number];

export const isFront = (leg: AiboLeg): boolean => leg[1] === "F";
export const isLeft = (leg: AiboLeg): boolean => leg[0] === "L";

/** Half of the distance from shoulder to hip, and of the track. */
const [HALF_LENGTH, HALF_TRACK] = [65, 62.5];

interface LegLengths {
  /** From the axes of rotator and elevator to the knee. */
  readonly kneeAhead: number;
  readonly kneeDown: number;
  /** From the knee to the centre of the paw ball: length, and its angle from straight down, forward positive, rad. */
  readonly shin: number;
  readonly shinAngle: number;
  /** The paw ball is this much further outside than the knee. */
  readonly pawOut: number;
}

export const FRONT: LegLengths & { readonly pawRadius: number; readonly cowlRadius: number } = {
  kneeAhead: 9,
  kneeDown: 69.5,
  shin: 65.434,
  shinAngle: -4.41 * DEGREE,
  pawOut: 4.7,
  pawRadius: 11.7165,
  cowlRadius: 65,
};

export const HIND: LegLengths = {
  kneeAhead: -9,
  kneeDown: 69.5,
  shin: 67.647,
  shinAngle: 11.54 * DEGREE,
  pawOut: 4.7,
};

const NECK: Point = [HALF_LENGTH + 2.5, 0, 19.5];
const NOD: Point = [NECK[0], 0, NECK[2] + 80];

export const BODY = {
  neck: NECK,
  /** Pan and nod meet here. */
  nod: NOD,
  camera: [NOD[0] + 81.06, 0, NOD[2] - 14.6],
  mouth: [NOD[0] + 40, 0, NOD[2] - 17.5],
  tail: [-102, 0, 33],
  chestRange: [109.1, 0, -3.4],
} as const satisfies Record<string, Point>;

export const legLengths = (leg: AiboLeg): LegLengths => (isFront(leg) ? FRONT : HIND);

/** Rotator and elevator meet here. */
export const shoulderOf = (leg: AiboLeg): Point => [
  isFront(leg) ? HALF_LENGTH : -HALF_LENGTH,
  isLeft(leg) ? HALF_TRACK : -HALF_TRACK,
  0,
];

/** Centre of the paw ball with all joints at 0. */
export function pawOf(leg: AiboLeg): Point {
  const { kneeAhead, kneeDown, shin, shinAngle, pawOut } = legLengths(leg);
  const [x, y, z] = shoulderOf(leg);
  const out = isLeft(leg) ? pawOut : -pawOut;
  return [x + kneeAhead + shin * sin(shinAngle), y + out, z - kneeDown - shin * cos(shinAngle)];
}
