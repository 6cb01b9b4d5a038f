// The World: physics and the robots in it, frame by frame. Frame k is the state at t = k dt (T0). Pure: no clock, no sockets,
// the same results in Node and in the browser (P3). Clients, pauses and waiting are in src/session.

import type { Entity, EntityInput } from "../describe/entity/Entity.js";
import { type RobotDescription, renameRobot } from "../describe/robot/RobotDescription.js";
import { describeWorld } from "../describe/world/WorldDescription.js";
import { type Light, type WorldFile, worldFileOf } from "../describe/world/WorldFile.js";
import { builtInDevices } from "../devices/BuiltIn.js";
import type { RenderContext } from "../devices/Device.js";
import type { DeviceRegistry } from "../devices/DeviceRegistry.js";
import { Airwaves } from "../devices/radio/Airwaves.js";
import { Hash64 } from "../math/Hash64.js";
import { ORIGIN, type Pose } from "../math/Pose.js";
import { ZERO } from "../math/Vec3.js";
import { type CompileJob, textsToCompile, textsToRemove, textsToRestore } from "../physics/Ahead.js";
import { Physics, type Removal, type Snapshot } from "../physics/Physics.js";
import { DirectCameraRenderer } from "../render/picture/DirectCameraRenderer.js";
import type { CameraRenderer } from "../render/picture/Picture.js";
import { LiveScene } from "../render/scene/LiveScene.js";
import type { SceneLamp } from "../render/scene/SceneLamp.js";
import { addFailure, collectFailures, NO_FAILURES } from "./EntityFailures.js";
import { EventSchedule, type EventState } from "./EventSchedule.js";
import { FixedCamera } from "./FixedCamera.js";
import { listPictureSources, type PictureSource } from "./PictureSource.js";
import { type Lift, likelyPlacement, ModelMissing, placeRobot } from "./Placement.js";
import type { Robot, RobotSnapshot } from "./Robot.js";
import { RobotLamps } from "./RobotLamps.js";
import { checkDeviceNumbers, checkTexels, countRadios } from "./RobotLimits.js";
import type { VoiceRights } from "./RobotVoice.js";
import { SegmentationNumbers } from "./SegmentationNumbers.js";
import { isNamed } from "./triggers/Subjects.js";
import { Triggers, type TriggersState } from "./triggers/Triggers.js";
import { type LightChange, WorldLights } from "./WorldLights.js";
import { WorldRobots } from "./WorldRobots.js";

export type { PictureSource } from "./PictureSource.js";

export interface WorldOptions {
  /** Device types and robot types; default: the built-in ones. */
  readonly devices?: DeviceRegistry;
  /** Default: the seed of the world file. */
  readonly seed?: number | undefined;
  /** Renders the pictures of cameras; default: this thread renders them on request. */
  readonly cameraRenderer?: CameraRenderer | undefined;
}

export interface WorldSnapshot {
  readonly physics: Snapshot;
  readonly robots: readonly RobotSnapshot[];
  readonly lights: readonly Light[];
  readonly events: EventState;
  readonly triggers: TriggersState;
  readonly numbers: ReadonlyMap<string, number>;
}

