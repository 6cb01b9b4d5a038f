// A camera view without a lens (S3): a pinhole at a pose, and the picture that the rasteriser draws of it.

import type { Pose } from "../../math/Pose.js";
import { DEGREE, tan } from "../../math/Trigonometry.js";

/**
 * A pinhole: looks along +y of its pose, +z is up and +x right in the picture. Square pixels; pixel (c, r) has its middle at
 * (c + 0.5, r + 0.5), rows count from the top.
 */
export interface View {
  readonly pose: Pose;
  readonly width: number;
  readonly height: number;
  /** Distance of the picture from the pinhole, in pixels: height / 2 / tan(fov / 2). */
  readonly focalPx: number;
  /** Position of the optical axis in the picture, px. */
  readonly centerX: number;
  readonly centerY: number;
  /** Rows to draw: first, and one past the last (a rolling shutter draws bands). */
  readonly firstRow: number;
  readonly endRow: number;
}

/** The wanted channels of a picture. */
export interface Channels {
  readonly color: boolean;
  readonly depth: boolean;
  readonly segmentation: boolean;
}

export interface RasterPicture {
  readonly width: number;
  readonly height: number;
  /** RGBA, sRGB with 8 bits each, rows from the top. */
  readonly color?: Uint8Array;
  /** Depth along the optical axis at the pixel's centre, m; +Infinity where nothing is hit. */
  readonly depth?: Float32Array;
  /** Number of the entity at the pixel's centre; 0 for none. */
  readonly segmentation?: Uint16Array;
}

/** A view with the optical axis in the middle and all rows. `fovDeg` is vertical. */
export function pinhole(pose: Pose, width: number, height: number, fovDeg: number): View {
  return {
    pose,
    width,
    height,
    focalPx: height / 2 / tan((fovDeg / 2) * DEGREE),
    centerX: width / 2,
    centerY: height / 2,
    firstRow: 0,
    endRow: height,
  };
}
