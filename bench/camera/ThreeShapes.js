// Runs in the browser: shapes, textures and materials in three.js, with the frames and texture mappings of
// docs/robots.md.

import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  DataTexture,
  DoubleSide,
  FrontSide,
  LinearFilter,
  LinearMipmapLinearFilter,
  Mesh,
  MeshLambertMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  RepeatWrapping,
  SphereGeometry,
  SRGBColorSpace,
} from "three";
import { tint } from "./ThreeLights.js";

/** Segments: fine for comparing pictures, usual for comparing times. */
export const SEGMENTS = {
  fine: { sphere: [96, 64], cylinder: 128, capsule: [32, 96] },
  coarse: { sphere: [18, 12], cylinder: 24, capsule: [4, 14] },
};

export function place(object, { position, orientation }) {
  object.position.set(...position);
  object.quaternion.set(...orientation);
}

export function makeMesh(shape, cache) {
  const mesh = new Mesh(geometryOf(shape, cache), materialOf(shape, cache));
  place(mesh, shape.pose);
  return mesh;
}

function geometryOf({ shape, texture }, { geometries, segments }) {
  const key = JSON.stringify([shape, texture?.tileM]);
  let geometry = geometries.get(key);
  if (!geometry) {
    geometry = makeGeometry(shape, segments, texture);
    if (!geometry.index) geometry.setIndex([...Array(geometry.attributes.position.count).keys()]);
    geometries.set(key, geometry);
  }
  return geometry;
}

function makeGeometry(shape, segments, texture) {
  switch (shape.kind) {
    case "Box":
      return mapBox(new BoxGeometry(...shape.size), shape.size, texture);
    case "Sphere":
      return rowsDown(new SphereGeometry(shape.radius, ...segments.sphere).rotateX(Math.PI / 2));
    case "Cylinder":
      return makeCylinder(shape, segments.cylinder);
    case "CappedCylinder":
      return rowsDown(new CapsuleGeometry(shape.radius, shape.length, ...segments.capsule).rotateX(Math.PI / 2));
    case "Plane":
      return makePlane(texture);
    case "Mesh":
      return makeFlat(shape);
    case "Heightfield":
      return makeHeightfield(shape, texture);
    default:
      throw new Error(`unknown shape: ${shape.kind}`);
  }
}

/** Textures have their first row at the top. */
function rowsDown(geometry) {
  const { uv } = geometry.attributes;
  for (let i = 0; i < uv.count; i++) uv.setY(i, 1 - uv.getY(i));
  return geometry;
}

/** The side from -x counter-clockwise seen from below, caps as seen from outside with +z up. */
function makeCylinder({ radius, length }, around) {
  const whole = [1, false, -Math.PI / 2, 2 * Math.PI];
  const geometry = rowsDown(new CylinderGeometry(radius, radius, length, around, ...whole));
  const { position, normal, uv } = geometry.attributes;
  for (let i = 0; i < uv.count; i++) {
    const side = Math.round(normal.getY(i));
    if (side !== 0) uv.setXY(i, 0.5 - (side * position.getX(i)) / (2 * radius), 0.5 - position.getZ(i) / (2 * radius));
  }
  return geometry;
}

/** Side faces upright as seen from outside, the top with +y up, the bottom from below with +y up. */
function mapBox(geometry, size, texture) {
  const { position, normal, uv } = geometry.attributes;
  for (let i = 0; i < uv.count; i++) {
    const p = [position.getX(i), position.getY(i), position.getZ(i)];
    const n = [normal.getX(i), normal.getY(i), normal.getZ(i)].map(Math.round);
    const [right, up] =
      n[2] === 0
        ? [
            [-n[1], n[0], 0],
            [0, 0, 1],
          ]
        : [
            [n[2], 0, 0],
            [0, 1, 0],
          ];
    const along = (axis) => axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2];
    const full = (axis) => Math.abs(axis[0] * size[0] + axis[1] * size[1] + axis[2] * size[2]);
    const [tileX, tileY] = texture?.tileM ?? [full(right), full(up)];
    uv.setXY(i, (along(right) + full(right) / 2) / tileX, (full(up) / 2 - along(up)) / tileY);
  }
  return geometry;
}

/** Small pieces in the middle, large ones far out. */
function makePlane(texture) {
  const half = 3000;
  const geometry = new PlaneGeometry(2, 2, 60, 60);
  const { position, uv } = geometry.attributes;
  const [tileX, tileY] = texture?.tileM ?? [1, 1];
  for (let i = 0; i < position.count; i++) {
    const [x, y] = [half * position.getX(i) ** 3, half * position.getY(i) ** 3];
    position.setXY(i, x, y);
    uv.setXY(i, x / tileX, -y / tileY);
  }
  geometry.computeBoundingSphere();
  return geometry;
}

/** Mesh files have no normals. */
function makeFlat({ vertices, triangles }) {
  const positions = new Float32Array(triangles.flatMap((i) => vertices.slice(3 * i, 3 * i + 3)));
  const geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(positions, 3));
  geometry.computeVertexNormals();
  return geometry;
}

function makeHeightfield({ rows, columns, size, heights }, texture) {
  const geometry = new PlaneGeometry(size[0], size[1], columns - 1, rows - 1);
  const { position, uv } = geometry.attributes;
  const [tileX, tileY] = texture?.tileM ?? size;
  for (let i = 0; i < position.count; i++) {
    // rows of three.js go from +y to -y, ours the other way
    const row = rows - 1 - Math.floor(i / columns);
    position.setZ(i, heights[row * columns + (i % columns)]);
    uv.setXY(i, (position.getX(i) + size[0] / 2) / tileX, (size[1] / 2 - position.getY(i)) / tileY);
  }
  geometry.computeVertexNormals();
  return geometry;
}

function materialOf({ color, texture, shape, material: name, surface }, { materials, renderer, kind }) {
  const side = shape.kind === "Heightfield" ? DoubleSide : FrontSide;
  const key = `${name} ${side} ${texture ? texture.pixels : color}`;
  let material = materials.get(key);
  if (!material) {
    const look = { side, ...(texture ? { map: makeTexture(texture, renderer) } : { color: tint(color) }) };
    const { roughness, metalness } = surface;
    material =
      kind === "lambert" ? new MeshLambertMaterial(look) : new MeshStandardMaterial({ ...look, roughness, metalness });
    materials.set(key, material);
  }
  return material;
}

function makeTexture({ width, height, pixels }, renderer) {
  const texture = new DataTexture(fromBase64(pixels), width, height);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = Math.min(8, renderer.capabilities.getMaxAnisotropy());
  texture.needsUpdate = true;
  return texture;
}

const fromBase64 = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