export class World {
  readonly file: WorldFile;
  readonly devices: DeviceRegistry;
  readonly physics: Physics;
  /** Scheduled events of the world file, with their progress. */
  readonly events: EventSchedule;
  /** Triggers of the world file, with what meets their conditions now. */
  readonly triggers: Triggers;
  /** Cameras of the world file, without a robot (S7). */
  readonly cameras: readonly FixedCamera[];
  readonly #renderContext: RenderContext;
  /** What radios have sent in this step. */
  readonly #airwaves = new Airwaves(() => countRadios(this.robots));
  readonly #numbers = new SegmentationNumbers();
  readonly #robots: WorldRobots;
  /** The physics before any robot joined. */
  readonly #start: Snapshot;
  readonly #lights: WorldLights;
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
    this.file = file;
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
    this.#start = physics.snapshot();
    this.#lights = new WorldLights(file.lights);
    this.events = new EventSchedule(file.events, physics.description.seed);
    this.triggers = new Triggers(file.triggers, {
      physics,
      robots: () => this.robots,
      start: (name, timeNs, who) => this.events.start(name, timeNs, who),
    });
    this.cameras = file.cameras.map(
      (camera) => new FixedCamera({ camera, physics, devices, renderContext: this.#renderContext }),
    );
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
    const verbs = this.file.rights.flatMap(({ who, verbs }) => (isNamed(who, name, true) ? verbs : []));
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
    const lifts = this.#hasOwnStatics ? this.#lifts.get(description) : undefined;
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
    const known = this.#hasOwnStatics ? lifts : [];
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
    const added = this.#placedAtStart.map(({ description: { entity }, placement }) => ({ entity, placement }));
    return [...textsToRestore(this.physics, this.#start), ...textsToRestore(this.physics, this.#start, { added })];
  }

  /** The same for a snapshot that is restored with the robots that `keep` names. */
  planRestore(snapshot: WorldSnapshot, keep: (name: string) => boolean): readonly CompileJob[] {
    const gone = snapshot.robots.map(({ description }) => description.name).filter((name) => !keep(name));
    const all = textsToRestore(this.physics, snapshot.physics);
    return gone.length === 0 ? all : [...all, ...textsToRestore(this.physics, snapshot.physics, { gone })];
  }

  /** Robots that a reset puts back. */
  get #placedAtStart(): readonly Robot[] {
    return this.robots.filter((robot) => !this.events.wasAdded(robot));
  }

  /** True: the static entities are those of the world file. */
  get #hasOwnStatics(): boolean {
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
    if (this.frame === 0) for (const camera of this.cameras) camera.restart();
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

  get cameraRenderer(): CameraRenderer {
    return this.#renderContext.cameraRenderer;
  }

  // ---- radio

  /** Before a step: sends bytes to all radios of all channels, wherever they are. Longer messages than those of a radio get lost. */
  broadcast(bytes: Uint8Array): void {
    this.#airwaves.send({ robot: undefined, channel: "all", position: ZERO, range: Number.POSITIVE_INFINITY, bytes });
  }

  // ---- lights

  get lights(): readonly Light[] {
    return this.#lights.all;
  }

  setLight(name: string, change: LightChange): Light {
    return this.#lights.set(name, change, this.physics.description.name);
  }

  // ---- one frame

  /**
   * From frame k to k + 1. The phases are those of docs/architecture.md; src/session does phases 0 to 2 before and the rest of
   * phases 8 and 9 after. Returns the entities that had to be removed (M7, W7).
   */
  stepFrame(): readonly Removal[] {
    // 3, 4: commands whose latency is over reach their devices, which set motor targets and forces
    const refused = this.#forEachRobot(actAt);
    // 5: one physics step; an entity that breaks it is removed
    const removals = this.physics.step();
    if (removals.length > 0) this.#robots.forget(removals.flatMap(({ entity }) => entity));
    // 7, 8: devices that are due take a sample; samples whose latency is over go to the outbox of their robot
    const broken = this.#forEachRobot(senseAt);
    this.#airwaves.clear();
    // 6: triggers see the new places and samples, and start events for the next frame
    this.triggers.look(this.timeNs);
    // 8: cameras of the world that are due take a picture
    for (const camera of this.cameras) camera.look(this.timeNs);
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

  /** To t = 0 (T8): robots at the placement of their joining, queues empty, streams at their start. Returns those that fail. */
  reset(): readonly Removal[] {
    const placed = this.#placedAtStart;
    this.events.reset();
    this.triggers.reset();
    this.#robots.clear();
    this.#lights.reset();
    this.physics.restore(this.#start);
    this.#numbers.update(this.physics.names);
    const failed = this.#robots.putBack(placed);
    for (const camera of this.cameras) camera.restart();
    return failed;
  }

  snapshot(): WorldSnapshot {
    const robots = this.#robots.save();
    const [events, triggers, numbers] = [this.events.save(), this.triggers.save(), this.#numbers.save()];
    return { physics: this.physics.snapshot(), robots, lights: this.lights, events, triggers, numbers };
  }

  /** Back to a snapshot of this world, without the robots that `keep` rejects. Returns the robots that cannot be restored. */
  restore(snapshot: WorldSnapshot, keep: (name: string) => boolean = () => true): readonly Removal[] {
    this.physics.restore(snapshot.physics);
    this.#lights.restore(snapshot.lights);
    this.events.restore(snapshot.events);
    this.triggers.restore(snapshot.triggers);
    this.#numbers.restore(snapshot.numbers);
    const failed = this.#robots.restore(snapshot.robots);
    const gone = this.robots.map(({ name }) => name).filter((name) => !keep(name));
    if (gone.length > 0) this.removeAll(gone);
    for (const camera of this.cameras) camera.restart();
    return failed;
  }

  /** 16 hex digits over physics, queues, streams, lights, events and time (M5). */
  hash(): string {
    const hash = new Hash64();
    hash.addString(this.physics.hash());
    for (const robot of this.robots) robot.addTo(hash);
    this.#lights.addTo(hash);
    this.events.addTo(hash);
    this.triggers.addTo(hash);
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
