// The rigid-body world (M1 to M7): entities that come and go, one step at a time, the same bits every time. Pure: no
// clock, no chance, no files. Time is a whole number of nanoseconds.

import { checkPose, checkVec } from "../describe/Check.js";
import { describeEntity, type Entity, type EntityInput } from "../describe/entity/Entity.js";
import { type AxisParameters, JOINT_PROPERTY, type JointPropertyName } from "../describe/entity/Joint.js";
import { MaterialMatrix } from "../describe/entity/Material.js";
import { SimError, unknownName } from "../describe/SimError.js";
import {
  describeWorld,
  NS_PER_SEC,
  type WorldDescription,
  type WorldInput,
} from "../describe/world/WorldDescription.js";
import { Hash64 } from "../math/Hash64.js";
import { ORIGIN, type Pose } from "../math/Pose.js";
import type { Vec3 } from "../math/Vec3.js";
import { checkAxisIndex } from "./Joints.js";
import { CompiledModel } from "./model/CompiledModel.js";
import { type Engine, loadEngine } from "./model/Engine.js";
import type { EntityLayout } from "./model/Layout.js";
import { applyFrozen } from "./rows/Freeze.js";
import { setCommand } from "./rows/JointDrive.js";
import {
  copyEntity,
  hashEntity,
  type LiveEntity,
  loadMotion,
  type Motion,
  saveMotion,
  startEntity,
} from "./state/EntityState.js";
import { checkSnapshot, type Snapshot } from "./state/Snapshot.js";
import { Backup, isSound, isStarved, memoryUse } from "./step/Guard.js";
import { keepOnly, type LastStep, NO_STEP, readLastStep } from "./step/LastStep.js";
import { Pipeline } from "./step/Pipeline.js";
import { type Motions, type Outcome, type Recoverable, type Removal, recover, without } from "./step/Recovery.js";

export type { Snapshot } from "./state/Snapshot.js";
export type { Removal } from "./step/Recovery.js";

/** Room for contacts and rows comes in blocks of this size. */
const MEMORY_BLOCK_MB = 16;
const START_MEMORY_MB = 8;
/** Above this a single step would take minutes; the engine's memory as a whole ends at 2 GB. */
const MAX_MEMORY_MB = 64;
/** More is asked for in good time. */
const ROOMY = 0.6;
const NO_REMOVALS: readonly Removal[] = Object.freeze([]);

export interface Newcomer {
  readonly entity: EntityInput | Entity;
  readonly placement: Pose;
}

interface RebuildOptions {
  /** Left out: everybody goes on as it is. */
  readonly motions?: Motions;
  /** Left out: what the last step of this world left. */
  readonly last?: LastStep;
  readonly materials?: Snapshot["materials"];
  readonly gravity?: Vec3;
  readonly memoryMb?: number;
}

export class Physics {
  readonly description: WorldDescription;
  readonly materials: MaterialMatrix;
  readonly #engine: Engine;
  readonly #live = new Map<string, LiveEntity>();
  readonly #backup = new Backup();
  #compiled: CompiledModel;
  #pipeline: Pipeline;
  #layouts = new Map<string, EntityLayout>();
  #gravity: Vec3;
  #steps = 0;
  #memoryMb = START_MEMORY_MB;
  #forced = false;
  #disposed = false;
  /** What the last step left, where the engine no longer has it. */
  #last: LastStep | undefined;
  readonly #recoverable: Recoverable;

  /** Loads the engine and builds the world. */
  static async create(world: WorldDescription | WorldInput = {}): Promise<Physics> {
    const description = describeWorld(world);
    return new Physics(await loadEngine(), description);
  }

  private constructor(engine: Engine, description: WorldDescription) {
    this.#engine = engine;
    this.description = description;
    this.#gravity = description.gravity;
    this.materials = new MaterialMatrix();
    for (const material of description.materials) this.materials.setMaterial(material);
    for (const pair of description.pairs) this.materials.setPair(pair);
    for (const entity of description.entities) {
      this.#checkMaterials(entity);
      this.#live.set(entity.name, startEntity(entity, ORIGIN));
    }
    [this.#compiled, this.#pipeline] = this.#compile(this.#live, this.#memoryMb);
    this.#index();
    this.#recoverable = {
      name: description.name,
      backup: this.#backup,
      compiled: () => this.compiled,
      live: () => this.#live,
      layout: (name) => this.#layout(name),
      saveMotions: () => this.#saveMotions(),
      rebuild: (next, motions) => this.#rebuild(next, motions ? { motions } : {}),
      grow: (motions) => this.#grow(motions),
      attempt: () => this.#attempt(),
    };
  }

