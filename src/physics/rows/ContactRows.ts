// Row law of contacts: when the velocities are known, every row gets a target acceleration (a_ref) and a softness (R). With
// h the step, v the speed of a row and ODE's ERP and CFM:
//   J a + R f = a_ref,   a_ref = (ERP error / h - v) / h,   R = CFM / h
// Push-out, softness, stick and slip follow from these two numbers; bounces have happened before (impact/). JointRows.ts has
// the same law for motors and stops, LoopRows.ts for loops.

import type { ContactNotes, ContactTools } from "../contact/ContactLaw.js";
import type { Impacts } from "../impact/Impacts.js";
import type { CompiledModel, Rows } from "../model/CompiledModel.js";
import { PAIR, type PairTable } from "../model/PairTable.js";
import type { JointRows } from "./JointRows.js";
import { RestingContacts } from "./RestingContacts.js";
import { damperShare, stiffShare } from "./SmoothForces.js";
import { FAST_SOFTNESS, softnessFor } from "./Softness.js";
import { SpinningFaces, scaleFriction } from "./SpinningFaces.js";

/** Overlap that is not corrected, so that resting contacts stay in contact, m. */
const SLOP = 1e-4;
/** Share of an overlap that is corrected in one step, and the maximum speed of the correction, m/s. */
const PUSH_SHARE = 0.2;
const PUSH_SPEED = 0.5;
/** Bodies that overlap deeply in a row add up their speeds: of more than so many, each gets a share. */
const MAX_PUSHED = 4;
/** Below this slip a contact sticks and has static friction, m/s. */
const STICK_SPEED = 2e-3;
/** Lag b of a contact's spring (SmoothForces.ts). */
const SPRING_LAG = 0.5;
/** Minimum share of spinning and rolling friction while a contact slides. */
const MIN_SHARE = 1e-3;

export class ContactRows {
  readonly #c: CompiledModel;
  readonly #table: PairTable;
  readonly #notes: ContactNotes;
  /** Softness of a fast contact relative to a moving one. */
  readonly #harder: number;
  readonly #resting: RestingContacts;
  readonly #faces: SpinningFaces;
  // of the current contact
  #rows: Rows;
  #row = 0;
  #dim = 0;
  #friction = 0;

  constructor(c: CompiledModel, { table, notes }: ContactTools, joints: JointRows) {
    this.#c = c;
    this.#table = table;
    this.#notes = notes;
    this.#resting = new RestingContacts(c, notes, joints);
    this.#faces = new SpinningFaces(c, notes);
    this.#harder = FAST_SOFTNESS / softnessFor(c.stepSec);
    this.#rows = c.rows();
  }

