// One entity on its path, in the model: where it is, where this step takes it, and how its surface moves on the way. A point r of a
// mover that goes from pose P to P' within the step h moves with
//   v = (P'(r) - P(r)) / h = (D (r - p) + shift) / h,   D = R' R^-1 - 1, p the place of P
// Paths that only shift need no rotations, and nothing is allocated in a step.

import type { Path } from "../../describe/entity/Path.js";
import { atan2 } from "../../math/InverseTrigonometry.js";
import type { Pose } from "../../math/Pose.js";
import { cos, sin } from "../../math/Trigonometry.js";
import type { Vec3 } from "../../math/Vec3.js";
import { advance, copyProgress, type MoverProgress, type MoverState, pointAt, shareAt, yieldTo } from "./MoverState.js";

interface MoverPlace {
  readonly name: string;
  readonly placement: Pose;
  readonly bodyIds: readonly number[];
  readonly geoms: readonly number[];
  readonly stepNs: number;
}

const NO_SPIN: Vec3 = [0, 0, 0];

export class Mover {
  readonly name: string;
  readonly bodyIds: readonly number[];
  readonly geoms: readonly number[];
  readonly #placement: Pose;
  readonly #stepNs: number;
  readonly #stepSec: number;
  #state!: MoverState;
  /** After this step. */
  readonly #next: MoverProgress = { timeNs: 0, beforeNs: 0, direction: 1, isRunning: false, waitNs: 0, heldNs: 0 };
  /** x y z of its place, and x y z w of its orientation: now, and after this step. */
  readonly pose = new Float64Array(7);
  readonly nextPose = new Float64Array(7);
  /** D row by row, then the shift. */
  readonly change = new Float64Array(12);
  /** The same at full speed, if something blocks it. */
  readonly wanted = new Float64Array(12);
  /** x y z w of the turn in this step. */
  readonly #turn = Float64Array.of(0, 0, 0, 1);
  #spin: Vec3 | undefined = NO_SPIN;
  moves = false;
  /** The path only shifts, along the axes of the world. */
  #isShift = false;
  /** Way point to which it was going. */
  #point = 1;
  readonly #offset = new Float64Array(3);
  readonly #vector = new Float64Array(3);

  constructor({ name, placement, bodyIds, geoms, stepNs }: MoverPlace, state: MoverState) {
    this.name = name;
    this.bodyIds = bodyIds;
    this.geoms = geoms;
    this.#placement = placement;
    this.#stepNs = stepNs;
    this.#stepSec = stepNs / 1e9;
    this.set(state);
  }

  /** Enough force in its way blocks it. */
  get isLimited(): boolean {
    return this.#state.path.force < Number.MAX_VALUE;
  }

  get path(): Path {
    return this.#state.path;
  }

