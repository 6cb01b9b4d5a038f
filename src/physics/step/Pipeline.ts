// One physics step. The engine's step is split so that the contact law and the row law can set every contact and every row, and
// the constraints are solved by the project's own kernel (docs/physics.md).
//
//   kinematics, mass matrix, collision
//     -> contact law: friction, frame and dimension of every contact
//   rows of equalities, velocity
//     -> kernel: rows of joints and contacts
//     -> row law: target acceleration and softness of every row
//   acceleration without constraints
//     -> kernel: islands, exact Coulomb friction
//   integrate; trees without contacts and stops by SmoothFlow.ts

import type { MaterialMatrix } from "../../describe/entity/Material.js";
import type { WorldDescription } from "../../describe/world/WorldDescription.js";
import { applyContactLaw, ContactNotes, type ContactTools } from "../contact/ContactLaw.js";
import { ContactMargin } from "../contact/ContactMargin.js";
import { CylinderContacts } from "../contact/CylinderContacts.js";
import { EarlyContact } from "../contact/EarlyContact.js";
import { EngineNormals } from "../contact/EngineNormals.js";
import { FacePressure } from "../contact/FacePressure.js";
import { HeightfieldContacts } from "../contact/HeightfieldContacts.js";
import { REACH } from "../contact/PresentContact.js";
import { RollerDrag } from "../contact/RollerDrag.js";
import { SmoothFlow } from "../flow/SmoothFlow.js";
import { ContactArms } from "../impact/ContactArms.js";
import { Impacts } from "../impact/Impacts.js";
import { TouchArms } from "../impact/TouchArms.js";
import { Collision } from "../kernel/Collision.js";
import { ROW_ROPE } from "../kernel/KernelLayout.js";
import type { CompiledModel } from "../model/CompiledModel.js";
import { PairTable } from "../model/PairTable.js";
import { RowDrift } from "../mover/RowDrift.js";
import { AngularMotors } from "../rows/AngularMotor.js";
import { ContactRows } from "../rows/ContactRows.js";
import { JointRows } from "../rows/JointRows.js";
import { LoopRows } from "../rows/LoopRows.js";
import { RopeRows } from "../rows/RopeRows.js";
import type { LiveEntity } from "../state/EntityState.js";
import { GyroscopicTorque } from "./GyroscopicTorque.js";
import { JointForces } from "./JointForces.js";
import { MidpointBias } from "./MidpointBias.js";
import { StepWork } from "./StepWork.js";

export class Pipeline {
  readonly joints: JointRows;
  readonly notes = new ContactNotes();
  readonly forces: JointForces;
  readonly table: PairTable;
  readonly collision: Collision;
  readonly #c: CompiledModel;
  readonly #margin: ContactMargin;
  readonly #gyro: GyroscopicTorque;
  readonly #midpoint: MidpointBias;
  readonly #flow: SmoothFlow;
  readonly #motors: AngularMotors;
  readonly #normals: EngineNormals;
  readonly #fields: HeightfieldContacts;
  readonly #tools: ContactTools;
  readonly #arms: TouchArms;
  readonly #impacts: Impacts;
  readonly #loops: LoopRows;
  readonly #ropes: RopeRows;
  readonly #contactRows: ContactRows;
  readonly #rollers: RollerDrag;
  readonly #work: StepWork;
  readonly #drift: RowDrift;
  /** Of movers that are blocked: the share of their speed in this step. */
  rates: ReadonlyMap<string, number> | undefined;

