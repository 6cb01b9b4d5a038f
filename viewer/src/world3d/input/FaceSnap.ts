// Where a thing that is let go near the ground or near another thing is put: face to face. Boxes along the axes of the world.

import type { Box3 } from "three";

/** Faces nearer than this are brought together, m. */
const SURFACE_M = 0.1;

/** The way along an axis (0 to 2) from where the box is to the nearest face that it would touch; 0: none is near. */
export function wayToFace(moved: Box3, obstacles: readonly Box3[], axis: number): number {
  const low = moved.min.getComponent(axis);
  const high = moved.max.getComponent(axis);
  const ways = axis === 2 ? [-low] : [];
  for (const { min, max } of obstacles) {
    const isBeside = [0, 1, 2].every(
      (other) =>
        other === axis ||
        (moved.min.getComponent(other) < max.getComponent(other) &&
          moved.max.getComponent(other) > min.getComponent(other)),
    );
    if (isBeside) ways.push(max.getComponent(axis) - low, min.getComponent(axis) - high);
  }
  const near = ways.filter((way) => Math.abs(way) < SURFACE_M).sort((a, b) => Math.abs(a) - Math.abs(b));
  return near[0] ?? 0;
}
