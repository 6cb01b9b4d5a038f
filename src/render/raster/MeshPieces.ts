// Triangles of meshes and heightfields, cut into pieces that can be culled separately. Meshes are flat-shaded, because
// mesh files carry no normals here.

import { type HeightfieldShape, type MeshShape, meshVolume } from "../../describe/entity/Solid.js";
import { cross, normalize, sub, type Vec3 } from "../../math/Vec3.js";
import { MeshBuilder, type MeshLevel } from "./Tessellation.js";

export interface MeshPiece {
  readonly level: MeshLevel;
  readonly center: Vec3;
  readonly radius: number;
  /** True for open meshes, which are visible from behind. */
  readonly isTwoSided: boolean;
}

const PIECE_TRIANGLES = 2048;
const PIECE_CELLS = 32;

/** Pieces by mesh: a scene is compiled anew for each robot that joins or leaves. */
const known = new WeakMap<MeshShape, readonly MeshPiece[]>();

export function cutMesh(shape: MeshShape): readonly MeshPiece[] {
  const pieces = known.get(shape) ?? cutAnew(shape);
  known.set(shape, pieces);
  return pieces;
}

/** Takes over the pieces that another thread has made of this mesh. */
export function adoptMeshPieces(shape: MeshShape, pieces: readonly MeshPiece[]): void {
  known.set(shape, pieces);
}

function cutAnew(shape: MeshShape): MeshPiece[] {
  const isTwoSided = !isClosed(shape);
  const isInsideOut = !isTwoSided && meshVolume(shape) < 0;
  const pieces: MeshPiece[] = [];
  const count = shape.triangles.length / 3;
  for (let from = 0; from < count; from += PIECE_TRIANGLES) {
    const mesh = new MeshBuilder();
    const bounds = new Bounds();
    for (let t = from; t < Math.min(count, from + PIECE_TRIANGLES); t++) {
      const [a, b, c] = [0, 1, 2].map((k) => vertexOf(shape, shape.triangles[3 * t + k]));
      const corners = isInsideOut ? [a, c, b] : [a, b, c];
      const normal = normalize(cross(sub(corners[1], corners[0]), sub(corners[2], corners[0])));
      const [i, j, k] = corners.map((corner) => mesh.vertex(bounds.add(corner), normal, 0, 0));
      mesh.triangle([i, j, k]);
    }
    pieces.push({ level: mesh.finish(0), ...bounds.sphere(), isTwoSided });
  }
  return pieces;
}

const vertexOf = ({ vertices }: MeshShape, i: number): Vec3 => [
  vertices[3 * i],
  vertices[3 * i + 1],
  vertices[3 * i + 2],
];

/** A mesh is closed if every edge occurs equally often in both directions; ends are compared by position. */
function isClosed(shape: MeshShape): boolean {
  const places = new Map<string, number>();
  const numbers = Array.from({ length: shape.vertices.length / 3 }, (_, i) => {
    const place = vertexOf(shape, i).join(" ");
    const number = places.get(place) ?? places.size;
    places.set(place, number);
    return number;
  });
  const edges = new Map<number, number>();
  const { triangles } = shape;
  for (let i = 0; i < triangles.length; i++) {
    const [from, to] = [numbers[triangles[i]], numbers[triangles[i % 3 === 2 ? i - 2 : i + 1]]];
    const isForward = from < to;
    const key = isForward ? from * places.size + to : to * places.size + from;
    edges.set(key, (edges.get(key) ?? 0) + (isForward ? 1 : -1));
  }
  for (const sum of edges.values()) if (sum !== 0) return false;
  return true;
}

/** `isStretched`: one texture covers the whole field, instead of tiles. */
export function cutHeightfield(shape: HeightfieldShape, isStretched: boolean): MeshPiece[] {
  const pieces: MeshPiece[] = [];
  for (let row = 0; row + 1 < shape.rows; row += PIECE_CELLS)
    for (let column = 0; column + 1 < shape.columns; column += PIECE_CELLS)
      pieces.push(makeTile(shape, row, column, isStretched));
  return pieces;
}

function makeTile(shape: HeightfieldShape, row: number, column: number, isStretched: boolean): MeshPiece {
  const mesh = new MeshBuilder();
  const bounds = new Bounds();
  const rowEnd = Math.min(shape.rows - 1, row + PIECE_CELLS);
  const columnEnd = Math.min(shape.columns - 1, column + PIECE_CELLS);
  const width = columnEnd - column + 1;
  for (let r = row; r <= rowEnd; r++)
    for (let c = column; c <= columnEnd; c++) {
      const at = gridPoint(shape, r, c);
      const [u, v] = isStretched ? [c / (shape.columns - 1), 1 - r / (shape.rows - 1)] : [at[0], -at[1]];
      mesh.vertex(bounds.add(at), gridNormal(shape, r, c), u, v);
    }
  for (let r = 0; r < rowEnd - row; r++)
    for (let c = 0; c < columnEnd - column; c++) {
      const i = r * width + c;
      // the same diagonal as in physics
      mesh.triangle([i, i + 1, i + width + 1]);
      mesh.triangle([i, i + width + 1, i + width]);
    }
  return { level: mesh.finish(0), ...bounds.sphere(), isTwoSided: true };
}

function gridPoint({ rows, columns, size, heights }: HeightfieldShape, r: number, c: number): Vec3 {
  return [(c / (columns - 1) - 0.5) * size[0], (r / (rows - 1) - 0.5) * size[1], heights[r * columns + c]];
}

/** Normal from the slopes to the neighbours. */
function gridNormal(shape: HeightfieldShape, r: number, c: number): Vec3 {
  const [c0, c1] = [Math.max(0, c - 1), Math.min(shape.columns - 1, c + 1)];
  const [r0, r1] = [Math.max(0, r - 1), Math.min(shape.rows - 1, r + 1)];
  const along = sub(gridPoint(shape, r, c1), gridPoint(shape, r, c0));
  const across = sub(gridPoint(shape, r1, c), gridPoint(shape, r0, c));
  return normalize(cross(along, across));
}

class Bounds {
  readonly #min = [Infinity, Infinity, Infinity];
  readonly #max = [-Infinity, -Infinity, -Infinity];

  add(p: Vec3): Vec3 {
    for (let k = 0; k < 3; k++) {
      this.#min[k] = Math.min(this.#min[k], p[k]);
      this.#max[k] = Math.max(this.#max[k], p[k]);
    }
    return p;
  }

  sphere(): { center: Vec3; radius: number } {
    const [x, y, z] = this.#min.map((low, k) => (low + this.#max[k]) / 2);
    const [a, b, c] = this.#min.map((low, k) => (this.#max[k] - low) / 2);
    return { center: [x, y, z], radius: Math.sqrt(a * a + b * b + c * c) };
  }
}
