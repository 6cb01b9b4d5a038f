// Force and torque through a joint (S1's ForceSensor), as the mean over one step. The robot is cut at the joint. For the
// bodies beyond the cut, Newton and Euler give what passes through it:
//   F = (P' - P) / h - outside forces      T = (L' - L) / h - outside torques      L, T about the anchor at the step's start
// with P, L momentum and angular momentum before and after the step. This includes motors, stops, springs and dampers of the
// joint. A joint that closes a loop is read from its constraint rows. Only watched joints cost time; watching changes no bit
// of the motion.

import type { Joint } from "../../describe/entity/Joint.js";
import { SimError } from "../../describe/SimError.js";
import { sub, type Vec3, ZERO } from "../../math/Vec3.js";
import type { ContactNotes } from "../contact/ContactLaw.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import type { EntityLayout } from "../model/Layout.js";
import { addEquality, addOutside, pointOf, rowOf, Wrench, weightOf } from "./OutsideForces.js";

/** Force x y z, N, then torque x y z about the anchor, N·m, of Body2 on Body1, in the world's axes. */
export type JointWrench = readonly number[];

interface Cut {
  readonly entity: string;
  readonly joint: Joint;
  /** 1 for each engine body beyond the cut. */
  readonly inside: Uint8Array;
  /** +1: Body1 is beyond the cut. */
  readonly sign: number;
  /** Equality of a loop-closing joint; -1: a joint of the tree. */
  readonly equality: number;
  readonly body1: number;
  /** The anchor in the frame of Body1. */
  readonly anchor: Vec3;
  before: Wrench;
  outside: Wrench;
  wrench: JointWrench;
}

const NOTHING: JointWrench = Object.freeze([0, 0, 0, 0, 0, 0]);

export class JointForces {
  readonly #cuts: Cut[] = [];
  readonly #gravity: Vec3;

  constructor(gravity: Vec3) {
    this.#gravity = gravity;
  }

