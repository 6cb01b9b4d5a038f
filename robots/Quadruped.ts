// A four-legged robot like Sony's AIBO ERS-7: 1.65 kg, 20 servos (3 in each leg, 3 in neck and head, mouth, 2 ears, 2 in
// the tail). Leg and neck lengths follow Sony's model information (thigh 69.5 mm, shin 71.5 mm, neck 80 mm, hips 130 mm
// apart along and 125 mm across), rounded; the masses of the parts are estimates. Forward is +x; with all joints at 0 it
// stands low with bent knees. Leaves out: the true shapes of the covers, sensors.

import type { EntityInput } from "../src/describe/entity/Entity.js";
import type { SolidInput } from "../src/describe/entity/Solid.js";
import type { Pose } from "../src/math/Pose.js";
import { fromAxisAngle } from "../src/math/Quat.js";
import { cos, sin } from "../src/math/Trigonometry.js";
import type { Vec3 } from "../src/math/Vec3.js";
import { AXIS_X, AXIS_Y, AXIS_Z, block, type Link, limb, motor, servoRobot } from "./ServoRobot.js";

export const THIGH_LENGTH = 0.0695;
export const SHIN_LENGTH = 0.0715;
const PAW_RADIUS = 0.014;
const HIP_X = 0.065;
const HIP_Y = 0.0625;
/** Angle of thigh and shin from the vertical in the stand, rad. */
const BEND = 0.5;
/** Height of the hips above the ground in the stand, m. */
export const HIP_HEIGHT = (THIGH_LENGTH + SHIN_LENGTH) * cos(BEND) + PAW_RADIUS;
const LEG_TORQUE = 2;

export const LEGS = ["LeftFront", "LeftHind", "RightFront", "RightHind"] as const;
export type LegName = (typeof LEGS)[number];

export interface QuadrupedOptions {
  readonly name?: string;
  /** False: bodies of the robot pass through each other, which is faster. Default: true. */
  readonly selfCollide?: boolean;
}

/** The robot stands on z = 0 of its model space, with its centre at x = y = 0. */
export function quadruped({ name = "Aibo", selfCollide = true }: QuadrupedOptions = {}): EntityInput {
  const root = { name: "Torso", solids: [block("Trunk", [0, 0, HIP_HEIGHT + 0.01], [0.19, 0.08, 0.08], 0.65)] };
  return servoRobot({ name, root, links: [...LEGS.flatMap(legOf), ...headLinks(), ...tailLinks()], selfCollide });
}

/** Rotator (swings the leg), abductor (spreads it), knee. Front knees point back, hind knees forward. */
function legOf(leg: LegName): Link[] {
  const front = leg.endsWith("Front") ? 1 : -1;
  const side = leg.startsWith("Left") ? 1 : -1;
  const hip: Vec3 = [front * HIP_X, side * HIP_Y, HIP_HEIGHT];
  const lean = front * sin(BEND);
  const knee: Vec3 = [hip[0] - lean * THIGH_LENGTH, hip[1], hip[2] - THIGH_LENGTH * cos(BEND)];
  const paw: Vec3 = [knee[0] + lean * SHIN_LENGTH, hip[1], PAW_RADIUS];
  const pad: SolidInput = {
    name: `${leg}Paw`,
    shape: { kind: "Sphere", radius: PAW_RADIUS },
    position: paw,
    mass: 0.01,
    material: "Rubber",
  };
  const part = { range: [-1.6, 1.6], torque: LEG_TORQUE } as const;
  const [rotator, thigh, shin] = [`${leg}Rotator`, `${leg}Thigh`, `${leg}Shin`];
  return [
    { ...part, name: rotator, parent: "Torso", axis: AXIS_Y, anchor: hip, solids: [motor(`${leg}Motor`, hip, 0.05)] },
    {
      ...part,
      name: thigh,
      parent: rotator,
      axis: AXIS_X,
      anchor: hip,
      solids: [limb(`${leg}Upper`, hip, knee, 0.016, 0.06)],
    },
    {
      ...part,
      name: shin,
      parent: thigh,
      axis: AXIS_Y,
      anchor: knee,
      solids: [limb(`${leg}Lower`, knee, [paw[0], paw[1], paw[2] + 0.008], 0.011, 0.04), pad],
    },
  ];
}

/** Neck tilt, head pan, head tilt, mouth, ears. */
function headLinks(): Link[] {
  const neck: Vec3 = [0.0675, 0, HIP_HEIGHT + 0.07];
  const head: Vec3 = [0.085, 0, neck[2] + 0.08];
  const face: Vec3 = [head[0] + 0.03, 0, head[2] + 0.01];
  const jaw: Vec3 = [face[0], 0, face[2] - 0.045];
  const ear = (name: string, side: number): Link => {
    const top: Vec3 = [face[0] - 0.02, side * 0.052, face[2] + 0.03];
    const tip: Vec3 = [top[0] - 0.01, top[1] + side * 0.004, top[2] - 0.05];
    const solids = [limb(`${name}Flap`, top, tip, 0.005, 0.005)];
    return { name, parent: "Head", axis: AXIS_X, anchor: top, range: [-0.2, 0.5], torque: 0.1, solids };
  };
  return [
    {
      name: "Neck",
      parent: "Torso",
      axis: AXIS_Y,
      anchor: neck,
      range: [-0.2, 1.3],
      torque: LEG_TORQUE,
      solids: [limb("NeckBone", neck, [head[0], 0, head[2] - 0.042], 0.014, 0.06)],
    },
    {
      name: "HeadPan",
      parent: "Neck",
      axis: AXIS_Z,
      anchor: head,
      range: [-1.6, 1.6],
      torque: 1,
      solids: [motor("PanMotor", head, 0.03)],
    },
    {
      name: "Head",
      parent: "HeadPan",
      axis: AXIS_Y,
      anchor: head,
      range: [-0.8, 0.3],
      torque: 1,
      solids: [block("Skull", face, [0.1, 0.085, 0.06], 0.2)],
    },
    {
      name: "Mouth",
      parent: "Head",
      axis: AXIS_Y,
      anchor: [jaw[0] - 0.02, 0, jaw[2]],
      range: [-0.05, 1],
      torque: 0.3,
      solids: [block("Jaw", [jaw[0] + 0.02, 0, jaw[2]], [0.05, 0.06, 0.012], 0.02)],
    },
    ear("LeftEar", 1),
    ear("RightEar", -1),
  ];
}

function tailLinks(): Link[] {
  const base: Vec3 = [-0.095, 0, HIP_HEIGHT + 0.04];
  const part = { anchor: base, range: [-1, 1], torque: 0.3 } as const;
  return [
    { ...part, name: "TailBase", parent: "Torso", axis: AXIS_Y, solids: [motor("TailMotor", base, 0.02)] },
    {
      ...part,
      name: "Tail",
      parent: "TailBase",
      axis: AXIS_Z,
      solids: [
        limb("TailRod", [base[0] - 0.015, 0, base[2] + 0.012], [base[0] - 0.07, 0, base[2] + 0.06], 0.006, 0.02),
      ],
    },
  ];
}

/** Placement on flat ground at x, y, turned by `yawRad`. */
export function quadrupedOnGround(x = 0, y = 0, yawRad = 0): Pose {
  return { position: [x, y, 0], orientation: fromAxisAngle(AXIS_Z, yawRad) };
}
