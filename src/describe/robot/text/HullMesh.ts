// The hull of a wheeled robot (R8): an upright cylinder with a flat front, as a convex prism of triangles. Forward is +y.

import { acos, cos, DEGREE, sin, TAU } from "../../../math/Trigonometry.js";

export interface Hull {
  readonly radius: number;
  /** Distance from the centre to the flat front, less than the radius. */
  readonly front: number;
  /** Heights of the lower and the upper face. */
  readonly bottom: number;
  readonly top: number;
}

/** Largest angle between corners of the round part: for a radius of 90 mm the edges are 0.5 mm inside of the circle. */
const FACET = 12 * DEGREE;

/** Vertices x y z, and triangles counter-clockwise seen from outside. */
export function hullMesh({ radius, front, bottom, top }: Hull): { vertices: number[]; triangles: number[] } {
  const corner = acos(front / radius);
  const arc = TAU - 2 * corner;
  const facets = Math.ceil(arc / FACET);
  const count = facets + 1;
  const outline = Array.from({ length: count }, (_, i) => corner + (i * arc) / facets);
  const ring = (z: number): number[] => outline.flatMap((angle) => [-radius * sin(angle), radius * cos(angle), z]);
  const triangles: number[] = [];
  for (let i = 0; i < count; i++) {
    const next = (i + 1) % count;
    triangles.push(i, next, count + i, next, count + next, count + i);
    if (i > 0 && next > 0) triangles.push(0, next, i, count, count + i, count + next);
  }
  return { vertices: [...ring(bottom), ...ring(top)], triangles };
}
