// Solids (M2): the shapes of a body. Without Orientation a cylinder lies along y and a capped cylinder along z (R4).
// Positions are in the model space of the entity.

import type { Pose } from "../../math/Pose.js";
import { IDENTITY, type Quat } from "../../math/Quat.js";
import { type Vec3, ZERO } from "../../math/Vec3.js";
import {
  checkAxis,
  checkBoolean,
  checkIsObject,
  checkKind,
  checkMass,
  checkName,
  checkNamed,
  checkNumbers,
  checkObject,
  checkOptional,
  checkPlace,
  checkPose,
  checkQuat,
  checkRange,
  checkSize,
  checkTuple,
  checkVec,
  type KeysOf,
} from "../Check.js";
import { SimError, showValue } from "../SimError.js";
import { describeTexture, type Texture, type TextureInput } from "./Texture.js";

/** A quaternion x y z w, normalized. */
export { checkQuat as describeOrientation } from "../Check.js";

/** Its centre is at the solid's position, as for all shapes except planes, meshes and heightfields. */
export interface BoxShape {
  readonly kind: "Box";
  /** Full lengths along x, y, z in m. */
  readonly size: Vec3;
}
export interface SphereShape {
  readonly kind: "Sphere";
  readonly radius: number;
}
export interface EllipsoidShape {
  readonly kind: "Ellipsoid";
  /** Full lengths along x, y, z in m: the diameters. */
  readonly size: Vec3;
}
/** Along y in its own frame. */
export interface CylinderShape {
  readonly kind: "Cylinder";
  readonly radius: number;
  readonly length: number;
}
/** A capsule along z in its own frame. */
export interface CappedCylinderShape {
  readonly kind: "CappedCylinder";
  readonly radius: number;
  /** Length of the straight part, without the caps. */
  readonly length: number;
}
/** All points with z <= 0 in the plane's own frame; static only. */
export interface PlaneShape {
  readonly kind: "Plane";
}
/** Triangles, counter-clockwise seen from outside. A moving mesh collides as its convex hull, a static one with its triangles. */
export interface MeshShape {
  readonly kind: "Mesh";
  /** x y z of each vertex in m. */
  readonly vertices: readonly number[];
  /** Three vertex numbers for each triangle. */
  readonly triangles: readonly number[];
}
/** Heights above z = 0 of the solid on a grid, row by row from -y to +y; static only. */
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
  | EllipsoidShape
  | CylinderShape
  | CappedCylinderShape
  | PlaneShape
  | MeshShape
  | HeightfieldShape;

export interface Solid {
  readonly name: string;
  readonly shape: Shape;
  readonly pose: Pose;
  /** kg. Undefined: the solid has no mass. */
  readonly mass: number | undefined;
  readonly material: string;
  /** False: drawn, but without collisions. */
  readonly collide: boolean;
  /** False: not drawn. */
  readonly visible: boolean;
  /** False: rays of sensors ignore it. A solid with neither rays nor collisions costs the physics nothing. */
  readonly rays: boolean;
  /** Red, green, blue from 0 to 255. */
  readonly color: readonly [number, number, number] | undefined;
  /** An image that replaces the colour. */
  readonly texture: Texture | undefined;
  /** Direction of friction2 in model space (M3). Undefined: the axis of a cylinder. */
  readonly frictionAxis: Vec3 | undefined;
  /** Velocity of its surface relative to the body, as of a conveyor belt, in the solid's own frame, m/s. Undefined: none. */
  readonly surfaceVelocity: Vec3 | undefined;
}

export interface SolidInput {
  readonly name: string;
  readonly shape: Shape;
  readonly position?: Vec3 | undefined;
  readonly orientation?: Quat | undefined;
  /** Instead of position and orientation, as in a description. */
  readonly pose?: Pose | undefined;
  readonly mass?: number | undefined;
  readonly material?: string | undefined;
  readonly collide?: boolean | undefined;
  readonly visible?: boolean | undefined;
  readonly rays?: boolean | undefined;
  readonly color?: readonly [number, number, number] | undefined;
  readonly texture?: TextureInput | undefined;
  readonly frictionAxis?: Vec3 | undefined;
  readonly surfaceVelocity?: Vec3 | undefined;
}

