// Finds meshes that are cylinders with a flat front: prisms along z with corners on one circle, close to each other except
// for one gap, the front. Two of them collide as the exact shape (StandingContacts.ts), not as dozens of facets.

import type { Entity } from "../../describe/entity/Entity.js";
import type { MeshShape, Solid } from "../../describe/entity/Solid.js";
import { atan2, cos, DEGREE, sin, TAU } from "../../math/Trigonometry.js";
import type { Vec3 } from "../../math/Vec3.js";

/** In the frame of the mesh; the axis is z. */
export interface CutCylinder {
  readonly center: Vec3;
  readonly radius: number;
  /** Half of the height, m. */
  readonly half: number;
  /** Outward normal of the front, and its distance from the axis, m; equal to the radius if nothing is cut off. */
  readonly facing: Vec3;
  readonly front: number;
}

/** Corners of the round part are at most this angle apart, and off the circle by at most this share of its radius. */
const WIDEST_FACET = 15 * DEGREE;
const OFF_CIRCLE = 1e-5;
/** With fewer corners the outline is a polygon, not a circle. */
const MIN_CORNERS = 12;

const known = new WeakMap<MeshShape, CutCylinder | undefined>();

export function cutCylinderOf(shape: MeshShape): CutCylinder | undefined {
  if (!known.has(shape)) known.set(shape, findCut(shape));
  return known.get(shape);
}

export const isCutCylinder = ({ shape }: Solid): boolean => shape.kind === "Mesh" && cutCylinderOf(shape) !== undefined;

/** Whether the entity has a colliding solid of this shape. */
export function hasCutCylinder(entity: Entity): boolean {
  const old = owners.get(entity);
  if (old !== undefined) return old;
  const { isStatic, bodies } = entity;
  const has = !isStatic && bodies.some(({ solids }) => solids.some((solid) => solid.collide && isCutCylinder(solid)));
  owners.set(entity, has);
  return has;
}

/** Asked for each solid of an entity. */
const owners = new WeakMap<Entity, boolean>();

function findCut({ vertices: v }: MeshShape): CutCylinder | undefined {
  const count = v.length / 3;
  let [low, high] = [v[2], v[2]];
  for (let i = 0; i < count; i++) [low, high] = [Math.min(low, v[3 * i + 2]), Math.max(high, v[3 * i + 2])];
  const tiny = OFF_CIRCLE * (high - low);
  const ring: [number, number][] = [];
  for (let i = 0; i < count; i++) {
    const z = v[3 * i + 2];
    if (z - low <= tiny) ring.push([v[3 * i], v[3 * i + 1]]);
    else if (high - z > tiny) return undefined;
  }
  if (2 * ring.length !== count || ring.length < MIN_CORNERS || !standOver(v, low + tiny, ring)) return undefined;
  const circle = circleOf(ring);
  return circle && cutAt(ring, circle, [low, high]);
}

/** Whether each upper corner is vertically above a lower one. */
function standOver(v: readonly number[], low: number, ring: readonly [number, number][]): boolean {
  const key = (x: number, y: number): string => `${Math.round(x * 1e7)} ${Math.round(y * 1e7)}`;
  const below = new Set(ring.map(([x, y]) => key(x, y)));
  for (let i = 0; i < v.length; i += 3) if (v[i + 2] > low && !below.has(key(v[i], v[i + 1]))) return false;
  return below.size === ring.length;
}

interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** The circle through three of the points, if all points lie on it. */
function circleOf(ring: readonly [number, number][]): Circle | undefined {
  const third = Math.floor(ring.length / 3);
  const [ax, ay] = ring[0];
  const [bx, by] = [ring[third][0] - ax, ring[third][1] - ay];
  const [cx, cy] = [ring[2 * third][0] - ax, ring[2 * third][1] - ay];
  const d = 2 * (bx * cy - by * cx);
  if (Math.abs(d) < 1e-12) return undefined;
  const [b2, c2] = [bx * bx + by * by, cx * cx + cy * cy];
  const [ux, uy] = [(cy * b2 - by * c2) / d, (bx * c2 - cx * b2) / d];
  const circle = { x: ax + ux, y: ay + uy, radius: Math.sqrt(ux * ux + uy * uy) };
  const isOn = ([x, y]: readonly [number, number]): boolean => {
    const r = Math.sqrt((x - circle.x) * (x - circle.x) + (y - circle.y) * (y - circle.y));
    return Math.abs(r - circle.radius) <= OFF_CIRCLE * circle.radius;
  };
  return ring.every(isOn) ? circle : undefined;
}

/** The widest gap between neighbours is the front; all other gaps must be facets of the round part. */
function cutAt(
  ring: readonly [number, number][],
  { x, y, radius }: Circle,
  [low, high]: readonly [number, number],
): CutCylinder | undefined {
  const angles = ring.map(([px, py]) => atan2(py - y, px - x)).sort((a, b) => a - b);
  const gaps = angles.map((angle, i) => (i + 1 < angles.length ? angles[i + 1] : angles[0] + TAU) - angle);
  const widest = gaps.indexOf(gaps.reduce((most, gap) => Math.max(most, gap)));
  if (gaps.some((gap, i) => i !== widest && gap > WIDEST_FACET) || gaps[widest] > TAU / 2) return undefined;
  const middle = angles[widest] + gaps[widest] / 2;
  return {
    center: [x, y, (low + high) / 2],
    radius,
    half: (high - low) / 2,
    facing: [cos(middle), sin(middle), 0],
    front: gaps[widest] > WIDEST_FACET ? radius * cos(gaps[widest] / 2) : radius,
  };
}
