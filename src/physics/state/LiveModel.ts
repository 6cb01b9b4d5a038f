// The entities of a world and the engine's model of them. Every change of the set of entities (M6), of gravity or of the
// memory compiles the model anew: motions, and what the last step left, are carried over by name, bit for bit. Physics
// keeps its LiveModel under the key INTERNALS, so that only files of src/physics can reach it.

import type { Entity } from "../../describe/entity/Entity.js";
import { MaterialMatrix } from "../../describe/entity/Material.js";
import { SimError, unknownName } from "../../describe/SimError.js";
import { NS_PER_SEC, type WorldDescription } from "../../describe/world/WorldDescription.js";
import { ORIGIN, type Pose } from "../../math/Pose.js";
import type { Vec3 } from "../../math/Vec3.js";
import { checkFlushBoxes } from "../contact/FlushBoxes.js";
import type { ContactForce } from "../kernel/LastForces.js";
import { CompiledModel, START_MEMORY_MB, writeWorld } from "../model/CompiledModel.js";
import { type CompileJob, type Engine, replaceEngine } from "../model/Engine.js";
import { EngineLost } from "../model/EngineLoss.js";
import type { PlacedEntity } from "../model/EntityText.js";
import { writeAlone } from "../model/InverseWeights.js";
import type { BodyPlace, EntityLayout } from "../model/Layout.js";
import { findModel, isLargeModel } from "../model/ModelStore.js";
import type { MoverState } from "../mover/MoverState.js";
import { applyFrozen } from "../rows/FrozenBodies.js";
import { Crowd, crowdError } from "../step/Crowd.js";
import { keepOnly, type LastStep, readLastStep } from "../step/LastStep.js";
import { Pipeline } from "../step/Pipeline.js";
import { type LiveEntity, loadMotion, type Motion, type StateArrays, saveMotion, startEntity } from "./EntityState.js";
import type { Snapshot } from "./Snapshot.js";

/** Key of the LiveModel of a Physics. */
export const INTERNALS: unique symbol = Symbol("physics internals");

/** With more contacts than fit into this, a single step would take minutes. The engine's whole memory ends at 2 GB. */
const MAX_MEMORY_MB = 64;

const NO_CROWDS: readonly Crowd[] = Object.freeze([]);

export type LiveEntities = ReadonlyMap<string, LiveEntity>;
/** By entity. */
export type Motions = ReadonlyMap<string, Motion>;

interface RebuildOptions {
  /** Default: every entity keeps its motion. */
  readonly motions?: Motions;
  /** Default: the last step of this world. */
  readonly last?: LastStep;
  readonly forces?: readonly ContactForce[];
  readonly materials?: Snapshot["materials"];
  readonly gravity?: Vec3;
  readonly memoryMb?: number;
}

export class LiveModel {
  #description: WorldDescription;
  readonly materials: MaterialMatrix;
  #engine: Engine;
  readonly #entities = new Map<string, LiveEntity>();
  #compiled: CompiledModel;
  #pipeline: Pipeline;
  #layouts = new Map<string, EntityLayout>();
  #gravity: Vec3;
  #memoryMb = START_MEMORY_MB;
  #builds = 0;
  #disposed = false;
  /** Forces on bodies wait for the next step. */
  forced = false;
  /** Entities that ask for too much work in samples; Physics removes them. */
  readonly #blamed = new Map<string, Crowd>();
  /** Contacts and efforts of the last step; undefined: the engine still has them. */
  last: LastStep | undefined;

