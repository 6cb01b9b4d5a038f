// Motors of some joints of one entity, for devices that set them in every step: the joints are looked up once per compiled model,
// then set by a few array writes instead of a checked lookup by name (Physics.setJoint). The parameters of the joints remain
// the state.

import type { JointCommand } from "./JointCommand.js";
import { findJoint } from "./Joints.js";
import type { CompiledModel } from "./model/CompiledModel.js";
import type { Physics } from "./Physics.js";
import type { JointRows } from "./rows/JointRows.js";
import { INTERNALS, type LiveModel } from "./state/LiveModel.js";

type Axis = JointCommand["axes"][number];

export class JointMotors {
  readonly #physics: Physics;
  readonly #live: LiveModel;
  readonly #entity: string;
  readonly #names: readonly string[];
  #compiled: CompiledModel | undefined;
  #rows: JointRows | undefined;
  /** By motor: parameters of the first axis of its joint, its degree of freedom (-1: none) and its direction there. */
  #axes: readonly (Axis | undefined)[] = [];
  readonly #dof: Int32Array;
  readonly #sign: Float64Array;

  /** Motors of the first axes of the joints. */
  constructor(physics: Physics, entity: string, joints: readonly string[]) {
    this.#physics = physics;
    this.#live = physics[INTERNALS];
    this.#entity = entity;
    this.#names = joints;
    this.#dof = new Int32Array(joints.length);
    this.#sign = new Float64Array(joints.length);
  }

  /** rad/s or m/s, of Body1 relative to Body2. */
  readSpeeds(into: Float64Array): void {
    const { qvel } = this.#find().views;
    const [dof, sign] = [this.#dof, this.#sign];
    for (let i = 0; i < dof.length; i++) into[i] = dof[i] < 0 ? 0 : sign[i] * qvel[dof[i]];
  }

  /**
   * Sets target speeds, maximum forces and the softness (ODE's CFM) of all motors from the next step on. All finite, the last
   * two >= 0.
   */
  setAll(speeds: Float64Array, forces: Float64Array, softness: number): void {
    const c = this.#find();
    for (let i = 0; i < this.#axes.length; i++) {
      const p = this.#axes[i];
      if (!p || !this.#rows) continue;
      const dof = this.#dof[i];
      if (p.CFM !== softness) {
        p.CFM = softness;
        this.#rows.soften(c, dof, softness);
      }
      if (p.Vel === speeds[i] && p.FMax === forces[i]) continue;
      p.Vel = speeds[i];
      p.FMax = forces[i];
      this.#rows.steer(c, dof, this.#sign[i] * speeds[i], forces[i]);
    }
  }

  /** Sets the maximum force to 0 and leaves the rest. */
  release(i: number): void {
    const c = this.#find();
    const p = this.#axes[i];
    if (!p || p.FMax === 0 || !this.#rows) return;
    p.FMax = 0;
    this.#rows.steer(c, this.#dof[i], this.#sign[i] * p.Vel, 0);
  }

  /** Looks up the joints if the model was compiled anew. */
  #find(): CompiledModel {
    const { compiled } = this.#live;
    if (compiled !== this.#compiled) this.#lookUp(compiled);
    return compiled;
  }

  #lookUp(compiled: CompiledModel): void {
    const live = this.#live;
    this.#axes = this.#names.map((name, i) => {
      const joint = findJoint(this.#physics, this.#entity, name);
      const place = live.layoutOf(this.#entity).axes.find((axis) => axis.joint === joint);
      this.#dof[i] = place ? compiled.views.jnt_dofadr[place.jointId] : -1;
      this.#sign[i] = place?.sign ?? 1;
      return place && live.liveOf(this.#entity).commands.get(name)?.axes[0];
    });
    this.#rows = live.pipeline.joints;
    this.#compiled = compiled;
  }
}
