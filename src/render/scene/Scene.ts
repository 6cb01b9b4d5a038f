// What there is to see, as plain data: shapes with colours on bodies, lights. The viewer draws it, cameras will too. Says
// nothing about where things are now: poses of bodies come frame by frame (ScenePoses.ts).

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
  /** The solid's name. */
  readonly name: string;
  readonly shape: Shape;
  /** In the frame of its body. */
  readonly pose: Pose;
  readonly color: Color;
  readonly material: string;
  /** Lies over the colour where it is opaque. */
  readonly texture?: Texture | undefined;
  /** 1: it shines by itself in its full colour; left out: not at all. */
  readonly glow?: number;
  /** False: for collision only; drawn when somebody asks for it. */
  readonly visible: boolean;
}

export interface SceneBody {
  /** By which its poses come; a number of its own for as long as the entity is there. */
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

/** An entity as it is to be seen; ids are counted up from `firstId`. */
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
