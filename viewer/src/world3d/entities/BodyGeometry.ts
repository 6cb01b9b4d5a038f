// Merges all shapes of a body that share a material into one geometry in the body's frame: one draw call, shared by all
// robots of a kind. The attribute `outline` holds normals that agree wherever corners meet, so that outline hulls close.

import { BufferAttribute, BufferGeometry, Color, Matrix4, Quaternion, SRGBColorSpace, Vector3 } from "three";
import type { Pose } from "../../../../src/math/Pose.js";
import type { SceneShape } from "../../../../src/render/scene/Scene.js";
import { makeGeometry } from "./ShapeGeometry.js";

export function poseMatrix({ position, orientation }: Pose): Matrix4 {
  return new Matrix4().compose(new Vector3(...position), new Quaternion(...orientation), new Vector3(1, 1, 1));
}

/** Equal keys mean equal geometries. */
export function geometryKey(shapes: readonly SceneShape[], soft: boolean): string {
  const parts = shapes.map(({ shape, pose, color }) => {
    const size = shape.kind === "Mesh" || shape.kind === "Heightfield" ? hashNumbers(shape) : shape;
    return [size, pose.position, pose.orientation, color];
  });
  return `${soft}${JSON.stringify(parts)}`;
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

export function makeBodyGeometry(shapes: readonly SceneShape[], soft: boolean): BufferGeometry {
  const parts = shapes.flatMap(({ shape, pose, color }) => {
    const part = makeGeometry(shape, soft)?.applyMatrix4(poseMatrix(pose));
    return part ? [{ part, color }] : [];
  });
  const count = parts.reduce((sum, { part }) => sum + part.attributes.position.count, 0);
  const arrays = { position: new Float32Array(3 * count), normal: new Float32Array(3 * count) };
  const colors = new Float32Array(3 * count);
  const outline = new Float32Array(3 * count);
  const index: number[] = [];
  let at = 0;
  for (const { part, color } of parts) {
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
  geometry.setIndex(index);
  geometry.computeBoundingSphere();
  geometry.computeBoundingBox();
  return geometry;
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
