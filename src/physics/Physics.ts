// The rigid-body world (M1 to M7): entities join and leave, and one call advances the world by one step, with the same bits
// on every machine. Time is a whole number of nanoseconds. Leaves out: clocks, random numbers, files.

import { checkPose, checkVec } from "../describe/Check.js";
import { describeEntity, type Entity, type EntityInput } from "../describe/entity/Entity.js";
import { type AxisParameters, JOINT_PROPERTY, type JointPropertyName } from "../describe/entity/Joint.js";
import type { MaterialMatrix } from "../describe/entity/Material.js";
import { SimError, unknownName } from "../describe/SimError.js";
import {
  describeWorld,
  NS_PER_SEC,
  type WorldDescription,
  type WorldInput,
} from "../describe/world/WorldDescription.js";
import { Hash64, type HashMark } from "../math/Hash64.js";
import { ORIGIN, type Pose } from "../math/Pose.js";
import type { Vec3 } from "../math/Vec3.js";
import { checkFlushBoxes } from "./contact/FlushBoxes.js";
import { setCommand } from "./JointCommand.js";
import { checkAxisIndex } from "./Joints.js";
import { loadEngine, loadSpareEngine } from "./model/Engine.js";
import { isLoss } from "./model/EngineLoss.js";
import { Blocking } from "./mover/Blocking.js";
import {
  copyEntity,
  hashEntity,
  type LiveEntity,
  loadMotion,
  type Motion,
  rangesOf,
  saveMotion,
  startEntity,
} from "./state/EntityState.js";
import { INTERNALS, LiveModel } from "./state/LiveModel.js";
import { checkSnapshot, type Snapshot } from "./state/Snapshot.js";
import { Crowd, crowdError } from "./step/Crowd.js";
import { Backup, isSound, isStarved, memoryUse } from "./step/Guard.js";
import { keepOnly, NO_STEP } from "./step/LastStep.js";
import { type Outcome, type Removal, recover, without } from "./step/Recovery.js";

export type { Snapshot } from "./state/Snapshot.js";
export type { Removal } from "./step/Recovery.js";
/** A saved state of one entity. */
export type EntityStart = Motion;

/** Above this share of the memory in use, more is allocated before a step runs out of it. */
const MAX_MEMORY_USE = 0.6;
const NO_REMOVALS: readonly Removal[] = Object.freeze([]);

interface Newcomer {
  readonly entity: EntityInput | Entity;
  readonly placement: Pose;
}

const wordsOf = ({ buffer, byteOffset, length }: Float64Array): Uint32Array =>
  new Uint32Array(buffer, byteOffset, 2 * length);

export class Physics {
  /** @internal Entities and compiled model, for the files of src/physics only. */
  readonly [INTERNALS]: LiveModel;
  readonly #live: LiveModel;
  readonly #backup = new Backup();
  #steps = 0;
  /** The entity that asked for too much work in the last attempt at a step. */
  #crowd: Crowd | undefined;
  /** True: between `gather` and `settle`. */
  #isGathering = false;
  /** Entities whose joints have got springs since `gather`. */
  readonly #springing = new Set<string>();

  /** Loads the engine and builds the world. */
  static async create(world: WorldDescription | WorldInput = {}): Promise<Physics> {
    const description = describeWorld(world);
    return new Physics(new LiveModel(await loadEngine(), description));
  }

  /** Loads a second engine, with which the worlds of this process go on if the first one fails (M8). */
  static loadSpare(): Promise<void> {
    return loadSpareEngine();
  }

  private constructor(live: LiveModel) {
    this.#live = live;
    this[INTERNALS] = live;
  }

  get description(): WorldDescription {
    return this.#live.description;
  }

  /**
   * Takes another description over, whose step and seed must be the same: later resets and hashes compare with it. Entities,
   * materials and gravity of now stay as they are; `exchange`, `materials` and `gravity` change them.
   */
  redescribe(description: WorldDescription): void {
    this.#live.redescribe(description);
  }

