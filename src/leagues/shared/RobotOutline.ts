// The size of a robot as vision and referee use it: an upright cylinder with a flat front. A robot of a text file (R8) states it; the
// outline of any other robot is measured from its solids, and its front is round.

import { DEFAULT_LIMITS } from "../../describe/DocumentLimits.js";
import type { Solid } from "../../describe/entity/Solid.js";
import type { RobotDescription } from "../../describe/robot/RobotDescription.js";
import { RobotText } from "../../describe/robot/text/RobotText.js";
import { type Quat, rotate } from "../../math/Quat.js";

export interface RobotOutline {
  /** m. */
  readonly radius: number;
  /** z of its lowest point in model space: 0 if the origin is on the ground below it, as in text files. */
  readonly bottom: number;
  readonly height: number;
  /** From the centre to the flat front; the radius if the front is round. */
  readonly front: number;
}

/** `fallback`: outline of a robot that cannot be measured. */
export function outlineOf(description: RobotDescription, fallback: RobotOutline): RobotOutline {
  const { text } = description;
  const lines = text === undefined ? undefined : textNumbers(text);
  const radius = lines?.get("BODY_RADIUS")?.[0];
  const height = lines?.get("BODY_HEIGHT")?.[0];
  if (radius === undefined || height === undefined) return measure(description) ?? fallback;
  const front = lines?.get("BODY_FRONT")?.[0] ?? radius;
  return Object.freeze({ radius: radius / 1000, bottom: 0, height: height / 1000, front: front / 1000 });
}

/** Numbers of a text file by the key of their line; other words are NaN. */
export function textNumbers(text: string): ReadonlyMap<string, readonly number[]> {
  const { entries } = new RobotText(text, undefined, DEFAULT_LIMITS);
  return new Map([...entries].map(([key, { values }]) => [key, values.map(Number)]));
}

function measure({ entity }: RobotDescription): RobotOutline | undefined {
  let [radius, top, bottom] = [0, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const { solids } of entity.bodies)
    for (const solid of solids) {
      const half = halfSize(solid.shape, solid.pose.orientation);
      if (!solid.collide || !half) continue;
      const [x, y, z] = solid.pose.position;
      radius = Math.max(radius, Math.sqrt(x * x + y * y) + Math.max(half[0], half[1]));
      top = Math.max(top, z + half[2]);
      bottom = Math.min(bottom, z - half[2]);
    }
  if (radius === 0) return undefined;
  return Object.freeze({ radius, bottom, height: top - bottom, front: radius });
}

/** Half extents of a rotated shape along x, y and z, m; undefined: meshes and planes. */
export function halfSize(shape: Solid["shape"], orientation: Quat): readonly [number, number, number] | undefined {
  const box = halfBox(shape);
  if (!box) return undefined;
  const columns = [0, 1, 2].map((k) => {
    const side: [number, number, number] = [0, 0, 0];
    side[k] = box[k];
    return rotate(orientation, side);
  });
  const sum = (axis: number): number => columns.reduce((total, column) => total + Math.abs(column[axis]), 0);
  return [sum(0), sum(1), sum(2)];
}

/** Half extents before the rotation. Cylinders lie along y, capped cylinders stand along z. Meshes are not measured. */
function halfBox(shape: Solid["shape"]): readonly [number, number, number] | undefined {
  switch (shape.kind) {
    case "Box":
    case "Ellipsoid":
      return [shape.size[0] / 2, shape.size[1] / 2, shape.size[2] / 2];
    case "Sphere":
      return [shape.radius, shape.radius, shape.radius];
    case "Cylinder":
      return [shape.radius, shape.length / 2, shape.radius];
    case "CappedCylinder":
      return [shape.radius, shape.radius, shape.length / 2 + shape.radius];
    default:
      return undefined;
  }
}
