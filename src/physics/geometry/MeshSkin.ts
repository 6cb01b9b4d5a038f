// Static meshes collide as thin sheets with a skin, and the engine forgets which side a box's corner came from once it
// has gone through the sheet. So the sheet is sunk below the surface by the thickness of the skin: what touches the
// skin touches the true surface, and a corner may overlap by that much before it is lost. Where planes meet, the
// vertex x moves so that n · x = -depth for each of them; convex edges get as round as the skin is thick.

import type { MeshShape } from "../../describe/entity/Solid.js";
import { addScaled, cross, dot, normalize, sub, type Vec3, ZERO } from "../../math/Vec3.js";

/** Rounds of projecting on one plane after the other. */
const ROUNDS = 50;
/** The most a sharp corner may move, in depths. */
const MITER = 4;

/** The vertices of the sheet, three numbers each. */
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

/** Shortest way with n · x = -1 for all normals, as nearly as there is one. */
function wayDown(normals: readonly Vec3[]): Vec3 {
  let x = ZERO;
  for (let round = 0; round < ROUNDS; round++) for (const n of normals) x = addScaled(x, n, -1 - dot(n, x));
  const length = Math.sqrt(dot(x, x));
  return length > MITER ? addScaled(ZERO, x, MITER / length) : x;
}
