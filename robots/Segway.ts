// The Segway RMP of the 2004 paper's Appendix A, in TypeScript: every size, mass, axis and anchor as printed there.
// Each wheel has a hinge-2 (axle along x, positive speed drives forward, +y) and a ball joint at the centre of the axle,
// which prevents steering.

import type { EntityInput } from "../src/describe/entity/Entity.js";
import type { JointInput } from "../src/describe/entity/Joint.js";
import type { SolidInput } from "../src/describe/entity/Solid.js";
import type { Pose } from "../src/math/Pose.js";
import { fromAxisAngle } from "../src/math/Quat.js";
import type { Vec3 } from "../src/math/Vec3.js";

export const WHEEL_RADIUS = 0.236;
/** Height of the axle in model space, m. */
export const AXLE_Z = 0.074;

const box = (name: string, mass: number, size: Vec3, position: Vec3): SolidInput => ({
  name,
  mass,
  shape: { kind: "Box", size },
  position,
  material: "Plastic",
});

const wheel = (name: string, solid: string, x: number) => ({
  name,
  solids: [
    {
      name: solid,
      mass: 5,
      shape: { kind: "Cylinder", radius: WHEEL_RADIUS, length: 0.089 } as const,
      position: [x, 0, AXLE_Z] as Vec3,
      orientation: fromAxisAngle([0, 0, 1], 1.5708),
      material: "Rubber",
    },
  ],
});

const axle = (name: string, body2: string, x: number): JointInput => ({
  name,
  kind: "Hinge2",
  body1: "MainBody",
  body2,
  axes: [
    [0, 0, 1],
    [1, 0, 0],
  ],
  anchor: [x, 0, AXLE_Z],
});

const guide = (name: string, body2: string): JointInput => ({
  name,
  kind: "BallSocket",
  body1: "MainBody",
  body2,
  anchor: [0, 0, AXLE_Z],
});

export interface SegwayOptions {
  readonly name?: string;
  /** False: without the ball joints, as in the first version of the paper; the wheels can steer freely. Default: true. */
  readonly guides?: boolean;
}

export function segway({ name = "CMU", guides = true }: SegwayOptions = {}): EntityInput {
  return {
    name,
    bodies: [
      {
        name: "MainBody",
        solids: [
          box("Platform", 35, [0.46, 0.387, 0.095], [0, 0, 0]),
          box("Handle", 7.5, [0.019, 0.21, 0.55], [0.22, 0, 0.32]),
          box("Handle2", 7.5, [0.019, 0.21, 0.55], [-0.22, 0, 0.32]),
          box("Table", 22.7, [0.61, 0.508, 0.016], [0, 0.1, 0.597]),
        ],
      },
      wheel("LWheel", "B1", -0.285),
      wheel("RWheel", "B2", 0.285),
    ],
    joints: [
      axle("LMotor", "LWheel", -0.36),
      axle("RMotor", "RWheel", 0.36),
      ...(guides ? [guide("LConstraint", "LWheel"), guide("RConstraint", "RWheel")] : []),
    ],
  };
}

/** Placement in which the wheels just touch flat ground, with heading `yawRad` from +y, counter-clockwise. */
export function segwayOnGround(x = 0, y = 0, yawRad = 0): Pose {
  return { position: [x, y, WHEEL_RADIUS - AXLE_Z], orientation: fromAxisAngle([0, 0, 1], yawRad) };
}
