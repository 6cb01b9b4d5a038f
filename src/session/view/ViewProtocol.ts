// What a viewer and the simulator say to each other over WebSocket /view. Texts are JSON, poses and contacts are binary.
// The viewer's own code reads this file too, so both ends have one list.

import type { Light } from "../../describe/world/WorldFile.js";
import type { Drawing } from "../../devices/Drawing.js";
import type { Pose } from "../../math/Pose.js";
import type { Vec3 } from "../../math/Vec3.js";
import type { SceneEntity } from "../../render/scene/Scene.js";
import type { SceneLamp } from "../../render/scene/SceneLamp.js";
import type { SimulationStatus } from "../Simulation.js";

/** A viewer of another version is told so and does not guess. */
export const VIEW_VERSION = 2;

export interface ViewJoint {
  readonly name: string;
  readonly kind: string;
  readonly body1: string;
  readonly body2: string | undefined;
  /** Number of axes that can be told and read. */
  readonly axes: number;
  /** Names of what `watch` gives for it: position, velocity, effort for each axis. */
  readonly fields: readonly string[];
  readonly units: readonly string[];
}

export interface ViewSensor {
  readonly name: string;
  readonly kind: string;
  readonly body: string;
  /** In the frame of its body, as shapes are. */
  readonly pose: Pose;
  /** How its newest sample is drawn; empty: only a mark at its place. */
  readonly drawings: readonly Drawing[];
  /** What a camera's document says of it; others have none. */
  readonly camera: ViewCamera | undefined;
  /** How the rays of a range sensor or lidar lie; others have none. */
  readonly rays?: ViewRays | undefined;
  /** Where what it measures is at work, if not where it sits. */
  readonly acts?: ViewPlace | undefined;
  /** Left out where they are too many for people to read one by one. */
  readonly fields: readonly string[];
  readonly units: readonly string[];
}

/** It looks along +y of its frame, +z is up in the picture. */
export interface ViewCamera {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Vertical. */
  readonly fovDeg: number;
  readonly format: string;
  /** Pictures a second at first; undefined: one a step. */
  readonly rateHz: number | undefined;
}

/** As RangeSensor.ts and Lidar.ts say: m, counts, degrees; a range sensor has one ray and a cone in rad. */
export interface ViewRays {
  readonly min: number;
  readonly max: number;
  readonly rays: number;
  readonly layers: number;
  readonly fovHDeg: number;
  readonly fovVDeg: number;
  readonly cone: number;
}

/** In the frame of a body. */
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

/** An entity with what the tree shows of it. */
export interface ViewEntity extends SceneEntity {
  readonly role: "robot" | "object" | "static";
  readonly joints: readonly ViewJoint[];
  readonly sensors: readonly ViewSensor[];
  /** A client or a controller drives it. */
  readonly isDriven: boolean;
}

/** A message of a guest (src/session/Guest.ts), such as a league's score; its type is none of ViewMessage. */
export interface GuestMessage {
  readonly type: string;
}

export type ViewMessage =
  /** First of all, and again after everything has changed (reset, restore). */
  | {
      readonly type: "scene";
      readonly version: number;
      readonly world: string;
      readonly entities: readonly ViewEntity[];
      readonly lights: readonly Light[];
      /** That robots carry. */
      readonly lamps: readonly SceneLamp[];
      /** Numbers of the bodies that are held where they are. */
      readonly frozen: readonly number[];
      /** Of the world itself; those of robots are among their sensors and called ROBOT.SENSOR. */
      readonly cameras: readonly ViewWorldCamera[];
      /** Where robots connect, for people: "127.0.0.1:9040". */
      readonly robotAddress: string;
    }
  | { readonly type: "join"; readonly entity: ViewEntity }
  | { readonly type: "leave"; readonly name: string }
  | { readonly type: "lights"; readonly lights: readonly Light[] }
  /** Lamps of robots were switched, or came and went: all there are. */
  | { readonly type: "lamps"; readonly lamps: readonly SceneLamp[] }
  /** Bodies were frozen or let go, by whomever: all that are held now. */
  | { readonly type: "frozen"; readonly bodies: readonly number[] }
  /** A few times a second and when something changes. */
  | { readonly type: "status"; readonly status: SimulationStatus }
  /** Of what is watched, at the pace of the poses; what has many numbers comes as binary. */
  | { readonly type: "values"; readonly time: number; readonly values: Readonly<Record<string, readonly number[]>> }
  | { readonly type: "log"; readonly line: string }
  /** To a newcomer: the last lines of the log, oldest first. */
  | { readonly type: "past"; readonly lines: readonly string[] }
  /** To a verb. */
  | {
      readonly type: "reply";
      readonly id: number;
      readonly result: number;
      readonly message: string;
      readonly data: unknown;
    }
  /** The viewer said something wrong; the connection stays, unless the version differs. */
  | { readonly type: "error"; readonly code: string; readonly message: string };

export type ViewRequest =
  /** First of all. */
  | { readonly type: "hello"; readonly version: number; readonly token?: string }
  /** Instead of what was watched before: ENTITY/BODY, ENTITY/JOINT or ENTITY/SENSOR. */
  | {
      readonly type: "watch";
      readonly values: readonly string[];
      readonly contacts: boolean;
      /** ROBOT.CAMERA, or the name of a camera of the world; left out: none. */
      readonly cameras?: readonly string[];
    }
  | {
      readonly type: "verb";
      readonly id: number;
      readonly verb: string;
      readonly args: Readonly<Record<string, unknown>>;
    }
  /** A line as typed into the console. */
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
