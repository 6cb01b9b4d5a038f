// Loop-closing joints within one tree, as constraints on accelerations. For the two ends of a loop
//   J a = -J' v - (J v + ERP g / h) / h,   J v and the error g of the loop at the start of the step
// so that g and its rate stay at 0, and one step corrects the share ERP of an error. The forces f of the loops follow from (J M⁻¹ Jᵀ + e) f = right side - J a0, with a0 the
// accelerations without them. The small e makes loops with more rows than needed (planar four-bars) solvable.
// Point (three rows): both ends are at the same place. Weld (six rows): also the same orientation. Gear (one row): two axes
// keep their ratio. Motors of the tree that are not at their bound are rows too, as soft as in the solver: several motors may
// drive one linkage.

import type { JointCommand } from "../JointCommand.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import { gearPull, PLAIN_ERP } from "../rows/LoopRows.js";
import type { TreeMotion } from "./TreeMotion.js";
import { FREE, matrixOf } from "./TreeShape.js";

export interface LoopEnds {
  readonly equality: number;
  /** Bodies in the tree; -1: the world. */
  readonly one: number;
  readonly two: number;
  readonly isWeld: boolean;
  /** Anchors in the two bodies' frames, and rotation w x y z of the first end against the second. */
  readonly anchors: Float64Array;
  readonly turn: Float64Array;
  readonly command: JointCommand | undefined;
}

/** Gear within the tree: q[one] = ratio q[two] + offset, for speeds the same. */
export interface GearEnds {
  readonly equality: number;
  /** Positions and speeds in the tree; -1: no second axis. */
  readonly q: readonly [number, number];
  readonly v: readonly [number, number];
  readonly ratio: number;
  readonly offset: number;
}

const DATA = 11;
const WELD = 1;
/** e as a share of the diagonal. */
const LOOSE = 1e-9;

export function loopOf(c: CompiledModel, equality: number, firstBody: number, command?: JointCommand): LoopEnds {
  const isWeld = (c.model.eq_type as Int32Array)[equality] === WELD;
  const end = (list: unknown): number => Math.max((list as Int32Array)[equality] - firstBody, -1);
  const data = c.views.eq_data.slice(DATA * equality, DATA * (equality + 1));
  // the data of a weld begins with the anchor in the second body
  const [a, b] = isWeld ? [3, 0] : [0, 3];
  return {
    equality,
    one: end(c.model.eq_obj1id),
    two: end(c.model.eq_obj2id),
    isWeld,
    anchors: Float64Array.of(...data.subarray(a, a + 3), ...data.subarray(b, b + 3)),
    turn: data.slice(6, 10),
    command,
  };
}

/** Rows of loops and gears. */
export const countRows = (ends: readonly LoopEnds[], gears: readonly GearEnds[]): number =>
  ends.reduce((sum, { isWeld }) => sum + (isWeld ? 6 : 3), gears.length);

export class Loops {
  readonly ends: readonly LoopEnds[];
  readonly gears: readonly GearEnds[];
  readonly #motion: TreeMotion;
  readonly #stepSec: number;
  /** Rows of the loops, then of the motors. */
  readonly #loopRows: number;
  #rows: number;
  /** Motors: degree of freedom, R, and a + R f. */
  readonly #motorDof: Int32Array;
  readonly #motorR: Float64Array;
  readonly #motorTarget: Float64Array;
  readonly #J: Float64Array;
  /** By row of the loops: (J v + ERP g / h) / h at the start of the step. */
  readonly #correction: Float64Array;
  #isStart = true;
  /** M⁻¹ Jᵀ, row by row. */
  readonly #MJ: Float64Array;
  readonly #A: Float64Array;
  readonly #f: Float64Array;
  // of the ends of one loop: place, velocity, angular velocity, and both accelerations
  readonly #end = [new Float64Array(15), new Float64Array(15)];
  readonly #arm = new Float64Array(3);
  readonly #quat = new Float64Array(4);
  readonly #turned = new Float64Array(3);
  readonly #still = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  readonly #two = new Float64Array(9);
  readonly #column: Float64Array;

  constructor(ends: readonly LoopEnds[], gears: readonly GearEnds[], motion: TreeMotion, stepSec: number) {
    const { nv } = motion.shape;
    this.ends = ends;
    this.gears = gears;
    this.#motion = motion;
    this.#stepSec = stepSec;
    this.#loopRows = countRows(ends, gears);
    this.#rows = this.#loopRows;
    const max = this.#loopRows > 0 ? this.#loopRows + nv : 0;
    this.#correction = new Float64Array(this.#loopRows);
    this.#motorDof = new Int32Array(nv);
    this.#motorR = new Float64Array(nv);
    this.#motorTarget = new Float64Array(nv);
    this.#J = new Float64Array(max * nv);
    this.#MJ = new Float64Array(max * nv);
    this.#A = new Float64Array(max * max);
    this.#f = new Float64Array(max);
    this.#column = new Float64Array(nv);
  }

  get isEmpty(): boolean {
    return this.#loopRows === 0;
  }

  /** To call before a step: no motors. */
  clear(): void {
    this.#rows = this.#loopRows;
    this.#isStart = true;
  }

