// The messages between viewer and simulator over WebSocket /view. Text messages are JSON; poses and contacts are binary.
// Both ends import this file.

import type { Light } from "../../describe/world/WorldFile.js";
import type { VolumeCondition } from "../../describe/world/WorldTrigger.js";
import type { Drawing } from "../../devices/Drawing.js";
import type { Pose } from "../../math/Pose.js";
import type { Vec3 } from "../../math/Vec3.js";
import type { SceneEntity } from "../../render/scene/Scene.js";
import type { SceneLamp } from "../../render/scene/SceneLamp.js";
import type { SimulationStatus } from "../Simulation.js";

/** A viewer of another version gets VERSION_WRONG. */
export const VIEW_VERSION = 2;

export interface ViewJoint {
  readonly name: string;
  readonly kind: string;
  readonly body1: string;
  readonly body2: string | undefined;
  /** Number of axes that can be set and read. */
  readonly axes: number;
  /** Where the axes are; left out for an angular motor. */
  readonly axles?: readonly ViewAxle[];
  /** Of each axis: lower and upper stop at its start, or null. */
  readonly stops: readonly (readonly [number, number] | null)[];
  /** Names of the numbers that `watch` gives: position, velocity, effort of each axis. */
  readonly fields: readonly string[];
  readonly units: readonly string[];
}

/** An axis of a joint in the frame of a body. */
export interface ViewAxle extends ViewPlace {
  readonly direction: Vec3;
}

/** A rope: a line through points, from end to end. */
export interface ViewRope {
  readonly name: string;
  /** In the frame of the body, or in the world if there is no body. */
  readonly points: readonly { readonly body?: string | undefined; readonly position: Vec3 }[];
}

export interface ViewSensor {
  readonly name: string;
  readonly kind: string;
  readonly body: string;
  /** Pose in the frame of its body. */
  readonly pose: Pose;
  /** How its newest sample is drawn; empty: only a mark at its place. */
  readonly drawings: readonly Drawing[];
  /** Settings of a camera; undefined for other devices. */
  readonly camera: ViewCamera | undefined;
  /** Rays of a range sensor or lidar; undefined for other devices. */
  readonly rays?: ViewRays | undefined;
  /** The point at which it measures, if that is not its own position. */
  readonly acts?: ViewPlace | undefined;
  /** Left out if there are too many to read one by one. */
  readonly fields: readonly string[];
  readonly units: readonly string[];
}

/** A camera looks along +y of its frame; +z is up in the picture. */
export interface ViewCamera {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Vertical field of view. */
  readonly fovDeg: number;
  readonly format: string;
  /** Initial number of pictures per second; undefined: one per step. */
  readonly rateHz: number | undefined;
}

/** As in RangeSensor.ts and Lidar.ts: m, counts, degrees. A range sensor has one ray and a cone in rad. */
export interface ViewRays {
  readonly min: number;
  readonly max: number;
  readonly rays: number;
  readonly layers: number;
  readonly fovHDeg: number;
  readonly fovVDeg: number;
  readonly cone: number;
}

/** Given in the frame of a body. */
export interface ViewPlace {
  readonly body: string;
  readonly position: Vec3;
}

/** A camera of the world, owned by no robot. */
export interface ViewWorldCamera {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly format: string;
  readonly rateHz: number | undefined;
}

/** Mass properties of a body. */
export interface ViewMass {
  /** kg. */
  readonly mass: number;
  /** About the centre of mass, along the body's axes: xx xy xz yy yz zz, kg·m². */
  readonly inertia: readonly [number, number, number, number, number, number];
}

/** An entity as the viewer draws and lists it. */
export interface ViewEntity extends SceneEntity {
  readonly role: "robot" | "object" | "static";
  /** The heaviest body: the one that verbs mean by the entity's name alone. Undefined: it has no bodies. */
  readonly main: string | undefined;
  /** Of each body; empty for a static entity. */
  readonly masses: readonly ViewMass[];
  readonly joints: readonly ViewJoint[];
  readonly sensors: readonly ViewSensor[];
  /** Left out if there are none. */
  readonly ropes?: readonly ViewRope[] | undefined;
  /** It has a client or a controller, or a guest of the world drives it, as a team of a league. */
  readonly isDriven: boolean;
}

/** A message of a guest (src/session/Guest.ts), such as a league's score. Its type is not one of ViewMessage. */
export interface GuestMessage {
  readonly type: string;
}

/** A trigger with volumes, in the world or in the frame of a body. */
export interface ViewTrigger extends VolumeCondition {
  readonly name: string;
}

