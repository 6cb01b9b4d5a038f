// The robots of a world, in name order: joining, exchanging and leaving. A robot is an entity of the physics plus its devices;
// this file keeps the two in step. If a robot cannot be made, physics and robots are as before.

import { inNameOrder } from "../describe/entity/Entity.js";
import type { RobotDescription } from "../describe/robot/RobotDescription.js";
import { SimError, unknownName } from "../describe/SimError.js";
import type { RenderContext } from "../devices/Device.js";
import type { DeviceRegistry } from "../devices/DeviceRegistry.js";
import type { Airwaves } from "../devices/radio/Airwaves.js";
import type { Pose } from "../math/Pose.js";
import type { Physics, Removal } from "../physics/Physics.js";
import { carryMotion } from "./CarriedMotion.js";
import { collectFailures } from "./EntityFailures.js";
import { placeTogether } from "./Placement.js";
import { Robot, type RobotSnapshot } from "./Robot.js";
import type { VoiceRights } from "./RobotVoice.js";
import type { SegmentationNumbers } from "./SegmentationNumbers.js";

interface WorldRobotsOptions {
  /** What the world listens to when a robot of this name speaks. */
  readonly rightsOf: (name: string) => VoiceRights;
  readonly physics: Physics;
  readonly devices: DeviceRegistry;
  readonly renderContext: RenderContext;
  readonly airwaves: Airwaves;
  readonly numbers: SegmentationNumbers;
}

type PlacedRobot = Pick<Robot, "description" | "placement">;

export class WorldRobots {
  readonly #options: WorldRobotsOptions;
  readonly #physics: Physics;
  readonly #numbers: SegmentationNumbers;
  #robots: readonly Robot[] = [];

  constructor(options: WorldRobotsOptions) {
    this.#options = options;
    this.#physics = options.physics;
    this.#numbers = options.numbers;
  }

  /** In name order. */
  get all(): readonly Robot[] {
    return this.#robots;
  }

  /** Throws ENTITY_UNKNOWN. */
  get(name: string): Robot {
    const robot = this.#robots.find((one) => one.name === name);
    if (!robot)
      throw unknownName(
        "ENTITY_UNKNOWN",
        this.#physics.description.name,
        name,
        this.#robots.map((one) => one.name),
      );
    return robot;
  }

  // ---- joining

  /** Adds one robot; its devices take their first samples. */
  put(description: RobotDescription, placement: Pose): Robot {
    this.#physics.add(description.entity, placement);
    return this.adopt(description, placement);
  }

  /** Makes the robot of an entity that is in the world. If that fails, the entity is removed. */
  adopt(description: RobotDescription, placement: Pose): Robot {
    const physics = this.#physics;
    this.#numbers.update(physics.names);
    try {
      const robot = this.#make(description, placement, physics.timeNs);
      this.#robots = inNameOrder([...this.#robots, robot]);
      robot.sense(physics.timeNs);
      return robot;
    } catch (problem) {
      physics.remove(description.name);
      this.forget([description.name]);
      throw problem;
    }
  }