  watch(c: CompiledModel, layout: EntityLayout, name: string): void {
    const { entity } = layout;
    if (this.#cuts.some((cut) => cut.entity === entity.name && cut.joint.name === name)) return;
    const joint = entity.joints.find((one) => one.name === name);
    if (joint) this.#cuts.push(cutAt(c, layout, joint));
  }

  /** Of the last step; undefined: not watched. */
  read(entity: string, joint: string): JointWrench | undefined {
    return this.#cuts.find((cut) => cut.entity === entity && cut.joint.name === joint)?.wrench;
  }

  /** All watched joints, by entity and joint. */
  all(): ReadonlyMap<string, ReadonlyMap<string, JointWrench>> {
    const out = new Map<string, Map<string, JointWrench>>();
    for (const { entity, joint, wrench } of this.#cuts) {
      const joints = out.get(entity) ?? new Map<string, JointWrench>();
      out.set(entity, joints.set(joint.name, wrench));
    }
    return out;
  }

  /** To call before the step. */
  begin(c: CompiledModel): void {
    const momenta: Momenta = new Map();
    for (const cut of this.#cuts) {
      cut.before = new Wrench(pointOf(c, cut.body1, cut.anchor));
      if (cut.equality < 0) addMomentum(c, cut.inside, momenta, cut.before);
    }
  }

  /** To call when the rows are solved and positions are still unchanged. */
  gather(c: CompiledModel, notes: ContactNotes): void {
    for (const cut of this.#cuts) {
      cut.outside = new Wrench(cut.before.point);
      if (cut.equality >= 0) {
        const row = rowOf(c, cut.equality);
        if (row >= 0) addEquality(c, row, cut.inside, cut.outside);
        continue;
      }
      addOutside(c, notes, cut.inside, cut.outside);
      const { xpos } = c.views;
      for (let b = 1; b < cut.inside.length; b++)
        if (cut.inside[b])
          cut.outside.add([xpos[3 * b], xpos[3 * b + 1], xpos[3 * b + 2]], weightOf(c, b, this.#gravity), ZERO);
    }
  }

  /** To call after the step. */
  end(c: CompiledModel): void {
    const momenta: Momenta = new Map();
    for (const cut of this.#cuts) {
      const { before, outside, sign } = cut;
      if (cut.equality >= 0) {
        cut.wrench = Object.freeze([...outside.sum]);
        continue;
      }
      const after = new Wrench(before.point);
      addMomentum(c, cut.inside, momenta, after);
      cut.wrench = Object.freeze(
        Array.from(after.sum, (x, k) => sign * ((x - before.sum[k]) / c.stepSec - outside.sum[k])),
      );
    }
  }
}

/** The cut at a joint. Throws for joints that carry no load of their own. */
function cutAt(c: CompiledModel, layout: EntityLayout, joint: Joint): Cut {
  const { entity, tree, bodies, loops } = layout;
  const where = `${entity.name}/${joint.name}`;
  if (joint.kind === "AMotor")
    throw new SimError("FORCE_NOT_MEASURABLE", { where, found: "an angular motor, which carries no load" });
  const idOf = (name: string): number => bodies.get(name)?.bodyId ?? 0;
  const center = tree?.bodies.find(({ name }) => name === joint.body1)?.mass.center ?? ZERO;
  const start = new Wrench(ZERO);
  const common = {
    entity: entity.name,
    joint,
    body1: idOf(joint.body1),
    anchor: sub(joint.anchor, center),
    before: start,
    outside: start,
    wrench: NOTHING,
  };
  const child = tree?.bodies.find((body) => body.joint === joint);
  if (child) {
    const sign = child.name === joint.body1 ? 1 : -1;
    return { ...common, inside: subtree(c, idOf(child.name)), sign, equality: -1 };
  }
  const loop = loops.find((place) => place.joint === joint);
  if (!loop)
    throw new SimError("FORCE_NOT_MEASURABLE", {
      where,
      found: "a joint between bodies that fixed joints already connect",
    });
  const first = (c.model.eq_obj1id as Int32Array)[loop.equalityId];
  // the weld holds a ghost of Body2, which is attached to Body1 by the joint
  if (first !== common.body1) return { ...common, inside: subtree(c, first), sign: -1, equality: -1 };
  const inside = new Uint8Array(c.model.nbody as number);
  inside[first] = 1;
  return { ...common, inside, sign: 1, equality: loop.equalityId };
}

function subtree(c: CompiledModel, root: number): Uint8Array {
  const parent = c.model.body_parentid as Int32Array;
  const inside = new Uint8Array(parent.length);
  inside[root] = 1;
  // parents have lower numbers than their children
  for (let b = root + 1; b < parent.length; b++) if (inside[parent[b]]) inside[b] = 1;
  return inside;
}

/** Momentum, and angular momentum about the point, of a group of bodies. */
function addMomentum(c: CompiledModel, inside: Uint8Array, momenta: Momenta, into: Wrench): void {
  for (let b = 1; b < inside.length; b++) {
    if (!inside[b]) continue;
    const known = momenta.get(b) ?? momentumOf(c, b);
    momenta.set(b, known);
    into.add(known.place, known.linear, known.spin);
  }
}

interface Momentum {
  readonly place: Vec3;
  readonly linear: Vec3;
  readonly spin: Vec3;
}

/** By body. In a long chain with many cuts each body counts for many of them. */
type Momenta = Map<number, Momentum>;

function momentumOf(c: CompiledModel, b: number): Momentum {
  const { cdof, qvel, xpos } = c.views;
  const parent = c.model.body_parentid as Int32Array;
  const [firstDof, dofs] = [c.model.body_dofadr as Int32Array, c.model.body_dofnum as Int32Array];
  const [mass, root] = [c.model.body_mass as Float64Array, c.model.body_rootid as Int32Array];
  const centers = c.data.subtree_com as Float64Array;
  const v = [0, 0, 0, 0, 0, 0];
  for (let a = b; a > 0; a = parent[a])
    for (let i = firstDof[a]; i < firstDof[a] + dofs[a]; i++)
      for (let k = 0; k < 6; k++) v[k] += cdof[6 * i + k] * qvel[i];
  const place: Vec3 = [xpos[3 * b], xpos[3 * b + 1], xpos[3 * b + 2]];
  const [x, y, z] = [0, 1, 2].map((k) => place[k] - centers[3 * root[b] + k]);
  const m = mass[b];
  const linear: Vec3 = [
    m * (v[3] + v[1] * z - v[2] * y),
    m * (v[4] + v[2] * x - v[0] * z),
    m * (v[5] + v[0] * y - v[1] * x),
  ];
  return { place, linear, spin: spinOf(c, b, [v[0], v[1], v[2]]) };
}

/** I w in the world's axes. */
function spinOf(c: CompiledModel, body: number, w: Vec3): Vec3 {
  const axes = c.data.ximat as Float64Array;
  const inertia = c.model.body_inertia as Float64Array;
  const out = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const [x, y, z] = [axes[9 * body + k], axes[9 * body + 3 + k], axes[9 * body + 6 + k]];
    const spin = inertia[3 * body + k] * (x * w[0] + y * w[1] + z * w[2]);
    out[0] += spin * x;
    out[1] += spin * y;
    out[2] += spin * z;
  }
  return [out[0], out[1], out[2]];
}
