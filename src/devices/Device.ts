// The one interface of sensors and actuators (S6). A device type says what its XML element holds, what it sends and
// what it takes; a device is one of them on one robot. Delays, rates, noise, stamps and bytes are not its business:
// the world does them alike for all (Robot.ts in src/world).

import type { DeviceDescription } from "../describe/robot/RobotDescription.js";
import type { ElementReader, PartName } from "../describe/xml/ElementReader.js";
import type { Pose } from "../math/Pose.js";
import type { RandomStream } from "../math/RandomStream.js";
import type { Vec3 } from "../math/Vec3.js";
import type { Physics } from "../physics/Physics.js";
import type { CameraRenderer, Picture, PictureKind } from "../render/picture/Picture.js";
import type { LiveScene } from "../render/scene/LiveScene.js";
import type { Drawing } from "./Drawing.js";

/** One number of a payload, or several alike, on the wire as said (little-endian). */
export interface PayloadField {
  readonly name: string;
  readonly type: "float32" | "float64" | "uint8" | "uint16" | "uint32" | "int32";
  readonly unit: string;
  /** How many of them follow each other; left out: one. */
  readonly count?: number;
}

/** A kind of device: `settings` is what `read` made of the element. */
export interface DeviceType<Settings = unknown> {
  /** Its XML name. */
  readonly element: string;
  /** One line for people: `ubersim list`, docs. */
  readonly summary: string;
  /** In a body like solids (a sensor, an actuator), or among the joints. Only a sensor sends without being given a Rate. */
  readonly role: "sensor" | "actuator" | "joint";
  /** Hz, where a document gives no Rate; left out: a sample in every frame. */
  readonly defaultRateHz?: number;
  /** Reads the elements that only this kind has; plain, frozen data. Position, Rate, Noise ... are read already. */
  read(element: ElementReader): Settings;
  /** The parts of the robot that its settings name; the reader of documents looks for them. */
  names?(settings: Settings): readonly PartName[];
  /** How many rays one of its samples casts: documents may have so many and no more (R11); left out: none. */
  rays?(settings: Settings): number;
  /** What it sends; empty: nothing. */
  sends(settings: Settings, description: DeviceDescription): readonly PayloadField[];
  /** How viewers draw its newest sample; left out: they show a mark at its place and the numbers. */
  drawings?(settings: Settings, description: DeviceDescription): readonly Drawing[];
  /** In place of `sends`: it sends pictures. */
  picture?(settings: Settings): PictureKind;
  /** What it takes, for people and for Hello; empty: nothing. */
  readonly takes: readonly PayloadField[];
  create(settings: Settings, host: DeviceHost): Device;
}

/** What a device sees of the world: its own place, and the physics to read. */
export interface DeviceHost {
  readonly physics: Physics;
  readonly robot: string;
  readonly description: DeviceDescription;
  /** Chance of the device's own, of seed, robot and device name; saved, restored and hashed for it. */
  readonly stream: RandomStream;
  /** For those who take pictures. */
  readonly eyes: Eyes | undefined;
  /** Where the device is now, in the world. */
  pose(): Pose;
  /** Velocity of its origin and turning of its body, in the world's axes. */
  velocity(): { readonly linear: Vec3; readonly angular: Vec3 };
}

/** What there is to see, and who takes the pictures. */
export interface Eyes {
  readonly scene: LiveScene;
  readonly cameraRenderer: CameraRenderer;
}

/** What a device shows of itself, for cameras and viewers: a lamp at its place. */
export interface DeviceLook {
  /** Of the ball that shines, m. */
  readonly radius: number;
  /** Red, green, blue from 0 to 255. */
  readonly color: readonly [number, number, number];
  /** 0: off, 1: full. */
  readonly brightness: number;
  /** It lights others too, along its +y: full opening in rad, reach in m. */
  readonly beam?: { readonly cone: number; readonly range: number };
}

/** What a device wants to do once the latency is over: checked already, plain data. */
export type Command = Readonly<Record<string, number | string>>;

export interface Device {
  /** Before every step, after what it was told: for devices that push on bodies. */
  prepare?(): void;
  /** After every step and once on joining, before any sample: for devices that compare with the step before. */
  tick?(): void;
  /** What it has pushed in the last step without a contact, as a kicker does; undefined: nothing. */
  readonly pushed?: string | undefined;
  /** The numbers of `sends`, in order, true and exact. */
  sample?(): readonly number[];
  /** In place of `sample`: a picture of this instant, to be developed when somebody wants it. */
  capture?(): Picture;
  /** Samples a second as it was last told; left out: as its description says. */
  readonly rateHz?: number;
  /** Checks a message as it arrives and makes a command of it; throws a SimError. */
  read?(payload: DataView): Command;
  /** Does it, now that it is due. */
  act?(command: Command): void;
  /** As if it had just been made: what it was told no longer counts, since its robot was put elsewhere. */
  forget?(): void;
  /** What it remembers, as plain data; joined to snapshot and hash. */
  save?(): readonly number[];
  restore?(memory: readonly number[]): void;
  /** How it looks now; left out: it is not to be seen. */
  look?(): DeviceLook;
}

/** As it stands in a registry: its settings are nobody else's business. */
// biome-ignore lint/suspicious/noExplicitAny: a registry holds types of every Settings
export type AnyDeviceType = DeviceType<any>;
