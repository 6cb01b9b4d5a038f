// The 38 servos of Sony's QRIO (SDR-4X II): neck 4, trunk 2, arms 5 each, legs 6 each, fingers 5 each (L1). mm above the ground, degrees,
// rad/s, N·m. No public source has limits, speeds and torques: all are ASSUMED, the limits after humanoids of the same size. Pitch
// turns about the axis to the left, roll about forward, yaw about up; all are positive counter-clockwise.

import type { Point, ServoPart } from "./DocumentParts.js";

export const SIDES = ["Left", "Right"] as const;
export type Side = (typeof SIDES)[number];
export const FINGERS = ["Thumb", "Index", "Middle", "Ring", "Little"] as const;

/** Axes with all joints at 0: forward, left (of the left side), up. The heights are scaled to 580 mm in total. */
export const QRIO = {
  ankle: [0, 46, 49],
  knee: [6, 46, 149],
  hip: [0, 46, 260],
  hipYaw: [-13, 46, 283],
  waist: [0, 0, 314],
  torso: [0, 0, 392],
  shoulder: [0, 96, 438],
  elbow: [0, 108, 359],
  wrist: [0, 108, 262],
  neck: [0, 0, 476],
  head: [4, 0, 534],
} as const satisfies Record<string, Point>;

export const onSide = (side: Side, [forward, left, up]: Point): Point => [forward, side === "Left" ? left : -left, up];

const [ROLL, PITCH, YAW]: readonly Point[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

const LEG = { speed: 7, torque: 12 };
const TRUNK = { speed: 5, torque: 12 };
const ARM = { speed: 6, torque: 3 };
const NECK = { speed: 5, torque: 1.5 };
const FINGER = { speed: 6, torque: 0.2 };

/** Knees a little bent, degrees. */
const BEND = 15;

/** A range for the left side; mirrored for the right one. */
const mirrored = (side: Side, [min, max]: readonly [number, number]): readonly [number, number] =>
  side === "Left" ? [min, max] : [-max, -min];

function legServos(side: Side): ServoPart[] {
  const part = (name: string) => `${side}${name}`;
  const at = (point: Point) => onSide(side, point);
  const hip = at(QRIO.hip);
  const ankle = at(QRIO.ankle);
  return [
    {
      ...LEG,
      name: part("HipYaw"),
      child: part("HipBlock"),
      parent: "Pelvis",
      anchor: at(QRIO.hipYaw),
      axis: YAW,
      stops: mirrored(side, [-40, 60]),
      stand: 0,
    },
    {
      ...LEG,
      name: part("HipRoll"),
      child: part("HipFork"),
      parent: part("HipBlock"),
      anchor: hip,
      axis: ROLL,
      stops: mirrored(side, [-25, 45]),
      stand: 0,
    },
    {
      ...LEG,
      name: part("HipPitch"),
      child: part("Thigh"),
      parent: part("HipFork"),
      anchor: hip,
      axis: PITCH,
      stops: [-100, 30],
      stand: -BEND,
    },
    {
      ...LEG,
      name: part("Knee"),
      child: part("Shank"),
      parent: part("Thigh"),
      anchor: at(QRIO.knee),
      axis: PITCH,
      stops: [-5, 130],
      stand: 2 * BEND,
    },
    {
      ...LEG,
      name: part("AnklePitch"),
      child: part("AnkleFork"),
      parent: part("Shank"),
      anchor: ankle,
      axis: PITCH,
      stops: [-70, 50],
      stand: -BEND,
    },
    {
      ...LEG,
      name: part("AnkleRoll"),
      child: part("Foot"),
      parent: part("AnkleFork"),
      anchor: ankle,
      axis: ROLL,
      stops: mirrored(side, [-40, 40]),
      stand: 0,
    },
  ];
}

function armServos(side: Side): ServoPart[] {
  const part = (name: string) => `${side}${name}`;
  const at = (point: Point) => onSide(side, point);
  const shoulder = at(QRIO.shoulder);
  const fingers = FINGERS.map(
    (finger, i): ServoPart => ({
      ...FINGER,
      name: part(finger),
      child: part(`${finger}Link`),
      parent: part("Hand"),
      anchor: fingerBase(side, i),
      axis: ROLL,
      // the hand hangs down, its palm to the body
      stops: mirrored(side, [-80, 0]),
      stand: 0,
    }),
  );
  return [
    {
      ...ARM,
      name: part("ShoulderPitch"),
      child: part("ShoulderBlock"),
      parent: "Torso",
      anchor: shoulder,
      axis: PITCH,
      stops: [-170, 60],
      stand: 10,
    },
    {
      ...ARM,
      name: part("ShoulderRoll"),
      child: part("ShoulderFork"),
      parent: part("ShoulderBlock"),
      anchor: shoulder,
      axis: ROLL,
      stops: mirrored(side, [-5, 100]),
      stand: side === "Left" ? 10 : -10,
    },
    {
      ...ARM,
      name: part("ArmYaw"),
      child: part("UpperArm"),
      parent: part("ShoulderFork"),
      anchor: shoulder,
      axis: YAW,
      stops: [-110, 110],
      stand: 0,
    },
    {
      ...ARM,
      name: part("Elbow"),
      child: part("Forearm"),
      parent: part("UpperArm"),
      anchor: at(QRIO.elbow),
      axis: PITCH,
      stops: [-120, 5],
      stand: -35,
    },
    {
      ...ARM,
      name: part("WristYaw"),
      child: part("Hand"),
      parent: part("Forearm"),
      anchor: at(QRIO.wrist),
      axis: YAW,
      stops: [-90, 90],
      stand: 0,
    },
    ...fingers,
  ];
}

/** Four fingers in a row, the thumb in front of them. */
export function fingerBase(side: Side, index: number): Point {
  const [x, y, z] = QRIO.wrist;
  return onSide(side, index === 0 ? [x + 20, y - 6, z - 22] : [x + 22 - 11 * index, y + 3, z - 38]);
}

export const QRIO_JOINTS: readonly ServoPart[] = [
  {
    ...NECK,
    name: "NeckPitch",
    child: "NeckBlock",
    parent: "Torso",
    anchor: QRIO.neck,
    axis: PITCH,
    stops: [-30, 45],
    stand: 0,
  },
  {
    ...NECK,
    name: "NeckYaw",
    child: "NeckRing",
    parent: "NeckBlock",
    anchor: QRIO.neck,
    axis: YAW,
    stops: [-90, 90],
    stand: 0,
  },
  {
    ...NECK,
    name: "NeckRoll",
    child: "NeckFork",
    parent: "NeckRing",
    anchor: QRIO.head,
    axis: ROLL,
    stops: [-25, 25],
    stand: 0,
  },
  {
    ...NECK,
    name: "HeadPitch",
    child: "Head",
    parent: "NeckFork",
    anchor: QRIO.head,
    axis: PITCH,
    stops: [-30, 30],
    stand: 0,
  },
  {
    ...TRUNK,
    name: "WaistPitch",
    child: "WaistBlock",
    parent: "Torso",
    anchor: QRIO.waist,
    axis: PITCH,
    stops: [-60, 20],
    stand: 0,
  },
  {
    ...TRUNK,
    name: "WaistRoll",
    child: "Pelvis",
    parent: "WaistBlock",
    anchor: QRIO.waist,
    axis: ROLL,
    stops: [-30, 30],
    stand: 0,
  },
  ...SIDES.flatMap(armServos),
  ...SIDES.flatMap(legServos),
];
