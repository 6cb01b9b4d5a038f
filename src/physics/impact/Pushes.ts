// Applied forces act before the impacts of a step: a kick takes a ball away from what it would strike.

import type { CompiledModel } from "../model/CompiledModel.js";

export class Pushes {
  readonly #c: CompiledModel;
  readonly #treeOf: Int32Array;
  readonly #isPushed: Uint8Array;
  /** By degree of freedom, of trees with applied forces: change of velocity by all forces of the step. */
  readonly push: Float64Array;
  any = false;

  constructor(c: CompiledModel) {
    this.#c = c;
    this.#treeOf = Int32Array.from(c.views.dof_treeid);
    this.#isPushed = new Uint8Array(c.model.ntree as number);
    this.push = new Float64Array(c.nv);
  }

  /** At the start of the step. `pushed`: bodies may have applied forces. */
  find(pushed: boolean): void {
    const c = this.#c;
    this.any = false;
    if (!pushed) return;
    const { xfrc_applied: f, body_treeid } = c.views;
    this.#isPushed.fill(0);
    for (let i = 0; i < f.length; i++) {
      const tree = f[i] === 0 ? -1 : body_treeid[Math.floor(i / 6)];
      if (tree < 0) continue;
      this.#isPushed[tree] = 1;
      this.any = true;
    }
    if (!this.any) return;
    c.engine.mj.mj_fwdAcceleration(c.model, c.data);
    const { qacc_smooth } = c.views;
    for (let i = 0; i < qacc_smooth.length; i++)
      this.push[i] = this.#isPushed[this.#treeOf[i]] ? c.stepSec * qacc_smooth[i] : 0;
  }

  isPushed(tree: number): boolean {
    return this.any && this.#isPushed[tree] === 1;
  }

  of(dof: number): number {
    return this.any ? this.push[dof] : 0;
  }
}
