// Triangles of boxes and round shapes at several levels of detail (S4): a distant sphere needs few. Polygons are
// slightly larger than the circle they approximate, so that they cover the same area. Cylinders lie along y, capped
// cylinders along z (R4). A fourth coordinate moves the two halves of a capped cylinder apart.

import { cos, PI, sin, TAU } from "../../math/Trigonometry.js";

export interface MeshLevel {
  /** Corners of a circle; 0 for shapes without curves. */
  readonly corners: number;
  /** Vertices, padded to whole fours. */
  readonly vertexCount: number;
  /** x of all vertices, then y, z and the fourth coordinate. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly uvs: Float32Array;
  /**
   * Three corners, counter-clockwise from outside; then the group of faces by which a texture is tiled, and 4 times the
   * number of the triangle as which it is shaded: the first one of its plane.
   */
  readonly index: Uint16Array;
}

const CORNERS = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128];
const CYLINDER_CORNERS = [...CORNERS, 192, 256];

export class MeshBuilder {
  readonly #positions: number[] = [];
  readonly #normals: number[] = [];
  readonly #uvs: number[] = [];
  readonly #index: number[] = [];

  /** Returns the index of the vertex. */
  vertex(at: readonly number[], normal: readonly number[], u: number, v: number): number {
    this.#positions.push(at[0], at[1], at[2], at[3] ?? 0);
    this.#normals.push(normal[0], normal[1], normal[2]);
    this.#uvs.push(u, v);
    return this.#positions.length / 4 - 1;
  }

  /** `first`: the first triangle of the same plane and texture. Returns the index of the triangle. */
  triangle(corners: readonly [number, number, number], group = 0, first = this.#index.length / 4): number {
    this.#index.push(...corners, group | (first << 2));
    return this.#index.length / 4 - 1;
  }