  addMotor(dof: number, R: number, target: number): void {
    const k = this.#rows++ - this.#loopRows;
    this.#motorDof[k] = dof;
    this.#motorR[k] = R;
    this.#motorTarget[k] = target;
  }

  /** Adds the accelerations that the loops cause. To call after `prepare` and `solve` of the motion, with the same q and v. */
  constrain(q: Float64Array, v: Float64Array, a: Float64Array): void {
    if (this.#loopRows === 0) return;
    const { nv } = this.#motion.shape;
    this.#J.fill(0);
    let row = 0;
    for (const loop of this.ends) {
      this.#follow(loop, q);
      this.#writeRows(loop, row);
      row += loop.isWeld ? 6 : 3;
    }
    for (const gear of this.gears) this.#writeGear(gear, row++, q, v);
    this.#isStart = false;
    const [J, MJ, A, f] = [this.#J, this.#MJ, this.#A, this.#f];
    for (let k = 0; row < this.#rows; k++, row++) {
      J[nv * row + this.#motorDof[k]] = 1;
      f[row] = this.#motorTarget[k];
    }
    for (let r = 0; r < this.#rows; r++) {
      for (let i = 0; i < nv; i++) this.#column[i] = J[nv * r + i];
      this.#motion.mass.solve(this.#column);
      for (let i = 0; i < nv; i++) MJ[nv * r + i] = this.#column[i];
      for (let i = 0; i < nv; i++) f[r] -= J[nv * r + i] * a[i];
      for (let s = 0; s <= r; s++) {
        let sum = 0;
        for (let i = 0; i < nv; i++) sum += MJ[nv * r + i] * J[nv * s + i];
        A[this.#rows * r + s] = sum;
      }
    }
    this.#solveForces();
    for (let r = 0; r < this.#rows; r++) for (let i = 0; i < nv; i++) a[i] += MJ[nv * r + i] * f[r];
  }

  /** Motion of both ends at zero joint acceleration. */
  #follow({ one, two, anchors }: LoopEnds, q: Float64Array): void {
    this.#followEnd(one, anchors, 0, this.#end[0], q);
    this.#followEnd(two, anchors, 3, this.#end[1], q);
  }

  #followEnd(b: number, anchors: Float64Array, at: number, end: Float64Array, q: Float64Array): void {
    const m = this.#motion;
    const { offset, type } = m.shape;
    end.fill(0);
    if (b < 0) {
      // the world, seen from the centre of the root body
      for (let k = 0; k < 3; k++) end[k] = anchors[at + k] - (type[0] === FREE ? q[k] : offset[k]);
      return;
    }
    const i = 3 * b;
    const r = 9 * b;
    const p = this.#arm;
    for (let k = 0; k < 3; k++)
      p[k] = m.R[r + 3 * k] * anchors[at] + m.R[r + 3 * k + 1] * anchors[at + 1] + m.R[r + 3 * k + 2] * anchors[at + 2];
    const [wx, wy, wz] = [m.w[i], m.w[i + 1], m.w[i + 2]];
    const [cx, cy, cz] = [wy * p[2] - wz * p[1], wz * p[0] - wx * p[2], wx * p[1] - wy * p[0]];
    const [ax, ay, az] = [m.dw[i], m.dw[i + 1], m.dw[i + 2]];
    end[3] = m.u[i] + cx;
    end[4] = m.u[i + 1] + cy;
    end[5] = m.u[i + 2] + cz;
    end[9] = m.du[i] + ay * p[2] - az * p[1] + wy * cz - wz * cy;
    end[10] = m.du[i + 1] + az * p[0] - ax * p[2] + wz * cx - wx * cz;
    end[11] = m.du[i + 2] + ax * p[1] - ay * p[0] + wx * cy - wy * cx;
    for (let k = 0; k < 3; k++) {
      end[k] = m.x[i + k] + p[k];
      end[6 + k] = m.w[i + k];
      end[12 + k] = m.dw[i + k];
    }
  }

  /** Rows and right sides of one loop: first end minus second end. */
  #writeRows(loop: LoopEnds, row: number): void {
    const [a, b] = this.#end;
    if (this.#isStart) this.#noteErrors(loop, row);
    for (let k = 0; k < 3; k++) this.#f[row + k] = b[9 + k] - a[9 + k] - this.#correction[row + k];
    this.#writeColumns(loop.one, a, row, 1, loop.isWeld);
    this.#writeColumns(loop.two, b, row, -1, loop.isWeld);
    if (!loop.isWeld) return;
    for (let k = 0; k < 3; k++) this.#f[row + 3 + k] = b[12 + k] - a[12 + k] - this.#correction[row + 3 + k];
  }

  #noteErrors(loop: LoopEnds, row: number): void {
    const [a, b] = this.#end;
    const h = this.#stepSec;
    const share = (loop.command?.axes[0]?.ERP ?? PLAIN_ERP) / h;
    const out = this.#correction;
    for (let k = 0; k < 3; k++) out[row + k] = (a[3 + k] - b[3 + k] + share * (a[k] - b[k])) / h;
    if (!loop.isWeld) return;
    const tilt = this.#tilt(loop);
    for (let k = 0; k < 3; k++) out[row + 3 + k] = (a[6 + k] - b[6 + k] + share * tilt[k]) / h;
  }

  #writeGear(
    { q: [q1, q2], v: [v1, v2], ratio, offset }: GearEnds,
    row: number,
    q: Float64Array,
    v: Float64Array,
  ): void {
    const { nv } = this.#motion.shape;
    const h = this.#stepSec;
    this.#J[nv * row + v1] = 1;
    if (v2 >= 0) this.#J[nv * row + v2] = -ratio;
    if (this.#isStart) {
      const error = q[q1] - offset - (v2 < 0 ? 0 : ratio * q[q2]);
      const rate = v[v1] - (v2 < 0 ? 0 : ratio * v[v2]);
      this.#correction[row] = (rate + gearPull(error, h)) / h;
    }
    this.#f[row] = -this.#correction[row];
  }

  #writeColumns(body: number, end: Float64Array, row: number, sign: number, isWeld: boolean): void {
    const { nv, bodyOf, parent, towardsRoot } = this.#motion.shape;
    const s = this.#motion.axes;
    const J = this.#J;
    let dof = -1;
    // a body that is fixed to its parent moves with it
    for (let b = body; b >= 0 && dof < 0; b = parent[b]) dof = bodyOf.lastIndexOf(b);
    for (; dof >= 0; dof = towardsRoot[dof]) {
      const i = 6 * dof;
      const [wx, wy, wz] = [s[i], s[i + 1], s[i + 2]];
      // velocity at the end's place
      J[nv * row + dof] += sign * (s[i + 3] + wy * end[2] - wz * end[1]);
      J[nv * (row + 1) + dof] += sign * (s[i + 4] + wz * end[0] - wx * end[2]);
      J[nv * (row + 2) + dof] += sign * (s[i + 5] + wx * end[1] - wy * end[0]);
      if (isWeld) for (let k = 0; k < 3; k++) J[nv * (row + 3 + k) + dof] += sign * s[i + k];
    }
  }

