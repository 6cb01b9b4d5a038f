// Position, speed and effort of the axes of one joint, for devices that read in many steps: a few array reads. The axes are looked up once
// per compiled model. Efforts of all joints are added up in one pass over the rows of a step, when the first one asks.

import type { Joint } from "../describe/entity/Joint.js";
import { readJointEfforts } from "./Joints.js";
import type { CompiledModel } from "./model/CompiledModel.js";
import type { Physics } from "./Physics.js";
import { INTERNALS } from "./state/LiveModel.js";
import { rowEfforts } from "./step/LastStep.js";

interface AxisPlace {
  readonly dof: number;
  readonly position: number;
  readonly sign: number;
}

interface StepEfforts {
  readonly builds: number;
  readonly steps: number;
  readonly efforts: Float64Array;
}

const known = new WeakMap<Physics, StepEfforts>();

/** Motor and stop rows of the last step by degree of freedom. */
function effortsOf(physics: Physics, c: CompiledModel): Float64Array {
  const { builds, steps } = physics;
  let sums = known.get(physics);
  if (sums?.builds !== builds || sums.steps !== steps) {
    sums = { builds, steps, efforts: rowEfforts(c) };
    known.set(physics, sums);
  }
  return sums.efforts;
}

export class JointMotion {
  readonly #physics: Physics;
  readonly #entity: string;
  readonly #joint: Joint;
  #c: CompiledModel | undefined;
  #axes: readonly AxisPlace[] = [];

  constructor(physics: Physics, entity: string, joint: Joint) {
    this.#physics = physics;
    this.#entity = entity;
    this.#joint = joint;
  }

  /** Position, velocity and effort of every axis, as `readJoint` gives them. */
  read(): readonly number[] {
    const c = this.#find();
    const { last, pipeline } = this.#physics[INTERNALS];
    const { qpos, qvel } = c.views;
    const kept = last ? readJointEfforts(this.#physics, this.#entity, this.#joint.name) : undefined;
    const sums = kept ? undefined : effortsOf(this.#physics, c);
    const out: number[] = [];
    for (let i = 0; i < this.#axes.length; i++) {
      const { dof, position, sign } = this.#axes[i];
      const effort = sums ? sign * (sums[dof] + pipeline.joints.torqueOf(c, dof)) : (kept?.[i] ?? 0);
      out.push(sign * qpos[position], sign * qvel[dof], effort);
    }
    return out;
  }

  #find(): CompiledModel {
    const { compiled: c } = this.#physics[INTERNALS];
    if (c === this.#c) return c;
    this.#c = c;
    const { jnt_qposadr, jnt_dofadr } = c.views;
    const joint = this.#physics.entity(this.#entity).joints.find(({ name }) => name === this.#joint.name);
    this.#axes = this.#physics[INTERNALS]
      .layoutOf(this.#entity)
      .axes.filter((place) => place.joint === joint)
      .sort((a, b) => a.axis - b.axis)
      .map(({ jointId, sign }) => ({ sign, dof: jnt_dofadr[jointId], position: jnt_qposadr[jointId] }));
    return c;
  }
}
