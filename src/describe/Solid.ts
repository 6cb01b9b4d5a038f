// Solids (M2): the shapes a body is made of. Cylinders lie along y and capped cylinders along z before they are
// turned (R4). Positions are in the one model space of the entity.

import type { Pose } from "../math/Pose.js";
import { IDENTITY, normalizeQuat, type Quat } from "../math/Quat.js";
import { type Vec3, ZERO } from "../math/Vec3.js";
import { checkAxis, checkFinite, checkMass, checkName, checkRange, checkSize, checkVec } from "./Check.js";
import { SimError } from "./SimError.js";

export interface BoxShape {
  readonly kind: "Box";
  /** Full lengths along x, y, z in m. */
  readonly size: Vec3;
}
export interface SphereShape {
  readonly kind: "Sphere";
  readonly radius: number;
}
export interface CylinderShape {
  readonly kind: "Cylinder";
  readonly radius: number;
  readonly length: number;
}
export interface CappedCylinderShape {
  readonly kind: "CappedCylinder";
  readonly radius: number;
  /** Length of the straight part; the caps come on top. */
  readonly length: number;
}
/** All points with z <= 0 in the plane's own frame; static only. */
export interface PlaneShape {
  readonly kind: "Plane";
}
/** Triangles, counter-clockwise from outside. A moving mesh collides as its convex hull, a static one as it is. */
export interface MeshShape {
  readonly kind: "Mesh";
  /** x y z of each vertex, m. */
  readonly vertices: readonly number[];
  /** Three vertex numbers for each triangle. */
  readonly triangles: readonly number[];
}
/** Heights above the solid's z = 0 on a grid, row by row from -y to +y, static only. */
export interface HeightfieldShape {
  readonly kind: "Heightfield";
  readonly rows: number;
  readonly columns: number;
  /** Full lengths along x and y in m. */
  readonly size: readonly [number, number];
  readonly heights: readonly number[];
}
export type Shape =
  | BoxShape
  | SphereShape
  | CylinderShape
  | CappedCylinderShape
  | PlaneShape
  | MeshShape
  | HeightfieldShape;

export interface Solid {
  readonly name: string;
  readonly shape: Shape;
  readonly pose: Pose;
  /** kg, or undefined for a solid that carries none. */
  readonly mass: number | undefined;
  readonly material: string;
  /** False: for show only. */
  readonly collide: boolean;
  /** False: for collision only. */
  readonly visible: boolean;
  /** Red, green, blue from 0 to 255. */
  readonly color: readonly [number, number, number] | undefined;
  /** Direction of the second friction value in model space (M3); a cylinder's own axis if undefined. */
  readonly frictionAxis: Vec3 | undefined;
}

export interface SolidInput {
  readonly name: string;
  readonly shape: Shape;
  readonly position?: Vec3;
  readonly orientation?: Quat;
  readonly mass?: number;
  readonly material?: string;
  readonly collide?: boolean;
  readonly visible?: boolean;
  readonly color?: readonly [number, number, number];
  readonly frictionAxis?: Vec3;
}

export function describeSolid(input: SolidInput, owner: string, isStatic: boolean): Solid {
  const where = `${owner}/${checkName(input.name, owner)}`;
  return Object.freeze({
    name: input.name,
    shape: describeShape(input.shape, where, isStatic),
    pose: Object.freeze({
      position: checkVec(input.position ?? ZERO, `${where}/Position`),
      orientation: describeOrientation(input.orientation ?? IDENTITY, `${where}/Orientation`),
    }),
    mass: input.mass === undefined ? undefined : checkMass(input.mass, `${where}/Mass`),
    material: input.material ?? "Default",
    collide: input.collide ?? true,
    visible: input.visible ?? true,
    color: input.color ? describeColor(input.color, `${where}/Color`) : undefined,
    frictionAxis: input.frictionAxis ? checkAxis(input.frictionAxis, `${where}/FrictionAxis`) : undefined,
  });
}

function describeColor([r, g, b]: readonly [number, number, number], where: string): readonly [number, number, number] {
  for (const x of [r, g, b]) checkRange(x, 0, 255, where);
  return Object.freeze([r, g, b] as const);
}

export function describeOrientation(q: Quat, where: string): Quat {
  for (const x of q) checkFinite(x, where);
  if (q[0] === 0 && q[1] === 0 && q[2] === 0 && q[3] === 0)
    throw new SimError("AXIS_ZERO", { where, found: "0 0 0 0", allowed: "a quaternion x y z w that is not zero" });
  return Object.freeze(normalizeQuat(q)) as Quat;
}

