// A scene of the judges as our own rasteriser draws it.

import { compileScene, type Moment } from "../../src/render/CompiledScene.js";
import type { CameraScene } from "./CameraScene.js";

export function momentOf({ entities, poses, lights }: Pick<CameraScene, "entities" | "poses" | "lights">): Moment {
  const flat = poses.flatMap(({ position, orientation }) => [...position, ...orientation]);
  return { scene: compileScene({ entities }), poses: Float64Array.from(flat), lights };
}
