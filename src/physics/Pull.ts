// Pulls a body at a point (E4): a spring and a damper towards a world point,
//   F = k (to - p) - c v,  k = s M w²,  c = 2 sqrt(s) M w
// with M the mass of the whole tree and s the strength. The spring is bounded by s M MAX_PULL, spring and damper by the
// stability of an explicit step. The effective mass m' at the point is bounded by that of the body alone:
//   1 / m' <= 1 / m + |[r] I⁻¹ [r]ᵀ|

import { transformPoint } from "../math/Pose.js";
import { rotate } from "../math/Quat.js";
import { length, sub, type Vec3 } from "../math/Vec3.js";
import { applyForce } from "./Bodies.js";
import { BodyMotion } from "./BodyMotion.js";
import type { Physics } from "./Physics.js";
import { INTERNALS } from "./state/LiveModel.js";

/** w, rad/s: a hanging body sags by g / w². */
const PULL_SPEED = 20;
/** Maximum acceleration, m/s². */
const MAX_PULL = 100;

export interface Pull {
  readonly entity: string;
  readonly body: string;
  /** Point on the body, in its frame with the origin at the centre of mass. */
  readonly from: Vec3;
  /** Point in the world. */
  readonly to: Vec3;
  readonly strength: number;
}

/** Applies the pull during the next step. */
export function applyPull(physics: Physics, { entity, body, from, to, strength }: Pull): void {
  const motion = new BodyMotion(physics, entity, body);
  const point = transformPoint({ position: motion.position(), orientation: motion.orientation() }, from);
  const { all, effective } = massesAt(physics, entity, body, from);
  if (all === 0) return;
  const h = physics.stepSec;
  const way = sub(to, point);
  const far = Math.max(length(way), 1e-12);
  const stiffness = Math.min(strength * all * PULL_SPEED * PULL_SPEED, effective / (4 * h * h));
  const spring = Math.min(stiffness, (strength * all * MAX_PULL) / far);
  const damping = Math.min(2 * Math.sqrt(strength) * all * PULL_SPEED, effective / (2 * h));
  const v = motion.velocityAt(point);
  const force = [0, 1, 2].map((k) => spring * way[k] - damping * v[k]) as unknown as Vec3;
  applyForce(physics, entity, body, force, point);
}

/** Mass of the tree, and minimum effective mass at the point, kg; 0: static. */
function massesAt(physics: Physics, entity: string, body: string, from: Vec3): { all: number; effective: number } {
  const { bodyId } = physics[INTERNALS].findBody(entity, body);
  if (bodyId === 0) return { all: 0, effective: 0 };
  const { model } = physics[INTERNALS].compiled;
  const root = (model.body_rootid as Int32Array)[bodyId];
  const [w, qx, qy, qz] = (model.body_iquat as Float64Array).subarray(4 * bodyId, 4 * bodyId + 4);
  // along the principal axes
  const [x, y, z] = rotate([-qx, -qy, -qz, w], from);
  const [a, b, c] = [0, 1, 2].map((k) => 1 / (model.body_inertia as Float64Array)[3 * bodyId + k]);
  const [xy, xz, yz] = [Math.abs(x * y) * c, Math.abs(x * z) * b, Math.abs(y * z) * a];
  const rows = [z * z * b + y * y * c + xy + xz, z * z * a + x * x * c + xy + yz, y * y * a + x * x * b + xz + yz];
  return {
    all: (model.body_subtreemass as Float64Array)[root],
    effective: 1 / (1 / (model.body_mass as Float64Array)[bodyId] + Math.max(...rows)),
  };
}
