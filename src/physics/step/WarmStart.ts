// The engine starts its solver either from the accelerations of the last step (warm) or from the unconstrained ones,
// whichever has the lower cost, and decides this once for the whole world: a heavy robot far away would change the bits of
// all entities (M5). The sentinel, a body that nothing touches, makes the decision constant. Its row has so high a cost at the
// unconstrained start that the warm start always wins, and its own island needs no iteration.
//
// Mass 1, R = D = 1, a_ref = A: the optimum is a = A/2 with gradient A/2 - A/2 = 0; cost A²/4 there and A²/2 from a = 0.

import type { CompiledModel, Rows } from "../model/CompiledModel.js";

/** 2^60: A² is far above any real cost and far below overflow. */
const A = 0x1000000000000000;
/** 2^80: the sentinel's row never saturates. */
const BOUND = 0x100000000000000000000;

export class WarmStart {
  readonly #dof: number;
  readonly #qpos: number;

  constructor(c: CompiledModel) {
    const { jnt_dofadr, jnt_qposadr, dof_frictionloss } = c.views;
    this.#dof = jnt_dofadr[c.layout.sentinelJoint];
    this.#qpos = jnt_qposadr[c.layout.sentinelJoint];
    dof_frictionloss[this.#dof] = BOUND;
    this.reset(c);
  }

  applyRow(rows: Rows, row: number): void {
    rows.aref[row] = A;
    rows.R[row] = 1;
    rows.D[row] = 1;
  }

  /** To call after each step: puts the sentinel back. */
  reset(c: CompiledModel): void {
    const v = c.views;
    v.qpos[this.#qpos] = 0;
    v.qvel[this.#dof] = 0;
    v.qacc_warmstart[this.#dof] = A / 2;
  }
}
