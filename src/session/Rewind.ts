// Reset, snapshots and restore of a simulation (T8): the state of the world and its guests, and which clients stay. A client whose
// robot is not in the snapshot gets NOT_IN_SNAPSHOT. Simulation then restarts the clients that stay.

import { SimError } from "../describe/SimError.js";
import type { Simulation } from "./Simulation.js";
import { SnapshotShelf } from "./SnapshotShelf.js";

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

  reset(): void {
    const { world, guests } = this.#simulation;
    const failed = world.reset();
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
    const { world, guests } = this.#simulation;
    const driverless = world.robots.map((robot) => robot.name).filter((robot) => !this.#simulation.driverOf(robot));
    const saved = new Map(guests.map((guest) => [guest.name, guest.save?.()]));
    return this.#snapshots.keep({ world: world.snapshot(), guests: saved, driverless }, name);
  }

  restore(name: string): void {
    const { world, guests, sessions } = this.#simulation;
    const snapshot = this.#snapshots.get(name);
    const known = new Map(snapshot.world.robots.map(({ description }) => [description.name, description]));
    // a robot of the same name with another description is another robot
    for (const session of sessions)
      if (session.robot && JSON.stringify(known.get(session.name)) !== JSON.stringify(session.robot.description))
        session.fail(new SimError("NOT_IN_SNAPSHOT", { where: session.name, found: `"${session.name}" in ${name}` }));
    const live = new Set(sessions.filter(({ state }) => state === "running").map((session) => session.name));
    const isWanted = (robot: string) => live.has(robot) || snapshot.driverless.includes(robot);
    for (const { entity, error } of world.restore(snapshot.world, isWanted)) this.#onRemoved(entity, error);
    for (const guest of guests) if (snapshot.guests.has(guest.name)) guest.restore?.(snapshot.guests.get(guest.name));
  }
}
