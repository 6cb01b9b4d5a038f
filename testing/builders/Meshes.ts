// Meshes with known volume, hull and concave parts.

import type { MeshShape } from "../../src/describe/entity/Solid.js";
import type { Vec3 } from "../../src/math/Vec3.js";

/** A box as 12 triangles, counter-clockwise from outside. */
export function boxMesh(size: Vec3, center: Vec3 = [0, 0, 0]): MeshShape {
  const vertices: number[] = [];
  for (let i = 0; i < 8; i++) for (let k = 0; k < 3; k++) vertices.push(center[k] + (((i >> k) & 1) - 0.5) * size[k]);
  // quads of the six faces as corner numbers, x = 1, y = 2, z = 4
  const faces = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  return { kind: "Mesh", vertices, triangles: faces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]) };
}

export const cubeMesh = (side: number, center: Vec3 = [0, 0, 0]): MeshShape => boxMesh([side, side, side], center);

/** A straight valley along y: two slopes that rise by `slope` (dz/dx) to both sides of x = 0. */
export function valleyMesh(slope: number, half = 1): MeshShape {
  const z = slope * half;
  const vertices = [-half, -half, z, 0, -half, 0, half, -half, z, -half, half, z, 0, half, 0, half, half, z];
  return { kind: "Mesh", vertices, triangles: [0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4] };
}
