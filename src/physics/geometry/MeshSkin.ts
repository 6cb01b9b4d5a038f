// Static meshes collide as thin sheets with a skin. Once the corner of a box has passed the sheet, the engine does not know
// from which side it came. So the sheet is placed below the surface by the thickness of the skin: contact with the skin is
// contact with the true surface, and a corner may overlap by that depth. Where planes meet, the vertex x moves so that
// n · x = -depth for each plane; convex edges are rounded by the thickness of the skin.

import type { MeshShape } from "../../describe/entity/Solid.js";
import { addScaled, cross, dot, normalize, sub, type Vec3, ZERO } from "../../math/Vec3.js";

/** Number of projection rounds over all planes. */
const ROUNDS = 50;
/** Maximum shift of a sharp corner, in multiples of the depth. */
const MITER = 4;

/** Vertices of the sheet, three numbers each. */
export function sinkMesh({ vertices, triangles }: MeshShape, depth: number): number[] {
  const vertex = (i: number): Vec3 => [vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]];
  const planes: Vec3[][] = Array.from({ length: vertices.length / 3 }, () => []);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const normal = normalize(cross(sub(vertex(b), vertex(a)), sub(vertex(c), vertex(a))));
    for (const i of [a, b, c]) if (normal !== ZERO) planes[i].push(normal);
  }
  return planes.flatMap((normals, i) => addScaled(vertex(i), wayDown(normals), depth));
}

/** Shortest x with n · x = -1 for all normals, or the best approximation. */
function wayDown(normals: readonly Vec3[]): Vec3 {
  let x = ZERO;
  for (let round = 0; round < ROUNDS; round++) for (const n of normals) x = addScaled(x, n, -1 - dot(n, x));
  const length = Math.sqrt(dot(x, x));
  return length > MITER ? addScaled(ZERO, x, MITER / length) : x;
}
