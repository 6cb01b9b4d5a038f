// The triangles of a static mesh or a heightfield with their neighbours, in the frame of the solid. A contact with a
// triangle is real only if its normal n separates the whole surface around the nearest point q from the other solid,
//   n · (w - q) <= 0   for all corners w of the triangles that contain q,
// so flat and hollow edges between triangles are not felt, and ridges are felt as far as they are round.

import type { HeightfieldShape, MeshShape } from "../../describe/entity/Solid.js";
import { CORNER, EDGE, FACE } from "./NearestPoint.js";

/** Sine of the angle by which a normal may miss the above. */
const TOLERANCE = 1e-3;
/** Corners that are closer than this are one, m. */
const WELD = 1e-6;

const made = new WeakMap<object, TriangleSurface>();

/** The surface of a shape; made once. */
export function surfaceOf(shape: MeshShape | HeightfieldShape): TriangleSurface {
  const old = made.get(shape);
  if (old) return old;
  const surface =
    shape.kind === "Mesh"
      ? new TriangleSurface(Float64Array.from(shape.vertices), Int32Array.from(shape.triangles))
      : new TriangleSurface(gridVertices(shape), gridTriangles(shape));
  made.set(shape, surface);
  return surface;
}

export class TriangleSurface {
  readonly vertices: Float64Array;
  readonly triangles: Int32Array;
  /** Unit normals, three numbers for each triangle. */
  readonly normals: Float64Array;
  /** Triangle on the other side of each edge; -1: none. */
  readonly #across: Int32Array;
  /** Triangles around each welded vertex: from #first[i] to #first[i + 1]. */
  readonly #welded: Int32Array;
  readonly #first: Int32Array;
  readonly #around: Int32Array;
  /** 1: the edge, or an edge at the corner, is a ridge or border. */
  readonly #sharpEdge: Uint8Array;
  readonly #sharpCorner: Uint8Array;

  constructor(vertices: Float64Array, triangles: Int32Array) {
    this.vertices = vertices;
    this.triangles = triangles;
    this.normals = normalsOf(vertices, triangles);
    this.#welded = weld(vertices);
    const corners = triangles.map((i) => this.#welded[i]);
    [this.#first, this.#around] = fans(corners, vertices.length / 3);
    this.#across = partners(corners);
    this.#sharpEdge = Uint8Array.from(corners, (_, k) => (this.#isRidge(k) ? 1 : 0));
    this.#sharpCorner = new Uint8Array(vertices.length / 3);
    this.#sharpEdge.forEach((sharp, k) => {
      if (sharp) this.#sharpCorner[corners[k]] = this.#sharpCorner[corners[k % 3 === 2 ? k - 2 : k + 1]] = 1;
    });
  }

  /** The triangle beyond edge `edge` (0 to 2) of triangle t; -1: none. */
  beyond(t: number, edge: number): number {
    return this.#across[3 * t + edge];
  }

