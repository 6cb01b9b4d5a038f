// A humanoid like Sony's QRIO (SDR-4X II): 0.58 m, 7 kg, 38 servos: neck 4, trunk 2, arms 5 each, legs 6 each, five
// fingers on each hand. Height, mass and the number of joints of each limb are Sony's; the lengths of the parts are
// estimated from pictures, their masses are estimates. Forward is +x; with all joints at 0 it stands upright with hanging
// arms. Leaves out: the true shapes of the covers, sensors.

import type { EntityInput } from "../src/describe/entity/Entity.js";
import type { SolidInput } from "../src/describe/entity/Solid.js";
import type { Pose } from "../src/math/Pose.js";
import { fromAxisAngle } from "../src/math/Quat.js";
import type { Vec3 } from "../src/math/Vec3.js";
import { AXIS_X, AXIS_Y, AXIS_Z, block, type Link, limb, motor, servoRobot } from "./ServoRobot.js";

/** Heights above the ground, m. */
const ANKLE_Z = 0.035;
const KNEE_Z = 0.14;
const HIP_Z = 0.245;
const WAIST_Z = 0.285;
const SHOULDER_Z = 0.42;
const ELBOW_Z = 0.33;
const WRIST_Z = 0.245;
const NECK_Z = 0.455;
const HEAD_Z = 0.49;
/** Distances from the middle plane, m. */
const HIP_Y = 0.042;
const SHOULDER_Y = 0.095;

const SIDES = [
  ["Left", 1],
  ["Right", -1],
] as const;

export interface HumanoidOptions {
  readonly name?: string;
  /** False: bodies of the robot pass through each other, which is faster. Default: true. */
  readonly selfCollide?: boolean;
}

/** The robot stands on z = 0 of its model space. */
export function humanoid({ name = "Qrio", selfCollide = true }: HumanoidOptions = {}): EntityInput {
  const root = { name: "Torso", solids: [block("Chest", [0, 0, 0.365], [0.09, 0.12, 0.13], 1.85)] };
  const links = [...trunkLinks(), ...headLinks()];
  for (const [side, sign] of SIDES) links.push(...legOf(side, sign), ...armOf(side, sign), ...fingersOf(side, sign));
  return servoRobot({ name, root, links, selfCollide });
}

/** Waist pitch and waist roll connect the pelvis to the torso. */
function trunkLinks(): Link[] {
  const waist: Vec3 = [0, 0, WAIST_Z];
  const part = { anchor: waist, range: [-0.6, 0.6], torque: 8 } as const;
  return [
    { ...part, name: "Waist", parent: "Torso", axis: AXIS_Y, solids: [motor("WaistMotor", waist, 0.15, 0.02)] },
    {
      ...part,
      name: "Pelvis",
      parent: "Waist",
      axis: AXIS_X,
      solids: [block("Hips", [0, 0, 0.27], [0.07, 0.1, 0.02], 0.7)],
    },
  ];
}

/** Neck pitch, neck yaw, head pitch, head roll. */
function headLinks(): Link[] {
  const neck: Vec3 = [0, 0, NECK_Z];
  const head: Vec3 = [0, 0, HEAD_Z];
  const part = { range: [-0.8, 0.8], torque: 1 } as const;
  return [
    { ...part, name: "Neck", parent: "Torso", axis: AXIS_Y, anchor: neck, solids: [motor("NeckMotor", neck, 0.08)] },
    { ...part, name: "NeckPan", parent: "Neck", axis: AXIS_Z, anchor: neck, solids: [motor("PanMotor", neck, 0.08)] },
    {
      ...part,
      name: "HeadTilt",
      parent: "NeckPan",
      axis: AXIS_Y,
      anchor: head,
      solids: [motor("TiltMotor", head, 0.08)],
    },
    {
      ...part,
      name: "Head",
      parent: "HeadTilt",
      axis: AXIS_X,
      anchor: head,
      solids: [limb("Skull", [0, -0.02, 0.53], [0, 0.02, 0.53], 0.05, 0.6)],
    },
  ];
}

