// The interface of all sensors and actuators (S6). A device type describes its XML element, the numbers it sends and the
// messages it takes. A device is one instance on one robot. The world handles delays, rates, noise, time stamps and byte
// encoding for all devices (src/world/RobotDevice.ts).

import type { DeviceDescription } from "../describe/robot/RobotDescription.js";
import type { ElementReader, PartName } from "../describe/xml/ElementReader.js";
import type { Pose } from "../math/Pose.js";
import type { RandomStream } from "../math/RandomStream.js";
import type { Vec3 } from "../math/Vec3.js";
import type { Physics } from "../physics/Physics.js";
import type { CameraRenderer, Picture, PictureKind, PictureSpec } from "../render/picture/Picture.js";
import type { LiveScene } from "../render/scene/LiveScene.js";
import type { Drawing } from "./Drawing.js";
import type { Airwaves } from "./radio/Airwaves.js";

/** One number of a payload or an array of numbers, little-endian on the wire. */
export interface PayloadField {
  readonly name: string;
  readonly type: "float32" | "float64" | "uint8" | "uint16" | "uint32" | "int32";
  readonly unit: string;
  /** Length of an array; "any": as many as the message has. Default: a single number. */
  readonly count?: number | "any";
}

/** A kind of device. `Settings` is the result of `read`. */
export interface DeviceType<Settings = unknown> {
  /** Name of its XML element. */
  readonly element: string;
  /** One line for `ubersim list` and the docs. */
  readonly summary: string;
  /** Sensors and actuators are elements of a body, joints are elements of `<Joints>`. Only sensors and radios send without a `Rate`. */
  readonly role: "sensor" | "actuator" | "joint";
  /** Sample rate of a document without `Rate`, Hz; default: a sample in every frame. */
  readonly defaultRateHz?: number;
  /** Reads the child elements of this kind to plain frozen data. The caller reads Position, Rate, Noise, ... itself. */
  read(element: ElementReader): Settings;
  /** Bodies, solids and joints of the robot that the settings name; the document reader checks that they exist. */
  names?(settings: Settings): readonly PartName[];
  /** Rays cast per sample, counted against the limit of a document (R11); default: 0. */
  rays?(settings: Settings): number;
  /** Fields of a sample; empty: it sends nothing. */
  sends(settings: Settings, description: DeviceDescription): readonly PayloadField[];
  /** How viewers draw its newest sample; default: a mark at its place. */
  drawings?(settings: Settings, description: DeviceDescription): readonly Drawing[];
  /** Maximum size of its messages per second, of a device whose messages have any length. */
  bytesPerSec?(settings: Settings): number;
  /** Only of a device that sends pictures instead of numbers. */
  picture?(settings: Settings): PictureKind;
  /** Fields of a message to it, for Hello and the docs; empty: it takes none. */
  readonly takes: readonly PayloadField[];
  create(settings: Settings, host: DeviceHost): Device;
}

/** A device's access to the world: its own pose and velocity, and the physics. */
export interface DeviceHost {
  readonly physics: Physics;
  readonly robot: string;
  readonly description: DeviceDescription;
  /** Random numbers of this device, from seed, robot name and device name. The world saves, restores and hashes it. */
  readonly stream: RandomStream;
  /** For devices that take pictures. */
  readonly renderContext: RenderContext | undefined;
  /** For radios. */
  readonly airwaves: Airwaves | undefined;
  /** Pose of the device now, in the world. */
  pose(): Pose;
  /** Velocity of its origin and angular velocity of its body, in world axes. */
  velocity(): { readonly linear: Vec3; readonly angular: Vec3 };
}

/** The scene that cameras see, and the renderer that draws it. */
export interface RenderContext {
  readonly scene: LiveScene;
  readonly cameraRenderer: CameraRenderer;
}

/** Appearance of a device for cameras and viewers: a lamp at its place. */
export interface DeviceLook {
  /** Radius of the shining ball, m. */
  readonly radius: number;
  /** Red, green, blue from 0 to 255. */
  readonly color: readonly [number, number, number];
  /** 0: off, 1: full. */
  readonly brightness: number;
  /** Light cast along +y: full opening angle in rad, range in m; default: none. */
  readonly beam?: { readonly cone: number; readonly range: number };
}

/** A checked message, as plain data. */
export type Command = Readonly<Record<string, number | string>>;

export interface Device {
  /** Called before every step, after `act`: for devices that apply forces. */
  prepare?(): void;
  /** Called after every step and once on joining, before `sample`: for devices that compare with the previous step. */
  tick?(): void;
  /** The entity that it pushed in the last step without a contact, as a kicker does; undefined: none. */
  readonly pushed?: string | undefined;
  /** The numbers of `sends`, in order, without noise. */
  sample?(): readonly number[];
  /** Instead of `sample`: a picture of this instant, rendered on request. */
  capture?(): Picture;
  /** With `capture`: what a picture would show now. Changes nothing, not even random streams. */
  preview?(): PictureSpec | undefined;
  /** Instead of `sample`: messages that have come to it in this step. */
  receive?(): readonly Uint8Array[];
  /** Sample rate set by a command, Hz; default: that of its description. */
  readonly rateHz?: number;
  /** Checks an arriving message and decodes it to a command; throws a SimError. */
  read?(payload: DataView): Command;
  /** Applies a command whose latency is over. */
  act?(command: Command): void;
  /** Drops the effect of all commands, as if the device were new: its robot was placed elsewhere. */
  forget?(): void;
  /** Its memory as plain numbers, part of snapshot and hash. */
  save?(): readonly number[];
  restore?(memory: readonly number[]): void;
  /** Its look now; default: invisible. */
  look?(): DeviceLook;
}

/** A device type in a registry, where its Settings are not known. */
// biome-ignore lint/suspicious/noExplicitAny: a registry holds types of every Settings
export type AnyDeviceType = DeviceType<any>;
