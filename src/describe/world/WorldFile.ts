// A world file as data (E1): what physics needs, and what comes with it: lights, cameras, spawn points, robots, events, guests.

import type { Pose } from "../../math/Pose.js";
import type { Vec3 } from "../../math/Vec3.js";
import type { RobotDescription } from "../robot/RobotDescription.js";
import { describeWorld, type WorldDescription } from "./WorldDescription.js";
import type { WorldEvent } from "./WorldEvent.js";
import type { WorldGuest } from "./WorldGuest.js";

export interface Light {
  readonly name: string;
  readonly type: "sun" | "point" | "spot" | "ambient";
  readonly pose: Pose;
  /** Red, green, blue from 0 to 255. */
  readonly color: readonly [number, number, number];
  readonly intensity: number;
  readonly on: boolean;
  /** Full opening of a spot, rad; left out: 1.4. */
  readonly cone?: number;
}

export interface SpawnPoint {
  readonly name: string;
  readonly pose: Pose;
}

/** A camera of the world, owned by no robot (S7); its settings are those of CameraSensor. */
export interface WorldCamera {
  readonly name: string;
  readonly pose: Pose;
  readonly rateHz: number | undefined;
  readonly settings: unknown;
}

/** A robot that the world brings along; without a controller it stands there, driven by nobody. */
export interface WorldRobot {
  readonly robot: RobotDescription;
  /** A module, relative to the world file. */
  readonly controller: string | undefined;
}

export interface WorldFile {
  readonly physics: WorldDescription;
  readonly lights: readonly Light[];
  readonly cameras: readonly WorldCamera[];
  readonly spawns: readonly SpawnPoint[];
  readonly robots: readonly WorldRobot[];
  readonly events: readonly WorldEvent[];
  /** Guests whose element the file has. */
  readonly guests: readonly WorldGuest[];
}

/** A described world without anything around it. */
export function worldFileOf(physics: WorldDescription = describeWorld()): WorldFile {
  return Object.freeze({ physics, lights: [], cameras: [], spawns: [], robots: [], events: [], guests: [] });
}

/** Where a robot without an Offset is put when the world has no spawn points. */
export const DEFAULT_SPAWN: Vec3 = Object.freeze([0, 0, 0]) as unknown as Vec3;
