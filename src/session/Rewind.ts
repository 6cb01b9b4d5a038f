// Reset, snapshots and restore of a simulation (T8): the state of the world and its guests, and which clients stay. A client whose
// robot is not in the snapshot gets NOT_IN_SNAPSHOT. Simulation then restarts the clients that stay.

import { SimError } from "../describe/SimError.js";
import type { CompileJob } from "../physics/Ahead.js";
import type { Session } from "./clients/Session.js";
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

  /** The models that `restore` would compile, for another thread. */
  plan(name: string): readonly CompileJob[] {
    const snapshot = this.#snapshots.get(name);
    return this.#simulation.world.planRestore(snapshot.world, this.#isWantedIn(snapshot));
  }

  restore(name: string): void {
    const { world, guests, sessions } = this.#simulation;
    const snapshot = this.#snapshots.get(name);
    const isWanted = this.#isWantedIn(snapshot);
    for (const session of sessions)
      if (session.robot && !isSameRobot(snapshot, session))
        session.fail(new SimError("NOT_IN_SNAPSHOT", { where: session.name, found: `"${session.name}" in ${name}` }));
    for (const { entity, error } of world.restore(snapshot.world, isWanted)) this.#onRemoved(entity, error);
    for (const guest of guests) if (snapshot.guests.has(guest.name)) guest.restore?.(snapshot.guests.get(guest.name));
  }

  /** Robots that have a client, and those that had none. */
  #isWantedIn(snapshot: KeptWorld): (robot: string) => boolean {
    const running = this.#simulation.sessions.filter(
      (session) => session.state === "running" && isSameRobot(snapshot, session),
    );
    const live = new Set(running.map(({ name }) => name));
    return (robot) => live.has(robot) || snapshot.driverless.includes(robot);
  }
}

/** A robot of the same name with another description is another robot. */
function isSameRobot({ world }: KeptWorld, { name, robot }: Session): boolean {
  const known = world.robots.find(({ description }) => description.name === name)?.description;
  return known === robot?.description || JSON.stringify(known) === JSON.stringify(robot?.description);
}