  /** Rotation of the first end against the second, as a vector in the world's axes. */
  #tilt({ one, two, turn }: LoopEnds): Float64Array {
    const m = this.#motion;
    const e = this.#quat;
    // first end: quat · turn; error: conj(second) · first
    const b = two < 0 ? ORIGIN : m.quat;
    const k = two < 0 ? 0 : 4 * two;
    multiply(one < 0 ? ORIGIN : m.quat, one < 0 ? 0 : 4 * one, turn, e);
    const [w, x, y, z] = [b[k], -b[k + 1], -b[k + 2], -b[k + 3]];
    const [ew, ex, ey, ez] = [e[0], e[1], e[2], e[3]];
    const s = w * ew - x * ex - y * ey - z * ez < 0 ? -2 : 2;
    const vx = s * (w * ex + x * ew + y * ez - z * ey);
    const vy = s * (w * ey + y * ew + z * ex - x * ez);
    const vz = s * (w * ez + z * ew + x * ey - y * ex);
    if (two < 0) this.#two.set(this.#still);
    else matrixOf(m.quat, 4 * two, this.#two, 0);
    const r = this.#two;
    const out = this.#turned;
    for (let i = 0; i < 3; i++) out[i] = r[3 * i] * vx + r[3 * i + 1] * vy + r[3 * i + 2] * vz;
    return out;
  }

  /** Cholesky. */
  #solveForces(): void {
    const n = this.#rows;
    const A = this.#A;
    const f = this.#f;
    for (let i = 0; i < n; i++) A[n * i + i] *= 1 + LOOSE;
    for (let i = this.#loopRows; i < n; i++) A[n * i + i] += this.#motorR[i - this.#loopRows];
    for (let i = 0; i < n; i++)
      for (let j = 0; j <= i; j++) {
        let sum = A[n * i + j];
        for (let k = 0; k < j; k++) sum -= A[n * i + k] * A[n * j + k];
        A[n * i + j] = i === j ? Math.sqrt(Math.max(sum, 1e-300)) : sum / A[n * j + j];
      }
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < i; k++) f[i] -= A[n * i + k] * f[k];
      f[i] /= A[n * i + i];
    }
    for (let i = n - 1; i >= 0; i--) {
      for (let k = i + 1; k < n; k++) f[i] -= A[n * k + i] * f[k];
      f[i] /= A[n * i + i];
    }
  }
}

const ORIGIN = Float64Array.of(1, 0, 0, 0);

/** Product of the quaternion at a[i] and b. */
function multiply(a: Float64Array, i: number, b: Float64Array, into: Float64Array): void {
  const [w, x, y, z] = [a[i], a[i + 1], a[i + 2], a[i + 3]];
  into[0] = w * b[0] - x * b[1] - y * b[2] - z * b[3];
  into[1] = w * b[1] + x * b[0] + y * b[3] - z * b[2];
  into[2] = w * b[2] + y * b[0] + z * b[1] - x * b[3];
  into[3] = w * b[3] + z * b[0] + x * b[2] - y * b[1];
}
