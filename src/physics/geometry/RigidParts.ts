// Parts of an entity that keep their outline as it moves: a body, with everything that is fixed to it, and with wheels and axles on
// it, whose turning moves no surface. A part moves as its body does.

import { length, type Vec3 } from "../../math/Vec3.js";
import type { CompiledModel } from "../model/CompiledModel.js";

export interface RigidPart {
  readonly bodyId: number;
  /** Radius of a ball around the place of the body that contains all solids of the part, m. */
  readonly reach: number;
}

const HINGE = 3;
/** Solids this near to the axis of a hinge are round about it, m and rad. */
const ALIKE = 1e-6;
const WORLD = 0;

/** The parts of these geoms, in the order of their bodies. */
export function partsOf(c: CompiledModel, geoms: readonly number[]): readonly RigidPart[] {
  const { geom_pos, geom_rbound } = c.model as unknown as Record<"geom_pos" | "geom_rbound", Float64Array>;
  const reaches = new Map<number, number>();
  for (const geom of geoms) {
    let point = [0, 1, 2].map((k) => geom_pos[3 * geom + k]) as unknown as Vec3;
    let body = c.layout.geoms[geom].bodyId;
    for (let parent = parentOf(c, body, geoms); parent !== WORLD; parent = parentOf(c, body, geoms)) {
      point = inParent(c, body, point);
      body = parent;
    }
    const reach = length(point) + geom_rbound[geom];
    reaches.set(body, Math.max(reach, reaches.get(body) ?? 0));
  }
  return [...reaches].sort(([a], [b]) => a - b).map(([bodyId, reach]) => ({ bodyId, reach }));
}

/** The body with which this one moves as a whole; the world: it moves by itself. */
function parentOf(c: CompiledModel, body: number, geoms: readonly number[]): number {
  const { body_parentid, body_jntnum, body_jntadr } = c.model as unknown as Record<string, Int32Array>;
  const parent = body_parentid[body];
  if (parent === WORLD || body_jntnum[body] === 0) return parent;
  const joint = body_jntadr[body];
  const isAxle = body_jntnum[body] === 1 && c.views.jnt_type[joint] === HINGE;
  return isAxle && geoms.every((geom) => !isOn(c, geom, body) || isRoundAbout(c, geom, joint)) ? parent : WORLD;
}

/** Whether a solid is on the body, or on one that hangs on it. */
function isOn(c: CompiledModel, geom: number, body: number): boolean {
  const { body_parentid } = c.model as unknown as Record<string, Int32Array>;
  let one = c.layout.geoms[geom].bodyId;
  while (one !== WORLD && one !== body) one = body_parentid[one];
  return one === body;
}

/** Whether a solid of the joint's own body is round about the joint's axis. */
function isRoundAbout(c: CompiledModel, geom: number, joint: number): boolean {
  const { geom_pos, geom_quat, jnt_pos, jnt_axis, jnt_bodyid } = c.model as unknown as Record<string, Float64Array>;
  const { bodyId, solid } = c.layout.geoms[geom];
  if (bodyId !== jnt_bodyid[joint]) return false;
  const [ax, ay, az] = jnt_axis.subarray(3 * joint, 3 * joint + 3);
  const [x, y, z] = [0, 1, 2].map((k) => geom_pos[3 * geom + k] - jnt_pos[3 * joint + k]);
  const along = x * ax + y * ay + z * az;
  if (x * x + y * y + z * z - along * along > ALIKE * ALIKE) return false;
  if (solid.shape.kind === "Sphere") return true;
  if (solid.shape.kind !== "Cylinder" && solid.shape.kind !== "CappedCylinder") return false;
  const [w, qx, qy, qz] = geom_quat.subarray(4 * geom, 4 * geom + 4);
  // the z axis of the geom
  const cosine = 2 * (qx * qz + w * qy) * ax + 2 * (qy * qz - w * qx) * ay + (1 - 2 * (qx * qx + qy * qy)) * az;
  return 1 - cosine * cosine < ALIKE * ALIKE;
}

/** A point of a body, at its start, in the frame of the parent. */
function inParent(c: CompiledModel, body: number, [x, y, z]: Vec3): Vec3 {
  const { body_pos, body_quat } = c.model as unknown as Record<string, Float64Array>;
  const [w, a, b, d] = body_quat.subarray(4 * body, 4 * body + 4);
  // p + 2 q x (q x p + w p)
  const [u, v, t] = [b * z - d * y + w * x, d * x - a * z + w * y, a * y - b * x + w * z];
  const turned = [x + 2 * (b * t - d * v), y + 2 * (d * u - a * t), z + 2 * (a * v - b * u)];
  return turned.map((value, k) => value + body_pos[3 * body + k]) as unknown as Vec3;
}
