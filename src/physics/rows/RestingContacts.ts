// How hard contacts are by the motion of their group: the trees of bodies that touch each other. A contact under a load f creeps
// at the speed h R f. In a group at rest, R belongs to the heaviest tree instead of to the bodies that touch, so that a heavy
// robot does not creep on light feet. Applied forces count as motion, and so do motors that are commanded to move
// surfaces along each other, so that a jammed mechanism gets free; motors that press them together do not. All contacts of a
// group get harder by the same factor, which keeps their shares of the load.

import type { ContactNotes } from "../contact/ContactLaw.js";
import type { CompiledModel, Rows } from "../model/CompiledModel.js";
import type { JointRows } from "./JointRows.js";
import { CONTACT_REST, MOVING, restShare } from "./Softness.js";

/** Distance of a deep overlap, m. */
const DEEP = -5e-3;

export class RestingContacts {
  readonly #c: CompiledModel;
  readonly #notes: ContactNotes;
  /** By body: its tree; -1: static. */
  readonly #treeOf: Int32Array;
  /** The same by geom. */
  readonly #geomTree: Int32Array;
  readonly #joints: Pick<JointRows, "writeSpeeds">;
  /** By degree of freedom: its speed, or what a motor shall give it. */
  readonly #speed: Float64Array;
  // by tree
  readonly #mass: Float64Array;
  readonly #group: Int32Array;
  /** By the first tree of a group: its heaviest tree, the R of its softest contact, and its motion, m/s. */
  readonly #heaviest: Float64Array;
  readonly #softest: Float64Array;
  readonly #motion: Float64Array;
  /** Trees with a deep overlap, and by the first tree of a group: their number. */
  readonly #isDeep: Uint8Array;
  readonly #deep: Int32Array;

  constructor(c: CompiledModel, notes: ContactNotes, joints: Pick<JointRows, "writeSpeeds">) {
    const trees = c.model.ntree as number;
    this.#c = c;
    this.#notes = notes;
    this.#joints = joints;
    this.#speed = new Float64Array(c.nv);
    this.#treeOf = Int32Array.from(c.views.body_treeid);
    this.#geomTree = Int32Array.from(c.layout.geoms, ({ bodyId }) => this.#treeOf[bodyId]);
    this.#mass = new Float64Array(trees);
    (c.model.body_mass as Float64Array).forEach((mass, body) => {
      if (this.#treeOf[body] >= 0) this.#mass[this.#treeOf[body]] += mass;
    });
    this.#group = new Int32Array(trees);
    this.#heaviest = new Float64Array(trees);
    this.#softest = new Float64Array(trees);
    this.#motion = new Float64Array(trees);
    this.#isDeep = new Uint8Array(trees);
    this.#deep = new Int32Array(trees);
  }

  /** Finds the groups of this step. `pushed`: there may be applied forces. */
  begin(rows: Rows, pushed: boolean): void {
    const { contactF, contactI, contactFields: at } = this.#c;
    const { count, geom1, geom2 } = this.#notes;
    const tree = this.#geomTree;
    const group = this.#group;
    for (let i = 0; i < group.length; i++) group[i] = i;
    this.#isDeep.fill(0);
    this.#deep.fill(0);
    for (let k = 0; k < count; k++) {
      const a = tree[geom1[k]];
      const b = tree[geom2[k]];
      if (a < 0 || b < 0 || a === b) continue;
      this.#join(a, b);
      if (contactF[k * (at.bytes >> 3) + at.dist] < DEEP) this.#isDeep[a] = this.#isDeep[b] = 1;
    }
    for (let i = 0; i < group.length; i++) this.#deep[this.#find(i)] += this.#isDeep[i];
    this.#heaviest.fill(0);
    this.#softest.fill(0);
    this.#motion.fill(0);
    for (let i = 0; i < group.length; i++) {
      const first = this.#find(i);
      this.#heaviest[first] = Math.max(this.#heaviest[first], this.#mass[i]);
    }
    if (pushed) this.#findPushed();
    this.#joints.writeSpeeds(this.#c.views.qvel, this.#speed);
    for (let k = 0; k < count; k++) {
      const row = contactI[k * (at.bytes >> 2) + at.efcAddress];
      const first = this.#groupAt(k);
      if (row < 0 || first < 0 || this.#motion[first] >= MOVING) continue;
      const dim = contactI[k * (at.bytes >> 2) + at.dim];
      this.#softest[first] = Math.max(
        this.#softest[first],
        rows.R[row],
        dim > 4 ? this.#rollingSoftness(k, rows, row) : 0,
      );
      this.#motion[first] = Math.max(this.#motion[first], this.#motionOf(rows, row, Math.min(dim, 3)));
    }
  }

  /** R of rolling friction at the middle of the larger arm: a ball on a slope, held by rolling friction, rolls as that creeps. */
  #rollingSoftness(k: number, { R }: Rows, row: number): number {
    const { contactF, contactFields: at, views } = this.#c;
    const { geom1, geom2 } = this.#notes;
    const pos = k * (at.bytes >> 3) + at.pos;
    let square = 0;
    for (const geom of [geom1[k], geom2[k]]) {
      if (this.#geomTree[geom] < 0) continue;
      let sum = 0;
      for (let i = 0; i < 3; i++) {
        const d = contactF[pos + i] - views.geom_xpos[3 * geom + i];
        sum += d * d;
      }
      square = Math.max(square, sum);
    }
    return square * R[row + 4];
  }

  /** Whether the group of contact k moves: its softness stays. */
  isMoving(k: number): boolean {
    const first = this.#groupAt(k);
    return first < 0 || this.#motion[first] >= MOVING;
  }

  /** Number of trees in the group of contact k that overlap another one deeply. */
  deepOf(k: number): number {
    const first = this.#groupAt(k);
    return first < 0 ? 0 : this.#deep[first];
  }

  /** Softness of contact k relative to that in motion: the same for its whole group. */
  shareOf(k: number): number {
    const first = this.#groupAt(k);
    if (first < 0 || this.#motion[first] >= MOVING) return 1;
    const rest = CONTACT_REST / (this.#c.stepSec * this.#heaviest[first] * this.#softest[first]);
    return Math.min(1, Math.max(rest, restShare(this.#motion[first], MOVING)));
  }

  #findPushed(): void {
    const { xfrc_applied: f } = this.#c.views;
    for (let i = 0; i < f.length; i++) {
      const tree = f[i] === 0 ? -1 : this.#treeOf[Math.floor(i / 6)];
      if (tree >= 0) this.#motion[this.#find(tree)] = MOVING;
    }
  }

  /** The sum of |J v| along the surface over all degrees of freedom: a wheel that rolls is in motion although it does not slip. */
  #motionOf({ J, columns, first, width }: Rows, row: number, size: number): number {
    const speed = this.#speed;
    let sum = 0;
    for (let r = row + 1; r < row + size; r++)
      for (let i = first[r]; i < first[r] + width[r]; i++) sum += Math.abs(J[i]) * speed[columns[i]];
    return sum;
  }

  #groupAt(k: number): number {
    const tree = Math.max(this.#geomTree[this.#notes.geom1[k]], this.#geomTree[this.#notes.geom2[k]]);
    return tree < 0 ? -1 : this.#find(tree);
  }

  #find(tree: number): number {
    const group = this.#group;
    let at = tree;
    while (group[at] !== at) {
      group[at] = group[group[at]];
      at = group[at];
    }
    return at;
  }

  #join(a: number, b: number): void {
    const x = this.#find(a);
    const y = this.#find(b);
    this.#group[Math.max(x, y)] = Math.min(x, y);
  }
}
