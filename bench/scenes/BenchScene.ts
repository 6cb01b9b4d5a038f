// Interface of a benchmark scene: a world, its commands, and checks of its state during the measurement.

import type { Physics } from "../../src/physics/Physics.js";

/** Figures of the measured time. */
export interface Observed {
  readonly minContacts: number;
  readonly maxPenetration: number;
  /** Maximum speed of the observed bodies, m/s. */
  readonly maxSpeed: number;
}

export interface Scene {
  readonly name: string;
  readonly stepSec: number;
  /** Time between two commands, s; everything is measured frame by frame. */
  readonly frameSec: number;
  /** Simulated time before the measurement and of the measurement, s. */
  readonly settleSec: number;
  readonly seconds: number;
  /** True: measured from its first step on, after another copy has compiled the code; for `seconds` at most. */
  readonly isFresh?: boolean;
  /** Number of robots, for the cost of one robot. */
  readonly robots: number;
  /** With another step than `stepSec`, to see how the result depends on it. */
  build(stepSec?: number): Promise<RunningScene>;
}

export interface RunningScene {
  readonly physics: Physics;
  /** Sets the commands of frame number `frame`; not timed. */
  control(frame: number): void;
  /** Speeds of the observed bodies, m/s. */
  speeds?(): Iterable<number>;
  /** Failed checks of the figures; empty if all hold. */
  verdict?(observed: Observed): readonly string[];
}
