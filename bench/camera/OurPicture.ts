// A scene of the judges as our own rasteriser draws it.

import { compileScene, type Moment } from "../../src/render/raster/CompiledScene.js";
import type { CameraScene } from "./CameraScene.js";

export function momentOf(scene: Pick<CameraScene, "entities" | "poses" | "lights">, shadows = true): Moment {
  const { entities, poses, lights } = scene;
  const flat = poses.flatMap(({ position, orientation }) => [...position, ...orientation]);
  return { scene: compileScene({ entities }), poses: Float64Array.from(flat), lights, shadows };
}
