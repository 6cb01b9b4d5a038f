// A camera of the vision (F4): its pose and the league's camera model. For a point p of the field
//   c = R (p - position),  u = (c_x, c_y) / c_z,  |u| = d (1 + distortion d²),  pixel = focal (d u / |u|) + center,
// x of the camera to the right in the picture, y down, z along its axis. R rotates from the field to the camera.

import { type Quat, rotate } from "../../../math/Quat.js";
import { PI } from "../../../math/Trigonometry.js";
import { dot, length, sub, type Vec3 } from "../../../math/Vec3.js";

export interface VisionCameraSettings {
  /** m, on the field. */
  readonly position: Vec3;
  /** Rotation from the field to the camera; [1, 0, 0, 0] looks straight down, +y of the field is up in the picture. */
  readonly orientation: Quat;
  readonly focalPx: number;
  readonly centerX: number;
  readonly centerY: number;
  readonly distortion: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

export const DOWNWARDS: Quat = Object.freeze([1, 0, 0, 0] as const);

export type Pixel = readonly [x: number, y: number];
const NOWHERE: Pixel = Object.freeze([Number.NaN, Number.NaN] as const);

export class VisionCamera {
  readonly settings: VisionCameraSettings;
  /** Axes of the camera in the field's frame. */
  readonly #right: Vec3;
  readonly #down: Vec3;
  readonly #forward: Vec3;

  constructor(settings: VisionCameraSettings) {
    this.settings = Object.freeze({ ...settings });
    const [x, y, z, w] = settings.orientation;
    const back: Quat = [-x, -y, -z, w];
    this.#right = rotate(back, [1, 0, 0]);
    this.#down = rotate(back, [0, 1, 0]);
    this.#forward = rotate(back, [0, 0, 1]);
  }

  get position(): Vec3 {
    return this.settings.position;
  }

  /** Pixel of a point, also outside the picture; NaN: behind the camera. */
  project(x: number, y: number, z: number): Pixel {
    const { position, focalPx, centerX, centerY, distortion } = this.settings;
    const [dx, dy, dz] = [x - position[0], y - position[1], z - position[2]];
    const depth = along(this.#forward, dx, dy, dz);
    if (!(depth > 0)) return NOWHERE;
    const [u, v] = [along(this.#right, dx, dy, dz) / depth, along(this.#down, dx, dy, dz) / depth];
    if (distortion === 0) return [focalPx * u + centerX, focalPx * v + centerY];
    const radius = Math.sqrt(u * u + v * v);
    const scale = radius === 0 ? focalPx : (focalPx * bend(radius, distortion)) / radius;
    return [scale * u + centerX, scale * v + centerY];
  }

  /** Pixels that a small ball covers: an ellipse that grows towards the corners, π (focal r)² distance / depth³. */
  areaOf(middle: Vec3, radius: number): number {
    const away = sub(middle, this.position);
    const depth = dot(this.#forward, away);
    const size = this.settings.focalPx * radius;
    return (PI * size * size * length(away)) / (depth * depth * depth);
  }

  holds([x, y]: Pixel): boolean {
    return x >= 0 && y >= 0 && x < this.settings.width && y < this.settings.height;
  }

  /** The point at a height that is seen at a pixel; NaN: there is none. */
  locate([px, py]: Pixel, z: number): readonly [number, number] {
    const { position, focalPx, centerX, centerY, distortion } = this.settings;
    const [u, v] = [(px - centerX) / focalPx, (py - centerY) / focalPx];
    const straight = 1 + distortion * (u * u + v * v);
    const [right, down] = [straight * u, straight * v];
    const direction = (i: 0 | 1 | 2): number => this.#right[i] * right + this.#down[i] * down + this.#forward[i];
    const far = (z - position[2]) / direction(2);
    if (!(far > 0)) return NOWHERE;
    return [position[0] + far * direction(0), position[1] + far * direction(1)];
  }

  /** The same camera at another position. */
  movedBy(dx: number, dy: number): VisionCamera {
    const [x, y, z] = this.position;
    return new VisionCamera({ ...this.settings, position: [x + dx, y + dy, z] });
  }
}

const along = (axis: Vec3, x: number, y: number, z: number): number => axis[0] * x + axis[1] * y + axis[2] * z;

const MAX_ROUNDS = 30;

/** Solves radius = d (1 + distortion d²) by Newton's method; NaN: the lens maps no direction there. */
function bend(radius: number, distortion: number): number {
  let d = radius;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const slope = 1 + 3 * distortion * d * d;
    if (!(slope > 0)) return Number.NaN;
    const step = (d * (1 + distortion * d * d) - radius) / slope;
    d -= step;
    if (Math.abs(step) < 1e-14 * radius) return d;
  }
  return d;
}
