// The 20 servos of the AIBO ERS-7 (L1). Degrees, rad/s and N·m. Positive: rotators away from the body's centre, elevators outward,
// knees bend, neck and nod up, pan to the left, mouth closes, tail up and to the left, ears outward.

import { type AiboLeg, BODY, isFront, isLeft, LEGS, legLengths, shoulderOf } from "./AiboGeometry.js";
import type { Point, ServoPart } from "./DocumentParts.js";

type Range = readonly [min: number, max: number];

export interface AiboJoint extends ServoPart {
  /** The range that Sony's software allows. No source has torques: they are enough for a trot on two legs, with a reserve. */
  readonly range: Range;
}

const [LEG_TORQUE, NECK_TORQUE, SMALL_TORQUE] = [2, 0.6, 0.1];
/** The real ears are plungers that are in or out. */
const EAR_SPEED = 10;

/** Stand with the shoulders 120 mm above the ground, degrees. */
export const STAND_POSE = { front: [-31, 0, 83], hind: [-33, 0, 93] } as const;

const [FORWARD, LEFT, UP]: readonly Point[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const minus = ([x, y, z]: Point): Point => [-x, -y, -z];

export const legJoints = (leg: AiboLeg): readonly [string, string, string] => [
  `${leg}Rotator`,
  `${leg}Elevator`,
  `${leg}Knee`,
];

function servosOf(leg: AiboLeg): AiboJoint[] {
  const [rotator, elevator, knee] = legJoints(leg);
  const { kneeAhead, kneeDown } = legLengths(leg);
  const [x, y, z] = shoulderOf(leg);
  // a leg that hangs down swings forward about the axis to the right
  const swing = isFront(leg) ? minus(LEFT) : LEFT;
  const out = isLeft(leg) ? FORWARD : minus(FORWARD);
  const [first, second, third] = isFront(leg) ? STAND_POSE.front : STAND_POSE.hind;
  const upper = { anchor: [x, y, z] as Point, torque: LEG_TORQUE };
  return [
    {
      ...upper,
      name: rotator,
      child: `${leg}Shoulder`,
      parent: "Torso",
      axis: swing,
      stops: isFront(leg) ? [-120, 135] : [-135, 120],
      range: isFront(leg) ? [-115, 130] : [-130, 115],
      speed: 4.865,
      stand: first,
    },
    {
      ...upper,
      name: elevator,
      child: `${leg}Upper`,
      parent: `${leg}Shoulder`,
      axis: out,
      stops: [-15, 93],
      range: [-10, 88],
      speed: 5.28,
      stand: second,
    },
    {
      ...upper,
      name: knee,
      child: `${leg}Lower`,
      parent: `${leg}Upper`,
      anchor: [x + kneeAhead, y, z - kneeDown],
      axis: swing,
      stops: [-30, 127],
      range: [-25, 122],
      speed: 5.28,
      stand: third,
    },
  ];
}

const ear = (side: "Left" | "Right"): AiboJoint => ({
  name: `${side}Ear`,
  child: `${side}EarFlap`,
  parent: "Head",
  anchor: [BODY.nod[0] + 22, side === "Left" ? 45 : -45, BODY.nod[2] + 28],
  axis: side === "Left" ? FORWARD : minus(FORWARD),
  stops: [0, 15],
  range: [0, 15],
  speed: EAR_SPEED,
  torque: SMALL_TORQUE,
  stand: 0,
});

/** In the order of Sony's table. */
export const AIBO_JOINTS: readonly AiboJoint[] = [
  ...LEGS.flatMap(servosOf),
  {
    name: "NeckTilt",
    child: "Neck",
    parent: "Torso",
    anchor: BODY.neck,
    axis: minus(LEFT),
    stops: [-80, 3],
    range: [-75, 0],
    speed: 3.185,
    torque: NECK_TORQUE,
    stand: -10,
  },
  {
    name: "NeckPan",
    child: "HeadBase",
    parent: "Neck",
    anchor: BODY.nod,
    axis: UP,
    stops: [-93, 93],
    range: [-88, 88],
    speed: 10.057,
    torque: NECK_TORQUE,
    stand: 0,
  },
  {
    name: "NeckNod",
    child: "Head",
    parent: "HeadBase",
    anchor: BODY.nod,
    axis: minus(LEFT),
    stops: [-20, 50],
    range: [-15, 45],
    speed: 5.781,
    torque: NECK_TORQUE,
    stand: 0,
  },
  {
    name: "Mouth",
    child: "Jaw",
    parent: "Head",
    anchor: BODY.mouth,
    axis: minus(LEFT),
    stops: [-60, 0],
    range: [-55, -3],
    speed: 10.145,
    torque: SMALL_TORQUE,
    stand: -3,
  },
  {
    name: "TailTilt",
    child: "TailBase",
    parent: "Torso",
    anchor: BODY.tail,
    axis: LEFT,
    stops: [0, 65],
    range: [5, 60],
    speed: 15.163,
    torque: SMALL_TORQUE,
    stand: 30,
  },
  {
    name: "TailPan",
    child: "TailRod",
    parent: "TailBase",
    anchor: BODY.tail,
    axis: minus(UP),
    stops: [-60, 60],
    range: [-45, 45],
    speed: 15.163,
    torque: SMALL_TORQUE,
    stand: 0,
  },
  ear("Left"),
  ear("Right"),
];
