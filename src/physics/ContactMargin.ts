// How far ahead contacts are looked for: at least 2 mm, and for what moves fast the way it may go in one step, so
// that a fast ball bounces before it enters and never tunnels (M4).

import type { CompiledModel } from "./CompiledModel.js";

export const LEAST_MARGIN = 0.002;
/** Room for acceleration within the step. */
const REACH = 1.25;
const MOST_MARGIN = 0.5;

interface FreeRoot {
  readonly dof: number;
  readonly geoms: readonly number[];
  /** Farthest point of its solids from the root, at compile time; 0 for a ball, whose spin brings it no nearer. */
  readonly radius: number;
  margin: number;
}

export class ContactMargin {
  readonly #roots: FreeRoot[] = [];

  constructor(c: CompiledModel) {
    const { jnt_dofadr, geom_margin, geom_xpos, xpos } = c.views;
    const bound = c.model.geom_rbound as Float64Array;
    const rootBody = c.model.body_rootid as Int32Array;
    const firstJoint = c.model.body_jntadr as Int32Array;
    const byRoot = new Map<number, number[]>();
    c.layout.geoms.forEach((geom, g) => {
      geom_margin[g] = LEAST_MARGIN;
      if (geom.bodyId === 0 || !geom.solid.collide) return;
      const root = rootBody[geom.bodyId];
      byRoot.set(root, [...(byRoot.get(root) ?? []), g]);
    });
    for (const [root, geoms] of byRoot) {
      const joint = firstJoint[root];
      const free = c.views.jnt_type[joint] === 0;
      if (!free) continue;
      let radius = 0;
      const isBall = geoms.length === 1 && c.layout.geoms[geoms[0]].solid.shape.kind === "Sphere";
      for (const g of geoms) {
        const [x, y, z] = [0, 1, 2].map((k) => geom_xpos[3 * g + k] - xpos[3 * root + k]);
        radius = Math.max(radius, Math.sqrt(x * x + y * y + z * z) + bound[g]);
      }
      this.#roots.push({ dof: jnt_dofadr[joint], geoms, radius: isBall ? 0 : radius, margin: LEAST_MARGIN });
    }
  }

  apply(c: CompiledModel): void {
    const { qvel: v, geom_margin } = c.views;
    for (const root of this.#roots) {
      const d = root.dof;
      const speed = Math.sqrt(v[d] * v[d] + v[d + 1] * v[d + 1] + v[d + 2] * v[d + 2]);
      const spin = Math.sqrt(v[d + 3] * v[d + 3] + v[d + 4] * v[d + 4] + v[d + 5] * v[d + 5]);
      const way = REACH * c.stepSec * (speed + spin * root.radius);
      const margin = Math.min(Math.max(way, LEAST_MARGIN), MOST_MARGIN);
      if (margin === root.margin) continue;
      root.margin = margin;
      for (const g of root.geoms) geom_margin[g] = margin;
    }
  }
}
