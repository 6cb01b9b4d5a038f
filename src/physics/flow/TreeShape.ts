// The constant part of one tree of jointed bodies, copied from the engine's model into flat arrays with numbers local to the
// tree. Bodies are in the engine's order, parents first. The frame of every body has its origin at the centre of mass.

import type { CompiledModel } from "../model/CompiledModel.js";

/** The engine's joint types. */
export const FREE = 0;
export const BALL = 1;
export const SLIDE = 2;
export const HINGE = 3;

/** Numbers of positions and of speeds by joint type. */
const Q_WIDTH = [7, 4, 1, 1];
const V_WIDTH = [6, 3, 1, 1];

export interface TreeShape {
  readonly bodyCount: number;
  /** Engine body of the first body; the others follow. */
  readonly firstBody: number;
  /** Index of the parent; -1: the world. */
  readonly parent: Int32Array;
  /** Pose in the parent's frame when all joints are at 0: position, and orientation w x y z. */
  readonly offset: Float64Array;
  readonly turn: Float64Array;
  readonly mass: Float64Array;
  /** Mass on which gravity acts: 0 for ghosts. */
  readonly weight: Float64Array;
  /** Inertia about the centre of mass in the body's frame: xx yy zz xy xz yz. */
  readonly inertia: Float64Array;
  /** Joints of body b: firstJoint[b] to firstJoint[b + 1]. */
  readonly firstJoint: Int32Array;
  readonly type: Int32Array;
  /** By joint: first position and first speed in the tree. */
  readonly q: Int32Array;
  readonly v: Int32Array;
  readonly axis: Float64Array;
  readonly anchor: Float64Array;
  readonly nq: number;
  readonly nv: number;
  /** First position and first speed in the engine. */
  readonly qFrom: number;
  readonly vFrom: number;
  /** By degree of freedom: the next one towards the root, -1: none; its body; 1: of a free root joint. */
  readonly towardsRoot: Int32Array;
  readonly bodyOf: Int32Array;
  readonly isRoot: Uint8Array;
}

/** The tree whose degrees of freedom are `from` to `to`, in the engine's numbers. */
export function shapeOf(c: CompiledModel, from: number, to: number): TreeShape {
  const m = c.model;
  const bodyOfDof = m.dof_bodyid as Int32Array;
  const treeOf = c.views.body_treeid;
  const tree = c.views.dof_treeid[from];
  const firstBody = bodyOfDof[from];
  let end = firstBody;
  while (end < treeOf.length && treeOf[end] === tree) end++;
  const bodyCount = end - firstBody;
  const parents = m.body_parentid as Int32Array;
  const jointFrom = m.body_jntadr as Int32Array;
  const jointCount = m.body_jntnum as Int32Array;
  const cut = (field: Float64Array, width: number): Float64Array => field.slice(width * firstBody, width * end);
  const joints: number[] = [];
  const firstJoint = new Int32Array(bodyCount + 1);
  for (let b = 0; b < bodyCount; b++) {
    for (let k = 0; k < jointCount[firstBody + b]; k++) joints.push(jointFrom[firstBody + b] + k);
    firstJoint[b + 1] = joints.length;
  }
  const { jnt_type, jnt_qposadr, jnt_dofadr } = c.views;
  const mass = cut(m.body_mass as Float64Array, 1);
  const lifted = cut(m.body_gravcomp as Float64Array, 1);
  const of = (values: Float64Array, width: number): Float64Array =>
    Float64Array.from(joints.flatMap((j) => [...values.subarray(width * j, width * (j + 1))]));
  const qFrom = jnt_qposadr[joints[0]];
  return {
    bodyCount,
    firstBody,
    parent: Int32Array.from({ length: bodyCount }, (_, b) => Math.max(parents[firstBody + b] - firstBody, -1)),
    offset: cut(m.body_pos as Float64Array, 3),
    turn: cut(m.body_quat as Float64Array, 4),
    mass,
    weight: mass.map((x, b) => x * (1 - lifted[b])),
    inertia: tensorsOf(cut(m.body_inertia as Float64Array, 3), cut(m.body_iquat as Float64Array, 4)),
    firstJoint,
    type: Int32Array.from(joints, (j) => jnt_type[j]),
    q: Int32Array.from(joints, (j) => jnt_qposadr[j] - qFrom),
    v: Int32Array.from(joints, (j) => jnt_dofadr[j] - from),
    axis: of(m.jnt_axis as Float64Array, 3),
    anchor: of(m.jnt_pos as Float64Array, 3),
    nq: joints.reduce((sum, j) => sum + Q_WIDTH[jnt_type[j]], 0),
    nv: to - from,
    qFrom,
    vFrom: from,
    towardsRoot: (m.dof_parentid as Int32Array).slice(from, to).map((x) => (x < 0 ? -1 : x - from)),
    bodyOf: bodyOfDof.slice(from, to).map((x) => x - firstBody),
    isRoot: Uint8Array.from({ length: to - from }, (_, i) =>
      jnt_type[joints[0]] === FREE && i < V_WIDTH[FREE] ? 1 : 0,
    ),
  };
}

/** R diag(i) Rᵀ of every body. */
function tensorsOf(diagonal: Float64Array, turns: Float64Array): Float64Array {
  const count = diagonal.length / 3;
  const out = new Float64Array(6 * count);
  for (let b = 0; b < count; b++) {
    const r = new Float64Array(9);
    matrixOf(turns, 4 * b, r, 0);
    for (let k = 0; k < 3; k++) {
      const i = diagonal[3 * b + k];
      const [x, y, z] = [r[k], r[3 + k], r[6 + k]];
      const terms = [x * x, y * y, z * z, x * y, x * z, y * z];
      for (let e = 0; e < 6; e++) out[6 * b + e] += i * terms[e];
    }
  }
  return out;
}

/** Rotation matrix of the quaternion w x y z at `from`, which need not have length 1; rows first. */
export function matrixOf(quats: Float64Array, from: number, into: Float64Array, at: number): void {
  const w = quats[from];
  const x = quats[from + 1];
  const y = quats[from + 2];
  const z = quats[from + 3];
  const s = 2 / (w * w + x * x + y * y + z * z);
  into[at] = 1 - s * (y * y + z * z);
  into[at + 1] = s * (x * y - w * z);
  into[at + 2] = s * (x * z + w * y);
  into[at + 3] = s * (x * y + w * z);
  into[at + 4] = 1 - s * (x * x + z * z);
  into[at + 5] = s * (y * z - w * x);
  into[at + 6] = s * (x * z - w * y);
  into[at + 7] = s * (y * z + w * x);
  into[at + 8] = 1 - s * (x * x + y * y);
}