  /** Adds several robots at the cost of one compilation. False: one of them cannot be made, and none was added. */
  putAll(placed: readonly PlacedRobot[]): boolean {
    return this.#addAll(placed, () => {
      const come = placed.map(({ description, placement }) => ({ entity: description.entity, placement }));
      this.#physics.exchange([], come);
      return placed;
    });
  }

  /**
   * Finds places for several robots with Offsets and adds them. Returns those without a free place, which are not added.
   * Undefined: none was added; one by one finds the error.
   */
  joinTogether(descriptions: readonly RobotDescription[]): readonly Removal[] | undefined {
    const physics = this.#physics;
    const names = new Set(descriptions.map(({ name }) => name));
    if (names.size < descriptions.length || [...names].some((name) => physics.has(name))) return undefined;
    const failed: Removal[] = [];
    const isDone = this.#addAll(
      descriptions.map((description) => ({ description })),
      () =>
        placeTogether(physics, descriptions)?.flatMap((placement, i) => {
          const description = descriptions[i];
          if (!(placement instanceof SimError)) return { description, placement };
          failed.push({ entity: description.name, error: placement });
          return [];
        }),
    );
    return isDone ? failed : undefined;
  }

  /** `add`: adds the entities and returns their places; undefined: it cannot. */
  #addAll(wanted: readonly Pick<PlacedRobot, "description">[], add: () => readonly PlacedRobot[] | undefined): boolean {
    const before = this.#robots;
    const physics = this.#physics;
    try {
      const placed = add();
      if (!placed) return false;
      this.#numbers.update(physics.names);
      const robots = placed.map(({ description, placement }) => this.#make(description, placement, physics.timeNs));
      this.#robots = inNameOrder([...before, ...robots]);
      for (const robot of robots) robot.sense(physics.timeNs);
      return true;
    } catch (problem) {
      if (!(problem instanceof SimError)) throw problem;
      const there = wanted.map(({ description }) => description.name).filter((name) => physics.has(name));
      if (there.length > 0) physics.exchange(there, []);
      this.#robots = before;
      this.#numbers.update(physics.names);
      return false;
    }
  }

  /** Adds all robots after a reset: at once, or one by one without those that fail. Returns the failures. */
  putBack(placed: readonly PlacedRobot[]): readonly Removal[] {
    if (this.putAll(placed)) return [];
    return collectFailures(
      placed,
      ({ description }) => description.name,
      ({ description, placement }) => {
        this.put(description, placement);
      },
    );
  }

  #make(description: RobotDescription, placement: Pose, joinNs: number): Robot {
    const { physics, devices, renderContext, airwaves } = this.#options;
    return new Robot({
      physics,
      devices,
      description,
      placement,
      seed: physics.description.seed,
      joinNs,
      renderContext,
      airwaves,
      rights: this.#options.rightsOf(description.name),
    });
  }

  // ---- exchanging

  /** Gives robots that are there new bodies and devices, at their place and speed. All of them or, if one fails, none. */
  replace(descriptions: readonly RobotDescription[]): void {
    const physics = this.#physics;
    const names = descriptions.map(({ name }) => name);
    const old = names.map((name) => this.get(name));
    const motions = names.map((name) => carryMotion(physics, name));
    const put = (next: readonly RobotDescription[]): readonly Robot[] => {
      const added = next.map(({ entity }, i) => ({ entity, placement: motions[i].origin }));
      physics.exchange(
        names.filter((name) => physics.has(name)),
        added,
      );
      for (const motion of motions) motion.restore(physics);
      return next.map((description, i) => this.#make(description, old[i].placement, old[i].joinNs));
    };
    const adopt = (robots: readonly Robot[]): void => {
      this.#robots = this.#robots.map((robot) => robots.find(({ name }) => name === robot.name) ?? robot);
      for (const robot of robots) robot.sense(physics.timeNs);
    };
    try {
      adopt(put(descriptions));
    } catch (problem) {
      adopt(put(old.map(({ description }) => description)));
      throw problem;
    }
  }

  // ---- leaving

  /** Drops robots whose entities the physics no longer has. */
  forget(names: readonly string[]): void {
    this.#robots = this.#robots.filter((robot) => !names.includes(robot.name));
    this.#numbers.update(this.#physics.names);
  }

  clear(): void {
    this.#robots = [];
  }

  // ---- state

  save(): readonly RobotSnapshot[] {
    return this.#robots.map((robot) => robot.save());
  }

  /** Makes the robots of a snapshot, whose entities the physics has already. A robot that fails is removed and returned. */
  restore(snapshots: readonly RobotSnapshot[]): readonly Removal[] {
    const robots: Robot[] = [];
    const failed = collectFailures(
      snapshots,
      ({ description }) => description.name,
      (state) => {
        const robot = this.#make(state.description, state.placement, state.joinNs);
        robot.restore(state);
        robots.push(robot);
      },
    );
    this.#robots = robots;
    for (const { entity } of failed) this.#physics.remove(entity);
    return failed;
  }
}
