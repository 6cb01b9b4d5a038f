// Mass, centre of mass and inertia of a body from its solids (M2): uniform density in each solid, tensors turned and
// shifted to the common centre. Values that the body gives itself (Mass, CenterOfMass, Inertia) replace them.

import type { Body } from "../../describe/entity/Entity.js";
import type { MeshShape, Shape, Solid } from "../../describe/entity/Solid.js";
import { SimError } from "../../describe/SimError.js";
import { addMat, diagonal, type Mat3, pointTensor, turnTensor, ZERO3 } from "../../math/Mat3.js";
import { transformPoint } from "../../math/Pose.js";
import { add, addScaled, scale, sub, type Vec3, ZERO } from "../../math/Vec3.js";

export interface MassProperties {
  readonly mass: number;
  /** In model space. */
  readonly center: Vec3;
  /** About the centre, along model axes. */
  readonly inertia: Mat3;
}

export function massOfBody(body: Body, where: string): MassProperties {
  const weighed = body.solids.filter((solid) => solid.mass !== undefined).map(massOfSolid);
  // no solid has a mass: all have the same density
  const filled = () => body.solids.map((solid) => massOfSolid({ ...solid, mass: volumeOf(solid.shape) }));
  const sum = compose(weighed.length > 0 ? weighed : filled());
  if (!(sum.mass > 0)) return massOfPoint(body, where);
  // a mass on the body scales the density; a centre of mass on the body moves the whole, tensor unchanged
  const mass = body.mass ?? sum.mass;
  const scaled = sum.inertia.map((x) => (x * mass) / sum.mass) as unknown as Mat3;
  return { mass, center: body.centerOfMass ?? sum.center, inertia: body.inertia ?? scaled };
}

/** Mass properties that the body gives itself, for a body whose solids have no volume. */
function massOfPoint({ mass, centerOfMass, inertia }: Body, where: string): MassProperties {
  if (mass === undefined || inertia === undefined)
    throw new SimError("MASS_MISSING", {
      where,
      found: "a mass but neither solids nor inertia",
      allowed: "solids, or an Inertia beside the Mass",
    });
  return { mass, center: centerOfMass ?? ZERO, inertia };
}

function compose(parts: readonly MassProperties[]): MassProperties {
  const mass = parts.reduce((sum, part) => sum + part.mass, 0);
  if (!(mass > 0)) return { mass: 0, center: ZERO, inertia: ZERO3 };
  const moment = parts.reduce<Vec3>((sum, part) => addScaled(sum, part.center, part.mass), ZERO);
  const center = scale(moment, 1 / mass);
  let inertia = ZERO3;
  for (const part of parts)
    inertia = addMat(addMat(inertia, part.inertia), pointTensor(part.mass, sub(part.center, center)));
  return { mass, center, inertia };
}

function massOfSolid(solid: Solid): MassProperties {
  const mass = solid.mass ?? 0;
  if (solid.shape.kind === "Mesh") {
    const own = massOfMesh(solid.shape, mass);
    return {
      mass,
      center: transformPoint(solid.pose, own.center),
      inertia: turnTensor(own.inertia, solid.pose.orientation),
    };
  }
  const tensor = turnTensor(inertiaOfShape(solid.shape, mass), solid.pose.orientation);
  return { mass, center: solid.pose.position, inertia: tensor };
}

function inertiaOfShape(shape: Shape, m: number): Mat3 {
  switch (shape.kind) {
    case "Box": {
      const [x, y, z] = shape.size.map((s) => s * s);
      return diagonal((m / 12) * (y + z), (m / 12) * (x + z), (m / 12) * (x + y));
    }
    case "Sphere": {
      const i = 0.4 * m * shape.radius * shape.radius;
      return diagonal(i, i, i);
    }
    case "Ellipsoid": {
      // m (b² + c²) / 5 with the half lengths
      const [x, y, z] = shape.size.map((s) => s * s);
      return diagonal((m / 20) * (y + z), (m / 20) * (x + z), (m / 20) * (x + y));
    }
    case "Cylinder": {
      // along y
      const r2 = shape.radius * shape.radius;
      const across = (m / 12) * (3 * r2 + shape.length * shape.length);
      return diagonal(across, 0.5 * m * r2, across);
    }
    case "CappedCylinder":
      return inertiaOfCapsule(shape.radius, shape.length, m);
    default:
      return ZERO3;
  }
}

/** Along z: a cylinder and two half balls, masses by volume. */
function inertiaOfCapsule(r: number, l: number, m: number): Mat3 {
  const cylinder = r * r * l;
  const ball = (4 / 3) * r * r * r;
  const mc = (m * cylinder) / (cylinder + ball);
  const mb = m - mc;
  const along = 0.5 * mc * r * r + 0.4 * mb * r * r;
  // half balls: 2/5 m r² about the ball's centre, moved out by l/2 with their own centre 3/8 r further
  const across = mc * (r * r * 0.25 + (l * l) / 12) + mb * (0.4 * r * r + l * l * 0.25 + 0.375 * l * r);
  return diagonal(across, across, along);
}

function volumeOf(shape: Shape): number {
  const pi = Math.PI;
  switch (shape.kind) {
    case "Box":
      return shape.size[0] * shape.size[1] * shape.size[2];
    case "Sphere":
      return (4 / 3) * pi * shape.radius * shape.radius * shape.radius;
    case "Ellipsoid":
      return (pi / 6) * shape.size[0] * shape.size[1] * shape.size[2];
    case "Cylinder":
      return pi * shape.radius * shape.radius * shape.length;
    case "CappedCylinder":
      return pi * shape.radius * shape.radius * (shape.length + (4 / 3) * shape.radius);
    case "Mesh":
      return Math.abs(integrateMesh(shape).volume);
    default:
      return 0;
  }
}

function massOfMesh(mesh: MeshShape, mass: number): MassProperties {
  const { volume, first, second } = integrateMesh(mesh);
  const density = mass / volume;
  const center = scale(first, 1 / volume);
  const [xx, yy, zz, xy, xz, yz] = second.map((s) => s * density);
  const aboutOrigin: Mat3 = [yy + zz, -xy, -xz, -xy, xx + zz, -yz, -xz, -yz, xx + yy];
  const shift = pointTensor(mass, center).map((x) => -x) as unknown as Mat3;
  return { mass, center, inertia: addMat(aboutOrigin, shift) };
}

/** Volume, ∫x dV and ∫x xᵀ dV as sums over the tetrahedra from the origin to each triangle. */
function integrateMesh({ vertices, triangles }: MeshShape): { volume: number; first: Vec3; second: number[] } {
  let volume = 0;
  let first: Vec3 = ZERO;
  const second = [0, 0, 0, 0, 0, 0];
  const vertex = (i: number): Vec3 => [vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]];
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [vertex(triangles[i]), vertex(triangles[i + 1]), vertex(triangles[i + 2])];
    const v =
      (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) /
      6;
    volume += v;
    const s = add(add(a, b), c);
    first = addScaled(first, s, v / 4);
    // ∫ xi xj over a tetrahedron with one corner at the origin: v/20 (Σ p pᵀ + s sᵀ)
    [
      [0, 0],
      [1, 1],
      [2, 2],
      [0, 1],
      [0, 2],
      [1, 2],
    ].forEach(([j, k], n) => {
      second[n] += (v / 20) * (a[j] * a[k] + b[j] * b[k] + c[j] * c[k] + s[j] * s[k]);
    });
  }
  return { volume, first, second };
}
