// Accelerations of one tree of jointed bodies for given positions and speeds:
//   M(q) a = t - c(q, v)
// c: inertial forces at zero joint acceleration, weight and applied forces, by Newton and Euler from the root to the leaves
// and back. M: TreeMass.ts. All vectors are in the world's axes about the centre of the root body: the result does not
// depend on where the tree is. (R. Featherstone, Rigid Body Dynamics Algorithms, 2008, chapter 5.)

import { cos, sin } from "../../math/Trigonometry.js";
import { TreeMass } from "./TreeMass.js";
import { BALL, FREE, HINGE, matrixOf, SLIDE, type TreeShape } from "./TreeShape.js";

export class TreeMotion {
  readonly shape: TreeShape;
  readonly #gravity: Float64Array;
  /** Force x y z and torque x y z on every body, in the world's axes, at its centre. */
  readonly applied: Float64Array;
  readonly mass: TreeMass;
  // by body: position, orientation, rotation matrix, velocities, accelerations at zero joint acceleration
  readonly x: Float64Array;
  readonly quat: Float64Array;
  readonly R: Float64Array;
  readonly w: Float64Array;
  readonly u: Float64Array;
  readonly dw: Float64Array;
  readonly du: Float64Array;
  /** By body: torque about the origin and force that its subtree needs. */
  readonly #need: Float64Array;
  /** By body: composite mass, first moment x y z, inertia about the origin xx yy zz xy xz yz. */
  readonly #inertia: Float64Array;
  /** By degree of freedom: angular and linear velocity at the origin for unit speed. */
  readonly axes: Float64Array;
  // of the joint at hand: a way, and the angular velocity across it
  readonly #p = new Float64Array(3);
  readonly #r = new Float64Array(3);

  constructor(shape: TreeShape, gravity: readonly number[]) {
    this.shape = shape;
    this.#gravity = Float64Array.from(gravity);
    const { bodyCount: n, nv } = shape;
    this.applied = new Float64Array(6 * n);
    this.mass = new TreeMass(shape);
    this.x = new Float64Array(3 * n);
    this.quat = new Float64Array(4 * n);
    this.R = new Float64Array(9 * n);
    this.w = new Float64Array(3 * n);
    this.u = new Float64Array(3 * n);
    this.dw = new Float64Array(3 * n);
    this.du = new Float64Array(3 * n);
    this.#need = new Float64Array(6 * n);
    this.#inertia = new Float64Array(10 * n);
    this.axes = new Float64Array(6 * nv);
  }

  /** Positions, velocities and M; `force` (by degree of freedom) becomes t - c. */
  prepare(q: Float64Array, v: Float64Array, force: Float64Array): void {
    const { bodyCount } = this.shape;
    for (let b = 0; b < bodyCount; b++) {
      this.#place(b);
      this.#followJoints(b, q, v);
      this.#weigh(b);
    }
    for (let b = bodyCount - 1; b > 0; b--) this.#passOn(b);
    this.#subtractNeeds(force);
    this.mass.fill(this.axes, this.#inertia);
  }

  /** Starts body b where its parent carries it with all joints at 0. */
  #place(b: number): void {
    const { parent, offset, turn } = this.shape;
    const { x, quat, R, w, u, dw, du } = this;
    const to = 3 * b;
    if (parent[b] < 0) {
      for (let k = 0; k < 3; k++) x[to + k] = w[to + k] = u[to + k] = dw[to + k] = du[to + k] = 0;
      for (let k = 0; k < 4; k++) quat[4 * b + k] = turn[4 * b + k];
      return;
    }
    const p = 3 * parent[b];
    rotated(R, 3 * p, offset, to, this.#p);
    for (let k = 0; k < 3; k++) {
      w[to + k] = w[p + k];
      dw[to + k] = dw[p + k];
      x[to + k] = x[p + k];
      u[to + k] = u[p + k];
      du[to + k] = du[p + k];
    }
    this.#shift(b, this.#p);
    product(quat, 4 * parent[b], turn[4 * b], turn[4 * b + 1], turn[4 * b + 2], turn[4 * b + 3], quat, 4 * b);
  }

  /** Moves the point of body b by r, fixed in its frame. */
  #shift(b: number, r: Float64Array): void {
    const { x, w, u, dw, du } = this;
    const i = 3 * b;
    const [rx, ry, rz] = [r[0], r[1], r[2]];
    const wx = w[i];
    const wy = w[i + 1];
    const wz = w[i + 2];
    // w x r
    const cx = wy * rz - wz * ry;
    const cy = wz * rx - wx * rz;
    const cz = wx * ry - wy * rx;
    x[i] += rx;
    x[i + 1] += ry;
    x[i + 2] += rz;
    u[i] += cx;
    u[i + 1] += cy;
    u[i + 2] += cz;
    // dw x r + w x (w x r)
    du[i] += dw[i + 1] * rz - dw[i + 2] * ry + wy * cz - wz * cy;
    du[i + 1] += dw[i + 2] * rx - dw[i] * rz + wz * cx - wx * cz;
    du[i + 2] += dw[i] * ry - dw[i + 1] * rx + wx * cy - wy * cx;
  }

