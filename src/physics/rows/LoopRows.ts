// Rows of loop-closing joints, of gears and of frozen bodies: each step corrects the share ERP of the error. Where a loop is
// closed through a light ghost body (EntityText.ts), the engine would make the weld too soft; it gets the softness of the two
// real bodies. A gear is as soft as its two axes together, and closes an offset at a limited speed.

import type { Joint } from "../../describe/entity/Joint.js";
import type { JointCommand } from "../JointCommand.js";
import type { CompiledModel, Rows } from "../model/CompiledModel.js";
import type { EntityLayout } from "../model/Layout.js";
import { inverseOfAxis } from "./AxisInertia.js";
import { EQUALITY_SOFTNESS } from "./Softness.js";

/** ERP of loops without axes, of gears, and of frozen bodies. */
export const PLAIN_ERP = 0.2;

/** Softness of gears: a load of 1000 rad/s² moves the teeth by less than 1e-7 rad at 5 ms. */
const GEAR_SOFTNESS = 1e-6;
/** Maximum speed at which a gear corrects its error, in units of its first axis per second. */
const GEAR_SPEED = 1;

/** Speed that corrects an error of a gear. */
export const gearPull = (error: number, stepSec: number): number =>
  Math.min(GEAR_SPEED, Math.max(-GEAR_SPEED, (PLAIN_ERP * error) / stepSec));

export class LoopRows {
  /** By equality: the command that holds its ERP. */
  readonly #commands: (JointCommand | undefined)[];
  /** By equality: R of the first three rows (position) and of the last three (rotation); 0: the engine's value. */
  readonly #soft: Float64Array;
  /** By equality; 1: a gear. */
  readonly #isGear: Uint8Array;

  constructor(c: CompiledModel, commandOf: (entity: EntityLayout, joint: Joint) => JointCommand) {
    const count = c.model.neq as number;
    const { body_invweight0: w } = c.views;
    this.#commands = new Array(count).fill(undefined);
    this.#soft = new Float64Array(2 * count);
    this.#isGear = new Uint8Array(count);
    for (const entity of c.layout.entities) {
      for (const { equalityId, one, two, ratio } of entity.gears) {
        const inverse = (joint: number) => (joint < 0 ? 0 : inverseOfAxis(c, entity, joint));
        this.#soft[2 * equalityId] = GEAR_SOFTNESS * (inverse(one) + ratio * ratio * inverse(two));
        this.#isGear[equalityId] = 1;
      }
      for (const { joint, equalityId } of entity.loops) {
        if (joint.axes.length === 0) continue;
        this.#commands[equalityId] = commandOf(entity, joint);
        const b1 = entity.bodies.get(joint.body1)?.bodyId ?? 0;
        const b2 = entity.bodies.get(joint.body2 ?? "")?.bodyId ?? 0;
        for (let k = 0; k < 2; k++)
          this.#soft[2 * equalityId + k] = EQUALITY_SOFTNESS * (w[2 * b1 + k] + w[2 * b2 + k]);
      }
    }
  }

  /** The equality rows are the first `count`; a weld has six. */
  apply(rows: Rows, count: number, h: number): void {
    if (count === 0) return;
    const { aref, vel, pos, id, R, D } = rows;
    for (let r = 0, nth = 0; r < count; r++) {
      nth = r > 0 && id[r] === id[r - 1] ? nth + 1 : 0;
      const erp = this.#commands[id[r]]?.axes[0].ERP ?? PLAIN_ERP;
      const pull = this.#isGear[id[r]] ? gearPull(pos[r], h) : (erp * pos[r]) / h;
      aref[r] = -(vel[r] + pull) / h;
      const soft = this.#soft[2 * id[r] + (nth < 3 ? 0 : 1)];
      if (soft === 0) continue;
      R[r] = soft;
      D[r] = 1 / soft;
    }
  }
}
