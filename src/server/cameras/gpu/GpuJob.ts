// Messages between the world's thread and the thread of the graphics card (S4). Scenes and scene states are sent once,
// when they change. Each picture has its own shared memory, so a late result cannot damage another one.

import type { PictureSpec } from "../../../render/picture/Picture.js";
import type { NumberedEntity, SceneState } from "../../../render/raster/CompiledScene.js";
import type { GpuPackages } from "./GpuPackages.js";

export interface GpuStart {
  readonly packages: GpuPackages;
  /** Number of answered jobs, and of those with a picture. */
  readonly counts: Int32Array;
}

export const [ANSWERED, RENDERED] = [0, 1];

/** First message of the thread: the name of the card, or why there is none. */
export type GpuHello =
  | { readonly adapter: string; readonly isSoftware: boolean }
  | { readonly code: "NO_ADAPTER" | "RENDERER_MISSING" | "INTERNAL"; readonly found: string };

export type GpuMessage =
  | { readonly kind: "scene"; readonly id: number; readonly entities: readonly NumberedEntity[] }
  | { readonly kind: "forget"; readonly id: number }
  | ({ readonly kind: "sceneState"; readonly scene: number } & Omit<SceneState, "scene">)
  /** Renders a picture of the scene state sent last. */
  | { readonly kind: "render"; readonly spec: Omit<PictureSpec, "sceneState">; readonly memory: SharedArrayBuffer }
  | { readonly kind: "close" };

/** Memory of a picture: two words, then its bytes, or the error message. */
export const [STATE, LENGTH] = [0, 1];
export const BYTES_AT = 8;
export const [WANTED, DONE, FAILED] = [0, 1, 2];