  #followJoints(b: number, q: Float64Array, v: Float64Array): void {
    const { firstJoint, type } = this.shape;
    for (let j = firstJoint[b]; j < firstJoint[b + 1]; j++) {
      if (type[j] === SLIDE) this.#slide(b, j, q, v);
      else if (type[j] === FREE) this.#float(b, j, q, v);
      else this.#rotate(b, j, q, v);
    }
    matrixOf(this.quat, 4 * b, this.R, 9 * b);
  }

  #slide(b: number, j: number, q: Float64Array, v: Float64Array): void {
    const { axis, q: qOf, v: vOf } = this.shape;
    const s = this.#p;
    const i = 3 * b;
    const way = q[qOf[j]];
    const speed = v[vOf[j]];
    matrixOf(this.quat, 4 * b, this.R, 9 * b);
    rotated(this.R, 9 * b, axis, 3 * j, s);
    const [sx, sy, sz] = [s[0], s[1], s[2]];
    this.#setAxis(vOf[j], 0, 0, 0, sx, sy, sz);
    for (let k = 0; k < 3; k++) s[k] *= way;
    this.#shift(b, s);
    const { w, u, du } = this;
    u[i] += sx * speed;
    u[i + 1] += sy * speed;
    u[i + 2] += sz * speed;
    // 2 w x s v
    du[i] += 2 * speed * (w[i + 1] * sz - w[i + 2] * sy);
    du[i + 1] += 2 * speed * (w[i + 2] * sx - w[i] * sz);
    du[i + 2] += 2 * speed * (w[i] * sy - w[i + 1] * sx);
  }

  /** A hinge or a ball: the anchor moves with the frame before the joint, the body rotates about it. */
  #rotate(b: number, j: number, q: Float64Array, v: Float64Array): void {
    const { type, anchor, axis, q: qOf, v: vOf } = this.shape;
    const { quat, R, w, dw } = this;
    const i = 3 * b;
    matrixOf(quat, 4 * b, R, 9 * b);
    rotated(R, 9 * b, anchor, 3 * j, this.#p);
    this.#shift(b, this.#p);
    const dof = vOf[j];
    const r = this.#r;
    r.fill(0);
    if (type[j] === HINGE) {
      const half = q[qOf[j]] / 2;
      const s = sin(half);
      product(quat, 4 * b, cos(half), s * axis[3 * j], s * axis[3 * j + 1], s * axis[3 * j + 2], quat, 4 * b);
      matrixOf(quat, 4 * b, R, 9 * b);
      this.#turnAxis(b, dof, axis[3 * j], axis[3 * j + 1], axis[3 * j + 2], v[dof]);
    } else {
      const k = qOf[j];
      product(quat, 4 * b, q[k], q[k + 1], q[k + 2], q[k + 3], quat, 4 * b);
      matrixOf(quat, 4 * b, R, 9 * b);
      this.#turnAxes(b, dof, v);
    }
    // dw += w x r, w += r
    dw[i] += w[i + 1] * r[2] - w[i + 2] * r[1];
    dw[i + 1] += w[i + 2] * r[0] - w[i] * r[2];
    dw[i + 2] += w[i] * r[1] - w[i + 1] * r[0];
    for (let k = 0; k < 3; k++) w[i + k] += r[k];
    rotated(R, 9 * b, anchor, 3 * j, this.#p);
    for (let k = 0; k < 3; k++) this.#p[k] = -this.#p[k];
    this.#shift(b, this.#p);
  }

  /** The three axes of the body's frame, as degrees of freedom from `dof` on. */
  #turnAxes(b: number, dof: number, v: Float64Array): void {
    this.#turnAxis(b, dof, 1, 0, 0, v[dof]);
    this.#turnAxis(b, dof + 1, 0, 1, 0, v[dof + 1]);
    this.#turnAxis(b, dof + 2, 0, 0, 1, v[dof + 2]);
  }

  /** Notes the axis of rotation through the current point of body b; adds its angular velocity to #r. */
  #turnAxis(b: number, dof: number, ax: number, ay: number, az: number, speed: number): void {
    const { R, x } = this;
    const r = 9 * b;
    const i = 3 * b;
    const sx = R[r] * ax + R[r + 1] * ay + R[r + 2] * az;
    const sy = R[r + 3] * ax + R[r + 4] * ay + R[r + 5] * az;
    const sz = R[r + 6] * ax + R[r + 7] * ay + R[r + 8] * az;
    this.#setAxis(dof, sx, sy, sz, x[i + 1] * sz - x[i + 2] * sy, x[i + 2] * sx - x[i] * sz, x[i] * sy - x[i + 1] * sx);
    this.#r[0] += sx * speed;
    this.#r[1] += sy * speed;
    this.#r[2] += sz * speed;
  }

  /** The free joint of a root: the origin moves with it. */
  #float(b: number, j: number, q: Float64Array, v: Float64Array): void {
    const { q: qOf, v: vOf } = this.shape;
    const { quat, w, u } = this;
    const at = qOf[j] + 3;
    const dof = vOf[j];
    for (let k = 0; k < 4; k++) quat[4 * b + k] = q[at + k];
    matrixOf(quat, 4 * b, this.R, 9 * b);
    this.#r.fill(0);
    this.#turnAxes(b, dof + 3, v);
    for (let k = 0; k < 3; k++) {
      u[3 * b + k] = v[dof + k];
      w[3 * b + k] = this.#r[k];
      this.#setAxis(dof + k, 0, 0, 0, k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0);
    }
  }

  #setAxis(dof: number, wx: number, wy: number, wz: number, ux: number, uy: number, uz: number): void {
    const s = this.axes;
    const i = 6 * dof;
    s[i] = wx;
    s[i + 1] = wy;
    s[i + 2] = wz;
    s[i + 3] = ux;
    s[i + 4] = uy;
    s[i + 5] = uz;
  }

  /** Inertia of body b about the origin, and the force and torque that its motion needs beyond weight and applied forces. */
  #weigh(b: number): void {
    const { mass, weight, inertia: own } = this.shape;
    const { R, x, w, dw, du, applied } = this;
    const g = this.#gravity;
    const r = 9 * b;
    const e = 6 * b;
    const i = 3 * b;
    const m = mass[b];
    // R I Rᵀ
    const [ixx, iyy, izz, ixy, ixz, iyz] = [own[e], own[e + 1], own[e + 2], own[e + 3], own[e + 4], own[e + 5]];
    const ax = R[r] * ixx + R[r + 1] * ixy + R[r + 2] * ixz;
    const ay = R[r] * ixy + R[r + 1] * iyy + R[r + 2] * iyz;
    const az = R[r] * ixz + R[r + 1] * iyz + R[r + 2] * izz;
    const bx = R[r + 3] * ixx + R[r + 4] * ixy + R[r + 5] * ixz;
    const by = R[r + 3] * ixy + R[r + 4] * iyy + R[r + 5] * iyz;
    const bz = R[r + 3] * ixz + R[r + 4] * iyz + R[r + 5] * izz;
    const cx = R[r + 6] * ixx + R[r + 7] * ixy + R[r + 8] * ixz;
    const cy = R[r + 6] * ixy + R[r + 7] * iyy + R[r + 8] * iyz;
    const cz = R[r + 6] * ixz + R[r + 7] * iyz + R[r + 8] * izz;
    const xx = ax * R[r] + ay * R[r + 1] + az * R[r + 2];
    const yy = bx * R[r + 3] + by * R[r + 4] + bz * R[r + 5];
    const zz = cx * R[r + 6] + cy * R[r + 7] + cz * R[r + 8];
    const xy = ax * R[r + 3] + ay * R[r + 4] + az * R[r + 5];
    const xz = ax * R[r + 6] + ay * R[r + 7] + az * R[r + 8];
    const yz = bx * R[r + 6] + by * R[r + 7] + bz * R[r + 8];
    const [px, py, pz] = [x[i], x[i + 1], x[i + 2]];
    const [wx, wy, wz] = [w[i], w[i + 1], w[i + 2]];
    const lx = xx * wx + xy * wy + xz * wz;
    const ly = xy * wx + yy * wy + yz * wz;
    const lz = xz * wx + yz * wy + zz * wz;
    const fx = m * du[i] - weight[b] * g[0] - applied[e];
    const fy = m * du[i + 1] - weight[b] * g[1] - applied[e + 1];
    const fz = m * du[i + 2] - weight[b] * g[2] - applied[e + 2];
    const need = this.#need;
    // I dw + w x I w, and the force about the origin
    need[e] = xx * dw[i] + xy * dw[i + 1] + xz * dw[i + 2] + wy * lz - wz * ly + py * fz - pz * fy - applied[e + 3];
    need[e + 1] = xy * dw[i] + yy * dw[i + 1] + yz * dw[i + 2] + wz * lx - wx * lz + pz * fx - px * fz - applied[e + 4];
    need[e + 2] = xz * dw[i] + yz * dw[i + 1] + zz * dw[i + 2] + wx * ly - wy * lx + px * fy - py * fx - applied[e + 5];
    need[e + 3] = fx;
    need[e + 4] = fy;
    need[e + 5] = fz;
    const all = this.#inertia;
    const t = 10 * b;
    all[t] = m;
    all[t + 1] = m * px;
    all[t + 2] = m * py;
    all[t + 3] = m * pz;
    all[t + 4] = xx + m * (py * py + pz * pz);
    all[t + 5] = yy + m * (px * px + pz * pz);
    all[t + 6] = zz + m * (px * px + py * py);
    all[t + 7] = xy - m * px * py;
    all[t + 8] = xz - m * px * pz;
    all[t + 9] = yz - m * py * pz;
  }

  /** Adds body b, with all that it carries, to its parent. */
  #passOn(b: number): void {
    const p = this.shape.parent[b];
    if (p < 0) return;
    for (let k = 0; k < 6; k++) this.#need[6 * p + k] += this.#need[6 * b + k];
    for (let k = 0; k < 10; k++) this.#inertia[10 * p + k] += this.#inertia[10 * b + k];
  }

  #subtractNeeds(force: Float64Array): void {
    const { nv, bodyOf } = this.shape;
    const s = this.axes;
    for (let i = 0; i < nv; i++) {
      const f = 6 * bodyOf[i];
      const a = 6 * i;
      for (let k = 0; k < 6; k++) force[i] -= s[a + k] * this.#need[f + k];
    }
  }

  /** Rates of the positions for the speeds v. */
  rates(q: Float64Array, v: Float64Array, into: Float64Array): void {
    const { type, q: qOf, v: vOf } = this.shape;
    for (let j = 0; j < type.length; j++) {
      const at = qOf[j];
      const dof = vOf[j];
      if (type[j] === FREE) {
        for (let k = 0; k < 3; k++) into[at + k] = v[dof + k];
        spinRate(q, at + 3, v, dof + 3, into);
      } else if (type[j] === BALL) spinRate(q, at, v, dof, into);
      else into[at] = v[dof];
    }
  }
}

