// Everything from which a run goes on with the same bits: a snapshot (T8) with what a restore by name leaves to the present, namely
// pauses, pulls, and the guests' own clients. For recordings, and for snapshots in files (X3).

import type { Simulation } from "./Simulation.js";
import type { KeptWorld } from "./SnapshotShelf.js";
import type { HeldPull } from "./verbs/Pulls.js";

export interface Moment extends KeptWorld {
  /** What each guest saved of its own clients, by the guest's name. */
  readonly clients: ReadonlyMap<string, unknown>;
  readonly isPaused: boolean;
  readonly framesToGo: number;
  /** True: taken within a frame, after the step and before guests have ended the frame. */
  readonly isOpen: boolean;
  readonly pulls: readonly HeldPull[];
}

/** The state of now, without clients' messages that have not acted. */
export function momentOf(simulation: Simulation, isOpen = false): Moment {
  const { guests, isPaused, framesToGo, pulls } = simulation;
  const clients = new Map(guests.map((guest) => [guest.name, guest.saveClients?.()]));
  return { ...keptWorldOf(simulation), clients, isPaused, framesToGo, isOpen, pulls: pulls.held };
}

/** The part that a restore by name needs. */
export function keptWorldOf(simulation: Simulation): KeptWorld {
  const { world, guests } = simulation;
  const driverless = world.robots.map(({ name }) => name).filter((name) => !simulation.isDriven(name));
  return { world: world.snapshot(), guests: new Map(guests.map((one) => [one.name, one.save?.()])), driverless };
}
