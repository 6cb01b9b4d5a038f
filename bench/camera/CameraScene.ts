// A scene with one view, as plain data that any renderer can draw (S3): the rasteriser, and three.js in a browser. Bodies
// do not move; a moving camera passes another pose.

import type { Shape } from "../../src/describe/entity/Solid.js";
import type { Texture } from "../../src/describe/entity/Texture.js";
import type { Light } from "../../src/describe/world/WorldFile.js";
import { ORIGIN, type Pose } from "../../src/math/Pose.js";
import { between, fromAxisAngle, multiply } from "../../src/math/Quat.js";
import { asin, atan2 } from "../../src/math/Trigonometry.js";
import { normalize, sub, type Vec3 } from "../../src/math/Vec3.js";
import { readPose } from "../../src/physics/Bodies.js";
import type { Physics } from "../../src/physics/Physics.js";
import { pinhole, type View } from "../../src/render/raster/View.js";
import { type Color, type SceneEntity, type SceneShape, sceneEntityOf } from "../../src/render/scene/Scene.js";

export interface NumberedEntity extends SceneEntity {
  /** Number in segmentation pictures. */
  readonly number: number;
}

export interface CameraScene {
  readonly name: string;
  readonly entities: readonly NumberedEntity[];
  /** Poses of all bodies of all entities, in order. */
  readonly poses: readonly Pose[];
  readonly lights: readonly Light[];
  readonly view: View;
  /** Sphere around which three.js casts shadows; the rasteriser computes it. */
  readonly shadow: { readonly center: Vec3; readonly reachM: number; readonly pixels: number };
}

export interface SolidOptions {
  readonly at?: Vec3;
  readonly turned?: Pose["orientation"];
  readonly color?: Color;
  readonly material?: string;
  readonly texture?: Texture;
}

/** One solid as a separate entity. */
export function seenSolid(name: string, number: number, shape: Shape, options: SolidOptions = {}): NumberedEntity {
  const { at = [0, 0, 0], turned = [0, 0, 0, 1], color = [200, 200, 200], material = "Default", texture } = options;
  const pose = { position: at, orientation: turned };
  const solid: SceneShape = { name, shape, pose, color, material, texture, visible: true };
  return { name, number, isStatic: true, bodies: [{ id: number, name, shapes: [solid] }] };
}

/** All bodies have the identity pose. */
export const atOrigin = (entities: readonly NumberedEntity[]): readonly Pose[] =>
  entities.flatMap(({ bodies }) => bodies.map(() => ORIGIN));

/** The current scene of a physical world, numbered from 1 in the order of names. */
export function seenWorld(physics: Physics): Pick<CameraScene, "entities" | "poses"> {
  const entities = physics.names.map((name, i) => ({
    ...sceneEntityOf(physics, physics.entity(name), 0),
    number: i + 1,
  }));
  const poses = entities.flatMap(({ name, isStatic, bodies }) =>
    bodies.map((body) => (isStatic ? physics.placementOf(name) : readPose(physics, name, body.name))),
  );
  return { entities, poses };
}

/** A camera at `eye` with `target` in the middle and a level horizon. */
export function lookAt(eye: Vec3, target: Vec3): Pose {
  const [x, y, z] = normalize(sub(target, eye));
  const yaw = fromAxisAngle([0, 0, 1], atan2(-x, y));
  return { position: eye, orientation: multiply(yaw, fromAxisAngle([1, 0, 0], asin(z))) };
}

export interface ViewOptions {
  readonly eye: Vec3;
  readonly target: Vec3;
  readonly size?: readonly [width: number, height: number];
  readonly fovDeg?: number;
}

/** Default vertical field of view. */
export const VIEW_FOV_DEG = 60;

export function viewAt({ eye, target, size = [320, 240], fovDeg = VIEW_FOV_DEG }: ViewOptions): View {
  return pinhole(lookAt(eye, target), size[0], size[1], fovDeg);
}

export function sun(along: Vec3, intensity = 0.8, color: Color = [255, 246, 230]): Light {
  const pose = { position: [0, 0, 0] as const, orientation: between([0, 0, -1], along) };
  return { name: "Sun", type: "sun", pose, color, intensity, on: true };
}

export function sky(intensity = 0.5, color: Color = [232, 240, 255]): Light {
  return { name: "Sky", type: "ambient", pose: ORIGIN, color, intensity, on: true };
}

export function lamp(name: string, at: Vec3, intensity = 1, color: Color = [255, 244, 220]): Light {
  return { name, type: "point", pose: { position: at, orientation: [0, 0, 0, 1] }, color, intensity, on: true };
}

export function spot(name: string, at: Vec3, target: Vec3, intensity = 1): Light {
  const pose = { position: at, orientation: between([0, 0, -1], sub(target, at)) };
  return { name, type: "spot", pose, color: [255, 255, 255], intensity, on: true };
}

/** The same scene at another size, with the same field of view. */
export function resized(scene: CameraScene, width: number, height: number): CameraScene {
  const { view } = scene;
  const focalPx = (view.focalPx * height) / view.height;
  const size = { width, height, focalPx, centerX: width / 2, centerY: height / 2, firstRow: 0, endRow: height };
  return { ...scene, view: { ...view, ...size } };
}