function describeShape(shape: Shape, where: string, isStatic: boolean): Shape {
  switch (shape.kind) {
    case "Box": {
      const size = checkVec(shape.size, `${where}/Size`);
      for (const s of size) checkSize(s, `${where}/Size`);
      return Object.freeze({ kind: shape.kind, size });
    }
    case "Sphere":
      return Object.freeze({ kind: shape.kind, radius: checkSize(shape.radius, `${where}/Radius`) });
    case "Cylinder":
    case "CappedCylinder":
      return Object.freeze({
        kind: shape.kind,
        radius: checkSize(shape.radius, `${where}/Radius`),
        length: checkSize(shape.length, `${where}/Length`),
      });
    case "Plane":
      needStatic(isStatic, shape.kind, where);
      return Object.freeze({ kind: shape.kind });
    case "Mesh":
      return describeMesh(shape, where, isStatic);
    case "Heightfield":
      needStatic(isStatic, shape.kind, where);
      return describeHeightfield(shape, where);
  }
}

function needStatic(isStatic: boolean, kind: string, where: string): void {
  if (!isStatic) throw new SimError("SOLID_ONLY_STATIC", { where, found: `${kind} in a moving body` });
}

function describeMesh(shape: MeshShape, where: string, isStatic: boolean): MeshShape {
  const { vertices, triangles } = shape;
  const count = vertices.length / 3;
  if (!Number.isInteger(count) || count < 3 || triangles.length === 0 || triangles.length % 3 !== 0)
    throw new SimError("MESH_MALFORMED", {
      where,
      found: `${vertices.length} vertex numbers, ${triangles.length} triangle numbers`,
    });
  for (const x of vertices) checkFinite(x, `${where}/Vertices`);
  for (const i of triangles)
    if (!Number.isInteger(i) || i < 0 || i >= count)
      throw new SimError("MESH_MALFORMED", { where, found: `vertex number ${i}`, allowed: `0 to ${count - 1}` });
  if (!isStatic) checkVolume(shape, where);
  return Object.freeze({
    kind: "Mesh" as const,
    vertices: Object.freeze([...vertices]),
    triangles: Object.freeze([...triangles]),
  });
}

/** Signed volume of a closed mesh: sum of the tetrahedra from its first vertex to each triangle. */
export function meshVolume({ vertices: v, triangles: t }: MeshShape): number {
  const [ox, oy, oz] = [v[0], v[1], v[2]];
  let six = 0;
  for (let i = 0; i < t.length; i += 3) {
    const [a, b, c] = [3 * t[i], 3 * t[i + 1], 3 * t[i + 2]];
    const [ax, ay, az] = [v[a] - ox, v[a + 1] - oy, v[a + 2] - oz];
    const [bx, by, bz] = [v[b] - ox, v[b + 1] - oy, v[b + 2] - oz];
    const [cx, cy, cz] = [v[c] - ox, v[c + 1] - oy, v[c + 2] - oz];
    six += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return six / 6;
}

function checkVolume(shape: MeshShape, where: string): void {
  const volume = meshVolume(shape);
  let extent = 0;
  for (let i = 0; i < shape.vertices.length; i++)
    extent = Math.max(extent, Math.abs(shape.vertices[i] - shape.vertices[i % 3]));
  if (!(Math.abs(volume) > 1e-9 * extent * extent * extent))
    throw new SimError("MESH_WITHOUT_VOLUME", { where, found: `${volume} m³` });
}

function describeHeightfield(shape: HeightfieldShape, where: string): HeightfieldShape {
  const { rows, columns, size, heights } = shape;
  const ok = Number.isInteger(rows) && Number.isInteger(columns) && rows >= 2 && columns >= 2;
  if (!ok || heights.length !== rows * columns)
    throw new SimError("HEIGHTFIELD_MALFORMED", { where, found: `${rows} x ${columns}, ${heights.length} heights` });
  for (const h of heights) checkFinite(h, `${where}/Heights`);
  return Object.freeze({
    kind: "Heightfield" as const,
    rows,
    columns,
    size: Object.freeze([checkSize(size[0], `${where}/Size`), checkSize(size[1], `${where}/Size`)] as const),
    heights: Object.freeze([...heights]),
  });
}
