// Reset, snapshots and restore of a simulation (T8): the state of the world and its guests, and which clients stay. A client whose
// robot is not in the snapshot gets NOT_IN_SNAPSHOT. Simulation then restarts the clients that stay.

import type { RobotDescription } from "../describe/robot/RobotDescription.js";
import { SimError } from "../describe/SimError.js";
import type { CompileJob } from "../physics/Ahead.js";
import { keptWorldOf } from "./Moment.js";
import type { Simulation } from "./Simulation.js";
import { type KeptWorld, SnapshotShelf } from "./SnapshotShelf.js";

/** Called for an entity that the physics guard removed. */
type OnRemoved = (entity: string, error: SimError) => void;

export class Rewind {
  readonly #simulation: Simulation;
  readonly #onRemoved: OnRemoved;
  readonly #snapshots = new SnapshotShelf();

  constructor(simulation: Simulation, onRemoved: OnRemoved) {
    this.#simulation = simulation;
    this.#onRemoved = onRemoved;
  }

  reset(seed: number | undefined): void {
    const { world, guests } = this.#simulation;
    const failed = world.reset(seed);
    for (const { entity, error } of failed) this.#onRemoved(entity, error);
    // robots of the world file that were removed come back
    for (const { robot, controller } of world.file.robots)
      if (!controller && !world.has(robot.name) && !failed.some(({ entity }) => entity === robot.name))
        world.join(robot);
    for (const guest of guests) guest.reset?.();
  }

  /** Names of the snapshots. */
  get names(): readonly string[] {
    return this.#snapshots.names;
  }

  /** Keeps the state under a name; returns the name. */
  keep(name?: string): string {
    return this.#snapshots.keep(keptWorldOf(this.#simulation), name);
  }

  /** Puts a snapshot from elsewhere on the shelf. */
  put(snapshot: KeptWorld, name: string): void {
    this.#snapshots.keep(snapshot, name);
  }

  /** Throws SNAPSHOT_UNKNOWN. */
  get(name: string): KeptWorld {
    return this.#snapshots.get(name);
  }

  /** The models that `restore` would compile, for another thread. */
  plan(name: string | KeptWorld): readonly CompileJob[] {
    const snapshot = typeof name === "string" ? this.#snapshots.get(name) : name;
    return this.#simulation.world.planRestore(snapshot.world, this.#isWantedIn(snapshot));
  }

  /** `name`: of the shelf, or for errors. */
  restore(name: string, snapshot = this.#snapshots.get(name)): void {
    const { world, guests, sessions, absent } = this.#simulation;
    const isWanted = this.#isWantedIn(snapshot);
    for (const [robot, description] of absent) if (!isSameRobot(snapshot, robot, description)) absent.delete(robot);
    for (const session of sessions)
      if (session.robot && !isSameRobot(snapshot, session.name, session.robot.description))
        session.fail(new SimError("NOT_IN_SNAPSHOT", { where: session.name, found: `"${session.name}" in ${name}` }));
    for (const { entity, error } of world.restore(snapshot.world, isWanted)) this.#onRemoved(entity, error);
    for (const guest of guests) if (snapshot.guests.has(guest.name)) guest.restore?.(snapshot.guests.get(guest.name));
  }

  /** Robots that have a client, and those that had none. */
  #isWantedIn(snapshot: KeptWorld): (robot: string) => boolean {
    const { sessions, absent } = this.#simulation;
    const driven = [
      ...sessions.flatMap(({ state, robot }) => (state === "running" && robot ? robot.description : [])),
      ...absent.values(),
    ];
    const same = driven.filter((one) => isSameRobot(snapshot, one.name, one));
    const live = new Set(same.map(({ name }) => name));
    return (robot) => live.has(robot) || snapshot.driverless.includes(robot);
  }
}

/** A robot of the same name with another description is another robot. */
function isSameRobot({ world }: KeptWorld, name: string, description: RobotDescription): boolean {
  const known = world.robots.find((robot) => robot.description.name === name)?.description;
  return known === description || JSON.stringify(known) === JSON.stringify(description);
}
