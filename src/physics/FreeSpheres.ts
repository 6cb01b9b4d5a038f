// Free spheres, such as balls: bodies with a free joint and nothing joined to them, whose only colliding solid is a sphere
// about the centre of mass. Found once per compiled model; position and velocity are array reads.

import type { Vec3 } from "../math/Vec3.js";
import type { CompiledModel } from "./model/CompiledModel.js";
import type { Physics } from "./Physics.js";
import { INTERNALS } from "./state/LiveModel.js";

/** Valid until the next step, join or leave. */
export interface FreeSphere {
  readonly entity: string;
  readonly body: string;
  /** m. */
  readonly radius: number;
  /** kg. */
  readonly mass: number;
  /** Of its centre, in the world, m. */
  position(): Vec3;
  /** Of its centre, in the world, m/s. */
  velocity(): Vec3;
}

const known = new WeakMap<CompiledModel, readonly FreeSphere[]>();

/** All free spheres of a world. */
export function listFreeSpheres(physics: Physics): readonly FreeSphere[] {
  const { compiled } = physics[INTERNALS];
  let spheres = known.get(compiled);
  if (!spheres) {
    spheres = findSpheres(compiled);
    known.set(compiled, spheres);
  }
  return spheres;
}

function findSpheres(c: CompiledModel): readonly FreeSphere[] {
  const first = c.model.body_jntadr as Int32Array;
  const root = c.model.body_rootid as Int32Array;
  const mass = c.model.body_mass as Float64Array;
  const subtree = c.model.body_subtreemass as Float64Array;
  const place = c.model.geom_pos as Float64Array;
  return c.layout.geoms.flatMap(({ entity, body, solid, bodyId }, g) => {
    const isFree = bodyId > 0 && root[bodyId] === bodyId && c.views.jnt_type[first[bodyId]] === 0;
    const isAlone = body.solids.filter(({ collide }) => collide).length === 1 && subtree[bodyId] === mass[bodyId];
    const [x, y, z] = place.subarray(3 * g, 3 * g + 3);
    const isCentred = Math.abs(x) + Math.abs(y) + Math.abs(z) < 1e-9;
    if (!solid.collide || solid.shape.kind !== "Sphere" || !isFree || !isAlone || !isCentred) return [];
    const [at, dof] = [3 * bodyId, c.views.jnt_dofadr[first[bodyId]]];
    const read = (view: Float64Array, from: number): Vec3 => [view[from], view[from + 1], view[from + 2]];
    return [
      {
        entity: entity.name,
        body: body.name,
        radius: solid.shape.radius,
        mass: mass[bodyId],
        position: () => read(c.views.xpos, at),
        velocity: () => read(c.views.qvel, dof),
      },
    ];
  });
}
