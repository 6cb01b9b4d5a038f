// Trees of jointed bodies on which no contact and no stop acts in this step follow their smooth forces exactly (TreeFlow.ts)
// instead of by the engine's first-order step: arms, pendulums, chains, linkages with loops, gyroscopes, and robots in flight.
// Trees that fold fast do so in contact too, with the solver's contact forces: a first-order step would give a whipping chain energy.
// Motors below their maximum force give their axis the acceleration that the solver found, constant over the step; motors at
// their maximum, and angular motors, keep the solver's force. All of these act between bodies of the tree, so a tree in flight
// keeps its momentum. A tree that is too stiff keeps the engine's result.

import type { Joint } from "../../describe/entity/Joint.js";
import type { Vec3 } from "../../math/Vec3.js";
import type { ContactNotes } from "../contact/ContactLaw.js";
import type { JointCommand } from "../JointCommand.js";
import { ROW_MOTOR, ROW_ROPE } from "../kernel/KernelLayout.js";
import type { CompiledModel, Rows } from "../model/CompiledModel.js";
import type { EntityLayout } from "../model/Layout.js";
import type { SmoothForces } from "../rows/SmoothForces.js";
import { maxTries, substepWork } from "./FlowWork.js";
import { Folding } from "./Folding.js";
import { countRows, type GearEnds, type LoopEnds, Loops, loopOf } from "./Loops.js";
import { TreeFlow } from "./TreeFlow.js";
import { TreeMotion } from "./TreeMotion.js";
import { FREE, shapeOf, type TreeShape } from "./TreeShape.js";

/** Slower trees are at rest, rad/s or m/s. */
const REST = 1e-3;
/** A single free body has its own midpoint rule (GyroscopicTorque.ts) up to this turn within a step, rad. */
const FAST_TURN = 0.02;
/** What acts on a tree: contacts, contacts with other trees, and anything else. */
const CONTACT = 1;
const PARTNER = 2;
const OTHER = 4;
/** A motor with this share of its maximum force is at its bound. */
const AT_BOUND = 1 - 1e-9;

interface Tree {
  readonly flow: TreeFlow;
  readonly loops: Loops;
  readonly shape: TreeShape;
  /** Speed below which the engine's step is kept. */
  readonly slow: number;
  /** Its number in the engine. */
  readonly id: number;
  readonly folding: Folding;
  /** Its motion in this step is that of `flow`. */
  flows: boolean;
  /** Its bodies had applied forces when it last flowed. */
  pushed: boolean;
}

interface FlowTools {
  readonly notes: ContactNotes;
  readonly smooth: SmoothForces;
  readonly gravity: Vec3;
  readonly commandOf: (entity: EntityLayout, joint: Joint) => JointCommand;
}

export class SmoothFlow {
  readonly #trees: readonly Tree[];
  /** By tree of the engine. */
  readonly #byTree: readonly (Tree | undefined)[];
  /** By tree of the engine: contacts, or stops, ropes and welds, that act on it. */
  readonly #blocked: Uint8Array;
  /** By geom: tree of the engine; -1: static. */
  readonly #geomTree: Int32Array;
  /** By equality; 1: a loop or gear within one tree. */
  readonly #isLoop: Uint8Array;
  readonly #notes: ContactNotes;
  readonly #smooth: SmoothForces;

