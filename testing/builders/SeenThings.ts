// Scenes for cameras: shapes at given poses, the scene state of one instant, and the position of a point by the pinhole formula.

import type { Shape } from "../../src/describe/entity/Solid.js";
import type { Light } from "../../src/describe/world/WorldFile.js";
import { type Pose, relative } from "../../src/math/Pose.js";
import { between, IDENTITY, type Quat } from "../../src/math/Quat.js";
import type { Vec3 } from "../../src/math/Vec3.js";
import { compileScene, type NumberedEntity, type SceneState } from "../../src/render/raster/CompiledScene.js";
import type { View } from "../../src/render/raster/View.js";
import type { SceneShape } from "../../src/render/scene/Scene.js";

export interface Thing extends Partial<Omit<SceneShape, "shape" | "pose">> {
  readonly shape: Shape;
  readonly at?: Vec3;
  readonly turned?: Quat;
  readonly isStatic?: boolean;
}

/** Each shape is a separate entity, numbered from 1. */
export function seen(...things: readonly Thing[]): NumberedEntity[] {
  return things.map(({ shape, at = [0, 0, 0], turned = IDENTITY, isStatic = false, ...looks }, i) => {
    const pose = { position: at, orientation: turned };
    const plain = { name: "S", shape, pose, color: [200, 200, 200] as const, material: "Ground", visible: true };
    const bodies = [{ id: i, name: "B", shapes: [{ ...plain, ...looks }] }];
    return { name: `E${i + 1}`, number: i + 1, isStatic, bodies };
  });
}

export function sceneStateOf(entities: readonly NumberedEntity[], lights: readonly Light[] = []): SceneState {
  const scene = compileScene({ entities });
  const poses = new Float64Array(7 * scene.bodies.length);
  for (let i = 6; i < poses.length; i += 7) poses[i] = 1;
  return { scene, poses, lights };
}

const POSE: Pose = { position: [0, 0, 0], orientation: IDENTITY };

export const light = (type: Light["type"], more: Partial<Light> = {}): Light => ({
  name: type,
  type,
  pose: POSE,
  color: [255, 255, 255],
  intensity: 1,
  on: true,
  ...more,
});

/** A light that shines along a direction. */
export const along = (direction: Vec3, position: Vec3 = [0, 0, 0]): Pose => ({
  position,
  orientation: between([0, 0, -1], direction),
});

/** Position of a point in the picture, px, and its distance along the axis, m. */
export function project({ pose, focalPx, centerX, centerY }: View, point: Vec3): [number, number, number] {
  const [x, y, z] = relative(pose, { position: point, orientation: IDENTITY }).position;
  return [centerX + (focalPx * x) / y, centerY - (focalPx * z) / y, y];
}
