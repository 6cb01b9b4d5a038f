// The description of a robot (R1, R2): its entity, its devices, its start place and its latency. The reader of documents makes
// descriptions; a program can also build them itself.

import type { Pose } from "../../math/Pose.js";
import type { Quat } from "../../math/Quat.js";
import type { Vec3 } from "../../math/Vec3.js";
import { type Entity, renameEntity } from "../entity/Entity.js";
import type { OdeNumbers } from "../entity/Joint.js";
import type { Latency } from "./Latency.js";
import type { Noise } from "./Noise.js";

/** A device of a body, or a joint as a device. A device can send samples and receive commands. */
export interface DeviceDescription {
  readonly name: string;
  /** Name of its XML element: Inclinometer, JointHinge2, ... */
  readonly kind: string;
  /** Name of its body; undefined for joints. */
  readonly body: string | undefined;
  /** Its frame in model space. */
  readonly pose: Pose;
  /** Samples per second. Undefined: a sensor samples in every frame, a joint not at all. */
  readonly rateHz: number | undefined;
  /** Delay of its samples. */
  readonly latency: Latency;
  /** Delay before a command to this device takes effect. Undefined: the latency of the robot. */
  readonly commandLatency: Latency | undefined;
  readonly noise: Noise;
  /** True: the payload begins with the capture time (W5). */
  readonly stamp: boolean;
  /** Numbers of properties in messages to a joint. Default: those of ODE 0.16. */
  readonly odeNumbers?: OdeNumbers | undefined;
  /** The settings that its kind has read; plain frozen data. */
  readonly settings: unknown;
}

export interface StallPolicy {
  /** wait: the world waits without limit. drop: the client is disconnected after `seconds`. skip: the world continues without an answer (T4). */
  readonly policy: "wait" | "drop" | "skip";
  /** Wall-clock time, s. */
  readonly seconds: number;
}

export interface RobotDescription {
  readonly name: string;
  /** The bodies and joints. Its name is the name of the robot. */
  readonly entity: Entity;
  /** In document order, which is also the order of their messages. */
  readonly devices: readonly DeviceDescription[];
  /** Delay before a command takes effect, for devices without a command latency. */
  readonly latency: Latency;
  readonly orientation: Quat;
  /** Start place. Undefined: the next free spawn point. */
  readonly offset: Vec3 | undefined;
  /** Frames per second that the client receives. Undefined: every frame (T9). */
  readonly controlRateHz: number | undefined;
  readonly stall: StallPolicy | undefined;
  /** True: at the start the robot is lifted until it just touches the ground. */
  readonly settle: boolean;
  /** The text file from which the robot was made (R8), so that it can be made again with other values. */
  readonly text?: string | undefined;
}

export function renameRobot(robot: RobotDescription, name: string): RobotDescription {
  if (name === robot.name) return robot;
  return Object.freeze({ ...robot, name, entity: renameEntity(robot.entity, name) });
}