export type ViewMessage =
  /** The first message; sent again after a reset or restore. */
  | {
      readonly type: "scene";
      readonly version: number;
      readonly world: string;
      readonly entities: readonly ViewEntity[];
      readonly lights: readonly Light[];
      /** Lamps of robots. */
      readonly lamps: readonly SceneLamp[];
      /** Ids of the frozen bodies. */
      readonly frozen: readonly number[];
      /** Cameras of the world. Those of robots are among their sensors and called ROBOT.SENSOR. */
      readonly cameras: readonly ViewWorldCamera[];
      /** Triggers with volumes. Left out if there are none. */
      readonly triggers?: readonly ViewTrigger[] | undefined;
      /** Address for robots, as shown to people: "127.0.0.1:9040". */
      readonly robotAddress: string;
    }
  | { readonly type: "join"; readonly entity: ViewEntity }
  | { readonly type: "leave"; readonly name: string }
  | { readonly type: "lights"; readonly lights: readonly Light[] }
  /** All lamps of robots, after a change. */
  | { readonly type: "lamps"; readonly lamps: readonly SceneLamp[] }
  /** The world's file was edited or saved (E5): its revision, who edited it last, and what `join`, `leave` and `lights` do not say. */
  | {
      readonly type: "document";
      readonly revision: number;
      readonly editor: string;
      readonly isChanged: boolean;
      readonly cameras: readonly ViewWorldCamera[];
      readonly triggers: readonly ViewTrigger[];
    }
  /** All frozen bodies, after a change. */
  | { readonly type: "frozen"; readonly bodies: readonly number[] }
  /** Sent a few times per second, and after changes. */
  | { readonly type: "status"; readonly status: SimulationStatus }
  /** Watched values, at the rate of the poses. Values with many numbers are sent as binary. */
  | { readonly type: "values"; readonly time: number; readonly values: Readonly<Record<string, readonly number[]>> }
  | { readonly type: "log"; readonly line: string }
  /** For a new viewer: the last lines of the log, oldest first. */
  | { readonly type: "past"; readonly lines: readonly string[] }
  /** The reply to a verb or line. */
  | {
      readonly type: "reply";
      readonly id: number;
      readonly result: number;
      readonly message: string;
      readonly data: unknown;
    }
  /** The viewer sent a wrong request. The connection stays open, unless the version or token is wrong. */
  | { readonly type: "error"; readonly code: string; readonly message: string };

export type ViewRequest =
  /** The first request. */
  | { readonly type: "hello"; readonly version: number; readonly token?: string }
  /** Replaces the watch list: ENTITY/BODY, ENTITY/JOINT, ENTITY/SENSOR, ENTITY/JOINT/target, ENTITY//balance, ENTITY//energy, ENTITY/BODY/energy or ENTITY/BODY/spin. */
  | {
      readonly type: "watch";
      readonly values: readonly string[];
      readonly contacts: boolean;
      /** ROBOT.CAMERA, or the name of a camera of the world. Default none. */
      readonly cameras?: readonly string[];
    }
  | {
      readonly type: "verb";
      readonly id: number;
      readonly verb: string;
      readonly args: Readonly<Record<string, unknown>>;
    }
  /** A line typed into the console. */
  | { readonly type: "line"; readonly id: number; readonly line: string };

/*
 * Binary, little-endian. Poses: uint8 1, uint8 flags (1: all bodies, not only those that moved), uint16 count, uint32
 * frame, float64 time; then for each body uint16 id, float32 x y z, int16 qx qy qz qw (times 32767): 22 bytes.
 * Pictures: uint8 3, uint8 0, uint16 bytes of the name, uint32 frame of the update, float64 time of capture; then the
 * camera's name in UTF-8, then a JPEG file.
 * Many numbers of one path (a lidar): uint8 4, uint8 0, uint16 bytes of the path, uint32 frame, float64 time of the update;
 * then the path in UTF-8, then float32 each; at most ten times a second and only when there are new ones.
 * Contacts: uint8 2, uint8 0, uint16 count, uint32 frame, float64 time; then float32 position x y z, force x y z.
 */
export const VIEW_POSES = 1;
export const VIEW_CONTACTS = 2;
export const VIEW_PICTURE = 3;
export const VIEW_FAN = 4;
export const VIEW_HEAD_BYTES = 16;
export const VIEW_POSE_BYTES = 22;
export const VIEW_CONTACT_BYTES = 24;

const VIEW_MESSAGE_TYPES: Readonly<Record<ViewMessage["type"], true>> = {
  document: true,
  error: true,
  frozen: true,
  join: true,
  lamps: true,
  leave: true,
  lights: true,
  log: true,
  past: true,
  reply: true,
  scene: true,
  status: true,
  values: true,
};

export const isGuestMessage = (message: ViewMessage | GuestMessage): message is GuestMessage =>
  !Object.hasOwn(VIEW_MESSAGE_TYPES, message.type);
