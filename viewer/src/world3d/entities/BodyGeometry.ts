// Merges all shapes of a body that share a material into one geometry in the body's frame: one draw call, shared by all
// robots of a kind. The attribute `outline` holds normals that agree wherever corners meet, so that outline hulls close.

import { BufferAttribute, BufferGeometry, Color, Matrix4, Quaternion, SRGBColorSpace, Vector3 } from "three";
import type { Pose } from "../../../../src/math/Pose.js";
import type { SceneShape } from "../../../../src/render/scene/Scene.js";
import { makeGeometry } from "./ShapeGeometry.js";
import { makeWheelMarks, markColor } from "./WheelMarks.js";

export function poseMatrix({ position, orientation }: Pose): Matrix4 {
  return new Matrix4().compose(new Vector3(...position), new Quaternion(...orientation), new Vector3(1, 1, 1));
}

export interface GeometryMarks {
  /** The attribute `grain` is made: places in the frame of each shape, with its longest side first. */
  readonly grain?: boolean;
  /** Short cylinders get spokes and marks, so that they are seen to turn. */
  readonly wheels?: boolean;
}

const NO_MARKS: GeometryMarks = {};

/** Equal keys mean equal geometries. `soft`: boxes get slightly rounded edges. */
export function geometryKey(shapes: readonly SceneShape[], soft: boolean, look = NO_MARKS): string {
  const parts = shapes.map(({ shape, pose, color }) => {
    const size = shape.kind === "Mesh" || shape.kind === "Heightfield" ? hashNumbers(shape) : shape;
    return [size, pose.position, pose.orientation, color];
  });
  return `${soft}${look.grain ?? false}${look.wheels ?? false}${JSON.stringify(parts)}`;
}

/** Length and two 32-bit hashes: meshes are too long to be keys themselves. */
function hashNumbers(shape: object): string {
  let a = 0x811c9dc5;
  let b = 5381;
  const text = JSON.stringify(shape);
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = (Math.imul(b, 33) + text.charCodeAt(i)) | 0;
  }
  return `${text.length}/${a}/${b}`;
}

export function makeBodyGeometry(shapes: readonly SceneShape[], soft: boolean, look = NO_MARKS): BufferGeometry {
  const parts = shapes.flatMap(({ shape, pose, color }, i) => {
    const part = makeGeometry(shape, soft);
    if (!part) return [];
    const grain = look.grain ? grainOf(part, i) : undefined;
    const matrix = poseMatrix(pose);
    const marks = look.wheels && shape.kind === "Cylinder" ? makeWheelMarks(shape) : undefined;
    return [
      { part: part.applyMatrix4(matrix), color, grain },
      ...(marks ? [{ part: marks.applyMatrix4(matrix), color: markColor(color), grain: undefined }] : []),
    ];
  });
  const count = parts.reduce((sum, { part }) => sum + part.attributes.position.count, 0);
  const arrays = { position: new Float32Array(3 * count), normal: new Float32Array(3 * count) };
  const colors = new Float32Array(3 * count);
  const outline = new Float32Array(3 * count);
  const grains = look.grain ? new Float32Array(3 * count) : undefined;
  const index: number[] = [];
  let at = 0;
  for (const { part, color, grain } of parts) {
    if (grains && grain) grains.set(grain, 3 * at);
    const { position, normal } = part.attributes;
    arrays.position.set(position.array, 3 * at);
    arrays.normal.set(normal.array, 3 * at);
    outline.set(joinNormals(position.array, normal.array), 3 * at);
    const { r, g, b } = new Color().setRGB(color[0] / 255, color[1] / 255, color[2] / 255, SRGBColorSpace);
    for (let i = at; i < at + position.count; i++) colors.set([r, g, b], 3 * i);
    for (let i = 0; i < (part.index?.count ?? position.count); i++) index.push(at + (part.index?.getX(i) ?? i));
    at += position.count;
    part.dispose();
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(arrays.position, 3));
  geometry.setAttribute("normal", new BufferAttribute(arrays.normal, 3));
  geometry.setAttribute("color", new BufferAttribute(colors, 3));
  geometry.setAttribute("outline", new BufferAttribute(outline, 3));
  if (grains) geometry.setAttribute("grain", new BufferAttribute(grains, 3));
  geometry.setIndex(index);
  geometry.computeBoundingSphere();
  geometry.computeBoundingBox();
  return geometry;
}

/** Places of the vertices with the longest side of the shape first; shapes of one body begin at different places of the wood. */
function grainOf(part: BufferGeometry, i: number): Float32Array {
  part.computeBoundingBox();
  const size = part.boundingBox?.getSize(new Vector3()) ?? new Vector3(1, 1, 1);
  const order = [0, 1, 2].sort((a, b) => size.getComponent(b) - size.getComponent(a));
  const { position } = part.attributes;
  const grain = new Float32Array(3 * position.count);
  for (let k = 0; k < position.count; k++)
    for (const [to, from] of order.entries())
      grain[3 * k + to] = position.getComponent(k, from) + (to === 0 ? 1.7 * i : 0);
  return grain;
}

/** For each vertex the mean normal of all vertices at its position. */
export function joinNormals(positions: ArrayLike<number>, normals: ArrayLike<number>): Float32Array {
  const sums = new Map<string, [number, number, number]>();
  const keys: string[] = [];
  for (let i = 0; i < positions.length; i += 3) {
    const key = `${Math.round(1e5 * positions[i])},${Math.round(1e5 * positions[i + 1])},${Math.round(1e5 * positions[i + 2])}`;
    const sum = sums.get(key) ?? [0, 0, 0];
    for (let k = 0; k < 3; k++) sum[k] += normals[i + k];
    sums.set(key, sum);
    keys.push(key);
  }
  const joined = new Float32Array(positions.length);
  for (const [i, key] of keys.entries()) {
    const sum = sums.get(key)!;
    const length = Math.hypot(...sum) || 1;
    for (let k = 0; k < 3; k++) joined[3 * i + k] = sum[k] / length;
  }
  return joined;
}
