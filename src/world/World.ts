// The World: physics and the robots in it, frame by frame. Frame k is the state at t = k dt (T0). Pure: no clock, no sockets,
// the same results in Node and in the browser (P3). Clients, pauses and waiting are in src/session.

import type { Entity, EntityInput } from "../describe/entity/Entity.js";
import { type RobotDescription, renameRobot } from "../describe/robot/RobotDescription.js";
import { SimError } from "../describe/SimError.js";
import { describeWorld, type WorldDescription } from "../describe/world/WorldDescription.js";
import { type Light, type WorldFile, worldFileOf } from "../describe/world/WorldFile.js";
import { builtInDevices } from "../devices/BuiltIn.js";
import type { RenderContext } from "../devices/Device.js";
import type { DeviceRegistry } from "../devices/DeviceRegistry.js";
import { Airwaves } from "../devices/radio/Airwaves.js";
import { Hash64, type HashMark } from "../math/Hash64.js";
import { ORIGIN, type Pose } from "../math/Pose.js";
import { ZERO } from "../math/Vec3.js";
import { type CompileJob, textsToCompile, textsToRemove, textsToRestore } from "../physics/Ahead.js";
import { Physics, type Removal, type Snapshot } from "../physics/Physics.js";
import { DirectCameraRenderer } from "../render/picture/DirectCameraRenderer.js";
import type { CameraRenderer } from "../render/picture/Picture.js";
import type { SceneState } from "../render/raster/CompiledScene.js";
import { LiveScene } from "../render/scene/LiveScene.js";
import type { SceneLamp } from "../render/scene/SceneLamp.js";
import type { ActionMemory } from "./ActionMemory.js";
import { addFailure, collectFailures, NO_FAILURES } from "./EntityFailures.js";
import type { EventSchedule } from "./EventSchedule.js";
import { compareFiles, type FileChange, matrixOf, mergeMaterials } from "./FileChange.js";
import type { FixedCamera } from "./FixedCamera.js";
import type { FrameTimes } from "./FrameTimes.js";
import { listPictureSources, type PictureSource } from "./PictureSource.js";
import { type Lift, likelyPlacement, ModelMissing, placeRobot } from "./Placement.js";
import type { Robot, RobotSnapshot } from "./Robot.js";
import { RobotLamps } from "./RobotLamps.js";
import { checkDeviceNumbers, checkTexels, countRadios } from "./RobotLimits.js";
import type { VoiceRights } from "./RobotVoice.js";
import { SegmentationNumbers } from "./SegmentationNumbers.js";
import { isNamed } from "./triggers/Subjects.js";
import type { Triggers } from "./triggers/Triggers.js";
import type { LightChange } from "./WorldLights.js";
import { type PartsState, WorldParts } from "./WorldParts.js";
import { WorldRobots } from "./WorldRobots.js";
import { WorldStart } from "./WorldStart.js";

export type { PictureSource } from "./PictureSource.js";

export interface WorldOptions {
  /** Device types and robot types; default: the built-in ones. */
  readonly devices?: DeviceRegistry;
  /** Default: the seed of the world file. */
  readonly seed?: number | undefined;
  /** Renders the pictures of cameras; default: this thread renders them on request. */
  readonly cameraRenderer?: CameraRenderer | undefined;
}

export interface WorldSnapshot extends PartsState {
  readonly physics: Snapshot;
  readonly robots: readonly RobotSnapshot[];
  /** Number of edits of the file before it. */
  readonly edits: number;
  readonly numbers: ReadonlyMap<string, number>;
  /** Left out: that of the world. */
  readonly seed?: number;
}

export class World {
  #file: WorldFile;
  readonly devices: DeviceRegistry;
  readonly physics: Physics;
  readonly #parts: WorldParts;
  readonly #renderContext: RenderContext;
  /** What radios have sent in this step. */
  readonly #airwaves = new Airwaves(() => countRadios(this.robots));
  readonly #numbers = new SegmentationNumbers();
  readonly #robots: WorldRobots;
  readonly #start: WorldStart;
  /** Number of edits of the file. After the first one, other threads no longer know the static entities. */
  #edits = 0;
  readonly #lamps = new RobotLamps();
  /** Lifts that were found ahead, by robots that have not joined yet. */
  readonly #lifts = new WeakMap<RobotDescription, readonly Lift[]>();

  /** Places that were found for robots whose joins have to wait for a model. */
  readonly #found = new WeakMap<RobotDescription, Lift>();

