// The World: physics and the robots in it, frame by frame. Frame k is the state at t = k dt (T0). Pure: no clock, no
// sockets, the same results in Node and in the browser (P3). Who waits for whom is decided further down, in src/session.

import { type Entity, type EntityInput, inNameOrder } from "../describe/entity/Entity.js";
import { type RobotDescription, renameRobot } from "../describe/robot/RobotDescription.js";
import { asSimError, SimError, unknownName } from "../describe/SimError.js";
import { describeWorld } from "../describe/world/WorldDescription.js";
import { type Light, type WorldFile, worldFileOf } from "../describe/world/WorldFile.js";
import { builtInDevices } from "../devices/BuiltIn.js";
import type { Eyes } from "../devices/Device.js";
import type { DeviceRegistry } from "../devices/DeviceRegistry.js";
import { Hash64 } from "../math/Hash64.js";
import { ORIGIN, type Pose } from "../math/Pose.js";
import { Physics, type Removal, type Snapshot } from "../physics/Physics.js";
import { DirectCameraRenderer } from "../render/picture/DirectCameraRenderer.js";
import type { CameraRenderer } from "../render/picture/Picture.js";
import { LiveScene } from "../render/scene/LiveScene.js";
import type { SceneLamp } from "../render/scene/SceneLamp.js";
import { carryMotion } from "./CarriedMotion.js";
import { collectFailures } from "./EntityFailures.js";
import { EntityNumbers } from "./EntityNumbers.js";
import { EventSchedule, type EventState } from "./EventSchedule.js";
import { listPictureSources, type PictureSource } from "./PictureSource.js";
import { findPlacement, findPlacements } from "./Placement.js";
import { Robot, type RobotSnapshot } from "./Robot.js";
import { StandingCamera } from "./StandingCamera.js";

export type { PictureSource } from "./PictureSource.js";

export interface WorldOptions {
  /** Kinds of devices; the built-in ones if left out. */
  readonly devices?: DeviceRegistry;
  /** In place of the world's own. */
  readonly seed?: number | undefined;
  /** Who takes the pictures of cameras; left out: this thread does, when they are asked for. */
  readonly cameraRenderer?: CameraRenderer | undefined;
}

export interface WorldSnapshot {
  readonly physics: Snapshot;
  readonly robots: readonly RobotSnapshot[];
  readonly lights: readonly Light[];
  readonly events: EventState;
  readonly numbers: ReadonlyMap<string, number>;
}

