// The rows of joints (R6, W4, S5), from their commands (JointCommand.ts). Every axis has at most one motor row: a target
// speed, a bound on its force and a softness. ODE's motor, the ideal servo, the PD servo and the torque servo are all
// choices of these three numbers. Stops are ranges with their own rows. A drive (AxisDrive) replaces the motor row. Its
// torque is T - d (v + t h a), with t the implicit share of a damper (SmoothForces.ts):
//   (M + t h d) a = T - d v
// So the drive adds the inertia t h d, and a force that is known before the step. Its friction is a motor row with target
// speed 0. Dampers and springs of joints add inertia in the same way.

import type { AxisParameters, Joint } from "../../describe/entity/Joint.js";
import type { AxisDrive, JointCommand } from "../JointCommand.js";
import type { CompiledModel, Rows } from "../model/CompiledModel.js";
import type { AxisPlace, EntityLayout, SuspensionPlace } from "../model/Layout.js";
import { closesLoop, gearTrain, inverseOfTrain } from "./AxisInertia.js";
import { type GearedInertia, Servos, STRONGEST, type StepRows } from "./Servos.js";
import { damperShare, SmoothForces, springLag, stiffShare } from "./SmoothForces.js";
import { EQUALITY_SOFTNESS, MOVING, restShare, restSoftness, softnessFor, TURNING } from "./Softness.js";

const NO_STOP = 1e30;
/** A motor without a target speed may give any. */
const ANY_SPEED = 1e3;
/** The engine's type of a ball joint. */
const BALL = 1;

interface Drive {
  readonly place: AxisPlace;
  readonly command: JointCommand;
  readonly dof: number;
  readonly qpos: number;
  readonly train: readonly GearedInertia[];
}

/** Writes the commands of all joints into one compiled model and its rows. */
export class JointRows {
  /** Motor rows by degree of freedom: target speed, and R; 0: the engine's value. */
  readonly #target: Float64Array;
  readonly #softness: Float64Array;
  /** R of a motor row at rest, 0: the same as in motion; and the speed from which on it is in motion. */
  readonly #rest: Float64Array;
  /** By degree of freedom: its engine joint. */
  readonly #jointOf: Int32Array;
  readonly #moving: Float64Array;
  readonly #bounce: Float64Array;
  /** By engine joint: 1 if the root of its tree is free. */
  readonly #isFree: Uint8Array;
  readonly #stopErp: Float64Array;
  readonly #stopCfm: Float64Array;
  /** By engine joint: inverse inertia that an axis on a ghost body or with gears really moves; 0: the engine's value is right. */
  readonly #inverse: Float64Array;
  readonly #drives = new Map<Joint, Drive[]>();
  readonly #springs = new Map<Joint, SuspensionPlace>();
  readonly #servos: Servos;
  /** By degree of freedom: torque of a servo or drive outside the motor row. */
  readonly #torque: Float64Array;
  /** Degrees of freedom with a drive. */
  readonly #driven: number[] = [];
  /** By degree of freedom: the engine's constant inertia as compiled. */
  readonly #inertia: Float64Array;
  /** By degree of freedom: torque and damping of the drive, and the inertia of its implicit share, t d. */
  readonly #given: Float64Array;
  readonly #lost: Float64Array;
  readonly #late: Float64Array;
  readonly smooth: SmoothForces;
  readonly #stepRows: StepRows;

