// A lamp that a robot carries, as it is to be seen (S5): a ball that shines, and light for others where it has a beam.

import type { Light } from "../../describe/world/WorldFile.js";
import type { Pose } from "../../math/Pose.js";
import { multiply, type Quat, rotate } from "../../math/Quat.js";
import { add } from "../../math/Vec3.js";
import type { SceneShape } from "./Scene.js";

export interface SceneLamp {
  readonly entity: string;
  readonly body: string;
  readonly name: string;
  /** In the frame of its body; it shines along +y. */
  readonly pose: Pose;
  /** Of the ball, m. */
  readonly radius: number;
  /** Red, green, blue from 0 to 255. */
  readonly color: readonly [number, number, number];
  /** 0: off, 1: full. */
  readonly brightness: number;
  /** Undefined: it lights nothing. Full opening in rad, reach in m. */
  readonly beam: { readonly cone: number; readonly range: number } | undefined;
}

/** What is left of its colour when it is off. */
const OFF_SHARE = 0.5;
/** Turns -z, along which lights shine, to +y. */
const ALONG_Y: Quat = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
/** A lamp lights a wall at this share of its reach in its own colour. */
const FULL_SHARE = 0.3;
/** An intensity of 1 does so from here, m (Lighting.ts). */
const UNIT_M = 2;

export function shapeOf({ name, pose, radius, color, brightness }: SceneLamp): SceneShape {
  const share = OFF_SHARE + (1 - OFF_SHARE) * brightness;
  const [r, g, b] = color.map((value) => Math.round(value * share));
  const shape = { kind: "Sphere", radius } as const;
  return { name, shape, pose, color: [r, g, b], material: "Plastic", visible: true, glow: brightness };
}

/** The light that it throws; undefined: none. `at` is where its body is. */
export function lightOf({ entity, name, pose, color, brightness, beam }: SceneLamp, at: Pose): Light | undefined {
  if (!beam || brightness === 0) return undefined;
  const place = {
    position: add(at.position, rotate(at.orientation, pose.position)),
    orientation: multiply(multiply(at.orientation, pose.orientation), ALONG_Y),
  };
  const reach = (FULL_SHARE * beam.range) / UNIT_M;
  const intensity = brightness * reach * reach;
  return { name: `${entity}.${name}`, type: "spot", pose: place, color, intensity, on: true, cone: beam.cone };
}