  /** Friction and restitution of materials and of pairs of materials; may be changed between two steps. */
  get materials(): MaterialMatrix {
    return this.#live.materials;
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

  /** m/s². Default: the world's own. */
  get gravity(): Vec3 {
    return this.#live.gravity;
  }

  /** From the next step on. */
  set gravity(gravity: Vec3) {
    this.#live.checkAlive();
    const next = checkVec(gravity, `${this.description.name}/Gravity`, "COMMAND_NOT_FINITE");
    if (next.every((g, k) => Object.is(g, this.gravity[k]))) return;
    this.#live.rebuild(this.#live.entities, { gravity: Object.freeze([...next]) as unknown as Vec3 });
  }

  // ---- entities

  /** In name order. */
  get names(): readonly string[] {
    return this.#live.names;
  }

  has(name: string): boolean {
    return this.#live.entities.has(name);
  }

  entity(name: string): Entity {
    return this.#live.liveOf(name).entity;
  }

  /** The pose at which the entity was added. Static entities stay there. */
  placementOf(name: string): Pose {
    return this.#live.liveOf(name).placement;
  }

  /**
   * Counts how often the model was compiled: a join, a leave, a restore, a change of gravity or of the memory. What was
   * derived from the set of entities is valid as long as this number stays the same.
   */
  get builds(): number {
    return this.#live.builds;
  }

  /** Adds a robot or an object between two steps; everything else keeps its exact state (M6). */
  add(entity: EntityInput | Entity, placement: Pose = ORIGIN): void {
    this.exchange([], [{ entity, placement }]);
  }

  remove(name: string): void {
    this.exchange([name], []);
  }

  /** Removes and adds entities in one rebuild. A new entity may have the name of a removed one. */
  exchange(gone: readonly string[], come: readonly Newcomer[]): void {
    const live = this.#live;
    for (const name of gone) live.liveOf(name);
    live.checkAlive();
    const stay = without(live.entities, gone);
    const next = new Map(stay);
    let order = Math.max(0, ...[...stay.values()].map((one) => one.order));
    for (const { entity: input, placement } of come) {
      const entity = describeEntity(input);
      if (next.has(entity.name))
        throw new SimError("ENTITY_TAKEN", { where: this.description.name, found: `"${entity.name}"` });
      live.checkMaterials(entity);
      checkFlushBoxes(entity);
      next.set(entity.name, startEntity(entity, checkPose(placement, `${entity.name}/Offset`), ++order, this.stepSec));
    }
    const motions = new Map([...live.saveMotions()].filter(([name]) => stay.has(name)));
    live.rebuild(next, { motions, last: keepOnly(live.readLast(), stay) });
  }

  /** The state of an entity, to be loaded again before the next step and before anything joins or leaves. */
  saveStart(name: string): EntityStart {
    return saveMotion(this.#live.compiled, this.#live.layoutOf(name));
  }

  loadStart(name: string, start: EntityStart): void {
    loadMotion(this.#live.compiled, this.#live.layoutOf(name), start);
    this.#live.updateKinematics();
  }

  // ---- one step

  /** Advances by one step. Returns the entities that were removed because their numbers were not finite or too large (M7). */
  step(): readonly Removal[] {
    const live = this.#live;
    // lost between two steps, by a query or by another world
    if (live.isLost) live.revive(live.entities, live.saveMotions(), NO_STEP);
    this.#backup.save(this.#live.compiled, this.#live.forced);
    const outcome = this.#attemptUnblocked();
    if (outcome !== "sound") return this.#recover(outcome);
    this.#endStep();
    return NO_REMOVALS;
  }

  /** Repeats the step while movers meet more force than they may. */
  #attemptUnblocked(): Outcome {
    const live = this.#live;
    let outcome = this.#attempt();
    if (outcome !== "sound" || live.compiled.surfaces.movers.length === 0) return outcome;
    const blocking = new Blocking(live.compiled, live.pipeline.notes);
    while (outcome === "sound" && blocking.look()) {
      this.#backup.restore(live.compiled);
      live.compiled.surfaces.place();
      live.updateKinematics();
      live.pipeline.rates = blocking.rates;
      outcome = this.#attempt();
    }
    live.pipeline.rates = undefined;
    return outcome;
  }

  #attempt(): Outcome {
    try {
      this.#crowd = undefined;
      this.#live.pipeline.step(this.#live.forced);
    } catch (problem) {
      if (problem instanceof Crowd) {
        this.#crowd = problem;
        return "crowded";
      }
      if (isLoss(problem) || this.#live.isLost) return "lost";
      // the engine throws when its memory is full; errors of this program are not caught
      if (problem instanceof TypeError || problem instanceof ReferenceError) throw problem;
      return "starved";
    }
    const c = this.#live.compiled;
    return isStarved(c) ? "starved" : isSound(c) ? "sound" : "bad";
  }

  #endStep(): void {
    const live = this.#live;
    const c = live.compiled;
    if (live.forced) c.views.xfrc_applied.fill(0);
    live.forced = false;
    c.views.qfrc_applied.fill(0);
    live.last = undefined;
    if (c.surfaces.movers.length > 0) live.keepMovers();
    c.kernel.forces.keep();
    this.#steps++;
    // a rebuild with more memory changes no bits
    if (memoryUse(c) > MAX_MEMORY_USE) live.grow();
  }

  #recover(first: Outcome): Removal[] {
    const live = this.#live;
    const { memoryMb } = live;
    // contacts of a step that is undone must not be reported
    live.last ??= NO_STEP;
    const removals = recover(
      { live, backup: this.#backup, attempt: () => this.#attempt(), crowd: () => this.#crowd },
      first,
    );
    this.#endStep();
    // the entity that needed the memory is gone
    if (removals.some(({ error }) => error.code === "OVERCROWDED")) live.rebuild(live.entities, { memoryMb });
    return removals;
  }

  /** Entities that asked for too much work in samples since the last call: to be removed by the caller (M8). */
  takeBlamed(): readonly Removal[] {
    const crowds = this.#live.takeBlamed();
    return crowds.length === 0
      ? NO_REMOVALS
      : crowds.map((crowd) => ({ entity: crowd.entity, error: crowdError(crowd) }));
  }

  // ---- commands

  /** Sets one joint parameter by its name (W4). `axis` counts from 0. */
  setJoint(entity: string, joint: string, property: JointPropertyName, value: number, axis = 0): void {
    const live = this.#live.liveOf(entity);
    const command = live.commands.get(joint);
    if (!command) throw unknownName("COMPONENT_UNKNOWN", entity, joint, [...live.commands.keys()]);
    if (!Object.hasOwn(JOINT_PROPERTY, property))
      throw unknownName("PARAMETER_UNKNOWN", `${entity}/${joint}`, property, Object.keys(JOINT_PROPERTY));
    if (!Number.isInteger(axis) || command.axes[axis] === undefined)
      checkAxisIndex(command, axis, `${entity}/${joint}`);
    // clients often repeat a command
    if (!command.servo && Object.is(command.axes[axis][property as keyof AxisParameters], value)) return;
    const restructure = setCommand(command, axis, property, value, `${entity}/${joint}`);
    if (restructure && !live.sprung.has(joint)) this.#spring(live, joint);
    else if (!this.#springing.has(entity)) this.#live.pipeline.joints.update(this.#live.compiled, command.joint);
  }

  /** A joint without a spring gets one: the model has to be compiled again. */
  #spring(live: LiveEntity, joint: string): void {
    const { name } = live.entity;
    if (this.#isGathering && !this.#springing.has(name)) {
      live.springings = (live.springings ?? 0) + 1;
      if (live.springings > MAX_SPRINGINGS) throw tooManySpringings(`${name}/${joint}`);
    }
    live.sprung.add(joint);
    if (this.#isGathering) this.#springing.add(name);
    else this.#live.rebuild(this.#live.entities);
  }

  /** Before the commands of a step: the model is compiled once for all of them, at `settle` (M8). */
  gather(): void {
    this.#isGathering = true;
  }

  /** After the commands of a step. */
  settle(): void {
    this.#isGathering = false;
    if (this.#springing.size === 0) return;
    this.#springing.clear();
    this.#live.rebuild(this.#live.entities);
  }

  // ---- state

  snapshot(): Snapshot {
    return {
      world: this.description.name,
      stepNs: this.description.stepNs,
      gravity: this.description.gravity,
      gravityNow: this.gravity,
      steps: this.#steps,
      entities: this.names.map((name) => ({
        ...copyEntity(this.#live.liveOf(name)),
        motion: saveMotion(this.#live.compiled, this.#live.layoutOf(name)),
      })),
      materials: this.materials.save(),
      last: this.#live.readLast(),
      forces: this.#live.readForces(),
    };
  }

  /** Returns to a snapshot of this world. Throws, and changes nothing, if the snapshot is of another world. */
  restore(snapshot: Snapshot): void {
    this.#live.checkAlive();
    checkSnapshot(snapshot, this.description);
    const next = new Map<string, LiveEntity>();
    const motions = new Map<string, Motion>();
    for (const one of snapshot.entities) {
      next.set(one.entity.name, copyEntity(one));
      motions.set(one.entity.name, one.motion);
    }
    const { last, forces, materials, gravityNow: gravity } = snapshot;
    this.#live.rebuild(next, { motions, last, forces, materials, gravity });
    this.#steps = snapshot.steps;
  }

  /** 16 hex digits over time, materials, gravity where it was changed, and every entity in name order (M5). */
  hash(mark?: HashMark): string {
    const hash = new Hash64();
    hash.addNumber(this.timeNs);
    hash.addString(JSON.stringify(this.materials.save()));
    if (this.gravity.some((g, k) => g !== this.description.gravity[k])) {
      hash.addString("gravity");
      for (const g of this.gravity) hash.addNumber(g);
    }
    mark?.(hash, "world", "time, materials, gravity");
    for (const name of this.names) this.#addEntity(hash, name, mark);
    return hash.digest();
  }

  /**
   * Adds time, positions and velocities, which is fast enough for every frame: two runs that differ elsewhere differ here soon after.
   * Entities in name order.
   */
  addMotion(hash: Hash64, mark?: HashMark): void {
    const c = this.#live.compiled;
    const [qpos, qvel] = [wordsOf(c.views.qpos), wordsOf(c.views.qvel)];
    hash.addNumber(this.timeNs);
    for (const layout of c.layout.entities) {
      const { q, v } = rangesOf(c, layout);
      if (q[0] === q[1]) continue;
      hash.addWords(qpos, 2 * q[0], 2 * q[1]);
      mark?.(hash, layout.entity.name, "positions");
      hash.addWords(qvel, 2 * v[0], 2 * v[1]);
      mark?.(hash, layout.entity.name, "velocities");
    }
  }

  /** Hash of one entity: entities that do not touch it must not change it. */
  hashOf(name: string): string {
    const hash = new Hash64();
    this.#addEntity(hash, name);
    return hash.digest();
  }

  #addEntity(hash: Hash64, name: string, mark?: HashMark): void {
    const live = this.#live;
    hashEntity(hash, live.compiled, { layout: live.layoutOf(name), live: live.liveOf(name), mark });
  }

  /** Frees the engine's memory. The world cannot be used afterwards. */
  dispose(): void {
    this.#live.dispose();
  }
}

/** Number of steps in which commands may give springs to joints of an entity: each time the whole world is compiled. */
const MAX_SPRINGINGS = 8;

const tooManySpringings = (where: string): SimError =>
  new SimError("PARAMETER_UNSUPPORTED", {
    where,
    found: `SuspensionCFM of another joint without a spring, after ${MAX_SPRINGINGS} frames with such commands`,
    allowed: `such commands in at most ${MAX_SPRINGINGS} frames`,
    advice: "Send them for all joints with one answer, or write <Suspension> into the document.",
  });