  constructor(c: CompiledModel, commandOf: (entity: EntityLayout, joint: Joint) => JointCommand) {
    this.#target = new Float64Array(c.nv);
    this.#softness = new Float64Array(c.nv);
    this.#rest = new Float64Array(c.nv);
    this.#jointOf = (c.model.dof_jntid as Int32Array).slice();
    this.#moving = new Float64Array(c.nv).fill(TURNING);
    this.#torque = new Float64Array(c.nv);
    this.#inertia = (c.model.dof_M0 as Float64Array).slice();
    this.#given = new Float64Array(c.nv);
    this.#lost = new Float64Array(c.nv);
    this.#late = new Float64Array(c.nv);
    this.smooth = new SmoothForces(c);
    this.#stepRows = { speeds: this.#target, softness: this.#softness, torques: this.#torque };
    const joints = c.views.jnt_type.length;
    this.#bounce = new Float64Array(joints);
    this.#isFree = freeRoots(c);
    this.#stopErp = new Float64Array(joints);
    this.#stopCfm = new Float64Array(joints);
    this.#inverse = new Float64Array(joints);
    this.#servos = new Servos(c, this.smooth);
    for (const entity of c.layout.entities) {
      for (const place of entity.suspensions) this.#springs.set(place.joint, place);
      for (const place of entity.axes) {
        const { jnt_dofadr, jnt_qposadr } = c.views;
        const drive: Drive = {
          place,
          command: commandOf(entity, place.joint),
          dof: jnt_dofadr[place.jointId],
          qpos: jnt_qposadr[place.jointId],
          train: gearTrain(entity, place.jointId).map(({ jointId, speed }) => ({
            dof: jnt_dofadr[jointId],
            square: speed * speed,
          })),
        };
        const list = this.#drives.get(place.joint);
        if (list) list.push(drive);
        else this.#drives.set(place.joint, [drive]);
        if (place.slides) this.#moving[drive.dof] = MOVING;
        if (closesLoop(entity, place) || drive.train.length > 0)
          this.#inverse[place.jointId] = inverseOfTrain(c, entity, place.jointId);
      }
      for (const place of [...entity.axes, ...entity.balls]) this.#damp(c, place.joint, place.jointId);
      for (const { joint } of entity.axes) this.update(c, joint);
    }
  }

