// Distance at which contacts are detected before solids touch: at least 2 mm, and for fast solids the distance they may
// travel in one step, so that a fast ball bounces before it penetrates and never tunnels (M4). The speed of a solid is
// bounded by the speed of its free root plus, for every joint between them, joint speed times the arm from the joint to
// the farthest point of the solid.

import type { CompiledModel } from "../model/CompiledModel.js";

export const MIN_MARGIN = 0.002;
/** Factor that allows for acceleration within the step. */
const REACH = 1.25;
const MAX_MARGIN = 0.5;

const JOINT_FREE = 0;
const JOINT_BALL = 1;
const JOINT_SLIDE = 2;

/** Solids with the same free root and the same joints. */
interface Group extends Way {
  readonly geoms: number[];
  radius: number;
}

export class ContactMargin {
  // by group
  readonly #dof: Int32Array;
  readonly #radius: Float64Array;
  readonly #margin: Float64Array;
  /** Index after the last joint and after the last geom of the group. */
  readonly #jointEnd: Int32Array;
  readonly #geomEnd: Int32Array;
  // all groups in sequence
  readonly #joints: Int32Array;
  readonly #arms: Float64Array;
  readonly #geoms: Int32Array;

  constructor(c: CompiledModel) {
    const groups = groupsOf(c);
    this.#dof = Int32Array.from(groups, ({ dof }) => dof);
    this.#radius = Float64Array.from(groups, ({ radius }) => radius);
    this.#margin = new Float64Array(groups.length).fill(MIN_MARGIN);
    this.#joints = Int32Array.from(groups.flatMap(({ joints }) => joints));
    this.#arms = Float64Array.from(groups.flatMap(({ arms }) => arms));
    this.#geoms = Int32Array.from(groups.flatMap(({ geoms }) => geoms));
    this.#jointEnd = endsOf(groups.map(({ joints }) => joints.length));
    this.#geomEnd = endsOf(groups.map(({ geoms }) => geoms.length));
  }

