// The rigid-body world (M1 to M7): entities that come and go, one step at a time, the same bits every time. Pure: no
// clock, no chance, no files. Time is a whole number of nanoseconds.

import { checkVec } from "../describe/Check.js";
import { describeEntity, type Entity, type EntityInput } from "../describe/Entity.js";
import { JOINT_PROPERTY, type JointPropertyName } from "../describe/Joint.js";
import { MaterialMatrix } from "../describe/Material.js";
import { SimError, unknownName } from "../describe/SimError.js";
import { describeOrientation } from "../describe/Solid.js";
import { describeWorld, NS_PER_SEC, type WorldDescription, type WorldInput } from "../describe/WorldDescription.js";
import { Hash64 } from "../math/Hash64.js";
import { ORIGIN, type Pose } from "../math/Pose.js";
import { conjugate } from "../math/Quat.js";
import { CompiledModel } from "./CompiledModel.js";
import { type Engine, loadEngine } from "./Engine.js";
import {
  copyEntity,
  type EntitySnapshot,
  hashEntity,
  type LiveEntity,
  loadMotion,
  type Motion,
  saveMotion,
  startEntity,
} from "./EntityState.js";
import { Backup, findFaults, isSound } from "./Guard.js";
import { setCommand } from "./JointDrive.js";
import type { EntityLayout } from "./Layout.js";
import { Pipeline } from "./Pipeline.js";

/** An entity that the guard took out of the world, and why. */
export interface Removal {
  readonly entity: string;
  readonly error: SimError;
}

export interface Snapshot {
  readonly world: string;
  readonly steps: number;
  readonly entities: readonly EntitySnapshot[];
  readonly materials: ReturnType<MaterialMatrix["save"]>;
}

/** The engine's name for "which equalities are active" in its state vector. */
const STATE_EQ_ACTIVE = 1 << 9;
/** Room for contacts and rows comes in blocks of this size. */
const MEMORY_BLOCK_MB = 16;
const NO_REMOVALS: readonly Removal[] = Object.freeze([]);

export class Physics {
  readonly description: WorldDescription;
  readonly materials: MaterialMatrix;
  readonly #engine: Engine;
  readonly #live = new Map<string, LiveEntity>();
  readonly #backup = new Backup();
  #compiled: CompiledModel;
  #pipeline: Pipeline;
  #layouts = new Map<string, EntityLayout>();
  #steps = 0;
  #memoryMb = 8;
  #forced = false;

  /** Loads the engine and builds the world. */
  static async create(world: WorldDescription | WorldInput = {}): Promise<Physics> {
    const description = "stepNs" in world ? world : describeWorld(world);
    return new Physics(await loadEngine(), description);
  }