  constructor(engine: Engine, description: WorldDescription) {
    this.#engine = engine;
    this.#description = description;
    this.#gravity = description.gravity;
    this.materials = new MaterialMatrix();
    for (const material of description.materials) this.materials.setMaterial(material);
    for (const pair of description.pairs) this.materials.setPair(pair);
    for (const entity of description.entities) {
      this.checkMaterials(entity);
      this.#entities.set(entity.name, startEntity(entity, ORIGIN, 0, stepSecOf(description)));
    }
    [this.#compiled, this.#pipeline] = this.#compile(this.#entities, this.#memoryMb);
    this.#index();
  }

  // ---- readers

  get description(): WorldDescription {
    return this.#description;
  }

  /** Changes no entity. */
  redescribe(description: WorldDescription): void {
    this.#description = description;
  }

  /** With valid views: another world in the same process may have made the engine's memory grow. */
  get compiled(): CompiledModel {
    this.checkAlive();
    this.#compiled.refresh();
    return this.#compiled;
  }
  get pipeline(): Pipeline {
    return this.#pipeline;
  }
  get entities(): LiveEntities {
    return this.#entities;
  }
  /** In name order. */
  get names(): readonly string[] {
    return [...this.#entities.keys()].sort();
  }
  /** m/s². */
  get gravity(): Vec3 {
    return this.#gravity;
  }
  get memoryMb(): number {
    return this.#memoryMb;
  }
  /** Counts the models compiled so far: places in the model are valid as long as this number stays the same. */
  get builds(): number {
    return this.#builds;
  }

  liveOf(name: string): LiveEntity {
    this.checkAlive();
    const live = this.#entities.get(name);
    if (!live) throw unknownName("ENTITY_UNKNOWN", this.description.name, name, this.names);
    return live;
  }

  layoutOf(name: string): EntityLayout {
    this.liveOf(name);
    return this.#layouts.get(name) as EntityLayout;
  }

  findBody(entity: string, body: string): BodyPlace {
    const { bodies } = this.layoutOf(entity);
    const place = bodies.get(body);
    if (!place) throw unknownName("COMPONENT_UNKNOWN", entity, body, [...bodies.keys()]);
    return place;
  }

  /** `state`: a copy of an earlier state of this model; default: the present one. */
  saveMotions(state?: StateArrays): Motions {
    return new Map(this.names.map((name) => [name, saveMotion(this.compiled, this.layoutOf(name), state)]));
  }

  readForces(): ContactForce[] {
    return this.compiled.kernel.forces.save(this.compiled.layout.geoms);
  }

  readLast(): LastStep {
    return this.last ?? readLastStep(this.compiled, this.#pipeline);
  }

  // ---- changes from outside

  /** Every material of the entity's solids must exist. */
  checkMaterials(entity: Entity): void {
    for (const body of entity.bodies)
      for (const solid of body.solids)
        this.materials.material(solid.material, `${entity.name}/${body.name}/${solid.name}/Material`);
  }

  /** To call after positions were changed. */
  updateKinematics(): void {
    this.#engine.mj.mj_fwdKinematics(this.compiled.model, this.compiled.data);
  }

  /** After a step: the movers have moved. */
  keepMovers(): void {
    this.#compiled.surfaces.commit();
  }

  /** Gives a mover another state; its place stays the same. */
  setMover(name: string, state: MoverState): void {
    this.liveOf(name).mover = state;
    this.compiled.surfaces.set(name, state);
  }

  /** Gives the surface of a solid another velocity. */
  setBelt(name: string, solid: string, velocity: Vec3): void {
    const live = this.liveOf(name);
    live.belts.set(solid, velocity);
    this.compiled.surfaces.setBelts(live);
  }

  /** To call after bodies were frozen or released. */
  updateFrozen(): void {
    applyFrozen(this.compiled, this.#entities);
  }

  /**
   * Lets the engine look for contacts in the present positions, with the given margins (m) by geom. Keeps the contacts of
   * the last step aside; changes no state.
   */
  collide<T>(margins: ReadonlyMap<number, number>, read: (c: CompiledModel) => T): T {
    this.last ??= readLastStep(this.compiled, this.#pipeline);
    const c = this.compiled;
    const saved = c.views.geom_margin.slice();
    for (const [geom, margin] of margins) c.views.geom_margin[geom] = margin;
    try {
      this.#pipeline.look();
      this.#engine.mj.mj_collision(c.model, c.data);
    } catch (problem) {
      if (problem instanceof Crowd) {
        c.refresh().geom_margin.set(saved);
        throw crowdError(problem);
      }
      // the contacts do not fit into the memory
      if (this.grow()) return this.collide(margins, read);
      this.rebuild(this.#entities);
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

  /** Notes an entity that asks for too much work. */
  blame(crowd: Crowd): void {
    this.#blamed.set(crowd.entity, crowd);
  }

  /** The entities that were blamed since the last call and are still there. */
  takeBlamed(): readonly Crowd[] {
    if (this.#blamed.size === 0) return NO_CROWDS;
    const all = [...this.#blamed.values()].filter(({ entity }) => this.#entities.has(entity));
    this.#blamed.clear();
    return all;
  }

  // ---- compiling anew

  /**
   * Compiles a new set of entities and carries motions and the last step's contacts over by name. The old data is deleted
   * before the new data is made, so that the new data takes the same memory. If that fails, the old model is made again.
   */
  rebuild(next: LiveEntities, options: RebuildOptions = {}): void {
    const old = new Map(this.#entities);
    const own = this.saveMotions();
    const last = options.last ?? this.readLast();
    const forces = this.readForces();
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
      const isLost = problem instanceof EngineLost;
      if (isLost) this.#engine = replaceEngine(this.#engine);
      if (released || isLost) {
        [this.#compiled, this.#pipeline] = this.#compile(old, this.#memoryMb);
        this.#adopt(old, own, forces);
        this.last = last;
      }
      if (!isLost) throw problem;
      throw new SimError("ENGINE_REFUSED", { where: this.description.name, found: problem.message });
    }
    this.#memoryMb = memoryMb;
    this.#adopt(new Map(next), options.motions ?? own, options.forces ?? forces);
    this.last = keepOnly(last, this.#entities);
  }

  /** Texts that adding an entity would compile, as far as they take long and no model of them is kept. */
  textsFor(entity: Entity, placement: Pose): readonly CompileJob[] {
    const world = { ...this.description, gravity: this.#gravity };
    const newcomer = startEntity(entity, placement, 0, stepSecOf(this.description));
    const placed = [...this.#entities.values(), newcomer];
    checkFlushBoxes(entity);
    const { text, files } = writeWorld(world, placed);
    const jobs = [
      { text, files },
      { text: writeAlone(world, newcomer), files: [] },
    ];
    return jobs.filter((job) => isLargeModel(job) && !findModel(job.text));
  }

  /** The text that removing entities would compile, if it takes long and no model of it is kept. */
  textsWithout(names: readonly string[]): readonly CompileJob[] {
    const stay = [...this.#entities.values()].filter(({ entity }) => !names.includes(entity.name));
    return this.textsOf(stay, this.#gravity);
  }

  /** The same for a world of these entities. */
  textsOf(entities: readonly PlacedEntity[], gravity: Vec3): readonly CompileJob[] {
    const { text, files } = writeWorld({ ...this.description, gravity }, entities);
    return isLargeModel({ text, files }) && !findModel(text) ? [{ text, files }] : [];
  }

  /** True: a call into the engine has failed for good. */
  get isLost(): boolean {
    return this.#engine.isLost;
  }

  /** Goes on with another engine: the given entities with the given motions. Throws if there is no other engine. */
  revive(next: LiveEntities, motions: Motions, last: LastStep): void {
    const forces = this.readForces();
    this.#engine = replaceEngine(this.#engine);
    [this.#compiled, this.#pipeline] = this.#compile(next, this.#memoryMb);
    this.#adopt(new Map(next), motions, forces);
    this.last = keepOnly(last, this.#entities);
  }

  /** Doubles the memory for contacts and rows; false: the maximum is reached. Changes no bit of the motion. */
  grow(motions?: Motions): boolean {
    if (this.#memoryMb >= MAX_MEMORY_MB) return false;
    try {
      this.rebuild(this.#entities, { memoryMb: 2 * this.#memoryMb, ...(motions ? { motions } : {}) });
      return true;
    } catch {
      return false;
    }
  }

  /** Takes over a newly compiled model and writes motions and forces into it. */
  #adopt(live: LiveEntities, motions: Motions, forces: readonly ContactForce[]): void {
    this.#entities.clear();
    for (const [name, one] of live) this.#entities.set(name, one);
    this.#index();
    const c = this.compiled;
    for (const [name, motion] of motions) {
      const layout = this.#layouts.get(name);
      if (layout) loadMotion(c, layout, motion);
    }
    c.kernel.forces.load(forces, c.layout.geoms);
    // forces that wait for the next step came with the motions
    this.forced = true;
    this.#engine.mj.mj_fwdKinematics(c.model, c.data);
  }

  #compile(live: LiveEntities, memoryMb: number, beforeData?: () => void): [CompiledModel, Pipeline] {
    const placed = [...live.values()];
    const world = { ...this.description, gravity: this.#gravity };
    const compiled = new CompiledModel(this.#engine, world, placed, memoryMb, beforeData);
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
    this.#builds++;
    this.#layouts = new Map(this.#compiled.layout.entities.map((layout) => [layout.entity.name, layout]));
  }

  // ---- end

  checkAlive(): void {
    if (this.#disposed)
      throw new SimError("DISPOSED", { where: this.description.name, found: "a call after dispose()" });
  }

  dispose(): void {
    this.checkAlive();
    this.#disposed = true;
    this.#compiled.delete();
  }
}

const stepSecOf = ({ stepNs }: WorldDescription): number => stepNs / NS_PER_SEC;
