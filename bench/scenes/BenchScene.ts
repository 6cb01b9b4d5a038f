// What a benchmark scene is: a world, how it is driven, and what it must look like while it is measured.

import type { Physics } from "../../src/physics/Physics.js";

/** What was seen during the measured time. */
export interface Observed {
  readonly leastContacts: number;
  readonly mostPenetration: number;
  /** The fastest body that the scene watches, m/s. */
  readonly mostSpeed: number;
}

export interface Scene {
  readonly name: string;
  readonly stepSec: number;
  /** Between two commands; everything is measured frame by frame. */
  readonly frameSec: number;
  /** Simulated time before measuring, and measured. */
  readonly settleSec: number;
  readonly seconds: number;
  /** Robots in it, for the cost of one. */
  readonly robots: number;
  build(): Promise<RunningScene>;
}

export interface RunningScene {
  readonly physics: Physics;
  /** Gives the commands of frame number `frame`; not part of what is measured. */
  control(frame: number): void;
  /** Speeds to watch, m/s. */
  speeds?(): Iterable<number>;
  /** What is wrong with what was seen, or nothing. */
  verdict?(observed: Observed): readonly string[];
}
