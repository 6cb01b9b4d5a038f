// The visible part of a lamp on a robot (S5): a glowing sphere, and a spot light if it has a beam.

import type { Light } from "../../describe/world/WorldFile.js";
import type { Pose } from "../../math/Pose.js";
import { multiply, type Quat, rotate } from "../../math/Quat.js";
import { add } from "../../math/Vec3.js";
import type { SceneShape } from "./Scene.js";

export interface SceneLamp {
  readonly entity: string;
  readonly body: string;
  readonly name: string;
  /** In the frame of the body; the lamp shines along +y. */
  readonly pose: Pose;
  /** Radius of the sphere, m. */
  readonly radius: number;
  /** Red, green, blue from 0 to 255. */
  readonly color: readonly [number, number, number];
  /** 0 is off, 1 is full. */
  readonly brightness: number;
  /** Full cone angle in rad, range in m; undefined for a lamp that lights nothing. */
  readonly beam: { readonly cone: number; readonly range: number } | undefined;
}

/** Share of the colour of a lamp that is off. */
const OFF_SHARE = 0.5;
/** Rotates -z, the direction of lights, to +y. */
const ALONG_Y: Quat = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
/** At this share of its range, a lamp lights a wall in the lamp's own colour. */
const FULL_SHARE = 0.3;
/** A light of intensity 1 does so at this distance, m (Lighting.ts). */
const UNIT_M = 2;

export function shapeOf({ name, pose, radius, color, brightness }: SceneLamp): SceneShape {
  const share = OFF_SHARE + (1 - OFF_SHARE) * brightness;
  const [r, g, b] = color.map((value) => Math.round(value * share));
  const shape = { kind: "Sphere", radius } as const;
  return { name, shape, pose, color: [r, g, b], material: "Plastic", visible: true, glow: brightness };
}

/** The light of the beam; undefined without one. `at`: pose of the body. */
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