const SOLID_KEYS: KeysOf<SolidInput> = {
  name: true,
  shape: true,
  position: true,
  orientation: true,
  pose: true,
  mass: true,
  material: true,
  collide: true,
  visible: true,
  rays: true,
  color: true,
  texture: true,
  frictionAxis: true,
  surfaceVelocity: true,
};

/** `place` is the place of a solid that has no name. */
export function describeSolid(input: SolidInput, owner: string, isStatic: boolean, place = owner): Solid {
  const where = checkNamed(input, SOLID_KEYS, owner, place);
  return Object.freeze({
    name: input.name,
    shape: describeShape(input.shape, where, isStatic),
    pose: describePose(input, where),
    mass: checkOptional(input.mass, checkMass, `${where}/Mass`),
    material: checkOptional(input.material, checkName, `${where}/Material`) ?? "Default",
    collide: checkOptional(input.collide, checkBoolean, `${where}/Collide`) ?? true,
    visible: checkOptional(input.visible, checkBoolean, `${where}/Visible`) ?? true,
    rays: checkOptional(input.rays, checkBoolean, `${where}/Rays`) ?? true,
    color: checkOptional(input.color, describeColor, `${where}/Color`),
    texture: describeSolidTexture(input, where),
    frictionAxis: checkOptional(input.frictionAxis, checkAxis, `${where}/FrictionAxis`),
    surfaceVelocity: checkOptional(input.surfaceVelocity, checkSurfaceVelocity, `${where}/SurfaceVelocity`),
  });
}

/** m/s. */
export const MAX_SURFACE_SPEED = 1000;

export function checkSurfaceVelocity(velocity: Vec3, where: string): Vec3 {
  const [x, y, z] = checkVec(velocity, where);
  for (const v of [x, y, z]) checkRange(v, -MAX_SURFACE_SPEED, MAX_SURFACE_SPEED, where);
  return Object.freeze([x, y, z] as const);
}

function describePose({ pose, position, orientation }: SolidInput, where: string): Pose {
  if (pose === undefined)
    return Object.freeze({
      position: checkPlace(position === undefined ? ZERO : position, `${where}/Position`),
      orientation: checkQuat(orientation === undefined ? IDENTITY : orientation, `${where}/Orientation`),
    });
  if (position !== undefined || orientation !== undefined)
    throw new SimError("PROPERTY_MISPLACED", {
      where: `${where}/pose`,
      found: `pose beside ${position === undefined ? "orientation" : "position"}`,
      allowed: "either pose, or position and orientation",
    });
  return checkPose(pose, where);
}

function describeColor(color: readonly [number, number, number], where: string): readonly [number, number, number] {
  const [r, g, b] = checkTuple(color, 3, where);
  for (const x of [r, g, b]) checkRange(x, 0, 255, where);
  return Object.freeze([r, g, b] as const);
}

function describeSolidTexture({ texture, shape }: SolidInput, where: string): Texture | undefined {
  if (texture === undefined) return undefined;
  if (shape.kind === "Mesh") throw new SimError("TEXTURE_UNMAPPED", { where: `${where}/Texture`, found: "a Mesh" });
  return describeTexture(texture, `${where}/Texture`);
}

const SHAPE_KEYS: { readonly [K in Shape["kind"]]: KeysOf<Extract<Shape, { kind: K }>> } = {
  Box: { kind: true, size: true },
  Sphere: { kind: true, radius: true },
  Ellipsoid: { kind: true, size: true },
  Cylinder: { kind: true, radius: true, length: true },
  CappedCylinder: { kind: true, radius: true, length: true },
  Plane: { kind: true },
  Mesh: { kind: true, vertices: true, triangles: true },
  Heightfield: { kind: true, rows: true, columns: true, size: true, heights: true },
};
const SHAPE_KINDS = Object.keys(SHAPE_KEYS) as Shape["kind"][];
/** Words of other simulators. */
const OTHER_WORDS: Readonly<Record<string, Shape["kind"]>> = {
  Capsule: "CappedCylinder",
  capsule: "CappedCylinder",
  Cube: "Box",
  cube: "Box",
  Ball: "Sphere",
  ball: "Sphere",
  Terrain: "Heightfield",
};

