// Static surfaces of many triangles: heightfields and static meshes. Counts, quickly and rather too many than too few, the
// triangles in a box: the engine compares each of them with the solid in that box.

import type { HeightfieldShape, MeshShape } from "../../describe/entity/Solid.js";
import { transformPoint } from "../../math/Pose.js";
import type { CompiledModel } from "../model/CompiledModel.js";

export interface Terrain {
  /** Triangles in a box along the axes of the world: lower corner, then upper corner. */
  countIn(box: Float64Array): number;
  /** Triangles that the engine looks at in any case. */
  readonly far: number;
}

/** Undefined: the geom is no such surface. */
export function terrainOf(c: CompiledModel, geom: number): Terrain | undefined {
  const { entity, solid } = c.layout.geoms[geom];
  const { shape } = solid;
  if (shape.kind === "Heightfield") return fieldTerrain(c, geom, shape);
  if (shape.kind !== "Mesh") return undefined;
  const placement = c.layout.entities.find((one) => one.entity === entity)?.placement;
  const key = JSON.stringify([placement, solid.pose]);
  const known = meshes.get(shape);
  if (known?.key === key) return known.terrain;
  const place = (point: readonly number[]): readonly number[] => {
    const inside = transformPoint(solid.pose, [point[0], point[1], point[2]]);
    return placement ? transformPoint(placement, inside) : inside;
  };
  const terrain = new MeshTerrain(shape, place);
  meshes.set(shape, { key, terrain });
  return terrain;
}

/** By the frozen shape: models are compiled anew more often than worlds change. */
const meshes = new WeakMap<MeshShape, { readonly key: string; readonly terrain: Terrain }>();

/** Cells under the box, two triangles each. */
function fieldTerrain(c: CompiledModel, geom: number, { rows, columns, size }: HeightfieldShape): Terrain {
  const [p, m] = [3 * geom, 9 * geom];
  const cells = [size[0] / (columns - 1), size[1] / (rows - 1)];
  const most = [columns - 1, rows - 1];
  return {
    far: 0,
    countIn(box) {
      const { geom_xpos: at, geom_xmat: turn } = c.views;
      let count = 2;
      for (let k = 0; k < 2; k++) {
        let [middle, reach] = [0, 0];
        for (let i = 0; i < 3; i++) {
          const axis = turn[m + 3 * i + k];
          middle += axis * ((box[i] + box[i + 3]) / 2 - at[p + i]);
          reach += (Math.abs(axis) * (box[i + 3] - box[i])) / 2;
        }
        const from = Math.max(0, Math.floor((middle - reach + size[k] / 2) / cells[k]));
        const to = Math.min(most[k], Math.ceil((middle + reach + size[k] / 2) / cells[k]));
        count *= Math.max(0, to - from);
      }
      return count;
    },
  };
}

/** Cells along each side of the box of a mesh. */
const SIDE = 32;
const SUMS = SIDE + 1;
/** Triangles that reach over more cells than this count in every box. */
const REACH = 2;

/** Counts triangles by cells of a grid; sums over all cells before each one make the count in a box quick. */
class MeshTerrain implements Terrain {
  readonly far: number;
  readonly #low = [Infinity, Infinity, Infinity];
  readonly #cell = [1, 1, 1];
  readonly #sums = new Int32Array(SUMS * SUMS * SUMS);
  #large = 0;

  constructor({ vertices, triangles }: MeshShape, place: (point: readonly number[]) => readonly number[]) {
    const points: (readonly number[])[] = [];
    for (let i = 0; i < vertices.length; i += 3) points.push(place(vertices.slice(i, i + 3)));
    const high = [-Infinity, -Infinity, -Infinity];
    for (const point of points)
      for (let k = 0; k < 3; k++) {
        this.#low[k] = Math.min(this.#low[k], point[k]);
        high[k] = Math.max(high[k], point[k]);
      }
    for (let k = 0; k < 3; k++) this.#cell[k] = Math.max(1e-9, (high[k] - this.#low[k]) / SIDE);
    this.far = triangles.length / 3;
    for (let i = 0; i < triangles.length; i += 3)
      this.#put(points[triangles[i]], points[triangles[i + 1]], points[triangles[i + 2]]);
    this.#sum();
  }

  #put(a: readonly number[], b: readonly number[], c: readonly number[]): void {
    let at = 0;
    for (let k = 0; k < 3; k++) {
      const [from, to] = [Math.min(a[k], b[k], c[k]), Math.max(a[k], b[k], c[k])];
      if (to - from > REACH * this.#cell[k]) {
        this.#large++;
        return;
      }
      const cell = Math.floor(((from + to) / 2 - this.#low[k]) / this.#cell[k]);
      at = at * SUMS + 1 + Math.min(SIDE - 1, Math.max(0, cell));
    }
    this.#sums[at]++;
  }

  #sum(): void {
    const sums = this.#sums;
    for (const step of [1, SUMS, SUMS * SUMS])
      for (let i = step; i < sums.length; i++) if (Math.floor(i / step) % SUMS > 0) sums[i] += sums[i - step];
  }

  countIn(box: Float64Array): number {
    const from: number[] = [];
    const to: number[] = [];
    for (let k = 0; k < 3; k++) {
      const first = Math.floor((box[k] - this.#low[k]) / this.#cell[k]) - REACH;
      const last = Math.floor((box[k + 3] - this.#low[k]) / this.#cell[k]) + REACH + 1;
      from.push(Math.min(SIDE, Math.max(0, first)));
      to.push(Math.min(SIDE, Math.max(0, last)));
    }
    let count = this.#large;
    for (let corner = 0; corner < 8; corner++) {
      let [at, sign] = [0, 1];
      for (let k = 0; k < 3; k++) {
        const isFrom = ((corner >> k) & 1) === 1;
        at = at * SUMS + (isFrom ? from[k] : to[k]);
        if (isFrom) sign = -sign;
      }
      count += sign * this.#sums[at];
    }
    return count;
  }
}
