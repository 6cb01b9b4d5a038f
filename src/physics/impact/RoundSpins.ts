// Spin of free bodies whose inertia is the same about all axes, such as balls. The engine keeps it in the axes of the body. It
// is constant in the world while no torque acts, but after an impact the body has turned with the mean of the spins before and
// after, and its axes at the end of the step are not those in which the spin was found.

import { conjugate, rotate } from "../../math/Quat.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import { isLopsided, turnBy } from "../step/GyroscopicTorque.js";

export class RoundSpins {
  /** First angular degree of freedom of each. */
  readonly #dofs: readonly number[];

  constructor(c: CompiledModel) {
    const firstJoint = c.model.body_jntadr as Int32Array;
    const dofs: number[] = [];
    for (const { tree, bodies } of c.layout.entities)
      for (const root of tree?.roots ?? []) {
        const { name, children, joint, mass } = tree!.bodies[root];
        if (children.length > 0 || joint || isLopsided(mass.inertia)) continue;
        dofs.push(c.views.jnt_dofadr[firstJoint[bodies.get(name)?.bodyId ?? 0]] + 3);
      }
    this.#dofs = dofs;
  }

  /** After the integration: `spin` is in the axes at the start of the step, and the bodies have turned with `spin + shift`. */
  settle(spin: Float64Array, shift: Float64Array, h: number): void {
    for (const d of this.#dofs) {
      if (shift[d] === 0 && shift[d + 1] === 0 && shift[d + 2] === 0) continue;
      const turn = turnBy([
        h * (spin[d] + shift[d]),
        h * (spin[d + 1] + shift[d + 1]),
        h * (spin[d + 2] + shift[d + 2]),
      ]);
      spin.set(rotate(conjugate(turn), [spin[d], spin[d + 1], spin[d + 2]]), d);
    }
  }
}
