// The status of a simulation as plain data: the reply to `get status`.

import type { SessionStateKind } from "./clients/SessionState.js";
import type { Simulation } from "./Simulation.js";

interface ClientStatus {
  readonly id: number;
  readonly name: string;
  readonly state: SessionStateKind;
  /** The simulation waits for its answer. */
  readonly owes: boolean;
  /** Frames since the last one sent that it did not get. */
  readonly missed: number;
}

export interface SimulationStatus {
  /** Name of the world. */
  readonly world: string;
  /** Simulated time, s. */
  readonly time: number;
  readonly frame: number;
  /** s. */
  readonly step: number;
  readonly seed: number;
  /** Factor on real time; null: as fast as possible. */
  readonly rate: number | null;
  /** Simulated time / wall-clock time over the last second; null: not measured yet, or paused. */
  readonly factor: number | null;
  readonly isPaused: boolean;
  readonly isAsync: boolean;
  /** Free running: frames that were late by the clock. */
  readonly lateFrames: number;
  /** Expected robots that are still missing. */
  readonly awaited: readonly string[];
  /** Clients whose answer the simulation waits for. */
  readonly waitingFor: readonly string[];
  readonly clients: readonly ClientStatus[];
  /** Number of guests' clients in lock-step with the world. */
  readonly synchronous: number;
}

/** `factor` NaN: not measured yet. */
export function statusOf(simulation: Simulation, factor: number, lateFrames: number): SimulationStatus {
  const { world, rate, isPaused, sessions, awaited, guests, options } = simulation;
  return {
    world: world.physics.description.name,
    time: world.timeSec,
    frame: world.frame,
    step: world.physics.stepSec,
    seed: world.seed,
    rate: Number.isFinite(rate) ? rate : null,
    factor: Number.isFinite(factor) && !isPaused ? factor : null,
    isPaused,
    isAsync: options.isAsync,
    lateFrames,
    awaited,
    waitingFor: [
      ...sessions.filter((session) => session.owes).map((session) => session.name),
      ...guests.flatMap(({ waitingFor = [] }) => waitingFor),
    ],
    clients: sessions.map(({ id, name, state, owes, missed }) => ({ id, name, state, owes, missed })),
    synchronous: guests.reduce((sum, { clientCount = 0 }) => sum + clientCount, 0),
  };
}