/** Hip yaw, roll, pitch, knee, ankle pitch, roll. */
function legOf(side: string, sign: number): Link[] {
  const y = sign * HIP_Y;
  const [hip, knee, ankle]: Vec3[] = [
    [0, y, HIP_Z],
    [0, y, KNEE_Z],
    [0, y, ANKLE_Z],
  ];
  const part = { range: [-1.5, 1.5], torque: 8 } as const;
  const name = (link: string) => `${side}${link}`;
  const sole: SolidInput = { ...block(name("Sole"), [0.012, y, 0.01], [0.11, 0.065, 0.02], 0.2), material: "Rubber" };
  const thigh = limb(name("ThighBone"), [0, y, HIP_Z - 0.02], knee, 0.025, 0.4);
  const shin = limb(name("ShinBone"), knee, [0, y, ANKLE_Z + 0.02], 0.022, 0.3);
  const hidden = (solid: string, at: Vec3, mass: number) => [motor(name(solid), at, mass, 0.02)];
  return [
    {
      ...part,
      name: name("HipYaw"),
      parent: "Pelvis",
      axis: AXIS_Z,
      anchor: hip,
      solids: hidden("YawMotor", hip, 0.08),
    },
    {
      ...part,
      name: name("HipRoll"),
      parent: name("HipYaw"),
      axis: AXIS_X,
      anchor: hip,
      solids: hidden("RollMotor", hip, 0.08),
    },
    { ...part, name: name("Thigh"), parent: name("HipRoll"), axis: AXIS_Y, anchor: hip, solids: [thigh] },
    { ...part, name: name("Shin"), parent: name("Thigh"), axis: AXIS_Y, anchor: knee, solids: [shin] },
    {
      ...part,
      name: name("Ankle"),
      parent: name("Shin"),
      axis: AXIS_Y,
      anchor: ankle,
      solids: hidden("AnkleMotor", ankle, 0.06),
    },
    { ...part, name: name("Foot"), parent: name("Ankle"), axis: AXIS_X, anchor: ankle, solids: [sole] },
  ];
}

/** Shoulder pitch, roll, yaw, elbow, wrist. */
function armOf(side: string, sign: number): Link[] {
  const y = sign * SHOULDER_Y;
  const [shoulder, elbow, wrist]: Vec3[] = [
    [0, y, SHOULDER_Z],
    [0, y, ELBOW_Z],
    [0, y, WRIST_Z],
  ];
  const part = { range: [-2.5, 2.5], torque: 2 } as const;
  const name = (link: string) => `${side}${link}`;
  const upper = limb(name("UpperBone"), shoulder, elbow, 0.02, 0.18);
  const lower = limb(name("LowerBone"), elbow, [0, y, WRIST_Z + 0.02], 0.017, 0.15);
  const palm = block(name("Palm"), [0, y, WRIST_Z - 0.015], [0.035, 0.015, 0.03], 0.08);
  const hidden = (solid: string, mass: number) => [motor(name(solid), shoulder, mass)];
  return [
    {
      ...part,
      name: name("Shoulder"),
      parent: "Torso",
      axis: AXIS_Y,
      anchor: shoulder,
      solids: hidden("PitchMotor", 0.08),
    },
    {
      ...part,
      name: name("ArmRoll"),
      parent: name("Shoulder"),
      axis: AXIS_X,
      anchor: shoulder,
      solids: hidden("SpreadMotor", 0.08),
    },
    { ...part, name: name("UpperArm"), parent: name("ArmRoll"), axis: AXIS_Z, anchor: shoulder, solids: [upper] },
    { ...part, name: name("Forearm"), parent: name("UpperArm"), axis: AXIS_Y, anchor: elbow, solids: [lower] },
    { ...part, name: name("Hand"), parent: name("Forearm"), axis: AXIS_Z, anchor: wrist, solids: [palm] },
  ];
}

/** Four fingers in a row on the palm, the thumb on its front. */
function fingersOf(side: string, sign: number): Link[] {
  const y = sign * SHOULDER_Y;
  const top = WRIST_Z - 0.03;
  const row = [-0.0135, -0.0045, 0.0045, 0.0135].map((x): Vec3 => [x, y, top]);
  return [...row, [0.0235, y, top + 0.012] as Vec3].map((anchor, i) => ({
    name: `${side}Finger${i + 1}`,
    parent: `${side}Hand`,
    axis: AXIS_X,
    anchor,
    range: [-1.6, 1.6],
    torque: 0.1,
    solids: [
      limb(
        `${side}FingerBone${i + 1}`,
        [anchor[0], y, anchor[2] - 0.005],
        [anchor[0], y, anchor[2] - 0.025],
        0.002,
        0.008,
      ),
    ],
  }));
}

/** Placement on flat ground at x, y, turned by `yawRad`. */
export function humanoidOnGround(x = 0, y = 0, yawRad = 0): Pose {
  return { position: [x, y, 0], orientation: fromAxisAngle(AXIS_Z, yawRad) };
}