  static async create(file: WorldFile = worldFileOf(), options: WorldOptions = {}): Promise<World> {
    const physics = options.seed === undefined ? file.physics : describeWorld({ ...file.physics, seed: options.seed });
    const cameraRenderer = options.cameraRenderer ?? (await DirectCameraRenderer.create());
    return new World(file, await Physics.create(physics), options.devices ?? builtInDevices(), cameraRenderer);
  }

  private constructor(file: WorldFile, physics: Physics, devices: DeviceRegistry, cameraRenderer: CameraRenderer) {
    this.#file = file;
    this.physics = physics;
    this.devices = devices;
    const scene = new LiveScene({
      physics,
      lights: () => this.lights,
      numberOf: (name) => this.#numbers.of(name),
      lamps: () => this.lamps,
    });
    this.#renderContext = { scene, cameraRenderer };
    this.#numbers.update(physics.names);
    this.#robots = new WorldRobots({
      physics,
      rightsOf: (name) => this.#rightsOf(name),
      devices,
      renderContext: this.#renderContext,
      airwaves: this.#airwaves,
      numbers: this.#numbers,
    });
    this.#start = new WorldStart(physics);
    const { robots, renderContext } = { robots: () => this.robots, renderContext: this.#renderContext };
    this.#parts = new WorldParts(file, { physics, devices, robots, renderContext });
    this.#parts.openCameras(file);
  }

  /** The description of the world, with all edits. */
  get file(): WorldFile {
    return this.#file;
  }
  /** How many edits of the file it has taken over. */
  get edits(): number {
    return this.#edits;
  }
  /** Scheduled events of the world file, with their progress. */
  get events(): EventSchedule {
    return this.#parts.events;
  }
  /** Triggers of the world file, with what meets their conditions now. */
  get triggers(): Triggers {
    return this.#parts.triggers;
  }
  /** Cameras of the world file, without a robot (S7). */
  get cameras(): readonly FixedCamera[] {
    return this.#parts.cameras;
  }

  get frame(): number {
    return this.physics.steps;
  }
  get timeNs(): number {
    return this.physics.timeNs;
  }
  get timeSec(): number {
    return this.physics.timeSec;
  }
  get stepNs(): number {
    return this.physics.description.stepNs;
  }
  get seed(): number {
    return this.physics.description.seed;
  }

  // ---- robots and other entities

  /** In name order. */
  get robots(): readonly Robot[] {
    return this.#robots.all;
  }

  has(name: string): boolean {
    return this.physics.has(name);
  }

  /** Throws ENTITY_UNKNOWN. */
  robot(name: string): Robot {
    return this.#robots.get(name);
  }

  /** What the world listens to when a robot of this name speaks. */
  #rightsOf(name: string): VoiceRights {
    const verbs = this.file.rights.flatMap(({ who, verbs }) => (isNamed(who, name, "robot") ? verbs : []));
    return { events: this.triggers.messagesOf(name), verbs };
  }

  /** NAME, or NAME-2, NAME-3, ... if that is taken (R2). */
  freeName(name: string): string {
    if (!this.has(name)) return name;
    let n = 2;
    while (this.has(`${name}-${n}`)) n++;
    return `${name}-${n}`;
  }

  /**
   * Phase 1 of a frame: the robot joins now, and its devices take their first samples. `mayWait`: throws ModelMissing, once for a
   * robot, if the model of its place takes long to compile; `planAgain` has the texts then.
   */
  join(description: RobotDescription, mayWait = false): Robot {
    checkTexels(description, this.robots);
    checkDeviceNumbers(description);
    const named = renameRobot(description, this.freeName(description.name));
    const lifts = this.#hasKnownStatics ? this.#lifts.get(description) : undefined;
    const found = this.#found.get(description);
    const isLoaded = (place: Pose): boolean => textsToCompile(this.physics, named.entity, place).length === 0;
    const mayCompile = mayWait && !found ? isLoaded : undefined;
    try {
      const place = placeRobot(this.physics, named, this.file.spawns, { lifts, found, mayCompile });
      const robot = this.#robots.adopt(named, place);
      this.#restartCamerasAtStart();
      return robot;
    } catch (problem) {
      if (problem instanceof ModelMissing) this.#found.set(description, problem.found);
      throw problem;
    }
  }

  /**
   * The texts that joining now would compile, for another thread (Ahead.ts). `lifts`: found by that thread, in a world of this
   * one's static entities. Changes no result.
   */
  planJoin(description: RobotDescription, lifts: readonly Lift[]): readonly CompileJob[] {
    this.#lifts.set(description, lifts);
    const { entity } = renameRobot(description, this.freeName(description.name));
    const known = this.#hasKnownStatics ? lifts : [];
    const place = this.#found.get(description)?.placement ?? likelyPlacement(description, this.file.spawns, known);
    return textsToCompile(this.physics, entity, place);
  }

  /** The same for robots that leave. */
  planLeave(names: readonly string[]): readonly CompileJob[] {
    return textsToRemove(this.physics, names);
  }

  /** The same for a robot that was planned before, at the place that is likely now. */
  planAgain(description: RobotDescription): readonly CompileJob[] {
    return this.planJoin(description, this.#lifts.get(description) ?? []);
  }

  /** The same for a reset. */
  planReset(): readonly CompileJob[] {
    const robots = this.#placedAtStart.map(({ description: { entity }, placement }) => ({ entity, placement }));
    return this.#start.plan(robots);
  }

  /** The same for a snapshot that is restored with the robots that `keep` names. */
  planRestore(snapshot: WorldSnapshot, keep: (name: string) => boolean): readonly CompileJob[] {
    this.#checkEdits(snapshot);
    const gone = snapshot.robots.map(({ description }) => description.name).filter((name) => !keep(name));
    const all = textsToRestore(this.physics, snapshot.physics);
    return gone.length === 0 ? all : [...all, ...textsToRestore(this.physics, snapshot.physics, { gone })];
  }

  /** Robots that a reset puts back. */
  get #placedAtStart(): readonly Robot[] {
    return this.robots.filter((robot) => !this.events.wasAdded(robot));
  }

  /** True: the static entities are those of the world file at its start. */
  get #hasKnownStatics(): boolean {
    if (this.#edits > 0) return false;
    const own = this.physics.description.entities.filter(({ isStatic }) => isStatic);
    const now = this.physics.names.map((name) => this.physics.entity(name)).filter(({ isStatic }) => isStatic);
    const known = new Set(now);
    return own.length === now.length && own.every((entity) => known.has(entity));
  }

  /**
   * Several robots; the same as one by one, except that their first samples see all of them. Fast if each has an Offset. Returns
   * those that could not join.
   */
  joinAll(descriptions: readonly RobotDescription[]): readonly Removal[] {
    const failed = this.#robots.joinTogether(descriptions);
    if (!failed) return collectFailures(descriptions, nameOf, (description) => void this.join(description));
    this.#restartCamerasAtStart();
    return failed;
  }

  /** The first pictures show the robots that are there from the start, as after a reset. */
  #restartCamerasAtStart(): void {
    if (this.frame === 0) this.#parts.restartCameras();
  }

  /** Adds an entity that is not a robot. */
  add(entity: Entity | EntityInput, placement?: Pose): void {
    this.physics.add(entity, placement);
    this.#numbers.update(this.physics.names);
  }

  /** Puts another static or loose entity in the place of the one with the same name. */
  exchange(entity: Entity): void {
    this.physics.exchange([entity.name], [{ entity, placement: ORIGIN }]);
  }

  /**
   * Gives robots that are there new bodies and devices, at their place and speed and without queued commands. After a reset
   * they start where the old ones did. All of them or, if one cannot be made, none.
   */
  replace(descriptions: readonly RobotDescription[]): void {
    this.#robots.replace(descriptions);
  }

  /** Removes a robot. Throws ENTITY_UNKNOWN. */
  leave(name: string): void {
    this.robot(name);
    this.remove(name);
  }

  /** Removes a robot or any other entity. */
  remove(name: string): void {
    this.removeAll([name]);
  }

  /** Removes entities in one rebuild. */
  removeAll(names: readonly string[]): void {
    this.physics.exchange(names, []);
    this.#robots.forget(names);
  }

  // ---- cameras

  /** All cameras: ROBOT.CAMERA of robots, NAME of the world file. */
  get pictureSources(): readonly PictureSource[] {
    return listPictureSources(this.robots, this.cameras);
  }

  /** Lamps of all robots with their brightness now; the same list as long as none changes. */
  get lamps(): readonly SceneLamp[] {
    return this.#lamps.of(this.robots);
  }

  /** Numbers of the entities in segmentation pictures, by name. */
  get numbers(): ReadonlyMap<string, number> {
    return this.#numbers.save();
  }

  /** The visible scene at this step, for pictures that no camera takes. */
  get sceneState(): SceneState {
    return this.#renderContext.scene.state();
  }

  get cameraRenderer(): CameraRenderer {
    return this.#renderContext.cameraRenderer;
  }

  // ---- actions

  /** What the actions of plug-ins keep. */
  get actions(): ActionMemory {
    return this.#parts.actions;
  }

  // ---- radio

  /** Before a step: sends bytes to all radios of all channels, wherever they are. Longer messages than those of a radio get lost. */
  broadcast(bytes: Uint8Array): void {
    this.#airwaves.send({ robot: undefined, channel: "all", position: ZERO, range: Number.POSITIVE_INFINITY, bytes });
  }

  // ---- lights

  get lights(): readonly Light[] {
    return this.#parts.lights.all;
  }

  setLight(name: string, change: LightChange): Light {
    return this.#parts.lights.set(name, change, this.physics.description.name);
  }

  // ---- one frame

  /**
   * From frame k to k + 1. The phases are those of docs/architecture.md; src/session does phases 0 to 2 before and the rest of
   * phases 8 and 9 after. Returns the entities that had to be removed (M7, W7).
   */
  stepFrame(times?: FrameTimes): readonly Removal[] {
    // 3, 4: commands whose latency is over reach their devices, which set motor targets and forces
    this.physics.gather();
    const refused = this.#forEachRobot(actAt);
    this.physics.settle();
    times?.end("actuators");
    // 5: one physics step; an entity that breaks it is removed
    const removals = this.physics.step();
    if (removals.length > 0) this.#robots.forget(removals.flatMap(({ entity }) => entity));
    times?.end("physics");
    // 7, 8: devices that are due take a sample; samples whose latency is over go to the outbox of their robot
    const broken = this.#forEachRobot(senseAt);
    this.#airwaves.clear();
    times?.end("sensors");
    // 6: triggers see the new places and samples, and start events for the next frame
    this.triggers.look(this.timeNs);
    // 8: cameras of the world that are due take a picture
    for (const camera of this.cameras) camera.look(this.timeNs);
    times?.end("triggers");
    const crowded = this.physics.takeBlamed();
    if (crowded.length > 0) this.removeAll(crowded.map(({ entity }) => entity));
    const others = refused.length + broken.length + crowded.length;
    return others > 0 ? [...refused, ...removals, ...broken, ...crowded] : removals;
  }

  /** A robot whose device throws is removed; the others continue (W7). */
  #forEachRobot(work: (robot: Robot, timeNs: number) => void): readonly Removal[] {
    const { robots, timeNs } = this;
    let failed = NO_FAILURES;
    for (let i = 0; i < robots.length; i++)
      try {
        work(robots[i], timeNs);
      } catch (problem) {
        failed = addFailure(failed, robots[i].name, problem);
      }
    for (const { entity } of failed) this.leave(entity);
    return failed;
  }

  // ---- state

  /**
   * To t = 0 (T8): robots at the placement of their joining, queues empty, streams at their start. `seed`: another one from now on.
   * Returns the robots that fail.
   */
  reset(seed = this.seed): readonly Removal[] {
    this.#reseed(seed);
    const placed = this.#placedAtStart;
    const { isEdited } = this.#start;
    this.#parts.reset();
    this.#robots.clear();
    this.#start.restore();
    this.#numbers.update(this.physics.names);
    const failed = isEdited ? this.#joinAgain(placed) : this.#robots.putBack(placed);
    this.#parts.restartCameras();
    return failed;
  }

  #reseed(seed: number): void {
    if (seed === this.seed) return;
    this.physics.redescribe(describeWorld({ ...this.physics.description, seed }));
    this.#parts.reseed(seed);
  }

  /** Robots of the edited file find their places anew, as at its start; the others return to theirs. */
  #joinAgain(placed: readonly Robot[]): readonly Removal[] {
    const own = new Map(this.file.robots.map(({ robot }) => [robot.name, robot]));
    const free = this.file.robots.filter(({ controller }) => controller === undefined).map(({ robot }) => robot);
    const driven = placed.flatMap(({ name }) => {
      const robot = own.get(name);
      return robot && !free.includes(robot) ? [robot] : [];
    });
    const others = placed.filter(({ name }) => !own.has(name));
    return [...this.joinAll(free), ...this.joinAll(driven), ...this.#robots.putBack(others)];
  }

  // ---- edits of the file

  /**
   * Takes an edited file over between two frames (E5). What the edit has not changed keeps its exact state (M6); what it has
   * changed is as at the start of the new file. Throws, and changes nothing, if the world cannot be made.
   */
  adopt(next: WorldFile): FileChange {
    const change = compareFiles(this.file, next);
    const before = this.#keepAll();
    try {
      this.#exchangeEntities(change);
      this.#file = change.file;
      this.#parts.adopt(change.file);
      if (change.robotsGone.length > 0) this.removeAll(change.robotsGone.filter((name) => this.has(name)));
      const [failed] = change.robotsCome.length > 0 ? this.joinAll(change.robotsCome) : [];
      if (failed) throw failed.error;
      this.#edits++;
      return change;
    } catch (problem) {
      before();
      throw problem;
    }
  }

  /** A function that puts everything back. */
  #keepAll(): () => void {
    const [file, { description }] = [this.#file, this.physics];
    const [start, parts, state] = [this.#start.keep(), this.#parts.keep(), this.snapshot()];
    return () => {
      this.physics.redescribe(description);
      this.#file = file;
      start();
      parts();
      this.restore(state);
    };
  }

  #exchangeEntities({ file, gone, come, hasNewMaterials, hasNewGravity }: FileChange): void {
    const { physics } = this;
    const [old, next] = [physics.description, this.#withSeed(file.physics)];
    if (hasNewMaterials)
      physics.materials.restore(mergeMaterials(physics.materials.save(), matrixOf(old).save(), matrixOf(next).save()));
    physics.redescribe(next);
    const there = gone.filter((name) => this.has(name));
    const place = (entity: Entity) => ({ entity, placement: ORIGIN });
    if (there.length + come.length > 0 || hasNewMaterials) physics.exchange(there, come.map(place));
    if (hasNewGravity) physics.gravity = next.gravity;
    this.#numbers.update(physics.names);
    this.#start.edit(gone, come, next);
  }

  /** The seed of the command line stays. */
  #withSeed(physics: WorldDescription): WorldDescription {
    return physics.seed === this.seed ? physics : describeWorld({ ...physics, seed: this.seed });
  }

  snapshot(): WorldSnapshot {
    const robots = this.#robots.save();
    const [parts, numbers] = [this.#parts.save(), this.#numbers.save()];
    return { physics: this.physics.snapshot(), robots, ...parts, numbers, edits: this.#edits, seed: this.seed };
  }

  /** Back to a snapshot of this world, without the robots that `keep` rejects. Returns the robots that cannot be restored. */
  restore(snapshot: WorldSnapshot, keep: (name: string) => boolean = () => true): readonly Removal[] {
    this.#checkEdits(snapshot);
    this.#reseed(snapshot.seed ?? this.seed);
    this.physics.restore(snapshot.physics);
    this.#parts.restore(snapshot);
    this.#numbers.restore(snapshot.numbers);
    const failed = this.#robots.restore(snapshot.robots);
    const gone = this.robots.map(({ name }) => name).filter((name) => !keep(name));
    if (gone.length > 0) this.removeAll(gone);
    this.#parts.restartCameras();
    return failed;
  }

  /** The state of events and triggers has no meaning for other ones. */
  #checkEdits({ edits }: WorldSnapshot): void {
    if (edits === this.#edits) return;
    throw new SimError("SNAPSHOT_FOREIGN", {
      where: this.physics.description.name,
      found: "a snapshot from before an edit of the world",
      allowed: "a snapshot from after the last edit",
      advice: "Take a snapshot after every edit that it should contain.",
    });
  }

  /** 16 hex digits over physics, queues, streams, lights, events and time (M5). */
  hash(mark?: HashMark): string {
    const hash = new Hash64();
    hash.addString(this.physics.hash(mark));
    for (const robot of this.robots) robot.addTo(hash, mark);
    this.#parts.addTo(hash);
    mark?.(hash, "world", "lights, events, triggers");
    return hash.digest();
  }

  /** The same for one robot: robots far away must not change it. */
  hashOf(name: string): string {
    const hash = new Hash64();
    hash.addString(this.physics.hashOf(name));
    this.robot(name).addTo(hash);
    return hash.digest();
  }

  dispose(): void {
    this.#renderContext.cameraRenderer.close();
    this.physics.dispose();
  }
}

const actAt = (robot: Robot, timeNs: number): void => robot.act(timeNs);
const senseAt = (robot: Robot, timeNs: number): void => robot.sense(timeNs);
const nameOf = ({ name }: { readonly name: string }): string => name;
