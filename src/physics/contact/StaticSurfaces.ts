// Static meshes and heightfields of a world as triangles (TriangleSurface.ts), with their frames.

import type { HeightfieldShape } from "../../describe/entity/Solid.js";
import { fromQuat } from "../../math/Mat3.js";
import { compose, ORIGIN } from "../../math/Pose.js";
import { surfaceOf, type TriangleSurface } from "../geometry/TriangleSurface.js";
import type { CompiledModel } from "../model/CompiledModel.js";

export class StaticSurfaces {
  /** By geom. */
  readonly of: readonly (TriangleSurface | undefined)[];
  /** By geom: rotation by rows, and position. */
  readonly frames: readonly (Float64Array | undefined)[];
  readonly #grids: readonly (HeightfieldShape | undefined)[];

  constructor({ layout }: CompiledModel) {
    const placements = new Map(layout.entities.map(({ entity, placement }) => [entity, placement]));
    this.of = layout.geoms.map(({ solid: { shape, collide }, bodyId }) =>
      bodyId === 0 && collide && (shape.kind === "Mesh" || shape.kind === "Heightfield") ? surfaceOf(shape) : undefined,
    );
    this.frames = layout.geoms.map(({ entity, solid }, g) => {
      if (!this.of[g]) return undefined;
      const { position, orientation } = compose(placements.get(entity) ?? ORIGIN, solid.pose);
      return Float64Array.from([...fromQuat(orientation), ...position]);
    });
    this.#grids = layout.geoms.map(({ solid: { shape } }) => (shape.kind === "Heightfield" ? shape : undefined));
  }

  isField(geom: number): boolean {
    return this.#grids[geom] !== undefined;
  }

  /** Column of the cell at x, or row of the cell at y (`axis` 1), limited to the field. */
  cell(geom: number, axis: 0 | 1, x: number): number {
    const { rows, columns, size } = this.#grids[geom]!;
    const count = (axis === 0 ? columns : rows) - 1;
    return Math.min(count - 1, Math.max(0, Math.floor((x / size[axis] + 0.5) * count)));
  }

  columns(geom: number): number {
    return this.#grids[geom]!.columns - 1;
  }

  /** Triangle of a heightfield above or below (x, y). */
  triangleAt(geom: number, x: number, y: number): number {
    const { rows, columns, size } = this.#grids[geom]!;
    const [i, k] = [this.cell(geom, 0, x), this.cell(geom, 1, y)];
    const u = (x / size[0] + 0.5) * (columns - 1) - i;
    const v = (y / size[1] + 0.5) * (rows - 1) - k;
    return 2 * (k * (columns - 1) + i) + (v > u ? 1 : 0);
  }

  /** The same for a point of the world. */
  triangleBelow(geom: number, px: number, py: number, pz: number): number {
    const m = this.frames[geom]!;
    const [x, y, z] = [px - m[9], py - m[10], pz - m[11]];
    return this.triangleAt(geom, m[0] * x + m[3] * y + m[6] * z, m[1] * x + m[4] * y + m[7] * z);
  }
}
