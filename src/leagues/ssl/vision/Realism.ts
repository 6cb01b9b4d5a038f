// Imperfections of a simulated match (F4): noise, delays, losses, blind spots of vision and radio. All are off in "none". The numbers of
// friendly, rc2021 and realistic are those of ER-Force's simulator under the same names, for which teams have tuned their software;
// "2003" is the vision of the 2003 paper. Units: m, rad, s, pixels; probabilities 0 to 1.

import { SimError } from "../../../describe/SimError.js";
import type { Hash64 } from "../../../math/Hash64.js";

export interface Realism {
  /** Standard deviation of a ball's x and y, and of a robot's. */
  readonly ballNoise: number;
  readonly robotNoise: number;
  readonly orientationNoise: number;
  /** Pixels. */
  readonly ballAreaNoise: number;
  /** Typical difference of a confidence from 1. */
  readonly confidenceNoise: number;
  /** Robots hide the ball: it is not detected if less than this share of it is visible. */
  readonly occlusion: boolean;
  readonly ballVisibilityThreshold: number;
  /** Distance that a camera sees beyond the middle between itself and the next camera. */
  readonly cameraOverlap: number;
  /** False balls at a robot's dribbler, per s, robot and camera that sees it. */
  readonly dribblerBallDetections: number;
  /** Error of a camera's published position. */
  readonly cameraPositionError: number;
  /** Offset of all detections of a camera, in a random direction per camera. */
  readonly objectPositionOffset: number;
  /** Probability per camera and frame. */
  readonly missingBallDetections: number;
  readonly missingRobotDetections: number;
  /** From the picture to the packet. */
  readonly visionDelay: number;
  /** t_sent - t_capture. */
  readonly visionProcessingTime: number;
  /** Radio: probability that commands and answers get lost, and the delay of a command. */
  readonly robotCommandLoss: number;
  readonly robotResponseLoss: number;
  readonly commandDelay: number;
  /** False: a dribbler that turns never loses the ball. */
  readonly simulateDribbling: boolean;
}

const NONE: Realism = Object.freeze({
  ballNoise: 0,
  robotNoise: 0,
  orientationNoise: 0,
  ballAreaNoise: 0,
  confidenceNoise: 0,
  occlusion: false,
  ballVisibilityThreshold: 0.4,
  cameraOverlap: 0.3,
  dribblerBallDetections: 0,
  cameraPositionError: 0,
  objectPositionOffset: 0,
  missingBallDetections: 0,
  missingRobotDetections: 0,
  visionDelay: 0,
  visionProcessingTime: 0,
  robotCommandLoss: 0,
  robotResponseLoss: 0,
  commandDelay: 0,
  simulateDribbling: true,
});

const REALISTIC: Realism = Object.freeze({
  ...NONE,
  ballNoise: 0.0014,
  robotNoise: 0.0013,
  orientationNoise: 0.01,
  ballAreaNoise: 6.5,
  confidenceNoise: 0.05,
  occlusion: true,
  cameraOverlap: 1,
  dribblerBallDetections: 0.05,
  cameraPositionError: 0.1,
  objectPositionOffset: 0.02,
  missingBallDetections: 0.05,
  missingRobotDetections: 0.02,
  visionDelay: 0.035,
  visionProcessingTime: 0.01,
  robotCommandLoss: 0.03,
  robotResponseLoss: 0.1,
  commandDelay: 0.003,
});

export const REALISM_PRESETS = Object.freeze({
  none: NONE,
  friendly: Object.freeze({
    ...REALISTIC,
    ballNoise: 0.0004,
    robotNoise: 0.0003,
    orientationNoise: 0.003,
    ballAreaNoise: 1,
    confidenceNoise: 0.02,
    dribblerBallDetections: 0.001,
    cameraPositionError: 0.05,
    robotCommandLoss: 0.01,
    robotResponseLoss: 0.01,
    commandDelay: 0,
  }),
  rc2021: Object.freeze({
    ...REALISTIC,
    ballNoise: 0.001,
    dribblerBallDetections: 0.02,
    cameraPositionError: 0,
    objectPositionOffset: 0,
    missingRobotDetections: 0,
    commandDelay: 0,
    simulateDribbling: false,
  }),
  realistic: REALISTIC,
  "2003": Object.freeze({ ...NONE, ballNoise: 0.002, robotNoise: 0.002, orientationNoise: 0.02, visionDelay: 0.1 }),
});

export type RealismName = keyof typeof REALISM_PRESETS;
export const REALISM_NAMES = Object.keys(REALISM_PRESETS).sort() as readonly RealismName[];

/** Frames per s: 30 for 2003. */
export const visionRateOf = (name: RealismName): number => (name === "2003" ? 30 : 60);

export type RealismNumber = { readonly [K in keyof Realism]: Realism[K] extends number ? K : never }[keyof Realism];

/** Minimum, maximum and unit of each number. */
export const REALISM_RANGES: Readonly<Record<RealismNumber, readonly [number, number, string]>> = Object.freeze({
  ballNoise: [0, 1, "m"],
  robotNoise: [0, 1, "m"],
  orientationNoise: [0, 3.2, "rad"],
  ballAreaNoise: [0, 1000, "pixels"],
  confidenceNoise: [0, 1, ""],
  ballVisibilityThreshold: [0, 1, ""],
  cameraOverlap: [0, 100, "m"],
  dribblerBallDetections: [0, 1000, "per s and robot"],
  cameraPositionError: [0, 2, "m"],
  objectPositionOffset: [0, 2, "m"],
  missingBallDetections: [0, 1, ""],
  missingRobotDetections: [0, 1, ""],
  visionDelay: [0, 10, "s"],
  visionProcessingTime: [0, 10, "s"],
  robotCommandLoss: [0, 1, ""],
  robotResponseLoss: [0, 1, ""],
  commandDelay: [0, 10, "s"],
});
const NUMBERS = Object.keys(REALISM_RANGES) as readonly RealismNumber[];

/** Checks all numbers; throws VALUE_OUT_OF_RANGE at the first wrong one. */
export function checkRealism(realism: Realism, where = "Realism"): Realism {
  for (const name of NUMBERS) {
    const [min, max, unit] = REALISM_RANGES[name];
    const found = realism[name];
    if (!(found >= min && found <= max))
      throw new SimError("VALUE_OUT_OF_RANGE", {
        where: `${where}/${name}`,
        found,
        allowed: `${min} to ${max} ${unit}`.trim(),
      });
  }
  return Object.freeze({ ...realism });
}

export function addRealismTo(hash: Hash64, realism: Realism): void {
  for (const name of NUMBERS) hash.addNumber(realism[name]);
  hash.addWord(Number(realism.occlusion)).addWord(Number(realism.simulateDribbling));
}
