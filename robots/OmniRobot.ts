// A robot of the RoboCup Small Size League: a round body on omni wheels, any number of them at any angles. Forward is
// +x, angles count counter-clockwise from forward. The body fills the league's cylinder of 0.18 m x 0.15 m less the
// ground clearance; wheels are those of grSim's Parsian robot (60, 135, 225, 300 degrees, radius 27 mm), their mass is
// rSim's, the torque lies between the two. Leaves out: kicker, dribbler, the flat front.

import type { BodyInput, EntityInput } from "../src/describe/entity/Entity.js";
import type { JointInput } from "../src/describe/entity/Joint.js";
import type { Pose } from "../src/math/Pose.js";
import { between, fromAxisAngle } from "../src/math/Quat.js";
import { cos, DEGREE, sin } from "../src/math/Trigonometry.js";
import type { Vec3 } from "../src/math/Vec3.js";

export interface OmniRobotOptions {
  readonly name?: string;
  /** Angles of the wheels, rad from forward, counter-clockwise. */
  readonly wheelAngles?: readonly number[];
  readonly wheelRadius?: number;
  readonly wheelWidth?: number;
  /** Distance from the centre of the robot to the centre of a wheel, m. */
  readonly wheelDistance?: number;
  readonly wheelMass?: number;
  readonly bodyRadius?: number;
  readonly bodyHeight?: number;
  readonly bodyMass?: number;
  /** Maximum torque of a motor at its wheel, N·m. */
  readonly motorTorque?: number;
}

export const FOUR_WHEELS: readonly number[] = [60, 135, 225, 300].map((degrees) => degrees * DEGREE);
export const THREE_WHEELS: readonly number[] = [60, 180, 300].map((degrees) => degrees * DEGREE);

export const OMNI_ROBOT: Required<OmniRobotOptions> = Object.freeze({
  name: "Omni",
  wheelAngles: FOUR_WHEELS,
  wheelRadius: 0.027,
  wheelWidth: 0.012,
  wheelDistance: 0.076,
  wheelMass: 0.05,
  bodyRadius: 0.09,
  bodyHeight: 0.14,
  bodyMass: 2.3,
  motorTorque: 0.15,
});

/** Ground clearance, small enough that the ball does not fit under the robot, m. */
const GROUND_CLEARANCE = 0.01;
const BLUE = [40, 60, 160] as const;
const GREY = [60, 60, 60] as const;

/** The robot stands on z = 0 of its model space. */
export function omniRobot(options: OmniRobotOptions = {}): EntityInput {
  const robot = { ...OMNI_ROBOT, ...options };
  const wheels = robot.wheelAngles.map((angle, i) => wheelOf(robot, angle, i));
  return {
    name: robot.name,
    bodies: [chassisOf(robot), ...wheels.map(({ body }) => body)],
    joints: wheels.map(({ joint }) => joint),
  };
}

/** Names of the wheel joints, in the order of the angles. */
export const wheelJoint = (index: number): string => `Motor${index + 1}`;

function chassisOf({ bodyRadius, bodyHeight, bodyMass }: Required<OmniRobotOptions>): BodyInput {
  return {
    name: "Body",
    solids: [
      {
        name: "Shell",
        shape: { kind: "Cylinder", radius: bodyRadius, length: bodyHeight },
        position: [0, 0, GROUND_CLEARANCE + bodyHeight / 2],
        orientation: between([0, 1, 0], [0, 0, 1]),
        mass: bodyMass,
        material: "Plastic",
        color: BLUE,
      },
    ],
  };
}

/** The axle points outwards; the speed of the joint is that of the body relative to the wheel. */
function wheelOf(robot: Required<OmniRobotOptions>, angle: number, i: number): { body: BodyInput; joint: JointInput } {
  const outward: Vec3 = [cos(angle), sin(angle), 0];
  const hub: Vec3 = [robot.wheelDistance * outward[0], robot.wheelDistance * outward[1], robot.wheelRadius];
  const body: BodyInput = {
    name: `Wheel${i + 1}`,
    solids: [
      {
        name: `Rollers${i + 1}`,
        shape: { kind: "Cylinder", radius: robot.wheelRadius, length: robot.wheelWidth },
        position: hub,
        orientation: between([0, 1, 0], outward),
        mass: robot.wheelMass,
        material: "OmniWheel",
        color: GREY,
      },
    ],
  };
  const joint: JointInput = {
    name: wheelJoint(i),
    kind: "Hinge",
    body1: "Body",
    body2: body.name,
    anchor: hub,
    axes: [outward],
    parameters: [{ FMax: robot.motorTorque }],
  };
  return { body, joint };
}

/** Placement on flat ground at x, y, turned by `yawRad`. */
export function omniOnGround(x = 0, y = 0, yawRad = 0): Pose {
  return { position: [x, y, 0], orientation: fromAxisAngle([0, 0, 1], yawRad) };
}

/**
 * Inverse kinematics: `Vel` (rad/s) of each wheel joint for a motion in the robot's frame, vx forward,
 * vy to the left (m/s), w counter-clockwise (rad/s):
 *   speed_i = (R w - vx sin a_i + vy cos a_i) / r
 */
export function wheelSpeeds(
  vx: number,
  vy: number,
  w: number,
  { wheelAngles, wheelRadius, wheelDistance }: OmniRobotOptions = {},
): number[] {
  const angles = wheelAngles ?? OMNI_ROBOT.wheelAngles;
  const radius = wheelRadius ?? OMNI_ROBOT.wheelRadius;
  const distance = wheelDistance ?? OMNI_ROBOT.wheelDistance;
  return angles.map((angle) => (distance * w - vx * sin(angle) + vy * cos(angle)) / radius);
}
