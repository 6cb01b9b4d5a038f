// How a simulation is doing, as plain data for people and programs.

import type { SessionStateKind } from "./clients/SessionState.js";
import type { Simulation } from "./Simulation.js";

export interface ClientStatus {
  readonly id: number;
  readonly name: string;
  readonly state: SessionStateKind;
  readonly owes: boolean;
  readonly missed: number;
}

export interface SimulationStatus {
  readonly world: string;
  readonly time: number;
  readonly frame: number;
  readonly step: number;
  readonly seed: number;
  /** null: as fast as it goes. */
  readonly rate: number | null;
  /** Measured over the last second; null before. */
  readonly factor: number | null;
  readonly isPaused: boolean;
  readonly isAsync: boolean;
  /** Frames that came too late for the clock. */
  readonly lateFrames: number;
  /** Expected robots that are not there yet. */
  readonly awaited: readonly string[];
  /** Clients whose answer the world waits for. */
  readonly waitingFor: readonly string[];
  readonly clients: readonly ClientStatus[];
  /** How many clients of guests step in lock-step with the world. */
  readonly synchronous: number;
}

/** `factor` as measured, NaN: not yet; `lateFrames` as counted. */
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