  private constructor(engine: Engine, description: WorldDescription) {
    this.#engine = engine;
    this.description = description;
    this.materials = new MaterialMatrix();
    for (const material of description.materials) this.materials.setMaterial(material);
    for (const pair of description.pairs) this.materials.setPair(pair);
    for (const entity of description.entities) {
      this.#checkMaterials(entity);
      this.#live.set(entity.name, startEntity(entity, ORIGIN));
    }
    [this.#compiled, this.#pipeline] = this.#compile(this.#live);
    this.#index();
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
  add(input: EntityInput | Entity, placement: Pose = ORIGIN): void {
    const entity = describeEntity(input);
    if (this.#live.has(entity.name))
      throw new SimError("ENTITY_TAKEN", { where: this.description.name, found: `"${entity.name}"` });
    this.#checkMaterials(entity);
    const where = `${entity.name}/Offset`;
    const position = checkVec(placement.position, where);
    const orientation = describeOrientation(placement.orientation, where);
    const next = new Map(this.#live);
    next.set(entity.name, startEntity(entity, { position, orientation }));
    this.#rebuild(next);
  }

  remove(name: string): void {
    this.#find(name);
    const next = new Map(this.#live);
    next.delete(name);
    this.#rebuild(next);
  }

  // ---- one step

  /** Advances by one step. Gives back whoever had to be removed because its numbers went bad (M7). */
  step(): readonly Removal[] {
    this.#backup.save(this.compiled);
    this.#pipeline.step();
    if (!isSound(this.compiled)) return this.#stepWithout();
    this.#endStep();
    return NO_REMOVALS;
  }

  #endStep(): void {
    const { views, data } = this.compiled;
    if (this.#forced) views.xfrc_applied.fill(0);
    this.#forced = false;
    views.qfrc_applied.fill(0);
    this.#steps++;
    // room for contacts and rows: a rebuild with more changes no bits
    if (data.maxuse_arena > 0.6 * data.narena) {
      this.#memoryMb *= 2;
      this.#rebuild(this.#live);
    }
  }

  /** Takes the step back, removes who is at fault, tries again; each round removes somebody. */
  #stepWithout(): readonly Removal[] {
    const removals: Removal[] = [];
    while (true) {
      const faults = findFaults(this.compiled, this.#live);
      const forces = this.#saveForces();
      this.#backup.restore(this.compiled);
      this.#engine.mj.mj_fwdKinematics(this.compiled.model, this.compiled.data);
      if (faults.length === 0)
        throw new SimError("WORLD_BROKEN", { where: this.description.name, found: "bad numbers" });
      for (const { entity, found } of faults) {
        removals.push({ entity, error: new SimError("EXPLODED", { where: entity, found }) });
        this.remove(entity);
      }
      this.#loadForces(forces);
      this.#backup.save(this.compiled);
      this.#pipeline.step();
      if (isSound(this.compiled)) break;
    }
    this.#endStep();
    return removals;
  }

  #saveForces(): Map<string, Float64Array> {
    const saved = new Map<string, Float64Array>();
    for (const [name, { bodyRange }] of this.#layouts)
      saved.set(name, this.compiled.views.xfrc_applied.slice(6 * bodyRange[0], 6 * bodyRange[1]));
    return saved;
  }

  #loadForces(saved: ReadonlyMap<string, Float64Array>): void {
    for (const [name, { bodyRange }] of this.#layouts) {
      const forces = saved.get(name);
      if (forces) this.compiled.views.xfrc_applied.set(forces, 6 * bodyRange[0]);
    }
  }

  // ---- commands

  /** Sets one joint parameter by its name (W4). `axis` counts from 0. */
  setJoint(entity: string, joint: string, property: JointPropertyName, value: number, axis = 0): void {
    const live = this.#find(entity);
    const command = live.commands.get(joint);
    if (!command) throw unknownName("COMPONENT_UNKNOWN", entity, joint, [...live.commands.keys()]);
    if (!(property in JOINT_PROPERTY))
      throw unknownName("PARAMETER_UNKNOWN", `${entity}/${joint}`, property, Object.keys(JOINT_PROPERTY));
    const restructure = setCommand(command, axis, property, value, `${entity}/${joint}`);
    if (restructure) {
      live.sprung.add(joint);
      this.#rebuild(this.#live);
    } else this.#pipeline.drive.update(this.compiled, command.joint);
  }

  // ---- state

  snapshot(): Snapshot {
    return {
      world: this.description.name,
      steps: this.#steps,
      entities: this.names.map((name) => ({
        ...copyEntity(this.#find(name)),
        motion: saveMotion(this.compiled, this.#layout(name)),
      })),
      materials: this.materials.save(),
    };
  }

  restore(snapshot: Snapshot): void {
    if (snapshot.world !== this.description.name)
      throw new SimError("SNAPSHOT_FOREIGN", { where: this.description.name, found: snapshot.world });
    const next = new Map<string, LiveEntity>();
    const motions = new Map<string, Motion>();
    for (const one of snapshot.entities) {
      next.set(one.entity.name, copyEntity(one));
      motions.set(one.entity.name, one.motion);
    }
    this.materials.restore(snapshot.materials);
    this.#rebuild(next, motions);
    this.#steps = snapshot.steps;
  }

  /** 16 hex digits over time, materials and every entity in name order (M5). */
  hash(): string {
    const hash = new Hash64();
    hash.addNumber(this.timeNs);
    hash.addString(JSON.stringify(this.materials.save()));
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
    this.#compiled.delete();
  }

  // ---- for the modules beside this one

  /** @internal With live views: another world in the same process may have made the engine's memory grow. */
  get compiled(): CompiledModel {
    this.#compiled.refresh();
    return this.#compiled;
  }
  /** @internal */
  get pipeline(): Pipeline {
    return this.#pipeline;
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

  #find(name: string): LiveEntity {
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

  /** Compiles the new set of entities, carries the motion over by name, and only then lets go of the old model. */
  #rebuild(next: ReadonlyMap<string, LiveEntity>, motions?: ReadonlyMap<string, Motion>): void {
    // pushes that wait for the next step go with their bodies; a restored world has none
    const forces = motions ? new Map<string, Float64Array>() : this.#saveForces();
    const carried = motions ?? new Map(this.names.map((name) => [name, saveMotion(this.compiled, this.#layout(name))]));
    const [compiled, pipeline] = this.#compile(next);
    this.#compiled.delete();
    [this.#compiled, this.#pipeline] = [compiled, pipeline];
    if (next !== this.#live) {
      const entries = [...next];
      this.#live.clear();
      for (const [name, live] of entries) this.#live.set(name, live);
    }
    this.#index();
    compiled.refresh();
    for (const [name, motion] of carried) {
      const layout = this.#layouts.get(name);
      if (layout) loadMotion(compiled, layout, motion);
    }
    this.#loadForces(forces);
    this.#engine.mj.mj_fwdKinematics(compiled.model, compiled.data);
  }

  #compile(live: ReadonlyMap<string, LiveEntity>): [CompiledModel, Pipeline] {
    const placed = [...live.values()];
    const bodies = placed.reduce((sum, { entity }) => sum + entity.bodies.length, 0);
    // in whole blocks, so that coming and going asks for the same sizes again and again
    const memory = MEMORY_BLOCK_MB * Math.ceil((this.#memoryMb + 0.25 * bodies) / MEMORY_BLOCK_MB);
    const compiled = new CompiledModel(this.#engine, this.description, placed, memory);
    try {
      const pipeline = new Pipeline(compiled, this.description, this.materials, live);
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

/** Frozen bodies are welded to the world at their pose; loops and motors are always active. */
function applyFrozen(c: CompiledModel, live: ReadonlyMap<string, LiveEntity>): void {
  const active: number[] = new Array(c.model.neq).fill(0);
  for (const { entity, bodies, loops, motors } of c.layout.entities) {
    for (const { equalityId } of [...loops, ...motors]) active[equalityId] = 1;
    for (const [name, pose] of live.get(entity.name)?.frozen ?? []) {
      const freezeId = bodies.get(name)?.freezeId ?? -1;
      if (freezeId < 0) continue;
      active[freezeId] = 1;
      const [x, y, z, w] = conjugate(pose.orientation);
      // anchor in the world, anchor in the body, turning of the world seen from the body, weight of the turning
      c.views.eq_data.set([...pose.position, 0, 0, 0, w, x, y, z, 1], 11 * freezeId);
    }
  }
  if (active.length > 0) c.engine.mj.mj_setState(c.model, c.data, active, STATE_EQ_ACTIVE);
  c.refresh();
}