  apply(c: CompiledModel): void {
    const { qvel: v } = c.views;
    const dof = this.#dof;
    const radius = this.#radius;
    const jointEnd = this.#jointEnd;
    const joints = this.#joints;
    const arms = this.#arms;
    const reach = REACH * c.stepSec;
    let root = -1;
    let straight = 0;
    let spin = 0;
    let k = 0;
    for (let i = 0; i < dof.length; i++) {
      const d = dof[i];
      // groups of one root follow each other
      if (d !== root) {
        root = d;
        straight = d < 0 ? 0 : Math.sqrt(v[d] * v[d] + v[d + 1] * v[d + 1] + v[d + 2] * v[d + 2]);
        spin = d < 0 ? 0 : Math.sqrt(v[d + 3] * v[d + 3] + v[d + 4] * v[d + 4] + v[d + 5] * v[d + 5]);
      }
      let speed = straight + spin * radius[i];
      for (const end = jointEnd[i]; k < end; k++) speed += Math.abs(v[joints[k]]) * arms[k];
      const margin = Math.min(Math.max(reach * speed, MIN_MARGIN), MAX_MARGIN);
      if (margin !== this.#margin[i]) this.#write(c, i, margin);
    }
  }

  #write(c: CompiledModel, i: number, margin: number): void {
    const { geom_margin } = c.views;
    this.#margin[i] = margin;
    for (let k = i > 0 ? this.#geomEnd[i - 1] : 0; k < this.#geomEnd[i]; k++) geom_margin[this.#geoms[k]] = margin;
  }
}

const endsOf = (counts: readonly number[]): Int32Array => {
  let end = 0;
  return Int32Array.from(counts, (count) => (end += count));
};

function groupsOf(c: CompiledModel): readonly Group[] {
  const groups = new Map<string, Group>();
  const arrays = arraysOf(c);
  c.layout.geoms.forEach(({ bodyId, solid }, g) => {
    c.views.geom_margin[g] = MIN_MARGIN;
    if (bodyId === 0 || !solid.collide) return;
    const way = wayOf(c, arrays, g);
    if (way.dof < 0 && way.joints.length === 0) return;
    const key = [way.dof, ...way.joints, ...way.arms].join(" ");
    const group = groups.get(key) ?? { ...way, geoms: [], radius: 0 };
    group.geoms.push(g);
    group.radius = Math.max(group.radius, way.radius);
    groups.set(key, group);
  });
  const positions = c.model.geom_pos as Float64Array;
  for (const group of groups.values()) if (isBall(c, positions, group.geoms)) group.radius = 0;
  return [...groups.values()];
}

/** Arrays of the engine, which takes long to hand them out. */
interface Arrays {
  readonly bounds: Float64Array;
  readonly anchors: Float64Array;
  readonly axes: Float64Array;
  readonly parent: Int32Array;
  readonly first: Int32Array;
  readonly count: Int32Array;
}

function arraysOf({ model, data }: CompiledModel): Arrays {
  return {
    bounds: model.geom_rbound as Float64Array,
    anchors: data.xanchor as Float64Array,
    axes: data.xaxis as Float64Array,
    parent: model.body_parentid as Int32Array,
    first: model.body_jntadr as Int32Array,
    count: model.body_jntnum as Int32Array,
  };
}

interface Way {
  /** First speed of the free root; -1: none. */
  readonly dof: number;
  /** Distance of the farthest point from the root, m; 0 for a ball, because spin does not move its surface. */
  readonly radius: number;
  /** Joint speeds that move the solid, and the arm of each. */
  readonly joints: readonly number[];
  readonly arms: readonly number[];
}

/** Collects the joints from the geom's body up to the root that can move the surface of the geom. */
function wayOf(c: CompiledModel, arrays: Arrays, geom: number): Way {
  const { geom_xpos: p, jnt_type, jnt_dofadr } = c.views;
  const { anchors, parent, first, count } = arrays;
  const bound = arrays.bounds[geom];
  const far = (from: Float64Array, i: number) => {
    const [x, y, z] = [p[3 * geom] - from[3 * i], p[3 * geom + 1] - from[3 * i + 1], p[3 * geom + 2] - from[3 * i + 2]];
    return Math.sqrt(x * x + y * y + z * z) + bound;
  };
  const joints: number[] = [];
  const arms: number[] = [];
  for (let body = c.layout.geoms[geom].bodyId; body > 0; body = parent[body])
    for (let j = first[body]; j < first[body] + count[body]; j++) {
      const dof = jnt_dofadr[j];
      if (jnt_type[j] === JOINT_FREE) return { dof, radius: far(c.views.xpos, body), joints, arms };
      if (turnsInPlace(c, arrays, geom, j)) continue;
      const arm = jnt_type[j] === JOINT_SLIDE ? 1 : far(anchors, j);
      for (let k = 0; k < (jnt_type[j] === JOINT_BALL ? 3 : 1); k++) {
        joints.push(dof + k);
        arms.push(arm);
      }
    }
  return { dof: -1, radius: 0, joints, arms };
}

/** A wheel about its axle, or a ball about its centre: the joint does not move the surface. */
function turnsInPlace(c: CompiledModel, arrays: Arrays, geom: number, joint: number): boolean {
  const { kind } = c.layout.geoms[geom].solid.shape;
  if (c.views.jnt_type[joint] <= JOINT_SLIDE || (kind !== "Cylinder" && kind !== "Sphere")) return false;
  const { geom_xpos: p, geom_xmat: m } = c.views;
  const axis = arrays.axes.subarray(3 * joint, 3 * joint + 3);
  const anchor = arrays.anchors.subarray(3 * joint, 3 * joint + 3);
  const d = [0, 1, 2].map((k) => p[3 * geom + k] - anchor[k]);
  const off = [d[1] * axis[2] - d[2] * axis[1], d[2] * axis[0] - d[0] * axis[2], d[0] * axis[1] - d[1] * axis[0]];
  if (Math.abs(off[0]) + Math.abs(off[1]) + Math.abs(off[2]) > 1e-6) return false;
  const cos = axis[0] * m[9 * geom + 2] + axis[1] * m[9 * geom + 5] + axis[2] * m[9 * geom + 8];
  return kind === "Sphere" || Math.abs(cos) > 0.9999;
}

function isBall(c: CompiledModel, positions: Float64Array, geoms: readonly number[]): boolean {
  if (geoms.length !== 1 || c.layout.geoms[geoms[0]].solid.shape.kind !== "Sphere") return false;
  const at = positions.subarray(3 * geoms[0], 3 * geoms[0] + 3);
  return Math.abs(at[0]) + Math.abs(at[1]) + Math.abs(at[2]) < 1e-9;
}
