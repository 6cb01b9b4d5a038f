// A picture as it is taken (S3, S4): it keeps the spec that determines its pixels. The pixels are rendered when the bytes
// are read, or earlier by another thread. Pictures with equal specs are equal, wherever and whenever they are rendered.

import type { Noise } from "../../describe/robot/Noise.js";
import type { Hash64 } from "../../math/Hash64.js";
import type { Pose } from "../../math/Pose.js";
import type { LensSettings } from "../lens/LensSettings.js";
import type { SceneState } from "../raster/CompiledScene.js";
import type { PictureFormat } from "./PictureFormat.js";

/** Everything that determines the bytes of a picture. */
export interface PictureSpec {
  readonly sceneState: SceneState;
  /** Velocities of all bodies; needed only with motion blur or rolling shutter. */
  readonly velocities: Float64Array | undefined;
  /** Linear and angular velocity of the camera; needed in the same cases. */
  readonly velocity: readonly number[] | undefined;
  /** Pose of the camera: it looks along +y, +z is up. */
  readonly pose: Pose;
  readonly width: number;
  readonly height: number;
  /** Vertical field of view, degrees. */
  readonly fovDeg: number;
  readonly lens: LensSettings;
  readonly format: PictureFormat;
  /** True: clients get the rows from the bottom, as OpenGL reads them. The picture itself has its rows from the top. */
  readonly isUpwards?: boolean;
  /** Shows depth or segmentation as false colours, in a colour format. */
  readonly shows?: "depth" | "segmentation";
  /** Sensor noise in addition to the lens (S2), and the current drift. */
  readonly noise: Noise;
  readonly drift: number;
  /** Seed of the noise. */
  readonly seed: number;
  readonly timeNs: number;
}

/** Size and format of a camera's pictures. */
export interface PictureKind {
  readonly width: number;
  readonly height: number;
  readonly format: PictureFormat;
}

export interface Picture {
  readonly spec: PictureSpec;
  /** Announces that the bytes will be read, so that another thread may start. */
  begin(): void;
  /** True if `bytes` returns without waiting. */
  readonly isReady: boolean;
  /** True: another thread draws it, or can after another `begin`. False: `bytes` draws it in this thread. */
  readonly isAway: boolean;
  /** True: another thread will draw it, but none has taken it yet: `begin` has to be called again. Default false. */
  readonly isWaiting?: boolean;
  /** How many times as long as its cost says it may take; Infinity: unknown. Default 1. */
  readonly slowness?: number;
  /** The picture in the format of its spec. */
  bytes(): Uint8Array;
}

/** The spec of the same picture as an image file for display. */
export function displaySpec(spec: PictureSpec, format: "jpeg" | "png"): PictureSpec {
  const shows = spec.format === "depth" || spec.format === "segmentation" ? { shows: spec.format } : {};
  return { ...spec, format, ...shows };
}

/** Creates pictures; implementations differ in where they are rendered. */
export interface CameraRenderer {
  take(spec: PictureSpec): Picture;
  /** Number of pictures rendered so far. */
  readonly rendered: number;
  /** Pictures that other threads have begun and that have not been read yet. Default 0. */
  readonly waiting?: number;
  /** Processor time of all pictures, s. Default 0: not measured. */
  readonly drawSeconds?: number;
  /** Bytes of the memory that threads share. Default 0. */
  readonly memoryUsed?: number;
  close(): void;
}

/**
 * Adds what determines the pixels, without rendering them. The poses are part of the world's hash of that instant, so the
 * time stands for them.
 */
export function hashSpec(hash: Hash64, spec: PictureSpec): void {
  const { timeNs, pose, width, height, fovDeg, lens, format, seed, drift } = spec;
  hash.addInt(timeNs).addInt(width).addInt(height).addNumber(fovDeg).addString(format).addNumber(seed).addNumber(drift);
  for (const x of pose.position) hash.addNumber(x);
  for (const x of pose.orientation) hash.addNumber(x);
  hash.addString(JSON.stringify(lens));
}
