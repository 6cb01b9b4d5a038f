// The motor of one joint, for devices that set it in every step: the joint is looked up once per compiled model, then set by a
// few array writes instead of a checked lookup by name (Physics.setJoint). The parameters of the joint remain the state.

import type { JointCommand } from "./JointCommand.js";
import { findJoint } from "./Joints.js";
import type { CompiledModel } from "./model/CompiledModel.js";
import type { Physics } from "./Physics.js";
import { INTERNALS } from "./state/LiveModel.js";

export class JointMotor {
  readonly #physics: Physics;
  readonly #entity: string;
  readonly #joint: string;
  #compiled: CompiledModel | undefined;
  #command: JointCommand | undefined;
  #dof = -1;
  #sign = 1;

  /** Motor of the first axis of the joint. */
  constructor(physics: Physics, entity: string, joint: string) {
    this.#physics = physics;
    this.#entity = entity;
    this.#joint = joint;
  }

  /** rad/s or m/s, of Body1 relative to Body2. */
  get speed(): number {
    const { views } = this.#find();
    return this.#dof < 0 ? 0 : this.#sign * views.qvel[this.#dof];
  }

  /** Sets target speed, maximum force and softness (ODE's CFM) from the next step on. All finite, the last two >= 0. */
  set(speed: number, force: number, softness: number): void {
    const c = this.#find();
    const p = this.#command?.axes[0];
    if (!p || (p.Vel === speed && p.FMax === force && p.CFM === softness)) return;
    p.Vel = speed;
    p.FMax = force;
    p.CFM = softness;
    this.#physics[INTERNALS].pipeline.joints.steer(c, this.#dof, this.#sign, p);
  }

  /** Looks up the joint if the model was compiled anew. */
  #find(): CompiledModel {
    const { compiled } = this.#physics[INTERNALS];
    if (compiled === this.#compiled) return compiled;
    const joint = findJoint(this.#physics, this.#entity, this.#joint);
    const place = this.#physics[INTERNALS].layoutOf(this.#entity).axes.find((axis) => axis.joint === joint);
    this.#compiled = compiled;
    this.#command = place && this.#physics[INTERNALS].liveOf(this.#entity).commands.get(this.#joint);
    this.#dof = place ? compiled.views.jnt_dofadr[place.jointId] : -1;
    this.#sign = place?.sign ?? 1;
    return compiled;
  }
}
