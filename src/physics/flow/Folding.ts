// A tree that folds fast in contact: a whipping chain that strikes itself or the ground. Within the step its joints turn so far that
// the engine's first-order step would give it energy. It flows instead, with the solver's contact forces g held constant along its
// axes. Their work is g · Δq. Contacts with itself and with static things cannot give it energy, so if their work would be above
// zero, the share of g with the least work is taken, as in an impact without bounce.

import type { CompiledModel } from "../model/CompiledModel.js";
import type { TreeFlow } from "./TreeFlow.js";
import { BALL, FREE, HINGE, type TreeShape } from "./TreeShape.js";

/** Joints that turn farther within a step fold fast, rad. */
const FAST = 0.05;
/** A step runs the flow at most so often. */
const MAX_RUNS = 4;

export class Folding {
  /** Contact forces along the axes, N·m or N. */
  readonly pressing: Float64Array;
  readonly #flow: TreeFlow;
  /** Degrees of freedom in the engine: hinges and balls, except those of wheels. */
  readonly #dofs: Int32Array;
  // at the start of the step
  readonly #q: Float64Array;
  readonly #v: Float64Array;
  readonly #given: Float64Array;

  constructor(flow: TreeFlow) {
    const { shape } = flow.motion;
    this.#flow = flow;
    this.#dofs = foldsOf(shape);
    this.pressing = new Float64Array(shape.nv);
    this.#q = new Float64Array(shape.nq);
    this.#v = new Float64Array(shape.nv);
    this.#given = new Float64Array(shape.nv);
  }

  /** At the start of the step, or at its end by the engine. */
  isFast({ views: { qvel, qacc }, stepSec }: CompiledModel): boolean {
    for (const dof of this.#dofs) {
      const end = qvel[dof] + stepSec * qacc[dof];
      if (Math.max(Math.abs(qvel[dof]), Math.abs(end)) * stepSec > FAST) return true;
    }
    return false;
  }

  /** Runs the flow. `isPassive`: all contacts are with itself or with static things. False: no substep was possible. */
  run(stepSec: number, isPassive: boolean): boolean {
    this.#q.set(this.#flow.q);
    this.#v.set(this.#flow.v);
    this.#given.set(this.#flow.forces.given);
    if (!this.#runWith(1, stepSec)) return false;
    const whole = this.#reach(stepSec);
    if (!isPassive || whole <= 0) return true;
    if (!this.#runWith(0, stepSec)) return false;
    const none = this.#reach(stepSec);
    if (none >= 0) return true;
    // the work of a share s is s (none + s (whole - none))
    if (!this.#runWith(none / (2 * (none - whole)), stepSec)) return false;
    return this.#reach(stepSec) <= 0 || this.#runWith(0, stepSec);
  }

  #runWith(share: number, stepSec: number): boolean {
    const { q, v, forces } = this.#flow;
    q.set(this.#q);
    v.set(this.#v);
    for (let i = 0; i < v.length; i++) forces.given[i] = this.#given[i] + share * this.pressing[i];
    return this.#flow.run(stepSec, 1 / MAX_RUNS);
  }

  /** g · Δq, J. */
  #reach(stepSec: number): number {
    const { v, motion, q } = this.#flow;
    const { type, q: qOf, v: vOf } = motion.shape;
    let sum = 0;
    for (let j = 0; j < type.length; j++) {
      const width = type[j] === FREE ? 6 : type[j] === BALL ? 3 : 1;
      for (let i = vOf[j]; i < vOf[j] + width; i++) {
        const way = width === 1 ? q[qOf[j]] - this.#q[qOf[j]] : (stepSec * (this.#v[i] + v[i])) / 2;
        sum += this.pressing[i] * way;
      }
    }
    return sum;
  }
}

function foldsOf(shape: TreeShape): Int32Array {
  const { bodyCount, firstJoint, type, v, vFrom } = shape;
  const folds: number[] = [];
  for (let body = 0; body < bodyCount; body++)
    for (let j = firstJoint[body]; j < firstJoint[body + 1]; j++) {
      if ((type[j] !== HINGE && type[j] !== BALL) || isWheel(shape, body, j)) continue;
      for (let k = 0; k < (type[j] === BALL ? 3 : 1); k++) folds.push(vFrom + v[j] + k);
    }
  return Int32Array.from(folds);
}

/** The body is the last of its branch and round about the joint's axis: its angle does not matter. */
function isWheel({ parent, type, axis, anchor, inertia, firstJoint }: TreeShape, body: number, joint: number): boolean {
  if (type[joint] !== HINGE || joint + 1 !== firstJoint[body + 1] || parent.includes(body)) return false;
  const a = axis.subarray(3 * joint, 3 * joint + 3);
  const p = anchor.subarray(3 * joint, 3 * joint + 3);
  const off = [p[1] * a[2] - p[2] * a[1], p[2] * a[0] - p[0] * a[2], p[0] * a[1] - p[1] * a[0]];
  if (Math.abs(off[0]) + Math.abs(off[1]) + Math.abs(off[2]) > 1e-6) return false;
  const [xx, yy, zz, xy, xz, yz] = inertia.subarray(6 * body, 6 * body + 6);
  const along =
    xx * a[0] * a[0] +
    yy * a[1] * a[1] +
    zz * a[2] * a[2] +
    2 * (xy * a[0] * a[1] + xz * a[0] * a[2] + yz * a[1] * a[2]);
  const across = (xx + yy + zz - along) / 2;
  const more = along - across;
  const skew = [
    xx - across - more * a[0] * a[0],
    yy - across - more * a[1] * a[1],
    zz - across - more * a[2] * a[2],
    xy - more * a[0] * a[1],
    xz - more * a[0] * a[2],
    yz - more * a[1] * a[2],
  ];
  return skew.every((x) => Math.abs(x) < 1e-4 * along);
}