  /** Another state. It is in force until it is replaced, and changes in place. */
  set(state: MoverState): void {
    this.#state = state;
    copyProgress(state, this.#next);
    const { path, timeNs, beforeNs } = state;
    const [x, y, z, w] = this.#placement.orientation;
    this.#isShift =
      x === 0 && y === 0 && z === 0 && w === 1 && path.points.every(({ turn }) => turn.every((a) => a === 0));
    this.#point = 1;
    this.pose.fill(0);
    this.nextPose.fill(0);
    this.change.fill(0);
    this.#writePose(beforeNs, this.pose);
    this.#writePose(timeNs, this.nextPose);
    this.#measure();
    this.pose.set(this.nextPose);
  }

  /** Share of its speed in the last step; 1 where it turned about or began again. */
  get lastShare(): number {
    const { timeNs, beforeNs, direction } = this.#state;
    const share = (direction * (timeNs - beforeNs)) / this.#stepNs;
    return share >= 0 && share < 1 ? share : 1;
  }

  /** At the start of a step. `rate`: share of its speed, if something blocks it. False: it neither moves nor has moved. */
  begin(rate: number | undefined): boolean {
    const [state, next] = [this.#state, this.#next];
    if (rate === undefined) advance(state, this.#stepNs, next);
    else yieldTo(state, this.#stepNs, next, rate);
    const isStill = next.timeNs === state.timeNs;
    if (isStill && !this.moves) return false;
    if (isStill) this.nextPose.set(this.pose);
    else this.#writePose(next.timeNs, this.nextPose);
    this.#measure();
    return true;
  }

  /** The step counts. */
  commit(): void {
    copyProgress(this.#next, this.#state);
    // faster than TypedArray.set for a few numbers
    if (this.moves) for (let i = 0; i < 7; i++) this.pose[i] = this.nextPose[i];
  }

  /** Angular velocity, rad/s. */
  get spin(): Vec3 {
    if (this.#spin) return this.#spin;
    const [x, y, z, w] = this.#turn;
    const s = Math.sqrt(x * x + y * y + z * z);
    const angle = s === 0 ? 0 : (2 * atan2(w < 0 ? -s : s, w < 0 ? -w : w)) / (s * this.#stepSec);
    this.#spin = [angle * x, angle * y, angle * z];
    return this.#spin;
  }

  /** At least the angle by which it turns in this step, rad, and little more. */
  get angle(): number {
    const [x, y, z] = this.#turn;
    const s = Math.sqrt(x * x + y * y + z * z);
    // 2 asin s
    return 2 * s * (1 + 0.6 * s * s);
  }

  /** pose = placement (pivot + offset + R(turn) (p - pivot)), as MoverState.ts has it. */
  #writePose(timeNs: number, out: Float64Array): void {
    const { path } = this.#state;
    const point = pointAt(path, timeNs, Math.min(this.#point, path.points.length - 1));
    this.#point = point;
    const s = shareAt(path, timeNs, point);
    const [a, b] = [path.points[point - 1], path.points[point]];
    const o = this.#offset;
    for (let i = 0; i < 3; i++) o[i] = a.offset[i] + s * (b.offset[i] - a.offset[i]) + path.pivot[i];
    if (this.#isShift) {
      const place = this.#placement.position;
      for (let i = 0; i < 3; i++) out[i] = place[i] + (o[i] - path.pivot[i]);
      out[6] = 1;
      return;
    }
    const x = a.turn[0] + s * (b.turn[0] - a.turn[0]);
    const y = a.turn[1] + s * (b.turn[1] - a.turn[1]);
    const z = a.turn[2] + s * (b.turn[2] - a.turn[2]);
    const angle = Math.sqrt(x * x + y * y + z * z);
    const f = angle === 0 ? 0 : sin(angle / 2) / angle;
    this.#place(out, f * x, f * y, f * z, angle === 0 ? 1 : cos(angle / 2));
  }

  /** Writes the pose with this turn: quaternion x y z w. */
  #place(out: Float64Array, x: number, y: number, z: number, w: number): void {
    const { position, orientation: q } = this.#placement;
    const o = this.#offset;
    const [px, py, pz] = this.#state.path.pivot;
    const v = this.#vector;
    turnVector(x, y, z, w, px, py, pz, v);
    turnVector(q[0], q[1], q[2], q[3], o[0] - v[0], o[1] - v[1], o[2] - v[2], v);
    for (let i = 0; i < 3; i++) out[i] = position[i] + v[i];
    out[3] = q[3] * x + q[0] * w + q[1] * z - q[2] * y;
    out[4] = q[3] * y - q[0] * z + q[1] * w + q[2] * x;
    out[5] = q[3] * z + q[0] * y - q[1] * x + q[2] * w;
    out[6] = q[3] * w - q[0] * x - q[1] * y - q[2] * z;
  }

  /** The change of the pose in this step. */
  #measure(): void {
    const [from, to, d, t] = [this.pose, this.nextPose, this.change, this.#turn];
    for (let k = 0; k < 3; k++) d[9 + k] = to[k] - from[k];
    this.moves = d[9] !== 0 || d[10] !== 0 || d[11] !== 0;
    this.#spin = NO_SPIN;
    if (this.#isShift) return;
    // to conj(from): the rotation in the axes of the world
    const x = -to[6] * from[3] + to[3] * from[6] - to[4] * from[5] + to[5] * from[4];
    const y = -to[6] * from[4] + to[3] * from[5] + to[4] * from[6] - to[5] * from[3];
    const z = -to[6] * from[5] - to[3] * from[4] + to[4] * from[3] + to[5] * from[6];
    const w = to[6] * from[6] + to[3] * from[3] + to[4] * from[4] + to[5] * from[5];
    t[0] = x;
    t[1] = y;
    t[2] = z;
    t[3] = w;
    d[0] = -2 * (y * y + z * z);
    d[1] = 2 * (x * y - z * w);
    d[2] = 2 * (x * z + y * w);
    d[3] = 2 * (x * y + z * w);
    d[4] = -2 * (x * x + z * z);
    d[5] = 2 * (y * z - x * w);
    d[6] = 2 * (x * z - y * w);
    d[7] = 2 * (y * z + x * w);
    d[8] = -2 * (x * x + y * y);
    if (x === 0 && y === 0 && z === 0) return;
    this.moves = true;
    this.#spin = undefined;
  }
}

/** v' = q v q*. */
function turnVector(
  a: number,
  b: number,
  c: number,
  w: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): void {
  const tx = (b * z - c * y) * 2;
  const ty = (c * x - a * z) * 2;
  const tz = (a * y - b * x) * 2;
  out[0] = x + w * tx + (b * tz - c * ty);
  out[1] = y + w * ty + (c * tx - a * tz);
  out[2] = z + w * tz + (a * ty - b * tx);
}
