// The description of a world file (E1): the physics, and lights, cameras, spawn points, robots, events and guests.

import type { Pose } from "../../math/Pose.js";
import type { Vec3 } from "../../math/Vec3.js";
import type { RobotDescription } from "../robot/RobotDescription.js";
import { describeWorld, type WorldDescription } from "./WorldDescription.js";
import type { WorldEvent } from "./WorldEvent.js";
import type { WorldGuest } from "./WorldGuest.js";
import type { WorldTrigger } from "./WorldTrigger.js";

export interface Light {
  readonly name: string;
  readonly type: "sun" | "point" | "spot" | "ambient";
  readonly pose: Pose;
  /** Red, green, blue from 0 to 255. */
  readonly color: readonly [number, number, number];
  readonly intensity: number;
  readonly on: boolean;
  /** Full opening angle of a spot, rad. Default 1.4. */
  readonly cone?: number;
}

export interface SpawnPoint {
  readonly name: string;
  readonly pose: Pose;
}

/** A camera that belongs to no robot (S7). Its settings are those of a CameraSensor. */
export interface WorldCamera {
  readonly name: string;
  readonly pose: Pose;
  readonly rateHz: number | undefined;
  readonly settings: unknown;
}

/** A robot of the world file. Without a controller no program drives it. */
export interface WorldRobot {
  readonly robot: RobotDescription;
  /** Path of its controller module, relative to the world file. */
  readonly controller: string | undefined;
}

/** Verbs that robots may send as Console messages (E4). */
export interface RobotRight {
  /** `robots`, or names in which * stands for any characters. */
  readonly who: readonly string[];
  readonly verbs: readonly string[];
}

export interface WorldFile {
  readonly physics: WorldDescription;
  readonly lights: readonly Light[];
  readonly cameras: readonly WorldCamera[];
  readonly spawns: readonly SpawnPoint[];
  readonly robots: readonly WorldRobot[];
  /** Those of triggers included. */
  readonly events: readonly WorldEvent[];
  readonly triggers: readonly WorldTrigger[];
  readonly rights: readonly RobotRight[];
  /** Guests whose element the file has. */
  readonly guests: readonly WorldGuest[];
}

/** A world file that has only physics. */
export function worldFileOf(physics: WorldDescription = describeWorld()): WorldFile {
  return Object.freeze({
    physics,
    lights: [],
    cameras: [],
    spawns: [],
    robots: [],
    events: [],
    triggers: [],
    rights: [],
    guests: [],
  });
}

/** Start place of a robot without an Offset in a world without spawn points. */
export const DEFAULT_SPAWN: Vec3 = Object.freeze([0, 0, 0]) as unknown as Vec3;
