// A robot as data (R1, R2): the entity that is its body, the devices that are its senses and muscles, where it is put
// and how late it acts. The XML reader makes these; whoever likes may make them by hand.

import type { Pose } from "../../math/Pose.js";
import type { Quat } from "../../math/Quat.js";
import type { Vec3 } from "../../math/Vec3.js";
import { describeEntity, type Entity } from "../entity/Entity.js";
import type { Latency } from "./Latency.js";
import type { Noise } from "./Noise.js";

/** A sensor of a body, or a joint seen as a device: it may send and it may be told. */
export interface DeviceDescription {
  readonly name: string;
  /** Its XML element: Inclinometer, JointHinge2, ... */
  readonly kind: string;
  /** Body it sits in; undefined for joints. */
  readonly body: string | undefined;
  /** Its frame in model space. */
  readonly pose: Pose;
  /** Samples a second; undefined: a sensor samples in every frame, a joint not at all. */
  readonly rateHz: number | undefined;
  /** Of what it sends. */
  readonly latency: Latency;
  /** Of what it is told; undefined: the robot's. */
  readonly commandLatency: Latency | undefined;
  readonly noise: Noise;
  /** True: the capture time stands before the payload (W5). */
  readonly stamp: boolean;
  /** What its own kind has read from its element, plain and frozen. */
  readonly settings: unknown;
}

export interface StallPolicy {
  /** wait: as long as it takes. drop: out after so many seconds. skip: the world goes on without it (T4). */
  readonly policy: "wait" | "drop" | "skip";
  /** Wall-clock seconds. */
  readonly seconds: number;
}

export interface RobotDescription {
  readonly name: string;
  /** Has the robot's name. */
  readonly entity: Entity;
  /** In document order: so do their messages come. */
  readonly devices: readonly DeviceDescription[];
  /** Of all commands, where a device has none of its own. */
  readonly latency: Latency;
  readonly orientation: Quat;
  /** Undefined: the next free spawn point. */
  readonly offset: Vec3 | undefined;
  /** Frames a second that the client sees; undefined: every frame (T9). */
  readonly controlRateHz: number | undefined;
  readonly stall: StallPolicy | undefined;
  /** True: lifted until it just touches the ground. */
  readonly settle: boolean;
  /** Of the text file it was made of (R8), so that it can be made again with other measures. */
  readonly text?: string | undefined;
}

export function renameRobot(robot: RobotDescription, name: string): RobotDescription {
  if (name === robot.name) return robot;
  return Object.freeze({ ...robot, name, entity: describeEntity({ ...robot.entity, name }) });
}
