// The one place that converts between this simulator's frames and USARSim's. World: x forward, y left, z up becomes x forward, y right, z
// down: (x, y, z) -> (x, -y, -z). Robots and their devices: x right, y forward, z up becomes x forward, y right, z down:
// (x, y, z) -> (y, x, -z). Both are rotations. Angles are roll, pitch, yaw in rad: R = Rz(yaw) Ry(pitch) Rx(roll), so a positive
// yaw turns to the right and a positive pitch raises the nose.

import type { Pose } from "../../math/Pose.js";
import { conjugate, fromAxisAngle, multiply, type Quat } from "../../math/Quat.js";
import { asin, atan2, PI } from "../../math/Trigonometry.js";
import type { Vec3 } from "../../math/Vec3.js";

/** Half a turn about x. */
const WORLD: Quat = [1, 0, 0, 0];
/** Half a turn about the diagonal of x and y. */
const BODY: Quat = [Math.SQRT1_2, Math.SQRT1_2, 0, 0];

/** 0 - 0 instead of -0, which prints as "-0". */
const minus = (x: number): number => 0 - x;

/** A place or velocity of the world. The same function converts both ways. */
export const worldVector = ([x, y, z]: Vec3): Vec3 => [x, minus(y), minus(z)];

/** A vector in the frame of a robot or device. The same function converts both ways. */
export const bodyVector = ([x, y, z]: Vec3): Vec3 => [y, x, minus(z)];

/** Orientation of a robot or device in the world, from here to USARSim's frames. */
const toUsar = (q: Quat): Quat => multiply(multiply(WORLD, q), conjugate(BODY));

/** The same from USARSim's frames to here. */
const fromUsar = (q: Quat): Quat => multiply(multiply(conjugate(WORLD), q), BODY);

export const worldAngles = (orientation: Quat): Vec3 => anglesOf(toUsar(orientation));

export const worldOrientation = (angles: Vec3): Quat => fromUsar(quatOf(angles));

/** Pose of a device in the model space of its robot, as USARSim's location and angles. */
export function bodyPose({ position, orientation }: Pose): { readonly location: Vec3; readonly angles: Vec3 } {
  const turned = multiply(multiply(BODY, orientation), conjugate(BODY));
  return { location: bodyVector(position), angles: anglesOf(turned) };
}

/** Yaw of a heading that counts counter-clockwise from +y of the world. */
export const yawOfHeading = (heading: number): number => wrap(minus(heading) - PI / 2);

function wrap(angle: number): number {
  if (angle <= -PI) return angle + 2 * PI;
  return angle > PI ? angle - 2 * PI : angle;
}

function quatOf([roll, pitch, yaw]: Vec3): Quat {
  const turn = fromAxisAngle([0, 0, 1], yaw);
  return multiply(multiply(turn, fromAxisAngle([0, 1, 0], pitch)), fromAxisAngle([1, 0, 0], roll));
}

function anglesOf([x, y, z, w]: Quat): Vec3 {
  const sine = Math.max(-1, Math.min(1, 2 * (w * y - z * x)));
  // straight up or down: all of the turn counts as yaw
  if (Math.abs(sine) > 1 - 1e-12) return [0, asin(sine), wrap(-2 * Math.sign(sine) * atan2(x, w))];
  return [
    atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
    asin(sine),
    atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
  ];
}
