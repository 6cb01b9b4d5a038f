// The bare split pipeline: the same model text and the same sequence of engine calls, without the project's laws. Contacts keep the
// engine's default friction and softness, motors are friction-loss rows of the engine (brakes of the same strength), cylinders
// collide in the engine's own collider, and there is no guard. It starts every turn from our state, so that
// both pipelines compute the same scene.

import { MASK_OURS, MASK_PLAIN, MASK_PLANE } from "../src/physics/model/CollisionMask.js";
import { compileText, type MjData, type MjModel } from "../src/physics/model/Engine.js";
import { ROWS_BY_KERNEL, writeModel } from "../src/physics/model/ModelText.js";
import type { Physics } from "../src/physics/Physics.js";
import { INTERNALS } from "../src/physics/state/LiveModel.js";

/** Engine calls of the bare pipeline; all other engine calls of our step count as laws. */
export const BARE_CALLS: ReadonlySet<string> = new Set([
  "mj_makeM",
  "mj_factorM",
  "mj_collision",
  "mj_makeConstraint",
  "mj_fwdVelocity",
  "mj_island",
  "mj_forwardSkip",
  "mj_Euler",
  "mj_fwdKinematics",
]);

const STAGE_VEL = 2;
const MEMORY_MB = 128;

export class BarePipeline {
  readonly #physics: Physics;
  readonly #model: MjModel;
  readonly #data: MjData;

  constructor(physics: Physics) {
    const { description } = physics;
    const placed = physics.names.map((name) => physics[INTERNALS].liveOf(name));
    const options = { stepSec: physics.stepSec, gravity: description.gravity, memoryMb: MEMORY_MB };
    const { text } = writeModel(placed, options);
    const { mj } = physics[INTERNALS].compiled.engine;
    this.#physics = physics;
    const plain = text.replaceAll(MASK_OURS, MASK_PLAIN).replaceAll(MASK_PLANE, MASK_PLAIN);
    this.#model = compileText(mj, plain.replace(ROWS_BY_KERNEL, ""));
    this.#data = new mj.MjData(this.#model);
  }

  get contacts(): number {
    return this.#data.ncon;
  }
  get rows(): number {
    return this.#data.nefc;
  }

  /** Copies state, margins and motor strengths. */
  follow(): void {
    const { views } = this.#physics[INTERNALS].compiled;
    const [m, d] = [this.#model, this.#data];
    (m.geom_margin as Float64Array).set(views.geom_margin);
    (m.dof_frictionloss as Float64Array).set(views.dof_frictionloss);
    (m.jnt_range as Float64Array).set(views.jnt_range);
    (d.qpos as Float64Array).set(views.qpos);
    (d.qvel as Float64Array).set(views.qvel);
    (d.qacc_warmstart as Float64Array).set(views.qacc_warmstart);
    this.#physics[INTERNALS].compiled.engine.mj.mj_fwdKinematics(m, d);
  }

  step(): void {
    const { mj } = this.#physics[INTERNALS].compiled.engine;
    const [m, d] = [this.#model, this.#data];
    mj.mj_makeM(m, d);
    mj.mj_factorM(m, d);
    mj.mj_collision(m, d);
    mj.mj_makeConstraint(m, d);
    mj.mj_fwdVelocity(m, d);
    mj.mj_island(m, d);
    mj.mj_forwardSkip(m, d, STAGE_VEL, 1);
    mj.mj_Euler(m, d);
    mj.mj_fwdKinematics(m, d);
  }

  delete(): void {
    this.#data.delete();
    this.#model.delete();
  }
}