export class World {
  readonly file: WorldFile;
  readonly devices: DeviceRegistry;
  readonly physics: Physics;
  /** What the world's file says shall happen, and how far that got. */
  readonly events: EventSchedule;
  /** Of the world itself, owned by no robot (S7). */
  readonly cameras: readonly StandingCamera[];
  readonly #eyes: Eyes;
  readonly #numbers = new EntityNumbers();
  readonly #start: Snapshot;
  /** In name order. */
  #robots: readonly Robot[] = [];
  #lights: readonly Light[];

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
      lights: () => this.#lights,
      numberOf: (name) => this.#numbers.of(name),
      lamps: () => this.lamps,
    });
    this.#eyes = { scene, cameraRenderer };
    this.#numbers.update(physics.names);
    this.#start = physics.snapshot();
    this.#lights = file.lights;
    this.events = new EventSchedule(file.events, physics.description.seed);
    this.cameras = file.cameras.map((camera) => new StandingCamera({ camera, physics, devices, eyes: this.#eyes }));
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

  // ---- who is there

  get robots(): readonly Robot[] {
    return this.#robots;
  }

  has(name: string): boolean {
    return this.physics.has(name);
  }

  robot(name: string): Robot {
    const robot = this.#robots.find((one) => one.name === name);
    if (!robot)
      throw unknownName(
        "ENTITY_UNKNOWN",
        this.physics.description.name,
        name,
        this.#robots.map((one) => one.name),
      );
    return robot;
  }

  /** NAME, or NAME-2, NAME-3, ... if that is taken (R2). */
  freeName(name: string): string {
    if (!this.has(name)) return name;
    let n = 2;
    while (this.has(`${name}-${n}`)) n++;
    return `${name}-${n}`;
  }

  /** Phase 1 of a frame: the robot is there from this instant on, and its sensors have looked once. */
  join(description: RobotDescription): Robot {
    const named = renameRobot(description, this.freeName(description.name));
    const robot = this.#put(named, findPlacement(this.physics, named, this.file.spawns));
    // who is there from the start is in the first pictures, as after a reset
    if (this.frame === 0) for (const camera of this.cameras) camera.restart();
    return robot;
  }

  /** Several at once, as if one after the other, but that all see each other at once; quick, if each has an Offset. */
  joinAll(descriptions: readonly RobotDescription[]): void {
    if (!this.#joinTogether(descriptions)) for (const description of descriptions) this.join(description);
    else if (this.frame === 0) for (const camera of this.cameras) camera.restart();
  }

  /** False: nobody came; whose fault it is comes out when they join one by one. */
  #joinTogether(descriptions: readonly RobotDescription[]): boolean {
    const names = new Set(descriptions.map(({ name }) => name));
    if (names.size < descriptions.length || [...names].some((name) => this.has(name))) return false;
    try {
      const placements = findPlacements(this.physics, descriptions);
      return (
        !!placements && this.#putAll(descriptions.map((one, i) => ({ description: one, placement: placements[i] })))
      );
    } catch (problem) {
      if (problem instanceof SimError) return false;
      throw problem;
    }
  }

  /** All of them, at the cost of one compilation; false: one cannot be made, and none is there. */
  #putAll(placed: readonly Pick<Robot, "description" | "placement">[]): boolean {
    const before = this.#robots;
    try {
      this.physics.exchange(
        [],
        placed.map(({ description, placement }) => ({ entity: description.entity, placement })),
      );
      this.#numbers.update(this.physics.names);
      const robots = placed.map(({ description, placement }) => this.#make(description, placement, this.timeNs));
      this.#robots = inNameOrder([...before, ...robots]);
      for (const robot of robots) robot.sense(this.timeNs);
      return true;
    } catch (problem) {
      if (!(problem instanceof SimError)) throw problem;
      const there = placed.map(({ description }) => description.name).filter((name) => this.has(name));
      this.physics.exchange(there, []);
      this.#robots = before;
      this.#numbers.update(this.physics.names);
      return false;
    }
  }

  #put(description: RobotDescription, placement: Pose): Robot {
    this.physics.add(description.entity, placement);
    this.#numbers.update(this.physics.names);
    try {
      const robot = this.#make(description, placement, this.timeNs);
      this.#robots = inNameOrder([...this.#robots, robot]);
      robot.sense(this.timeNs);
      return robot;
    } catch (problem) {
      this.remove(description.name);
      throw problem;
    }
  }

  #make(description: RobotDescription, placement: Pose, joinNs: number): Robot {
    const { physics, devices, seed } = this;
    return new Robot({ physics, devices, description, placement, seed, joinNs, eyes: this.#eyes });
  }

  /** Something that is no robot. */
  add(entity: Entity | EntityInput, placement?: Pose): void {
    this.physics.add(entity, placement);
    this.#numbers.update(this.physics.names);
  }

  /** Something static or loose in the place of another of the same name. */
  exchange(entity: Entity): void {
    this.physics.exchange([entity.name], [{ entity, placement: ORIGIN }]);
  }

  /**
   * Other bodies and devices for robots that are there, in their places, at their speeds; they know nothing of what the old
   * ones were told. After a reset they start where the old ones did. All of them or, if one cannot be made, none.
   */
  replace(descriptions: readonly RobotDescription[]): void {
    const names = descriptions.map(({ name }) => name);
    const old = names.map((name) => this.robot(name));
    const motions = names.map((name) => carryMotion(this.physics, name));
    const put = (next: readonly RobotDescription[]): readonly Robot[] => {
      const come = next.map(({ entity }, i) => ({ entity, placement: motions[i].origin }));
      this.physics.exchange(
        names.filter((name) => this.has(name)),
        come,
      );
      for (const motion of motions) motion.restore(this.physics);
      return next.map((description, i) => this.#make(description, old[i].placement, old[i].joinNs));
    };
    const adopt = (robots: readonly Robot[]): void => {
      this.#robots = this.#robots.map((robot) => robots.find(({ name }) => name === robot.name) ?? robot);
      for (const robot of robots) robot.sense(this.timeNs);
    };
    try {
      adopt(put(descriptions));
    } catch (problem) {
      adopt(put(old.map(({ description }) => description)));
      throw problem;
    }
  }

  leave(name: string): void {
    this.robot(name);
    this.remove(name);
  }

  /** A robot, or anything else that stands there. */
  remove(name: string): void {
    this.physics.remove(name);
    this.#forget([name]);
  }

  #forget(names: readonly string[]): void {
    this.#robots = this.#robots.filter((robot) => !names.includes(robot.name));
    this.#numbers.update(this.physics.names);
  }

  // ---- cameras

  /** All there are: ROBOT.CAMERA of robots, NAME of the world's own. */
  get pictureSources(): readonly PictureSource[] {
    return listPictureSources(this.#robots, this.cameras);
  }

  /** That robots carry, as they look now. */
  get lamps(): readonly SceneLamp[] {
    return this.#robots.flatMap(({ lamps }) => lamps);
  }

  /** How the entities are numbered in segmentation pictures. */
  get numbers(): ReadonlyMap<string, number> {
    return this.#numbers.save();
  }

  get cameraRenderer(): CameraRenderer {
    return this.#eyes.cameraRenderer;
  }

  // ---- lights

  get lights(): readonly Light[] {
    return this.#lights;
  }

  setLight(name: string, change: Partial<Pick<Light, "on" | "intensity" | "color">>): Light {
    const names = this.#lights.map((light) => light.name);
    if (!names.includes(name)) throw unknownName("LIGHT_UNKNOWN", this.physics.description.name, name, names);
    this.#lights = this.#lights.map((light) => (light.name === name ? Object.freeze({ ...light, ...change }) : light));
    return this.#lights.find((light) => light.name === name) as Light;
  }

  // ---- one frame

  /** From frame k to k + 1. Gives back whoever had to be removed on the way (M7). */
  stepFrame(): readonly Removal[] {
    // 3, 4: commands whose latency is over become motor targets
    const refused = this.#forEach((robot, timeNs) => robot.act(timeNs));
    // 5: one physics step
    const removals = this.physics.step();
    if (removals.length > 0) this.#forget(removals.flatMap(({ entity }) => entity));
    // 7, 8: sensors look; what is due goes to the clients
    const broken = this.#forEach((robot, timeNs) => robot.sense(timeNs));
    for (const camera of this.cameras) camera.look(this.timeNs);
    return refused.length + broken.length > 0 ? [...refused, ...removals, ...broken] : removals;
  }

  /** A command that the engine refuses, or a device that breaks, costs its robot the place and nobody else (W7). */
  #forEach(work: (robot: Robot, timeNs: number) => void): readonly Removal[] {
    const { timeNs } = this;
    let failed: Removal[] = NONE;
    for (const robot of this.#robots)
      try {
        work(robot, timeNs);
      } catch (problem) {
        failed = [...failed, { entity: robot.name, error: asSimError(problem, robot.name) }];
      }
    for (const { entity } of failed) this.leave(entity);
    return failed;
  }

  // ---- state

  /** t = 0, everybody placed as at its joining, queues empty, streams at their start (T8). Gives back who could not be. */
  reset(): readonly Removal[] {
    const placed = this.#robots.filter((robot) => !this.events.isGuest(robot));
    this.events.reset();
    this.#robots = [];
    this.#lights = this.file.lights;
    this.physics.restore(this.#start);
    this.#numbers.update(this.physics.names);
    const failed = this.#putAll(placed)
      ? NONE
      : collectFailures(
          placed,
          ({ name }) => name,
          ({ description, placement }) => {
            this.#put(description, placement);
          },
        );
    for (const camera of this.cameras) camera.restart();
    return failed;
  }

  snapshot(): WorldSnapshot {
    const robots = this.#robots.map((robot) => robot.save());
    const [events, numbers] = [this.events.save(), this.#numbers.save()];
    return { physics: this.physics.snapshot(), robots, lights: this.#lights, events, numbers };
  }

  /** Back to a snapshot of this world; robots for which `keep` says no are left out, and so is who cannot go back. */
  restore(snapshot: WorldSnapshot, keep: (name: string) => boolean = () => true): readonly Removal[] {
    this.physics.restore(snapshot.physics);
    this.#lights = snapshot.lights;
    this.events.restore(snapshot.events);
    this.#numbers.restore(snapshot.numbers);
    const robots: Robot[] = [];
    const failed = collectFailures(
      snapshot.robots,
      ({ description }) => description.name,
      (state) => {
        const robot = this.#make(state.description, state.placement, state.joinNs);
        robot.restore(state);
        robots.push(robot);
      },
    );
    this.#robots = robots;
    for (const { entity } of failed) this.physics.remove(entity);
    for (const { name } of this.#robots) if (!keep(name)) this.leave(name);
    for (const camera of this.cameras) camera.restart();
    return failed;
  }

  /** 16 hex digits over physics, queues, streams and time (M5). */
  hash(): string {
    const hash = new Hash64();
    hash.addString(this.physics.hash());
    for (const robot of this.#robots) robot.addTo(hash);
    if (this.#lights !== this.file.lights) this.#addLights(hash);
    this.events.addTo(hash);
    return hash.digest();
  }

  #addLights(hash: Hash64): void {
    const now = JSON.stringify(this.#lights);
    if (now !== JSON.stringify(this.file.lights)) hash.addString(now);
  }

  /** The same for one robot alone: what a bystander may not change. */
  hashOf(name: string): string {
    const hash = new Hash64();
    hash.addString(this.physics.hashOf(name));
    this.robot(name).addTo(hash);
    return hash.digest();
  }

  dispose(): void {
    this.#eyes.cameraRenderer.close();
    this.physics.dispose();
  }
}

const NONE: Removal[] = [];
