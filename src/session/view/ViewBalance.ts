// How an entity stands, for viewers (X1): its centre of mass, and the corners of its support polygon, which is the convex hull of the
// contacts with other entities seen from above. Numbers: x y z of the centre, then x y z of each corner, counter-clockwise.

import type { Vec3 } from "../../math/Vec3.js";
import { readPose } from "../../physics/Bodies.js";
import { massesOf } from "../../physics/Masses.js";
import type { Physics } from "../../physics/Physics.js";
import { listContacts } from "../../physics/Queries.js";

/** More corners are left out: a polygon of balls on the ground has no more that matter. */
const MAX_CORNERS = 20;

export function readBalance(physics: Physics, name: string): readonly number[] {
  const entity = physics.entity(name);
  if (entity.isStatic) return [];
  let [sum, x, y, z] = [0, 0, 0, 0];
  for (const [body, { mass }] of massesOf(entity)) {
    const { position } = readPose(physics, name, body);
    sum += mass;
    x += mass * position[0];
    y += mass * position[1];
    z += mass * position[2];
  }
  if (sum === 0) return [];
  const touches = listContacts(physics, name)
    .filter(({ a, b, normalForce }) => a.entity !== b.entity && normalForce > 0)
    .map(({ position }) => position);
  const corners = convexHull(touches).slice(0, MAX_CORNERS);
  return [x / sum, y / sum, z / sum, ...corners.flat()];
}

/** Corners of the hull in x and y (Andrew's chain), counter-clockwise. */
function convexHull(points: readonly Vec3[]): readonly Vec3[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (order: readonly Vec3[]): Vec3[] => {
    const hull: Vec3[] = [];
    for (const point of order) {
      while (hull.length > 1 && !turnsLeft(hull[hull.length - 2], hull[hull.length - 1], point)) hull.pop();
      hull.push(point);
    }
    return hull.slice(0, -1);
  };
  return sorted.length < 3 ? sorted : [...chain(sorted), ...chain(sorted.reverse())];
}

const turnsLeft = (a: Vec3, b: Vec3, c: Vec3): boolean =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
