// Poses of all bodies as foxglove.FrameTransforms: /tf has those that can move, all of them in every message, so that a viewer that
// jumps to an instant needs one message; /tf_static those that cannot, and the frames of cameras. A message is a template whose
// numbers are replaced: its bytes are the same as those of an encoder, except that times have a fixed length.

import type { Pose } from "../../math/Pose.js";
import { BodyPoses, POSE_SIZE } from "../../physics/BodyPoses.js";
import { type ChannelHost, ProtoChannel } from "./ChannelWriter.js";
import { FRAME_TRANSFORMS } from "./FoxgloveTypes.js";
import { ProtoWriter } from "./proto/ProtoWriter.js";

export interface NamedFrame {
  readonly parent: string;
  readonly child: string;
  readonly pose: Pose;
}

/** Root of all frames. */
export const WORLD_FRAME = "world";
export const bodyFrame = (entity: string, body: string): string => `${entity}/${body}`;
/** Frame of a sensor: +y ahead, +z up. */
export const deviceFrame = (robot: string, device: string): string => `${robot}.${device}`;

interface BodyName {
  readonly entity: string;
  readonly body: string;
}

/** Bytes of a time: two tags and two numbers of five bytes. */
const TIME_BYTES = 12;

export class TransformChannel {
  readonly #host: ChannelHost;
  readonly #moving: ProtoChannel | undefined;
  readonly #fixed: ProtoChannel | undefined;
  #poses: BodyPoses;
  #template: Template;
  /** Index of each moving body in the poses. */
  #indices: readonly number[] = [];

  constructor(host: ChannelHost) {
    this.#host = host;
    this.#moving = ProtoChannel.open(host, "/tf", FRAME_TRANSFORMS);
    this.#fixed = ProtoChannel.open(host, "/tf_static", FRAME_TRANSFORMS);
    this.#poses = new BodyPoses(host.simulation.world.physics, []);
    this.#template = new Template([]);
  }

  /** Entities have joined or left. `frames`: fixed on bodies. */
  setFrames(frames: readonly NamedFrame[]): void {
    const { physics } = this.#host.simulation.world;
    const bodies = physics.names.flatMap((entity): BodyName[] =>
      physics.entity(entity).bodies.map((body) => ({ entity, body: body.name })),
    );
    this.#poses = new BodyPoses(physics, bodies);
    const poses = this.#poses.read();
    const all = bodies.map((_, i) => i);
    this.#indices = all.filter((i) => !this.#poses.isStatic(i));
    this.#template = new Template(this.#indices.map((i) => frameOf(bodies[i], poses, i)));
    const still = all.filter((i) => this.#poses.isStatic(i)).map((i) => frameOf(bodies[i], poses, i));
    const fixed = new Template([...still, ...frames]);
    this.#fixed?.writeBytes(fixed.bytesAt(this.#host.clock.timeNs));
  }

  write(): void {
    if (!this.#moving?.isWanted || this.#indices.length === 0) return;
    const poses = this.#poses.read();
    for (let i = 0; i < this.#indices.length; i++) this.#template.set(i, poses, POSE_SIZE * this.#indices[i]);
    this.#moving.writeBytes(this.#template.bytesAt(this.#host.clock.timeNs));
  }
}

function frameOf({ entity, body }: BodyName, poses: Float64Array, index: number): NamedFrame {
  const [x, y, z, qx, qy, qz, qw] = poses.subarray(POSE_SIZE * index, POSE_SIZE * (index + 1));
  const pose: Pose = { position: [x, y, z], orientation: [qx, qy, qz, qw] };
  return { parent: WORLD_FRAME, child: bodyFrame(entity, body), pose };
}

class Template {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  /** Of each frame: places of its time, position and orientation. */
  readonly #places: readonly (readonly [number, number, number])[];

  constructor(frames: readonly NamedFrame[]) {
    const writer = new ProtoWriter();
    const places: [number, number, number][] = [];
    for (const { parent, child, pose } of frames) {
      const inner = new ProtoWriter();
      const place: [number, number, number] = [0, 0, 0];
      inner.nested(1, () => void inner.varint(0).varint(0).fixed32(0).fixed32(0).varint(0).varint(0));
      place[0] = inner.length - TIME_BYTES;
      inner.string(2, parent).string(3, child);
      place[1] = numbers(inner, 4, pose.position);
      place[2] = numbers(inner, 5, pose.orientation);
      writer.data(1, inner.bytes);
      const start = writer.length - inner.length;
      places.push([start + place[0], start + place[1], start + place[2]]);
    }
    this.#bytes = writer.bytes.slice();
    this.#view = new DataView(this.#bytes.buffer);
    this.#places = places;
  }

  /** Numbers of frame i, from a place in a list: x y z qx qy qz qw. */
  set(i: number, numbers: Float64Array, from: number): void {
    const [, position, orientation] = this.#places[i];
    for (let k = 0; k < 3; k++) this.#view.setFloat64(position + DOUBLE_BYTES * k, numbers[from + k], true);
    for (let k = 0; k < 4; k++) this.#view.setFloat64(orientation + DOUBLE_BYTES * k, numbers[from + 3 + k], true);
  }

  /** The message of an instant; valid until the next call. */
  bytesAt(timeNs: number): Uint8Array {
    const time = timeBytes(timeNs);
    for (const [place] of this.#places) this.#bytes.set(time, place);
    return this.#bytes;
  }
}

/** A tag and a number. */
const DOUBLE_BYTES = 9;

/** Nested x y z (w) with zeros written; returns the place of the first number. */
function numbers(writer: ProtoWriter, field: number, values: readonly number[]): number {
  writer.nested(field, () => values.forEach((value, k) => void writer.double(k + 1, value)));
  return writer.length - DOUBLE_BYTES * values.length + 1;
}

/** Fields 1 and 2 of a Timestamp, each number in five bytes. */
function timeBytes(timeNs: number): Uint8Array {
  const seconds = Math.floor(timeNs / 1e9);
  const bytes = new Uint8Array(TIME_BYTES);
  bytes[0] = 8;
  fiveBytes(bytes, 1, seconds);
  bytes[6] = 16;
  fiveBytes(bytes, 7, timeNs - 1e9 * seconds);
  return bytes;
}

function fiveBytes(bytes: Uint8Array, at: number, value: number): void {
  let rest = value;
  for (let i = 0; i < 5; i++) {
    bytes[at + i] = (rest % 0x80) | (i < 4 ? 0x80 : 0);
    rest = Math.floor(rest / 0x80);
  }
}