  constructor(c: CompiledModel, { notes, smooth, gravity, commandOf }: FlowTools) {
    const first = c.model.tree_dofadr as Int32Array;
    const count = c.model.tree_dofnum as Int32Array;
    const bodyOfDof = c.model.dof_bodyid as Int32Array;
    const ownerOf = (body: number) => c.layout.entities.findIndex(({ bodyRange: [a, b] }) => body >= a && body < b);
    this.#notes = notes;
    this.#smooth = smooth;
    this.#isLoop = new Uint8Array(c.model.neq as number);
    const treeOf = c.views.body_treeid;
    this.#geomTree = Int32Array.from(c.layout.geoms, ({ bodyId }) => treeOf[bodyId]);
    const loops = loopsByTree(c, commandOf);
    const gears = gearsByTree(c);
    for (const ends of [...loops, ...gears]) for (const { equality } of ends) this.#isLoop[equality] = 1;
    const found = Array.from(count, (width, id) => {
      const owner = ownerOf(bodyOfDof[first[id]]);
      if (owner < 0) return undefined;
      const shape = shapeOf(c, first[id], first[id] + width);
      const single = shape.type[0] === FREE && shape.nv === 6;
      if (single && isRound(shape)) return undefined;
      return { owner, shape, single, work: substepWork(shape, countRows(loops[id], gears[id])) };
    });
    const works: number[][] = c.layout.entities.map(() => []);
    for (const one of found) if (one) works[one.owner].push(one.work);
    this.#byTree = found.map((one, id) => {
      const tries = one && maxTries(one.work, works[one.owner]);
      if (!one || tries === undefined) return undefined;
      const { shape, single } = one;
      const motion = new TreeMotion(shape, gravity);
      const own = new Loops(loops[id], gears[id], motion, c.stepSec);
      const flow = new TreeFlow(motion, own, tries);
      const slow = single ? FAST_TURN / c.stepSec : REST;
      return { flow, loops: own, shape, slow, id, folding: new Folding(flow), flows: false, pushed: false };
    });
    this.#blocked = new Uint8Array(this.#byTree.length);
    this.#trees = this.#byTree.filter((tree) => tree !== undefined);
  }

  /**
   * To call when the rows are solved and the state is still that of the step's start, except that impacts have shifted the
   * velocities by `shift`.
   */
  run(c: CompiledModel, pushed: boolean, shift: Float64Array | undefined): void {
    if (!this.#findMoving(c, pushed)) return;
    this.#block(c);
    let any = false;
    let anyContact = false;
    for (const tree of this.#trees) {
      const blocked = this.#blocked[tree.id];
      tree.flows = tree.flows && (blocked === 0 || (blocked < OTHER && tree.folding.isFast(c)));
      if (!tree.flows) continue;
      any = true;
      anyContact ||= blocked > 0;
      this.#load(c, tree, pushed, shift);
    }
    if (!any) return;
    this.#addRows(c);
    if (anyContact) this.#addContacts(c);
    for (const tree of this.#trees) {
      if (!tree.flows) continue;
      tree.flow.motion.mass.hold();
      const blocked = this.#blocked[tree.id];
      tree.flows = blocked > 0 ? tree.folding.run(c.stepSec, blocked === CONTACT) : tree.flow.run(c.stepSec);
    }
  }

  /** To call after the engine has moved everything. MidpointBias.ts continues from the accelerations of the flow. */
  write({ views, stepSec }: CompiledModel): void {
    for (const { flow, shape, flows } of this.#trees) {
      if (!flows) continue;
      for (let i = 0; i < shape.nv; i++) views.qacc_smooth[shape.vFrom + i] = (flow.v[i] - flow.start[i]) / stepSec;
      views.qpos.set(flow.q, shape.qFrom);
      views.qvel.set(flow.v, shape.vFrom);
    }
  }

  /** By the speeds that the engine would reach; each tree depends on its own. Linear speed of a free root does not count. */
  #findMoving({ views, stepSec }: CompiledModel, pushed: boolean): boolean {
    const { qvel, qacc } = views;
    let any = false;
    for (const tree of this.#trees) {
      const { vFrom, nv, isRoot } = tree.shape;
      tree.flows = false;
      for (let i = isRoot[0] ? 3 : 0; i < nv && !tree.flows; i++)
        tree.flows = Math.abs(qvel[vFrom + i] + stepSec * qacc[vFrom + i]) > tree.slow;
      // a single body with applied forces keeps the engine's step
      if (pushed && isPushed(views.xfrc_applied, tree.shape)) tree.flows = tree.slow === REST;
      any ||= tree.flows;
    }
    return any;
  }

  /** Marks trees with contacts, stops and ropes that act or are near, and with frozen bodies. */
  #block(c: CompiledModel): void {
    const { contactF, contactI, contactFields: at, views, words, fields } = c;
    const { geom1, geom2, count } = this.#notes;
    const geomTree = this.#geomTree;
    const rows = c.rows();
    this.#blocked.fill(0);
    for (let k = 0; k < count; k++) {
      const row = contactI[k * (at.bytes >> 2) + at.efcAddress];
      if (row < 0) continue;
      const gap = contactF[k * (at.bytes >> 3) + at.dist];
      if (rows.force[row] === 0 && gap > 2 * c.stepSec * Math.abs(rows.vel[row])) continue;
      const [one, two] = [geomTree[geom1[k]], geomTree[geom2[k]]];
      const by = one >= 0 && two >= 0 && one !== two ? CONTACT | PARTNER : CONTACT;
      this.#blockTree(one, by);
      this.#blockTree(two, by);
    }
    const ne = words[fields.ne];
    for (let r = 0; r < ne; r++) {
      if (this.#isLoop[rows.id[r]]) continue;
      this.#blockRow(c, rows, r);
    }
    const stops = ne + words[fields.nf];
    for (let r = stops; r < stops + words[fields.nl]; r++) {
      if (rows.type[r] === ROW_ROPE) {
        if (rows.force[r] !== 0 || rows.pos[r] < 2 * c.stepSec * Math.abs(rows.vel[r])) this.#blockRow(c, rows, r);
        continue;
      }
      const dof = views.jnt_dofadr[rows.id[r]];
      const speed = Math.abs(views.qvel[dof]);
      if (rows.force[r] !== 0 || rows.pos[r] < 2 * c.stepSec * speed) this.#blockTree(views.dof_treeid[dof], OTHER);
    }
  }

  #blockRow({ views }: CompiledModel, { columns, first, width }: Rows, row: number): void {
    for (let i = first[row]; i < first[row] + width[row]; i++) this.#blockTree(views.dof_treeid[columns[i]], OTHER);
  }

  #blockTree(tree: number, by: number): void {
    if (tree >= 0) this.#blocked[tree] |= by;
  }

  /** State and smooth forces of a tree. */
  #load({ views }: CompiledModel, tree: Tree, pushed: boolean, shift: Float64Array | undefined): void {
    const { flow, shape } = tree;
    const { qFrom, vFrom, nq, nv, firstBody, bodyCount } = shape;
    const s = this.#smooth;
    const f = flow.forces;
    for (let i = 0; i < nq; i++) flow.q[i] = views.qpos[qFrom + i];
    for (let i = 0; i < nv; i++) {
      const dof = vFrom + i;
      // a servo at its speed limit is a motor
      const isLimited = views.dof_frictionloss[dof] !== s.bound[dof];
      flow.v[i] = views.qvel[dof] - (shift?.[dof] ?? 0);
      flow.motion.mass.armature[i] = s.armature[dof];
      f.given[i] = s.given[dof];
      f.damping[i] = s.damping[dof];
      f.stiffness[i] = s.stiffness[dof];
      f.Kp[i] = isLimited ? 0 : s.Kp[dof];
      f.Kd[i] = isLimited ? 0 : s.Kd[dof];
      f.goal[i] = s.goal[dof];
      f.bound[i] = s.bound[dof];
      flow.motion.mass.held[i] = 0;
    }
    tree.folding.pressing.fill(0);
    tree.loops.clear();
    if (!pushed && !tree.pushed) return;
    tree.pushed = pushed;
    for (let i = 0; i < 6 * bodyCount; i++) flow.motion.applied[i] = views.xfrc_applied[6 * firstBody + i];
  }

  /** Adds motor rows, except those of servos that are smooth. */
  #addRows(c: CompiledModel): void {
    const { words, fields, views } = c;
    const { id, type, force, J, columns, first, width } = c.rows();
    const from = words[fields.ne];
    const to = from + words[fields.nf];
    for (let r = from; r < to; r++) {
      const tree = this.#byTree[views.dof_treeid[columns[first[r]]]];
      if (!tree?.flows) continue;
      const { given } = tree.flow.forces;
      const { vFrom } = tree.shape;
      // other motor rows belong to angular motors (AngularMotor.ts)
      if (type[r] === ROW_MOTOR) this.#addMotor(c, tree, id[r], r);
      else if (force[r] !== 0)
        for (let i = first[r]; i < first[r] + width[r]; i++) given[columns[i] - vFrom] += J[i] * force[r];
    }
  }

  /** Collects the forces of contacts on trees that fold fast. */
  #addContacts(c: CompiledModel): void {
    const { words, fields, views } = c;
    const { force, J, columns, first, width } = c.rows();
    const from = words[fields.ne] + words[fields.nf] + words[fields.nl];
    for (let r = from; r < words[fields.nefc]; r++) {
      if (force[r] === 0) continue;
      for (let i = first[r]; i < first[r] + width[r]; i++) {
        const tree = this.#byTree[views.dof_treeid[columns[i]]];
        if (tree?.flows) tree.folding.pressing[columns[i] - tree.shape.vFrom] += J[i] * force[r];
      }
    }
  }

  #addMotor(c: CompiledModel, { flow, loops, shape }: Tree, dof: number, row: number): void {
    const { forces, motion } = flow;
    const { force, R } = c.rows();
    const { qacc, dof_frictionloss } = c.views;
    const i = dof - shape.vFrom;
    if (forces.Kp[i] > 0 || forces.Kd[i] > 0) return;
    if (Math.abs(force[row]) >= AT_BOUND * dof_frictionloss[dof]) forces.given[i] += force[row];
    else if (!loops.isEmpty) loops.addMotor(i, R[row], qacc[dof] + R[row] * force[row]);
    else {
      motion.mass.held[i] = 1;
      forces.acceleration[i] = qacc[dof];
    }
  }
}

