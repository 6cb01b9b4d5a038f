// The visible scene as plain data: coloured shapes on bodies, and lights. Viewer and cameras draw it. It holds no current
// poses; those come frame by frame (ScenePoses.ts).

import type { Entity } from "../../describe/entity/Entity.js";
import type { Shape } from "../../describe/entity/Solid.js";
import type { Texture } from "../../describe/entity/Texture.js";
import type { Light } from "../../describe/world/WorldFile.js";
import type { Pose } from "../../math/Pose.js";
import { sub } from "../../math/Vec3.js";
import { BodyMotion } from "../../physics/BodyMotion.js";
import type { Physics } from "../../physics/Physics.js";
import { colorOf } from "./Palette.js";

/** Red, green, blue from 0 to 255. */
export type Color = readonly [number, number, number];

export interface SceneShape {
  /** Name of the solid. */
  readonly name: string;
  readonly shape: Shape;
  /** In the frame of its body. */
  readonly pose: Pose;
  readonly color: Color;
  readonly material: string;
  /** Covers the colour where it is opaque. */
  readonly texture?: Texture | undefined;
  /** Emission: 1 shines in full colour. Default 0. */
  readonly glow?: number;
  /** False for a collision-only shape, which the viewer draws on request. */
  readonly visible: boolean;
}

export interface SceneBody {
  /** Identifies the body's poses; unique while the entity is in the world. */
  readonly id: number;
  readonly name: string;
  readonly shapes: readonly SceneShape[];
}

export interface SceneEntity {
  readonly name: string;
  readonly isStatic: boolean;
  readonly bodies: readonly SceneBody[];
}

export interface Scene {
  readonly world: string;
  readonly entities: readonly SceneEntity[];
  readonly lights: readonly Light[];
}

/** The visible part of an entity; body ids count up from `firstId`. */
export function sceneEntityOf(physics: Physics, entity: Entity, firstId: number): SceneEntity {
  return {
    name: entity.name,
    isStatic: entity.isStatic,
    bodies: entity.bodies.map((body, i) => {
      const { center } = new BodyMotion(physics, entity.name, body.name);
      return {
        id: firstId + i,
        name: body.name,
        shapes: body.solids.map(({ name, shape, pose, color, material, texture, visible }) => ({
          name,
          shape,
          pose: { position: sub(pose.position, center), orientation: pose.orientation },
          color: color ?? colorOf(material, entity.isStatic),
          material,
          texture,
          visible,
        })),
      };
    }),
  };
}
