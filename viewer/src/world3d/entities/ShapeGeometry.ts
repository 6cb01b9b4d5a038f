// Triangles of one shape in its own frame (R4): cylinders lie along y, capped cylinders along z. Planes are drawn by
// Ground.ts.

import { BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, CylinderGeometry, SphereGeometry } from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import type { BoxShape, HeightfieldShape, MeshShape, Shape } from "../../../../src/describe/entity/Solid.js";

const BEVEL_M = 0.008;
const BEVEL_SHARE = 0.15;

/** `soft`: boxes get slightly rounded edges. */
export function makeGeometry(shape: Shape, soft: boolean): BufferGeometry | undefined {
  switch (shape.kind) {
    case "Box":
      return makeBox(shape, soft);
    case "Sphere":
      return new SphereGeometry(shape.radius, 24, 16);
    case "Ellipsoid":
      return new SphereGeometry(0.5, 32, 20).scale(...shape.size);
    case "Cylinder":
      return new CylinderGeometry(shape.radius, shape.radius, shape.length, 32);
    case "CappedCylinder":
      return new CapsuleGeometry(shape.radius, shape.length, 5, 20).rotateX(Math.PI / 2);
    case "Mesh":
      return makeMesh(shape);
    case "Heightfield":
      return makeHeightfield(shape);
    case "Plane":
      return undefined;
  }
}

function makeBox({ size: [x, y, z] }: BoxShape, soft: boolean): BufferGeometry {
  if (!soft) return new BoxGeometry(x, y, z);
  return new RoundedBoxGeometry(x, y, z, 1, Math.min(BEVEL_M, BEVEL_SHARE * Math.min(x, y, z)));
}

/** Flat shading: meshes from files have no normals. */
function makeMesh({ vertices, triangles }: MeshShape): BufferGeometry {
  const positions = new Float32Array(3 * triangles.length);
  for (let i = 0; i < triangles.length; i++)
    for (let k = 0; k < 3; k++) positions[3 * i + k] = vertices[3 * triangles[i] + k];
  const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(positions, 3));
  geometry.computeVertexNormals();
  return geometry;
}

/** Rows go from -y to +y, columns from -x to +x; cells have the same diagonal as in physics. */
function makeHeightfield({ rows, columns, size, heights }: HeightfieldShape): BufferGeometry {
  const positions = new Float32Array(3 * rows * columns);
  const index: number[] = [];
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      const i = r * columns + c;
      positions[3 * i] = (c / (columns - 1) - 0.5) * size[0];
      positions[3 * i + 1] = (r / (rows - 1) - 0.5) * size[1];
      positions[3 * i + 2] = heights[i];
      if (r + 1 < rows && c + 1 < columns) index.push(i, i + 1, i + columns + 1, i, i + columns + 1, i + columns);
    }
  const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(positions, 3));
  geometry.setIndex(index);
  geometry.computeVertexNormals();
  return geometry;
}