/** Loops whose ends are in one tree or in the world, by tree of the engine. */
function loopsByTree(c: CompiledModel, commandOf: FlowTools["commandOf"]): LoopEnds[][] {
  const out: LoopEnds[][] = Array.from(c.model.tree_dofadr as Int32Array, () => []);
  const { body_treeid: treeOf } = c.views;
  const bodyOfDof = c.model.dof_bodyid as Int32Array;
  for (const entity of c.layout.entities)
    for (const { joint, equalityId } of entity.loops) {
      const one = treeOf[(c.model.eq_obj1id as Int32Array)[equalityId]];
      const two = treeOf[(c.model.eq_obj2id as Int32Array)[equalityId]];
      if (one >= 0 && two >= 0 && one !== two) continue;
      const tree = Math.max(one, two);
      const command = joint.axes.length > 0 ? commandOf(entity, joint) : undefined;
      const firstBody = bodyOfDof[(c.model.tree_dofadr as Int32Array)[tree]];
      out[tree].push(loopOf(c, equalityId, firstBody, command));
    }
  return out;
}

/** Gears whose axes are in one tree, by tree of the engine. */
function gearsByTree(c: CompiledModel): GearEnds[][] {
  const from = c.model.tree_dofadr as Int32Array;
  const out: GearEnds[][] = Array.from(from, () => []);
  const { jnt_dofadr: dof, jnt_qposadr: qpos, dof_treeid: treeOf } = c.views;
  const joints = c.model.dof_jntid as Int32Array;
  for (const { gears } of c.layout.entities)
    for (const { equalityId, one, two, ratio, offset } of gears) {
      const tree = treeOf[dof[one]];
      if (two >= 0 && treeOf[dof[two]] !== tree) continue;
      const qFrom = qpos[joints[from[tree]]];
      const q = [qpos[one] - qFrom, two < 0 ? -1 : qpos[two] - qFrom] as const;
      const v = [dof[one] - from[tree], two < 0 ? -1 : dof[two] - from[tree]] as const;
      out[tree].push({ equality: equalityId, q, v, ratio, offset });
    }
  return out;
}

function isPushed(forces: Float64Array, { firstBody, bodyCount }: TreeShape): boolean {
  for (let i = 6 * firstBody; i < 6 * (firstBody + bodyCount); i++) if (forces[i] !== 0) return true;
  return false;
}

function isRound({ inertia: i }: TreeShape): boolean {
  const skew = Math.abs(i[3]) + Math.abs(i[4]) + Math.abs(i[5]) + Math.abs(i[0] - i[1]) + Math.abs(i[1] - i[2]);
  return skew < 1e-9 * i[0];
}
