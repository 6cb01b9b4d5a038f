// Corners of the hulls as which meshes of moving bodies collide.

import type { CompiledModel } from "../model/CompiledModel.js";

/** By geom: x y z of each corner in the frame of the geom; undefined: no hull. */
export type HullCorners = readonly (Float64Array | undefined)[];

export function cornersOfHulls(c: CompiledModel): HullCorners {
  return c.layout.geoms.map(({ solid, bodyId }, g) =>
    solid.shape.kind === "Mesh" && bodyId !== 0 && solid.collide ? hullOf(c, g) : undefined,
  );
}

/** The engine's hull of a mesh: numbers of corners and faces, then by corner its edges and its vertex. */
function hullOf({ model }: CompiledModel, geom: number): Float64Array | undefined {
  const mesh = (model.geom_dataid as Int32Array)[geom];
  if (mesh < 0) return undefined;
  const [first, count] = [(model.mesh_vertadr as Int32Array)[mesh], (model.mesh_vertnum as Int32Array)[mesh]];
  const vertices = model.mesh_vert as Float32Array;
  const at = (model.mesh_graphadr as Int32Array)[mesh];
  const graph = model.mesh_graph as Int32Array;
  const corners = at < 0 ? count : graph[at];
  const out = new Float64Array(3 * corners);
  for (let i = 0; i < corners; i++) {
    const vertex = first + (at < 0 ? i : graph[at + 2 + corners + i]);
    for (let k = 0; k < 3; k++) out[3 * i + k] = vertices[3 * vertex + k];
  }
  return out;
}