  // ---- time

  get stepSec(): number {
    return this.description.stepNs / NS_PER_SEC;
  }
  get steps(): number {
    return this.#steps;
  }
  get timeNs(): number {
    return this.#steps * this.description.stepNs;
  }
  get timeSec(): number {
    return this.timeNs / NS_PER_SEC;
  }

  // ---- gravity

  /** m/s²; the world's own at first. */
  get gravity(): Vec3 {
    return this.#gravity;
  }

  /** From the next step on. */
  set gravity(gravity: Vec3) {
    this.#checkAlive();
    const next = checkVec(gravity, `${this.description.name}/Gravity`, "COMMAND_NOT_FINITE");
    if (next.every((g, k) => Object.is(g, this.#gravity[k]))) return;
    this.#rebuild(this.#live, { gravity: Object.freeze([...next]) as unknown as Vec3 });
  }

  // ---- who is there

  get names(): readonly string[] {
    return [...this.#live.keys()].sort();
  }

  has(name: string): boolean {
    return this.#live.has(name);
  }

  entity(name: string): Entity {
    return this.#find(name).entity;
  }

  /** Adds a robot or an object between two steps; everything else keeps its exact state (M6). */
  add(entity: EntityInput | Entity, placement: Pose = ORIGIN): void {
    this.exchange([], [{ entity, placement }]);
  }

  remove(name: string): void {
    this.exchange([name], []);
  }

  /** Some leave and others come, at once: it costs as much as one of them. Who comes may have the name of one that leaves. */
  exchange(gone: readonly string[], come: readonly Newcomer[]): void {
    for (const name of gone) this.#find(name);
    this.#checkAlive();
    const stay = without(this.#live, gone);
    const next = new Map(stay);
    for (const { entity: input, placement } of come) {
      const entity = describeEntity(input);
      if (next.has(entity.name))
        throw new SimError("ENTITY_TAKEN", { where: this.description.name, found: `"${entity.name}"` });
      this.#checkMaterials(entity);
      next.set(entity.name, startEntity(entity, checkPose(placement, `${entity.name}/Offset`)));
    }
    const motions = new Map([...this.#saveMotions()].filter(([name]) => stay.has(name)));
    const last = keepOnly(this.#last ?? readLastStep(this.compiled, this.#pipeline), stay);
    this.#rebuild(next, { motions, last });
  }

  // ---- one step

  /** Advances by one step. Gives back whoever had to be removed because its numbers went bad (M7). */
  step(): readonly Removal[] {
    this.#backup.save(this.compiled, this.#forced);
    const outcome = this.#attempt();
    if (outcome !== "sound") return this.#recover(outcome);
    this.#endStep();
    return NO_REMOVALS;
  }

  #attempt(): Outcome {
    try {
      this.#pipeline.step(this.#forced);
    } catch (problem) {
      // the engine throws when its memory has no room left; a mistake of ours is not to be taken for that
      if (problem instanceof TypeError || problem instanceof ReferenceError) throw problem;
      return "starved";
    }
    const c = this.compiled;
    return isStarved(c) ? "starved" : isSound(c) ? "sound" : "bad";
  }

  #endStep(): void {
    const c = this.compiled;
    if (this.#forced) c.views.xfrc_applied.fill(0);
    this.#forced = false;
    c.views.qfrc_applied.fill(0);
    this.#last = undefined;
    this.#steps++;
    // a rebuild with more room changes no bits
    if (memoryUse(c) > ROOMY) this.#grow();
  }

  #recover(first: Outcome): Removal[] {
    const memoryMb = this.#memoryMb;
    // nobody shall hear of the contacts of a step that was taken back
    this.#last ??= NO_STEP;
    const removals = recover(this.#recoverable, first);
    this.#endStep();
    // who asked for too much has left: its memory is given back
    if (removals.some(({ error }) => error.code === "OVERCROWDED")) this.#rebuild(this.#live, { memoryMb });
    return removals;
  }

  /** Twice the room for contacts and rows; false when there is no more to be had. */
  #grow(motions?: Motions): boolean {
    if (this.#memoryMb >= MAX_MEMORY_MB) return false;
    try {
      this.#rebuild(this.#live, { memoryMb: 2 * this.#memoryMb, ...(motions ? { motions } : {}) });
      return true;
    } catch {
      return false;
    }
  }

  // ---- commands

  /** Sets one joint parameter by its name (W4). `axis` counts from 0. */
  setJoint(entity: string, joint: string, property: JointPropertyName, value: number, axis = 0): void {
    const live = this.#find(entity);
    const command = live.commands.get(joint);
    if (!command) throw unknownName("COMPONENT_UNKNOWN", entity, joint, [...live.commands.keys()]);
    if (!Object.hasOwn(JOINT_PROPERTY, property))
      throw unknownName("PARAMETER_UNKNOWN", `${entity}/${joint}`, property, Object.keys(JOINT_PROPERTY));
    checkAxisIndex(command, axis, `${entity}/${joint}`);
    // a client may say the same again and again
    if (!command.servo && Object.is(command.axes[axis][property as keyof AxisParameters], value)) return;
    const restructure = setCommand(command, axis, property, value, `${entity}/${joint}`);
    if (restructure && !live.sprung.has(joint)) {
      live.sprung.add(joint);
      this.#rebuild(this.#live);
    } else this.#pipeline.drive.update(this.compiled, command.joint);
  }

  // ---- state

  snapshot(): Snapshot {
    return {
      world: this.description.name,
      stepNs: this.description.stepNs,
      gravity: this.description.gravity,
      gravityNow: this.#gravity,
      steps: this.#steps,
      entities: this.names.map((name) => ({
        ...copyEntity(this.#find(name)),
        motion: saveMotion(this.compiled, this.#layout(name)),
      })),
      materials: this.materials.save(),
      last: this.#last ?? readLastStep(this.compiled, this.#pipeline),
    };
  }

  /** Back to a snapshot of this world. One that does not fit is refused and changes nothing. */
  restore(snapshot: Snapshot): void {
    this.#checkAlive();
    checkSnapshot(snapshot, this.description);
    const next = new Map<string, LiveEntity>();
    const motions = new Map<string, Motion>();
    for (const one of snapshot.entities) {
      next.set(one.entity.name, copyEntity(one));
      motions.set(one.entity.name, one.motion);
    }
    const { last, materials, gravityNow: gravity } = snapshot;
    this.#rebuild(next, { motions, last, materials, gravity });
    this.#steps = snapshot.steps;
  }

  /** 16 hex digits over time, materials, gravity where it was changed, and every entity in name order (M5). */
  hash(): string {
    const hash = new Hash64();
    hash.addNumber(this.timeNs);
    hash.addString(JSON.stringify(this.materials.save()));
    if (this.#gravity.some((g, k) => g !== this.description.gravity[k])) {
      hash.addString("gravity");
      for (const g of this.#gravity) hash.addNumber(g);
    }
    for (const name of this.names) hashEntity(hash, this.compiled, this.#layout(name), this.#find(name));
    return hash.digest();
  }

  /** The same for one entity alone: what a bystander may not change. */
  hashOf(name: string): string {
    const hash = new Hash64();
    hashEntity(hash, this.compiled, this.#layout(name), this.#find(name));
    return hash.digest();
  }

  /** Gives the engine's memory back. The world cannot be used afterwards. */
  dispose(): void {
    this.#checkAlive();
    this.#disposed = true;
    this.#compiled.delete();
  }

  // ---- for the modules beside this one

  /** @internal With live views: another world in the same process may have made the engine's memory grow. */
  get compiled(): CompiledModel {
    this.#checkAlive();
    this.#compiled.refresh();
    return this.#compiled;
  }
  /** @internal */
  get pipeline(): Pipeline {
    return this.#pipeline;
  }
  /** @internal Contacts and efforts of the last step; undefined: the engine still has them. */
  get last(): LastStep | undefined {
    return this.#last;
  }
  /** @internal */
  layoutOf(name: string): EntityLayout {
    this.#find(name);
    return this.#layout(name);
  }
  /** @internal */
  liveOf(name: string): LiveEntity {
    return this.#find(name);
  }
  /**
   * @internal Lets the engine look for contacts as things stand now, with margins (m) of the asker's choice by geom.
   * What the last step left is kept aside; no state changes.
   */
  collide<T>(margins: ReadonlyMap<number, number>, read: (c: CompiledModel) => T): T {
    this.#last ??= readLastStep(this.compiled, this.#pipeline);
    const c = this.compiled;
    const saved = c.views.geom_margin.slice();
    for (const [geom, margin] of margins) c.views.geom_margin[geom] = margin;
    try {
      this.#engine.mj.mj_collision(c.model, c.data);
    } catch {
      // no room for them all
      if (this.#grow()) return this.collide(margins, read);
      this.#rebuild(this.#live);
      throw new SimError("WORLD_BROKEN", {
        where: this.description.name,
        found: "more contacts than fit into the memory",
      });
    }
    c.refresh();
    const found = read(c);
    c.refresh().geom_margin.set(saved);
    return found;
  }
  /** @internal Says that forces were applied and have to be cleared after the step. */
  markForced(): void {
    this.#forced = true;
  }
  /** @internal Positions were changed from outside. */
  markMoved(): void {
    this.#engine.mj.mj_fwdKinematics(this.compiled.model, this.compiled.data);
  }
  /** @internal Frozen bodies were changed. */
  markFrozen(): void {
    applyFrozen(this.compiled, this.#live);
  }

  #checkAlive(): void {
    if (this.#disposed)
      throw new SimError("DISPOSED", { where: this.description.name, found: "a call after dispose()" });
  }

  #find(name: string): LiveEntity {
    this.#checkAlive();
    const live = this.#live.get(name);
    if (!live) throw unknownName("ENTITY_UNKNOWN", this.description.name, name, this.names);
    return live;
  }

  #layout(name: string): EntityLayout {
    return this.#layouts.get(name) as EntityLayout;
  }

  #checkMaterials(entity: Entity): void {
    for (const body of entity.bodies)
      for (const solid of body.solids)
        this.materials.material(solid.material, `${entity.name}/${body.name}/${solid.name}/Material`);
  }

  #saveMotions(): Motions {
    return new Map(this.names.map((name) => [name, saveMotion(this.compiled, this.#layout(name))]));
  }

  /**
   * Compiles the new set of entities and carries motions and the last step's contacts over by name. The old data is let
   * go before the new data is made, so that it takes the same place; if that fails, the old world is made again.
   */
  #rebuild(next: ReadonlyMap<string, LiveEntity>, options: RebuildOptions = {}): void {
    const old = new Map(this.#live);
    const own = this.#saveMotions();
    const last = options.last ?? this.#last ?? readLastStep(this.compiled, this.#pipeline);
    let released = false;
    const release = (): void => {
      this.#compiled.delete();
      released = true;
    };
    const memoryMb = options.memoryMb ?? this.#memoryMb;
    const materials = options.materials && this.materials.save();
    const gravity = this.#gravity;
    try {
      this.#gravity = options.gravity ?? gravity;
      if (options.materials) this.materials.restore(options.materials);
      [this.#compiled, this.#pipeline] = this.#compile(next, memoryMb, release);
    } catch (problem) {
      this.#gravity = gravity;
      if (materials) this.materials.restore(materials);
      if (released) {
        [this.#compiled, this.#pipeline] = this.#compile(old, this.#memoryMb);
        this.#adopt(old, own);
        this.#last = last;
      }
      throw problem;
    }
    this.#memoryMb = memoryMb;
    this.#adopt(new Map(next), options.motions ?? own);
    this.#last = keepOnly(last, this.#live);
  }

  /** Takes a newly compiled model over and puts everybody's motion in. */
  #adopt(live: ReadonlyMap<string, LiveEntity>, motions: Motions): void {
    this.#live.clear();
    for (const [name, one] of live) this.#live.set(name, one);
    this.#index();
    const c = this.compiled;
    for (const [name, motion] of motions) {
      const layout = this.#layouts.get(name);
      if (layout) loadMotion(c, layout, motion);
    }
    // pushes that wait for the next step came with the motions
    this.#forced = true;
    this.#engine.mj.mj_fwdKinematics(c.model, c.data);
  }

  #compile(
    live: ReadonlyMap<string, LiveEntity>,
    memoryMb: number,
    beforeData?: () => void,
  ): [CompiledModel, Pipeline] {
    const placed = [...live.values()];
    const bodies = placed.reduce((sum, { entity }) => sum + entity.bodies.length, 0);
    // in whole blocks, so that coming and going asks for the same sizes again and again
    const memory = MEMORY_BLOCK_MB * Math.ceil((memoryMb + 0.25 * bodies) / MEMORY_BLOCK_MB);
    const world = { ...this.description, gravity: this.#gravity };
    const compiled = new CompiledModel(this.#engine, world, placed, memory, beforeData);
    try {
      const pipeline = new Pipeline(compiled, world, this.materials, live);
      applyFrozen(compiled, live);
      return [compiled, pipeline];
    } catch (problem) {
      compiled.delete();
      throw problem;
    }
  }

  #index(): void {
    this.#layouts = new Map(this.#compiled.layout.entities.map((layout) => [layout.entity.name, layout]));
  }
}
