// A picture that has been taken (S3, S4): what decides its pixels is kept, the pixels are made when somebody asks for the
// bytes, or before that by another thread. Two pictures of one shot are equal, wherever and whenever they are developed.

import type { Noise } from "../../describe/robot/Noise.js";
import type { Hash64 } from "../../math/Hash64.js";
import type { Pose } from "../../math/Pose.js";
import type { LensSettings } from "../lens/LensSettings.js";
import type { SceneState } from "../raster/CompiledScene.js";
import type { PictureFormat } from "./PictureFormat.js";

/** All that decides the bytes of a picture. */
export interface PictureSpec {
  readonly sceneState: SceneState;
  /** How everything moves at that moment; needed only where the lens smears. */
  readonly velocities: Float64Array | undefined;
  /** Linear and angular, of the camera itself; needed in the same case. */
  readonly velocity: readonly number[] | undefined;
  /** Of the camera: it looks along +y, +z is up. */
  readonly pose: Pose;
  readonly width: number;
  readonly height: number;
  /** Vertical, degrees. */
  readonly fovDeg: number;
  readonly lens: LensSettings;
  readonly format: PictureFormat;
  /** For people: depth or segmentation as colours, in a format that has colours. */
  readonly shows?: "depth" | "segmentation";
  /** What spoils its numbers besides the lens (S2), and by how much they have drifted. */
  readonly noise: Noise;
  readonly drift: number;
  /** Of its noise. */
  readonly seed: number;
  readonly timeNs: number;
}

/** What is known of a camera's pictures before any is taken. */
export interface PictureKind {
  readonly width: number;
  readonly height: number;
  readonly format: PictureFormat;
}

export interface Picture {
  readonly spec: PictureSpec;
  /** Somebody will want it: another thread may begin. */
  begin(): void;
  /** Its bytes can be had without waiting. */
  readonly isReady: boolean;
  /** In the format of the shot. */
  bytes(): Uint8Array;
}

/** What a camera saw, as a file that people can look at. */
export function displaySpec(spec: PictureSpec, format: "jpeg" | "png"): PictureSpec {
  const shows = spec.format === "depth" || spec.format === "segmentation" ? { shows: spec.format } : {};
  return { ...spec, format, ...shows };
}

/** Takes pictures; how and where they are developed is its own business. */
export interface CameraRenderer {
  take(spec: PictureSpec): Picture;
  /** How many were developed so far. */
  readonly rendered: number;
  close(): void;
}

/**
 * Adds what decides the pixels, without making them. Where things stood is in the world's own hash of that instant, so the
 * instant stands for it.
 */
export function hashSpec(hash: Hash64, spec: PictureSpec): void {
  const { timeNs, pose, width, height, fovDeg, lens, format, seed, drift } = spec;
  hash.addInt(timeNs).addInt(width).addInt(height).addNumber(fovDeg).addString(format).addNumber(seed).addNumber(drift);
  for (const x of pose.position) hash.addNumber(x);
  for (const x of pose.orientation) hash.addNumber(x);
  hash.addString(JSON.stringify(lens));
}
