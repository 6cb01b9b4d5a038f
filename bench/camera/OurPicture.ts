// The scene state of a comparison scene, for the rasteriser.

import { compileScene, type SceneState } from "../../src/render/raster/CompiledScene.js";
import type { CameraScene } from "./CameraScene.js";

export function sceneStateOf(scene: Pick<CameraScene, "entities" | "poses" | "lights">, shadows = true): SceneState {
  const { entities, poses, lights } = scene;
  const flat = poses.flatMap(({ position, orientation }) => [...position, ...orientation]);
  return { scene: compileScene({ entities }), poses: Float64Array.from(flat), lights, shadows };
}
