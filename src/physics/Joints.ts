// Reading joints: position, speed and effort of Body1 relative to Body2, axis by axis (S1's joint report).

import type { Joint } from "../describe/Joint.js";
import { unknownName } from "../describe/SimError.js";
import type { Quat } from "../math/Quat.js";
import type { Vec3 } from "../math/Vec3.js";
import type { CompiledModel } from "./CompiledModel.js";
import type { Physics } from "./Physics.js";

export interface AxisState {
  /** rad or m. */
  readonly position: number;
  readonly velocity: number;
  /** Motor plus stop in the last step, on Body1: N·m or N. */
  readonly effort: number;
}

export interface BallState {
  readonly orientation: Quat;
  readonly angularVelocity: Vec3;
}

export function findJoint(physics: Physics, entity: string, joint: string): Joint {
  const { joints } = physics.entity(entity);
  const found = joints.find((one) => one.name === joint);
  if (!found)
    throw unknownName(
      "COMPONENT_UNKNOWN",
      entity,
      joint,
      joints.map((one) => one.name),
    );
  return found;
}

/** Every axis of a joint; empty for joints without axes and for angular motors. */
export function readJoint(physics: Physics, entity: string, joint: string): readonly AxisState[] {
  const described = findJoint(physics, entity, joint);
  const c = physics.compiled;
  const { drive } = physics.pipeline;
  const places = physics.layoutOf(entity).axes.filter((place) => place.joint === described);
  return places
    .sort((a, b) => a.axis - b.axis)
    .map(({ jointId, sign }) => {
      const dof = c.views.jnt_dofadr[jointId];
      return {
        position: sign * c.views.qpos[c.views.jnt_qposadr[jointId]],
        velocity: sign * c.views.qvel[dof],
        effort: sign * (effortOf(c, dof, jointId) + drive.torque[dof]),
      };
    });
}

/** How far a hinge-2's suspension is moved along its first axis; 0 where it is rigid. */
export function readSuspension(physics: Physics, entity: string, joint: string): number {
  const described = findJoint(physics, entity, joint);
  const c = physics.compiled;
  const place = physics.layoutOf(entity).suspensions.find((one) => one.joint === described);
  return place ? c.views.qpos[c.views.jnt_qposadr[place.jointId]] : 0;
}

export function readBall(physics: Physics, entity: string, joint: string): BallState | undefined {
  const described = findJoint(physics, entity, joint);
  const c = physics.compiled;
  const place = physics.layoutOf(entity).balls.find((one) => one.joint === described);
  if (!place) return undefined;
  const q = c.views.jnt_qposadr[place.jointId];
  const v = c.views.jnt_dofadr[place.jointId];
  const s = place.sign;
  const [w, x, y, z] = c.views.qpos.subarray(q, q + 4);
  return {
    orientation: [s * x, s * y, s * z, w],
    angularVelocity: [s * c.views.qvel[v], s * c.views.qvel[v + 1], s * c.views.qvel[v + 2]],
  };
}

const ROW_MOTOR = 1;
const ROW_STOP = 3;

/** Sum of the axis' motor and stop rows of the last step, in the engine's sense of turning. */
function effortOf(c: CompiledModel, dof: number, jointId: number): number {
  const d = c.data;
  const { ne, nf, nl } = d;
  const type = d.efc_type as Int32Array;
  const id = d.efc_id as Int32Array;
  const force = d.efc_force as Float64Array;
  const jacobian = d.efc_J as Float64Array;
  const at = d.efc_J_rowadr as Int32Array;
  let sum = 0;
  for (let r = ne; r < ne + nf + nl; r++) {
    const mine = (type[r] === ROW_MOTOR && id[r] === dof) || (type[r] === ROW_STOP && id[r] === jointId);
    if (mine) sum += jacobian[at[r]] * force[r];
  }
  return sum;
}
