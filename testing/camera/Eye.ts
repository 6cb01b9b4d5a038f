// Pinhole and lens formulas, written independently of src/render, so that tests can find disagreements.

import { conjugate, rotate } from "../../src/math/Quat.js";
import { add, normalize, scale, sub, type Vec3 } from "../../src/math/Vec3.js";
import type { View } from "../../src/render/raster/View.js";

type Eye = Pick<View, "pose" | "focalPx" | "centerX" | "centerY">;

export interface Distortion {
  readonly radial: readonly [number, number, number];
  readonly tangential: readonly [number, number];
}

/** Brown and Conrady: x right, y down, both over the depth. */
function bend(x: number, y: number, { radial: [k1, k2, k3], tangential: [p1, p2] }: Distortion): [number, number] {
  const r2 = x ** 2 + y ** 2;
  const s = 1 + k1 * r2 + k2 * r2 ** 2 + k3 * r2 ** 3;
  return [x * s + 2 * p1 * x * y + p2 * (r2 + 2 * x ** 2), y * s + p1 * (r2 + 2 * y ** 2) + 2 * p2 * x * y];
}

/** Position of a point in the picture, px; a camera looks along +y, +z is up. */
export function project(eye: Eye, point: Vec3, distortion?: Distortion): { x: number; y: number; depth: number } {
  const [right, depth, up] = rotate(conjugate(eye.pose.orientation), sub(point, eye.pose.position));
  const straight: [number, number] = [right / depth, -up / depth];
  const [x, y] = distortion ? bend(...straight, distortion) : straight;
  return { x: eye.centerX + eye.focalPx * x, y: eye.centerY + eye.focalPx * y, depth };
}

/** Unit ray from the camera through a point of the picture. */
export function rayThrough(eye: Eye, x: number, y: number): Vec3 {
  const local: Vec3 = [(x - eye.centerX) / eye.focalPx, 1, (eye.centerY - y) / eye.focalPx];
  return normalize(rotate(eye.pose.orientation, local));
}

export const forwardOf = (eye: Eye): Vec3 => rotate(eye.pose.orientation, [0, 1, 0]);
export const along = (from: Vec3, direction: Vec3, distance: number): Vec3 => add(from, scale(direction, distance));