  finish(corners: number): MeshLevel {
    const count = this.#positions.length / 4;
    const vertexCount = 4 * Math.ceil(count / 4);
    const positions = new Float32Array(4 * vertexCount);
    for (let i = 0; i < vertexCount; i++)
      for (let k = 0; k < 4; k++) positions[k * vertexCount + i] = this.#positions[4 * Math.min(i, count - 1) + k];
    return {
      corners,
      vertexCount,
      positions,
      normals: Float32Array.from(this.#normals),
      uvs: Float32Array.from(this.#uvs),
      index: Uint16Array.from(this.#index),
    };
  }
}

/** Radius of the corners of an n-gon with the area of the unit circle. */
const growth = (n: number): number => Math.sqrt(TAU / n / sin(TAU / n));

/** Radius 1; `isApart`: the upper half has 1 as fourth coordinate, the lower -1. */
function makeBall(n: number, isApart: boolean): MeshLevel {
  const mesh = new MeshBuilder();
  const steps = 2 * Math.ceil(n / 4);
  const rows = Array.from({ length: steps + 1 }, (_, i) => ({ i, k: isApart ? (2 * i <= steps ? 1 : -1) : 0 }));
  // the equator occurs twice
  if (isApart) rows.splice(steps / 2 + 1, 0, { i: steps / 2, k: -1 });
  const r = growth(n);
  for (const { i, k } of rows)
    for (let j = 0; j <= n; j++) {
      const normal = onBall((PI * i) / steps, j === n ? 0 : j / n, i === steps);
      mesh.vertex([r * normal[0], r * normal[1], r * normal[2], k], normal, j / n, i / steps);
    }
  for (let row = 0; row + 1 < rows.length; row++)
    for (let j = 0; j < n; j++) {
      const a = row * (n + 1) + j;
      const b = a + n + 1;
      if (row + 2 < rows.length) mesh.triangle([a, b, b + 1]);
      if (row > 0) mesh.triangle([a, b + 1, a + 1]);
    }
  return mesh.finish(n);
}

/** `down` from +z; `around` from -x, counter-clockwise seen from +z. */
function onBall(down: number, around: number, isLowest: boolean): [number, number, number] {
  const across = isLowest ? 0 : sin(down);
  return [-across * cos(TAU * around), -across * sin(TAU * around), cos(down)];
}

/** Radius 1, length 1 along y. */
function makeCylinder(n: number): MeshLevel {
  const mesh = new MeshBuilder();
  const r = growth(n);
  const ring = Array.from({ length: n + 1 }, (_, j) => [-cos((TAU * (j % n)) / n), sin((TAU * (j % n)) / n)]);
  ring.forEach(([x, z], j) => {
    for (const y of [0.5, -0.5]) mesh.vertex([r * x, y, r * z], [x, 0, z], j / n, 0.5 - y);
  });
  for (let j = 0; j < n; j++) {
    const a = 2 * j;
    mesh.triangle([a, a + 1, a + 3]);
    mesh.triangle([a, a + 3, a + 2]);
  }
  for (const side of [1, -1]) {
    const first = ring.slice(0, n).map(([x, z]) =>
      // seen from outside with +z up
      mesh.vertex([r * x, side / 2, r * z], [0, side, 0], 0.5 - (side * x) / 2, 0.5 - z / 2),
    )[0];
    const [up, down] = side > 0 ? [0, 1] : [1, 0];
    const face = mesh.triangle([first, first + 1 + up, first + 1 + down], 1);
    for (let j = 2; j + 1 < n; j++) mesh.triangle([first, first + j + up, first + j + down], 1, face);
  }
  return mesh.finish(n);
}

/** Faces of a box: outward, right and up as seen from outside; the group selects the sizes for tiling. */
const FACES: readonly (readonly [number[], number[], number[], number])[] = [
  [[1, 0, 0], [0, 1, 0], [0, 0, 1], 0],
  [[-1, 0, 0], [0, -1, 0], [0, 0, 1], 0],
  [[0, 1, 0], [-1, 0, 0], [0, 0, 1], 1],
  [[0, -1, 0], [1, 0, 0], [0, 0, 1], 1],
  [[0, 0, 1], [1, 0, 0], [0, 1, 0], 2],
  [[0, 0, -1], [-1, 0, 0], [0, 1, 0], 2],
];

/** Side length 1. */
function makeBox(): MeshLevel {
  const mesh = new MeshBuilder();
  for (const [out, right, up, group] of FACES) {
    const corner = (u: number, v: number): number =>
      mesh.vertex(
        [0, 1, 2].map((k) => out[k] / 2 + (u - 0.5) * right[k] + (0.5 - v) * up[k]),
        out,
        u,
        v,
      );
    const [a, b, c, d] = [corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0)];
    mesh.triangle([a, c, d], group, mesh.triangle([a, b, c], group));
  }
  return mesh.finish(0);
}

const MAKERS = {
  Box: () => [makeBox()],
  Sphere: () => CORNERS.map((n) => makeBall(n, false)),
  CappedCylinder: () => CORNERS.map((n) => makeBall(n, true)),
  Cylinder: () => CYLINDER_CORNERS.map(makeCylinder),
};
const made = new Map<string, readonly MeshLevel[]>();

/** Makes the levels of all kinds, which takes a while once (M8). */
export function prepareLevels(): void {
  for (const kind of Object.keys(MAKERS)) levelsOf(kind as keyof typeof MAKERS);
}

/** Levels of a shape of unit size, coarsest first; cached. */
export function levelsOf(kind: keyof typeof MAKERS): readonly MeshLevel[] {
  let levels = made.get(kind);
  if (!levels) {
    levels = MAKERS[kind]();
    made.set(kind, levels);
  }
  return levels;
}

const ellipsoids = new Map<string, readonly MeshLevel[]>();
/** Sizes of ellipsoids in a scene with all levels of detail; with more sizes all are coarse. */
export const MAX_ELLIPSOIDS = 64;
const MAX_COARSE = 4096;

/** Vertices of the finest level of ellipsoids in a scene that has many sizes of them. */
const COARSE_VERTICES = 156;

/**
 * Levels of a ball that is scaled to these half lengths, with the normals of the scaled surface; cached. `isCoarse`: without the
 * fine levels, which take a megabyte.
 */
export function ellipsoidLevels(a: number, b: number, c: number, isCoarse = false): readonly MeshLevel[] {
  const key = `${a} ${b} ${c} ${isCoarse}`;
  const old = ellipsoids.get(key);
  if (old) return old;
  const all = levelsOf("Sphere");
  const wanted = isCoarse ? all.filter(({ vertexCount }) => vertexCount <= COARSE_VERTICES) : all;
  const levels = wanted.map((level) => {
    const { vertexCount: n } = level;
    const [positions, normals] = [level.positions.slice(), level.normals.slice()];
    for (let i = 0; i < n; i++) {
      positions[i] *= a;
      positions[n + i] *= b;
      positions[2 * n + i] *= c;
    }
    for (let i = 0; i < normals.length; i += 3) {
      const x = normals[i] / a;
      const y = normals[i + 1] / b;
      const z = normals[i + 2] / c;
      const length = Math.sqrt(x * x + y * y + z * z);
      normals[i] = x / length;
      normals[i + 1] = y / length;
      normals[i + 2] = z / length;
    }
    return { ...level, positions, normals };
  });
  // limits the memory for worlds with ever new sizes
  if (ellipsoids.size >= (isCoarse ? MAX_COARSE : MAX_ELLIPSOIDS)) ellipsoids.clear();
  ellipsoids.set(key, levels);
  return levels;
}