/** q' = q (0, w) / 2 */
function spinRate(q: Float64Array, at: number, v: Float64Array, dof: number, into: Float64Array): void {
  const [w, x, y, z] = [q[at] / 2, q[at + 1] / 2, q[at + 2] / 2, q[at + 3] / 2];
  const [a, b, c] = [v[dof], v[dof + 1], v[dof + 2]];
  into[at] = -x * a - y * b - z * c;
  into[at + 1] = w * a + y * c - z * b;
  into[at + 2] = w * b + z * a - x * c;
  into[at + 3] = w * c + x * b - y * a;
}

/** Quaternion product; `into` may be `a`. */
function product(
  a: Float64Array,
  i: number,
  w: number,
  x: number,
  y: number,
  z: number,
  into: Float64Array,
  at: number,
): void {
  const aw = a[i];
  const ax = a[i + 1];
  const ay = a[i + 2];
  const az = a[i + 3];
  into[at] = aw * w - ax * x - ay * y - az * z;
  into[at + 1] = aw * x + ax * w + ay * z - az * y;
  into[at + 2] = aw * y + ay * w + az * x - ax * z;
  into[at + 3] = aw * z + az * w + ax * y - ay * x;
}

function rotated(R: Float64Array, r: number, p: Float64Array, i: number, into: Float64Array): void {
  const [x, y, z] = [p[i], p[i + 1], p[i + 2]];
  into[0] = R[r] * x + R[r + 1] * y + R[r + 2] * z;
  into[1] = R[r + 3] * x + R[r + 4] * y + R[r + 5] * z;
  into[2] = R[r + 6] * x + R[r + 7] * y + R[r + 8] * z;
}
