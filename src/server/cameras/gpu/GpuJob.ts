// What the world's thread and the one that draws on a graphics card say to each other (S4). Scenes and moments are sent once,
// when they change; each picture has a piece of shared memory of its own, so that a late answer can harm nobody.

import type { PictureSpec } from "../../../render/picture/Picture.js";
import type { NumberedEntity, SceneState } from "../../../render/raster/CompiledScene.js";
import type { GpuPackages } from "./GpuPackages.js";

export interface GpuStart {
  readonly packages: GpuPackages;
  /** How many jobs have been answered, and how many of them with a picture. */
  readonly counts: Int32Array;
}

export const [ANSWERED, RENDERED] = [0, 1];

/** First of all it says which card it is, or why there is none. */
export type GpuHello =
  | { readonly adapter: string; readonly isSoftware: boolean }
  | { readonly code: "NO_ADAPTER" | "RENDERER_MISSING" | "INTERNAL"; readonly found: string };

export type GpuMessage =
  | { readonly kind: "scene"; readonly id: number; readonly entities: readonly NumberedEntity[] }
  | { readonly kind: "forget"; readonly id: number }
  | ({ readonly kind: "sceneState"; readonly scene: number } & Omit<SceneState, "scene">)
  /** Of the moment that was sent last. */
  | { readonly kind: "render"; readonly spec: Omit<PictureSpec, "sceneState">; readonly memory: SharedArrayBuffer }
  | { readonly kind: "close" };

/** In a picture's memory: two words, then its bytes; or, where it failed, why. */
export const [STATE, LENGTH] = [0, 1];
export const BYTES_AT = 8;
export const [WANTED, DONE, FAILED] = [0, 1, 2];