  /** Before impacts: spinning and rolling friction of contacts that slide. */
  weaken(rows: Rows): void {
    const { contactI, contactFields: at } = this.#c;
    this.#rows = rows;
    for (let k = 0; k < this.#notes.count; k++) {
      this.#row = contactI[k * (at.bytes >> 2) + at.efcAddress];
      this.#dim = contactI[k * (at.bytes >> 2) + at.dim];
      if (this.#row < 0 || this.#dim < 4) continue;
      this.#friction = k * (at.bytes >> 3) + at.friction;
      this.#weakenTurning();
    }
  }

  /** `pushed`: bodies may have applied forces. */
  apply(rows: Rows, impacts: Impacts, pushed: boolean): void {
    const { contactF, contactI, contactFields: at, stepSec: h } = this.#c;
    const values = this.#table.values;
    const { pair: pairs, count } = this.#notes;
    const { vel, aref } = rows;
    const wide = at.bytes >> 3;
    const narrow = at.bytes >> 2;
    this.#rows = rows;
    this.#resting.begin(rows, pushed);
    for (let k = 0; k < count; k++) {
      const row = contactI[k * narrow + at.efcAddress];
      if (row < 0) continue;
      const pair = pairs[k];
      const dist = impacts.gapOf(k, contactF[k * wide + at.dist]);
      const dim = contactI[k * narrow + at.dim];
      this.#row = row;
      this.#dim = dim;
      this.#friction = k * wide + at.friction;
      const fast = dist + vel[row] * h < 0 && vel[row] < -values[pair + PAIR.bounceSpeed];
      if (values[pair + PAIR.stiffness] > 0)
        this.#applySpring(dist, values[pair + PAIR.stiffness], values[pair + PAIR.damping]);
      else {
        // stop, and slowly correct the overlap
        const most = PUSH_SPEED * Math.min(1, MAX_PUSHED / this.#resting.deepOf(k));
        const push = Math.min((PUSH_SHARE * Math.max(-dist - SLOP, 0)) / h, most);
        aref[row] = (push - Math.max(dist, 0) / h - vel[row]) / h;
        if (fast) this.#scaleSoftness(this.#harder);
        else if (!this.#resting.isMoving(k)) this.#scaleSoftness(this.#resting.shareOf(k));
      }
      if (dim === 1) continue;
      if (!fast) this.#raiseToStatic(pair, k);
      // friction: no slip at the end of the step
      for (let i = row + 1; i < row + dim; i++) aref[i] = -vel[i] / h;
      if (values[pair + PAIR.slip] > 0) this.#giveWay(values[pair + PAIR.slip]);
    }
    this.#faces.apply(rows);
  }

  /**
   * Spring k and damper c on the grid of SmoothForces.ts, f = -k dist - back v - give v'. The larger lag keeps the rows of
   * friction, which are as soft as this one, from creeping. Before the contact both are implicit, so that a contact that begins
   * within the step is not missed: f = -k (dist + h v') - c v'.
   */
  #applySpring(dist: number, k: number, c: number): void {
    const { aref, vel, R } = this.#rows;
    const row = this.#row;
    const h = this.#c.stepSec;
    const inverse = R[row] / softnessFor(h);
    const kappa = h * h * k * inverse;
    const early = dist > 0;
    const lag = early ? 0 : SPRING_LAG;
    const share = early ? 1 : damperShare(h * c * inverse);
    const give = (lag + (early ? 1 : stiffShare(kappa))) * h * k + share * c;
    const back = (1 - share) * c - lag * h * k;
    aref[row] = ((-k * dist - back * vel[row]) / give - vel[row]) / h;
    this.#scaleSoftness(1 / (h * give * R[row]));
  }

  /**
   * Slip s of ODE: at the end of the step v = -s f, so R of the first tangent grows by s / h. The kernel needs R in proportion to 1 / friction²,
   * so with a second friction value the slip along its direction follows.
   */
  #giveWay(slip: number): void {
    const { R, D } = this.#rows;
    const { contactF } = this.#c;
    const [first, second] = [contactF[this.#friction], contactF[this.#friction + 1]];
    const more = slip / this.#c.stepSec;
    const row = this.#row;
    R[row + 1] += more;
    R[row + 2] += (more * first * first) / (second * second);
    for (let i = row + 1; i <= row + 2; i++) D[i] = 1 / R[i];
  }

  #scaleSoftness(factor: number): void {
    const { R, D } = this.#rows;
    for (let i = this.#row; i < this.#row + this.#dim; i++) {
      R[i] *= factor;
      D[i] = 1 / R[i];
    }
  }

  /** Static friction: a wider cone. */
  #raiseToStatic(pair: number, contact: number): void {
    const values = this.#table.values;
    const factor = values[pair + PAIR.staticFriction] / values[pair + PAIR.friction];
    if (factor === 1) return;
    const rows = this.#rows;
    const { vel } = rows;
    const row = this.#row;
    const slip = vel[row + 1] * vel[row + 1] + vel[row + 2] * vel[row + 2];
    if (slip > STICK_SPEED * STICK_SPEED) return;
    scaleFriction(this.#c, rows, contact, factor);
  }

  /**
   * Spinning and rolling friction are those of a contact that does not slide. With s the sliding and t the turning speed, each
   * times its coefficient, they act with the share t² / (s² + t²): a sliding ball starts to roll almost as if it had no rolling
   * friction. Sliding friction is not weakened by turning, so that a ball rolls without creep.
   */
  #weakenTurning(): void {
    const { vel, R, D } = this.#rows;
    const f = this.#c.contactF;
    const [row, m] = [this.#row, this.#friction];
    const s = Math.max(0, sizeOf(vel[row + 1], vel[row + 2]) - STICK_SPEED) * f[m];
    if (s === 0) return;
    const roll = this.#dim > 4 ? sizeOf(vel[row + 4], vel[row + 5]) * f[m + 3] : 0;
    for (let i = 3; i < this.#dim; i++) {
      const t = i === 3 ? Math.abs(vel[row + 3]) * f[m + 2] : roll;
      const share = Math.max((t * t) / (s * s + t * t), MIN_SHARE);
      f[m + i - 1] *= share;
      R[row + i] /= share * share;
      D[row + i] = 1 / R[row + i];
    }
  }
}

const sizeOf = (x: number, y: number): number => Math.sqrt(x * x + y * y);