function describeShape(shape: Shape, owner: string, isStatic: boolean): Shape {
  checkIsObject(shape, ["kind and its sizes"], `${owner}/shape`);
  checkKind(shape.kind, SHAPE_KINDS, `${owner}/shape/kind`, OTHER_WORDS);
  checkObject(shape, SHAPE_KEYS[shape.kind] as KeysOf<Shape>, `${owner}/shape`);
  return makeShape(shape, owner, isStatic);
}

function makeShape(shape: Shape, where: string, isStatic: boolean): Shape {
  switch (shape.kind) {
    case "Box":
    case "Ellipsoid": {
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

/** Throws if a shape can only stand still. */
export function checkMovable(shape: Shape, where: string): void {
  if (shape.kind === "Plane" || shape.kind === "Heightfield") needStatic(false, shape.kind, where);
  if (shape.kind === "Mesh") checkVolume(shape, where);
}

function needStatic(isStatic: boolean, kind: string, where: string): void {
  if (!isStatic) throw new SimError("SOLID_ONLY_STATIC", { where, found: `${kind} in a moving body` });
}

function describeMesh(shape: MeshShape, where: string, isStatic: boolean): MeshShape {
  const vertices = checkFiniteList(shape.vertices, `${where}/Vertices`);
  const triangles = checkNumbers(shape.triangles, `${where}/Triangles`);
  const count = vertices.length / 3;
  if (!Number.isInteger(count) || count < 3 || triangles.length === 0 || triangles.length % 3 !== 0)
    throw new SimError("MESH_MALFORMED", {
      where,
      found: `${vertices.length} vertex numbers, ${triangles.length} triangle numbers`,
    });
  for (const i of triangles)
    if (!Number.isInteger(i) || i < 0 || i >= count)
      throw new SimError("MESH_MALFORMED", { where, found: `vertex number ${i}`, allowed: `0 to ${count - 1}` });
  const mesh = { kind: "Mesh" as const, ...dropUnused(vertices, triangles) };
  if (!isStatic) checkVolume(mesh, where);
  return Object.freeze(mesh);
}

/** Without the vertices that no triangle has: they would cost time and reach into the hull. */
function dropUnused(
  vertices: readonly number[],
  triangles: readonly number[],
): Pick<MeshShape, "vertices" | "triangles"> {
  const isUsed = new Uint8Array(vertices.length / 3);
  for (const i of triangles) isUsed[i] = 1;
  if (!isUsed.includes(0)) return { vertices, triangles: Object.freeze(triangles) };
  const places = new Int32Array(isUsed.length);
  const kept: number[] = [];
  isUsed.forEach((used, i) => {
    places[i] = kept.length / 3;
    if (used) kept.push(vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]);
  });
  return { vertices: Object.freeze(kept), triangles: Object.freeze(triangles.map((i) => places[i])) };
}

function checkFiniteList(list: readonly number[], where: string): readonly number[] {
  const numbers = checkNumbers(list, where);
  for (const x of numbers) if (!Number.isFinite(x)) throw new SimError("NUMBER_NOT_FINITE", { where, found: x });
  return Object.freeze(numbers);
}

/** Signed volume of a closed mesh: the sum of the tetrahedra between its first vertex and each triangle. */
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
  const { rows, columns } = shape;
  const heights = checkFiniteList(shape.heights, `${where}/Heights`);
  const size = checkTuple(shape.size, 2, `${where}/Size`);
  const ok = Number.isInteger(rows) && Number.isInteger(columns) && rows >= 2 && columns >= 2;
  if (!ok || heights.length !== rows * columns)
    throw new SimError("HEIGHTFIELD_MALFORMED", {
      where,
      found: `${showValue(rows)} x ${showValue(columns)}, ${heights.length} heights`,
    });
  return Object.freeze({
    kind: "Heightfield" as const,
    rows,
    columns,
    size: Object.freeze([checkSize(size[0], `${where}/Size`), checkSize(size[1], `${where}/Size`)] as const),
    heights,
  });
}
