// Angular motors (JointAMotor): rows with bounded torque on the relative rotation of two bodies about one to three axes
// fixed in Body1. The engine has no such row. Each motor is declared as a point equality, which gives three rows with the
// right columns. Between making and solving the rows, their Jacobians are overwritten and their type changes from equality
// to bounded row. They are the last equalities and become the first bounded rows, so no row moves in memory.

import type { Joint } from "../../describe/entity/Joint.js";
import type { JointCommand } from "../JointCommand.js";
import type { CompiledModel, Rows } from "../model/CompiledModel.js";
import type { EntityLayout, MotorPlace } from "../model/Layout.js";
import { InverseMass } from "./InverseMass.js";
import { STRONGEST } from "./Servos.js";
import { restShare, restSoftness, softnessFor, TURNING } from "./Softness.js";

/** The engine takes rows of this type by their columns, whatever bodies they join (mjCNSTR_FRICTION_TENDON). */
const BOUNDED_ROW = 2;

interface Motor {
  readonly place: MotorPlace;
  readonly command: JointCommand;
  /** By degree of freedom: +1 if it rotates Body1, -1 if it rotates Body2, 0 for both or none. */
  readonly side: Int8Array;
}

export class AngularMotors {
  readonly #motors: Motor[] = [];
  readonly #inverse: InverseMass;
  #firstRow = 0;

  constructor(c: CompiledModel, commandOf: (entity: EntityLayout, joint: Joint) => JointCommand) {
    this.#inverse = new InverseMass(c);
    for (const entity of c.layout.entities)
      for (const place of entity.motors)
        this.#motors.push({
          place,
          command: commandOf(entity, place.joint),
          side: sidesOf(c, place),
        });
    this.#motors.sort((a, b) => a.place.equalityId - b.place.equalityId);
  }

  get rowCount(): number {
    return 3 * this.#motors.length;
  }

  /** To call right after the rows were made. */
  takeRows(c: CompiledModel): void {
    if (this.#motors.length === 0) return;
    const d = c.data;
    this.#firstRow = d.ne - this.rowCount;
    const type = d.efc_type as Int32Array;
    const bound = d.efc_frictionloss as Float64Array;
    this.#motors.forEach(({ place, command, side }, i) => {
      for (let k = 0; k < 3; k++) {
        const row = this.#firstRow + 3 * i + k;
        type[row] = BOUNDED_ROW;
        bound[row] = k < command.axes.length ? Math.min(command.axes[k].FMax, STRONGEST) : 0;
        writeJacobian(c, row, place, side, bound[row] > 0 ? k : -1);
      }
    });
    d.ne -= this.rowCount;
    d.nf += this.rowCount;
  }

  /** As stiff as the motor of a hinge: R is a share of the inverse inertia about the axis, with all attached bodies. */
  applyRows(rows: Rows, h: number): void {
    if (this.#motors.length === 0) return;
    this.#motors.forEach(({ command }, i) => {
      for (let k = 0; k < 3; k++) {
        const row = this.#firstRow + 3 * i + k;
        const p = command.axes[k];
        rows.aref[row] = p ? (p.Vel - rows.vel[row]) / h : 0;
        rows.R[row] =
          p && p.CFM > 0 ? p.CFM / h : this.#softness(row, h, Math.max(Math.abs(p?.Vel ?? 0), Math.abs(rows.vel[row])));
        rows.D[row] = 1 / rows.R[row];
      }
    });
  }

  /** Hard at rest. Any value above zero for an empty row. */
  #softness(row: number, h: number, speed: number): number {
    const share = Math.max(restSoftness(h), softnessFor(h) * restShare(speed, TURNING));
    return Math.max(share * this.#inverse.of(row), 1e-15);
  }
}

/** Torque about each axis of the motor in the last step, on Body1, N·m. */
export function readMotorEfforts(c: CompiledModel, { joint, equalityId }: MotorPlace): number[] {
  const { type, id, force, count } = c.rows();
  let first = 0;
  while (first < count && !(type[first] === BOUNDED_ROW && id[first] === equalityId)) first++;
  return joint.axes.map((_, k) => (first + k < count ? force[first + k] : 0));
}

/** Row = axis · (angular velocity of Body1 - angular velocity of Body2); axis -1: an empty row. */
function writeJacobian(c: CompiledModel, row: number, place: MotorPlace, side: Int8Array, axis: number): void {
  const d = c.data;
  const values = d.efc_J as Float64Array;
  const columns = d.efc_J_colind as Int32Array;
  const from = (d.efc_J_rowadr as Int32Array)[row];
  const count = (d.efc_J_rownnz as Int32Array)[row];
  const { cdof, xmat } = c.views;
  const [x, y, z] = axis >= 0 ? place.joint.axes[axis] : [0, 0, 0];
  const m = 9 * place.body1;
  const wx = xmat[m] * x + xmat[m + 1] * y + xmat[m + 2] * z;
  const wy = xmat[m + 3] * x + xmat[m + 4] * y + xmat[m + 5] * z;
  const wz = xmat[m + 6] * x + xmat[m + 7] * y + xmat[m + 8] * z;
  for (let i = from; i < from + count; i++) {
    const dof = columns[i];
    values[i] = side[dof] * (wx * cdof[6 * dof] + wy * cdof[6 * dof + 1] + wz * cdof[6 * dof + 2]);
  }
}

function sidesOf(c: CompiledModel, { body1, body2 }: MotorPlace): Int8Array {
  const parent = c.model.body_parentid as Int32Array;
  const first = c.model.body_dofadr as Int32Array;
  const count = c.model.body_dofnum as Int32Array;
  const side = new Int8Array(c.nv);
  for (const [start, sign] of [
    [body1, 1],
    [body2, -1],
  ])
    for (let body = start; body > 0; body = parent[body])
      for (let k = 0; k < count[body]; k++) side[first[body] + k] += sign;
  return side;
}