  /** Whether the triangle beyond edge k falls away or is missing. */
  #isRidge(k: number): boolean {
    const t = Math.floor(k / 3);
    const other = this.#across[k];
    const w = this.normals;
    if (other < 0) return true;
    const n = { x: w[3 * t], y: w[3 * t + 1], z: w[3 * t + 2] };
    return this.#rise(k, other, n) < -TOLERANCE;
  }

  /** Sine of the angle by which triangle t rises over the plane with normal n at the edge k, across the edge. */
  #rise(k: number, t: number, n: Point): number {
    const v = this.vertices;
    const [a, b] = [3 * this.triangles[k], 3 * this.triangles[k % 3 === 2 ? k - 2 : k + 1]];
    const [ex, ey, ez] = [v[b] - v[a], v[b + 1] - v[a + 1], v[b + 2] - v[a + 2]];
    const size = ex * ex + ey * ey + ez * ez;
    for (let i = 3 * t; i < 3 * t + 3; i++) {
      const w = 3 * this.triangles[i];
      const [x, y, z] = [v[w] - v[a], v[w + 1] - v[a + 1], v[w + 2] - v[a + 2]];
      const along = (x * ex + y * ey + z * ez) / size;
      const [dx, dy, dz] = [x - along * ex, y - along * ey, z - along * ez];
      const across = Math.sqrt(dx * dx + dy * dy + dz * dz);
      // the corner that is not on the edge
      if (across > WELD) return (n.x * dx + n.y * dy + n.z * dz) / across;
    }
    return 0;
  }

  /** EDGE + k of a ridge or border of triangle t that is closer to q than `reach`, else FACE. */
  ridgeNear(t: number, q: Point, reach: number): number {
    const [v, w] = [this.vertices, this.normals];
    for (let k = 0; k < 3; k++) {
      if (!this.#sharpEdge[3 * t + k]) continue;
      const [a, b] = [3 * this.triangles[3 * t + k], 3 * this.triangles[3 * t + ((k + 1) % 3)]];
      const [ex, ey, ez] = [v[b] - v[a], v[b + 1] - v[a + 1], v[b + 2] - v[a + 2]];
      const [x, y, z] = [q.x - v[a], q.y - v[a + 1], q.z - v[a + 2]];
      // normal x edge points inwards
      const [nx, ny, nz] = [w[3 * t], w[3 * t + 1], w[3 * t + 2]];
      const inside = (ny * ez - nz * ey) * x + (nz * ex - nx * ez) * y + (nx * ey - ny * ex) * z;
      if (inside * inside < reach * reach * (ex * ex + ey * ey + ez * ez)) return EDGE + k;
    }
    return FACE;
  }

  /** Whether an edge or corner (NearestPoint.ts) of triangle t is part of a ridge or border. */
  isSharp(t: number, feature: number): boolean {
    if (feature === FACE) return false;
    if (feature >= CORNER) return this.#sharpCorner[this.#welded[this.triangles[3 * t + feature - CORNER]]] === 1;
    return this.#sharpEdge[3 * t + feature - EDGE] === 1;
  }

  /** Whether the normal is real where it touches the feature of triangle t (NearestPoint.ts) at q. */
  admits(t: number, feature: number, q: Point, n: Point): boolean {
    if (feature === FACE) return true;
    if (feature >= CORNER) {
      const vertex = this.#welded[this.triangles[3 * t + feature - CORNER]];
      for (let i = this.#first[vertex]; i < this.#first[vertex + 1]; i++)
        if (!this.#liesBehind(this.#around[i], q, n)) return false;
      return true;
    }
    const k = 3 * t + feature - EDGE;
    const other = this.#across[k];
    return this.#rise(k, t, n) < TOLERANCE && (other < 0 || this.#rise(k, other, n) < TOLERANCE);
  }

  #liesBehind(t: number, q: Point, n: Point): boolean {
    const v = this.vertices;
    for (let k = 3 * t; k < 3 * t + 3; k++) {
      const w = 3 * this.triangles[k];
      const x = v[w] - q.x;
      const y = v[w + 1] - q.y;
      const z = v[w + 2] - q.z;
      const rise = n.x * x + n.y * y + n.z * z;
      if (rise > 0 && rise * rise > TOLERANCE * TOLERANCE * (x * x + y * y + z * z)) return false;
    }
    return true;
  }
}

export interface Point {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

function normalsOf(v: Float64Array, triangles: Int32Array): Float64Array {
  const out = new Float64Array(triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const [ux, uy, uz] = [v[b] - v[a], v[b + 1] - v[a + 1], v[b + 2] - v[a + 2]];
    const [wx, wy, wz] = [v[c] - v[a], v[c + 1] - v[a + 1], v[c + 2] - v[a + 2]];
    const [x, y, z] = [uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx];
    const size = Math.sqrt(x * x + y * y + z * z);
    if (size > 0) out.set([x / size, y / size, z / size], t);
  }
  return out;
}

/** By vertex: the first vertex at the same place. */
function weld(v: Float64Array): Int32Array {
  const first = new Map<string, number>();
  const out = new Int32Array(v.length / 3);
  for (let i = 0; i < out.length; i++) {
    const key = `${Math.round(v[3 * i] / WELD)} ${Math.round(v[3 * i + 1] / WELD)} ${Math.round(v[3 * i + 2] / WELD)}`;
    const known = first.get(key);
    if (known === undefined) first.set(key, i);
    out[i] = known ?? i;
  }
  return out;
}

function fans(corners: Int32Array, vertexCount: number): [Int32Array, Int32Array] {
  const first = new Int32Array(vertexCount + 1);
  for (const i of corners) first[i + 1]++;
  for (let i = 0; i < vertexCount; i++) first[i + 1] += first[i];
  const next = first.slice();
  const around = new Int32Array(corners.length);
  corners.forEach((i, k) => {
    around[next[i]++] = Math.floor(k / 3);
  });
  return [first, around];
}

/** By edge (three for each triangle): the triangle that has the same edge. */
function partners(corners: Int32Array): Int32Array {
  const out = new Int32Array(corners.length).fill(-1);
  const open = new Map<number, number>();
  let size = 1;
  for (const i of corners) size = Math.max(size, i + 1);
  for (let k = 0; k < corners.length; k++) {
    const [a, b] = [corners[k], corners[k % 3 === 2 ? k - 2 : k + 1]];
    const key = a < b ? a * size + b : b * size + a;
    const other = open.get(key);
    if (other === undefined) open.set(key, k);
    else {
      out[k] = Math.floor(other / 3);
      out[other] = Math.floor(k / 3);
      open.delete(key);
    }
  }
  return out;
}

function gridVertices({ rows, columns, size, heights }: HeightfieldShape): Float64Array {
  const out = new Float64Array(3 * rows * columns);
  for (let r = 0; r < rows; r++)
    for (let k = 0; k < columns; k++) {
      const i = r * columns + k;
      out[3 * i] = (k / (columns - 1) - 0.5) * size[0];
      out[3 * i + 1] = (r / (rows - 1) - 0.5) * size[1];
      out[3 * i + 2] = heights[i];
    }
  return out;
}

/** Two triangles for each cell, as the engine cuts it: along the diagonal from the corner with the lowest x and y. */
function gridTriangles({ rows, columns }: HeightfieldShape): Int32Array {
  const out = new Int32Array(6 * (rows - 1) * (columns - 1));
  let next = 0;
  for (let r = 0; r + 1 < rows; r++)
    for (let k = r * columns; k + 1 < (r + 1) * columns; k++) {
      const [a, b, c, d] = [k, k + 1, k + columns, k + columns + 1];
      out.set([a, b, d, a, d, c], next);
      next += 6;
    }
  return out;
}