  /** The model's text has implicit Euler's inertia h d (EntityText.ts); here its implicit share becomes t. */
  #damp(c: CompiledModel, { damping, armature }: Joint, jointId: number): void {
    const { jnt_dofadr, jnt_type, dof_armature } = c.views;
    const width = jnt_type[jointId] === BALL ? 3 : 1;
    for (let dof = jnt_dofadr[jointId]; dof < jnt_dofadr[jointId] + width; dof++) {
      this.smooth.damping[dof] = damping;
      this.smooth.armature[dof] = armature;
      if (damping === 0) continue;
      const more = this.#implicit(c, jointId, dof, damping);
      dof_armature[dof] = armature + more;
      this.#inertia[dof] += more - c.stepSec * damping;
      (c.model.dof_M0 as Float64Array)[dof] = this.#inertia[dof];
    }
  }

  /** Inertia t h d of a damper d. The inverse weight of the axis has the inertia h of the joint's own damper in it. */
  #implicit(c: CompiledModel, jointId: number, dof: number, damping: number): number {
    const h = c.stepSec;
    const carried = Math.max(1 / this.#inverseOf(c, jointId, dof) - h * c.views.dof_damping[dof], 1e-12);
    return h * damping * damperShare((h * damping) / carried);
  }

  #inverseOf(c: CompiledModel, jointId: number, dof: number): number {
    return this.#inverse[jointId] || c.views.dof_invweight0[dof];
  }

  /** Writes stops, bounds and springs of a joint into the model after a command. */
  update(c: CompiledModel, joint: Joint): void {
    for (const drive of this.#drives.get(joint) ?? []) {
      this.#updateStops(c, drive);
      this.#updateMotor(c, drive);
    }
    const spring = this.#springs.get(joint);
    if (spring) this.#updateSpring(c, spring, this.#drives.get(joint)?.[0].command.axes[0]);
  }

  #updateStops(c: CompiledModel, { place, command }: Drive): void {
    const p = command.axes[place.axis];
    const id = place.jointId;
    const none = p.LoStop > p.HiStop || p.LoStop >= NO_STOP || p.HiStop <= -NO_STOP;
    const lo = none ? -NO_STOP : Math.max(p.LoStop, -NO_STOP);
    const hi = none ? NO_STOP : Math.min(p.HiStop, NO_STOP);
    c.views.jnt_range[2 * id] = place.sign > 0 ? lo : -hi;
    c.views.jnt_range[2 * id + 1] = place.sign > 0 ? hi : -lo;
    this.#bounce[id] = p.Bounce;
    this.#stopErp[id] = p.StopERP;
    this.#stopCfm[id] = p.StopCFM;
  }

  #updateMotor(c: CompiledModel, drive: Drive): void {
    const { place, command, dof, qpos, train } = drive;
    const own = command.drives[place.axis];
    if (own) {
      this.#updateDrive(c, drive, own);
      return;
    }
    const p = command.axes[place.axis];
    const row =
      command.servo && place.axis === 0
        ? this.#servos.update({
            dof,
            qpos,
            train,
            sign: place.sign,
            axis: p,
            servo: command.servo,
            inverse: this.#inverseOf(c, place.jointId, dof),
          })
        : { force: Math.min(p.FMax, STRONGEST), speed: place.sign * p.Vel, softness: p.CFM };
    c.views.dof_frictionloss[dof] = row.force;
    this.#target[dof] = row.speed;
    this.soften(c, dof, row.softness);
  }

  /** By degree of freedom: its speed, or the one that motors are commanded to give it, whether they reach it or not. */
  writeSpeeds(qvel: Float64Array, into: Float64Array): void {
    const [given, target] = [this.#given, this.#target];
    for (let dof = 0; dof < into.length; dof++) {
      const wanted = given[dof] !== 0 ? ANY_SPEED : Math.abs(target[dof]);
      into[dof] = Math.max(Math.abs(qvel[dof]), wanted);
    }
  }

  /** Softness of the motor row. ODE's CFM; 0: as soft as the axis is by itself, and hard at rest. */
  soften(c: CompiledModel, dof: number, cfm: number): void {
    const joint = this.#jointOf[dof];
    const inverse = this.#inverse[joint];
    // at rest an axis carries all that is beyond it
    const carried = Math.max(1 / this.#inverseOf(c, joint, dof), this.#inertia[dof]);
    this.#rest[dof] = cfm > 0 ? 0 : restSoftness(c.stepSec) / carried;
    this.#softness[dof] = cfm > 0 ? cfm / c.stepSec : softnessFor(c.stepSec) * inverse;
  }

  /** Sets the motor row of an axis that has neither a servo nor a drive (JointMotors.ts). */
  steer(c: CompiledModel, dof: number, speed: number, force: number): void {
    c.views.dof_frictionloss[dof] = Math.min(force, STRONGEST);
    this.#target[dof] = speed;
  }

  #updateDrive(c: CompiledModel, { place, command, dof }: Drive, own: AxisDrive): void {
    const { damping, armature } = command.joint;
    if (!this.#driven.includes(dof)) this.#driven.push(dof);
    this.#given[dof] = place.sign * own.torque;
    this.#lost[dof] = own.damping;
    const late = this.#implicit(c, place.jointId, dof, damping + own.damping);
    const more = own.inertia + late - (damping > 0 ? this.#implicit(c, place.jointId, dof, damping) : 0);
    this.#late[dof] = damping + own.damping > 0 ? (late * own.damping) / (damping + own.damping) : 0;
    this.smooth.given[dof] = this.#given[dof];
    this.smooth.damping[dof] = damping + own.damping;
    this.smooth.armature[dof] = armature + own.inertia;
    c.views.dof_armature[dof] = armature + own.inertia + late;
    // the engine keeps the inertia of simple bodies as a constant
    (c.model.dof_M0 as Float64Array)[dof] = this.#inertia[dof] + more;
    c.views.dof_frictionloss[dof] = own.friction;
    this.#target[dof] = 0;
    // dry friction is as hard as a stop
    const carried = 1 / (this.#inverse[place.jointId] || c.views.dof_invweight0[dof]);
    this.#softness[dof] = EQUALITY_SOFTNESS / (carried + more);
    this.#rest[dof] = restSoftness(c.stepSec) / Math.max(carried + more, this.#inertia[dof]);
  }

  /** kp = ERP / (h CFM), kd = (1 - ERP) / CFM, on the grid of SmoothForces.ts. */
  #updateSpring(c: CompiledModel, { jointId }: SuspensionPlace, p: AxisParameters | undefined): void {
    if (!p) return;
    const h = c.stepSec;
    const cfm = Math.max(p.SuspensionCFM, 1e-12);
    const kp = p.SuspensionERP / (h * cfm);
    const kd = (1 - p.SuspensionERP) / cfm;
    const dof = c.views.jnt_dofadr[jointId];
    const inverse = this.#inverseOf(c, jointId, dof);
    const kappa = h * h * kp * inverse;
    const stiff = stiffShare(kappa) * h * kp;
    c.views.jnt_stiffness[jointId] = kp;
    c.views.dof_damping[dof] = kd + stiff;
    c.views.dof_armature[dof] = h * (damperShare(h * kd * inverse) * kd + springLag(kappa) * h * kp + stiff);
    this.smooth.stiffness[dof] = kp;
    this.smooth.damping[dof] = kd;
  }

  /** To call in every step: sets the motor rows of servos and the torques of drives. */
  beforeStep(c: CompiledModel): void {
    this.#servos.step(c, this.#stepRows);
    const { qvel, qfrc_applied } = c.views;
    for (const dof of this.#driven) {
      this.#torque[dof] = this.#given[dof] - this.#lost[dof] * qvel[dof];
      qfrc_applied[dof] += this.#torque[dof];
    }
  }

  /** Torque on an axis outside its motor row in the last step, in the engine's sense of rotation. */
  torqueOf({ views }: CompiledModel, dof: number): number {
    return this.#torque[dof] - this.#late[dof] * views.qacc[dof];
  }

  /** Motor rows: target speed at the end of the step, within the bound of the force. */
  applyMotorRows(rows: Rows, from: number, to: number, h: number): void {
    const { aref, vel, id, R, D } = rows;
    const target = this.#target;
    const softness = this.#softness;
    const rest = this.#rest;
    const moving = this.#moving;
    for (let row = from; row < to; row++) {
      const dof = id[row];
      aref[row] = (target[dof] - vel[row]) / h;
      const soft = softness[dof] || R[row];
      const speed = Math.max(Math.abs(target[dof]), Math.abs(vel[row]));
      R[row] = rest[dof] > 0 ? Math.max(rest[dof], soft * restShare(speed, moving[dof])) : soft;
      D[row] = 1 / R[row];
    }
  }

  /**
   * Stop rows: bounce, or correct the overlap by ERP and CFM. Before the stop, only the speed that would pass it is reduced. A
   * bounce takes place up to a step early, at the distance d, and leaves with the speed that has the energy of the true one. With
   * the acceleration a towards the stop, that of the step before without constraints,
   *   w² = e² (v² + 2 a d) - 2 a (d + h w)
   * In a tree with a free root no weight pulls a joint to its stop, and a = 0.
   */
  applyStopRow(c: CompiledModel, rows: Rows, row: number): void {
    const h = c.stepSec;
    const joint = rows.id[row];
    const dist = rows.pos[row];
    const v = rows.vel[row];
    const e = this.#bounce[joint];
    if (e > 0 && v < 0 && dist + v * h < 0 && v < -1e-3) {
      const { qvel, qacc_smooth, jnt_dofadr } = c.views;
      const dof = jnt_dofadr[joint];
      const a = this.#isFree[joint] ? 0 : qvel[dof] * v < 0 ? qacc_smooth[dof] : -qacc_smooth[dof];
      const d = Math.max(dist, 0);
      const square = e * e * (v * v + 2 * a * d) - 2 * a * d + a * a * h * h;
      rows.aref[row] = (Math.max(Math.sqrt(Math.max(square, 0)) - a * h, 0) - v) / h;
    } else rows.aref[row] = ((this.#stopErp[joint] * Math.max(-dist, 0)) / h - Math.max(dist, 0) / h - v) / h;
    if (this.#stopCfm[joint] > 0) setSoftness(rows, row, this.#stopCfm[joint] / h);
    else if (this.#inverse[joint] > 0) setSoftness(rows, row, EQUALITY_SOFTNESS * this.#inverse[joint]);
  }
}

/** The engine's type of a free joint is 0. */
function freeRoots({ model, views }: CompiledModel): Uint8Array {
  const [root, first] = [model.body_rootid as Int32Array, model.body_jntadr as Int32Array];
  return Uint8Array.from(model.jnt_bodyid as Int32Array, (body) => (views.jnt_type[first[root[body]]] === 0 ? 1 : 0));
}

function setSoftness({ R, D }: Rows, row: number, softness: number): void {
  R[row] = softness;
  D[row] = 1 / softness;
}