  constructor(
    c: CompiledModel,
    world: WorldDescription,
    matrix: MaterialMatrix,
    live: ReadonlyMap<string, LiveEntity>,
  ) {
    const commandOf = (layout: { entity: { name: string } }, joint: { name: string }) =>
      live.get(layout.entity.name)!.commands.get(joint.name)!;
    this.#c = c;
    this.table = new PairTable(c.layout, matrix);
    // positions of geoms and bodies at the start, for the margins
    c.engine.mj.mj_fwdKinematics(c.model, c.data);
    this.#margin = new ContactMargin(c);
    this.#gyro = new GyroscopicTorque(c, world.gravity);
    this.#midpoint = new MidpointBias(c);
    this.#motors = new AngularMotors(c, commandOf);
    this.joints = new JointRows(c, commandOf);
    const { smooth } = this.joints;
    this.#flow = new SmoothFlow(c, { notes: this.notes, smooth, gravity: world.gravity, commandOf });
    this.#normals = new EngineNormals(c);
    this.#fields = new HeightfieldContacts(c);
    const { table, notes } = this;
    const cylinders = new CylinderContacts(c, world.gravity);
    this.collision = new Collision(c, cylinders.solids.indexOf);
    this.collision.markWheels(table);
    const early = new EarlyContact(c);
    const { collision } = this;
    this.#drift = new RowDrift(c, notes);
    const drift = this.#drift;
    this.#tools = { table, notes, drift, collision, cylinders, early, pressure: new FacePressure(c, early) };
    const arms = new ContactArms(c);
    this.#arms = new TouchArms(c, notes, arms);
    this.#impacts = new Impacts(c, this.#tools, arms, world.gravity);
    this.#contactRows = new ContactRows(c, this.#tools, this.joints);
    this.#rollers = new RollerDrag(c, table, notes, world.gravity);
    this.#loops = new LoopRows(c, commandOf);
    this.#ropes = new RopeRows(c);
    this.#work = new StepWork(c, world, live);
    this.forces = new JointForces(world.gravity);
    for (const layout of c.layout.entities)
      for (const joint of live.get(layout.entity.name)?.watched ?? []) this.forces.watch(c, layout, joint);
  }

  /** Needs current kinematics and leaves current kinematics. `pushed`: bodies may have applied forces. */
  step(pushed: boolean): void {
    const c = this.#c;
    const { mj } = c.engine;
    const { model: m, data: d } = c;
    c.refresh();
    this.#work.begin();
    this.forces.begin(c);
    this.#margin.apply(c);
    c.surfaces.begin(this.rates);
    mj.mj_makeM(m, d);
    c.kernel.factorMass();
    this.joints.beforeStep(c);
    this.look(REACH * c.stepSec);
    mj.mj_collision(m, d);
    c.refresh();
    this.#work.checkContacts(c.words[c.fields.ncon]);
    this.#normals.check();
    this.#fields.apply(c);
    applyContactLaw(c, this.#tools);
    c.kernel.hideContacts();
    mj.mj_makeConstraint(m, d);
    this.#motors.takeRows(c);
    this.#midpoint.begin(c, pushed);
    mj.mj_fwdVelocity(m, d);
    this.#midpoint.end(c);
    c.kernel.makeRows();
    c.refresh();
    this.#arms.apply();
    this.#drift.apply();
    this.#gyro.apply(c);
    this.#applyRowLaw(pushed);
    if (pushed) mj.mj_fwdAcceleration(m, d);
    else c.kernel.accelerate();
    c.kernel.solve();
    c.refresh();
    this.#impacts.fold();
    this.#rollers.report();
    this.#midpoint.settle(c);
    this.forces.gather(c, this.notes);
    this.#flow.run(c, pushed, this.#impacts.shift);
    mj.mj_Euler(m, d);
    c.refresh();
    this.#impacts.unfold();
    this.#gyro.turn(c);
    this.#flow.write(c);
    c.surfaces.end();
    mj.mj_fwdKinematics(m, d);
    this.forces.end(c);
  }

  /** Broad phase, before the engine's collision (Collision.ts). Throws a Crowd if an entity has too many pairs of solids. */
  look(aheadSec?: number): void {
    this.collision.look(() => this.#work.checkPairs(this.collision), aheadSec);
    this.#work.checkPairs(this.collision);
  }

  #applyRowLaw(pushed: boolean): void {
    const c = this.#c;
    const h = c.stepSec;
    let rows = c.rows();
    const { words, fields } = c;
    const ne = words[fields.ne];
    const nf = words[fields.nf];
    const nl = words[fields.nl];
    this.#rollers.apply(rows);
    this.#contactRows.weaken(rows);
    this.#impacts.apply(rows, pushed);
    this.#gyro.follow(c, this.#impacts);
    rows = c.rows();
    this.#loops.apply(rows, ne, h);
    this.#motors.applyRows(rows, h);
    this.joints.applyMotorRows(rows, ne + this.#motors.rowCount, ne + nf, h);
    for (let r = ne + nf; r < ne + nf + nl; r++)
      if (rows.type[r] === ROW_ROPE) this.#ropes.apply(rows, r);
      else this.joints.applyStopRow(c, rows, r);
    this.#contactRows.apply(rows, this.#impacts, pushed);
  }
}
