// A sink of recordings that turns every message into messages of ROS 2, for a bag (RosBag.ts) or a live connection. Channels for which ROS
// has no message are left out.

import type { RecordChannel, RecordSink } from "../RecordSink.js";
import { type Decoder, decoderOf } from "./Decoded.js";
import type { MakeConverter, RosConverter, RosMessage, RosTopic } from "./RosConverter.js";
import { jointStates, transforms } from "./RosMotion.js";
import { RosNames } from "./RosNames.js";
import { calibration, compressedImage, rawImage } from "./RosPictures.js";
import { markers } from "./RosScene.js";
import { laserScan, numbers, pointCloud, SAMPLES } from "./RosSensors.js";
import { json, log } from "./RosTexts.js";
import { rosTime } from "./RosTime.js";

export interface RosOutput {
  /** A topic that will have messages; called once for each. */
  advertise(topic: RosTopic): void;
  /** False: its messages are not needed now. Default: all are needed. */
  wants?(topic: RosTopic): boolean;
  /** `atNs`: time of the message. */
  publish(message: RosMessage, atNs: bigint): void;
}

const BY_TYPE: Readonly<Record<string, MakeConverter>> = {
  "foxglove.FrameTransforms": transforms,
  "foxglove.JointStates": jointStates,
  "foxglove.LaserScan": laserScan,
  "foxglove.PointCloud": pointCloud,
  "foxglove.CompressedImage": compressedImage,
  "foxglove.RawImage": rawImage,
  "foxglove.CameraCalibration": calibration,
  "foxglove.SceneUpdate": markers,
  "foxglove.Log": log,
  "ubersim.Mark": json,
  "ubersim.Game": json,
  "ubersim.Contacts": json,
  ...SAMPLES,
};

export const CLOCK: RosTopic = { name: "/clock", type: "rosgraph_msgs/msg/Clock" };
/** Time between two messages of the clock, ns. */
const CLOCK_NS = 10_000_000n;

interface Open {
  readonly decoder: Decoder;
  readonly converter: RosConverter;
}

type Source = Pick<RecordChannel, "topic" | "metadata"> & {
  readonly schema: { readonly name: string; readonly encoding: string; readonly data: Uint8Array } | undefined;
};

export class RosSink implements RecordSink {
  readonly #output: RosOutput;
  /** True: messages have the time of the recording, which never goes back; otherwise simulated time. */
  readonly #isRecordTime: boolean;
  readonly #names = new RosNames();
  readonly #shared = { calibrations: new Map<string, object>() };
  readonly #channels: (Open | undefined)[] = [];
  readonly #byTopic = new Map<string, number>();
  readonly #advertised = new Set<string>();
  #clockNs: bigint | undefined;

  constructor(output: RosOutput, isRecordTime: boolean) {
    this.#output = output;
    this.#isRecordTime = isRecordTime;
    this.#advertise(CLOCK);
  }

  channel({ topic, schema, metadata = new Map() }: Source): number {
    const key = `${topic}\n${schema?.name}`;
    const known = this.#byTopic.get(key);
    if (known !== undefined) return known;
    const decoder = schema?.encoding === "protobuf" ? decoderOf(schema) : undefined;
    const make = schema && converterOf(topic, schema.name);
    const converter = decoder && make?.({ topic, decoder, metadata, names: this.#names, shared: this.#shared });
    for (const one of converter?.topics ?? []) this.#advertise(one);
    this.#byTopic.set(key, this.#channels.length);
    this.#channels.push(decoder && converter && { decoder, converter });
    return this.#channels.length - 1;
  }

  #advertise(topic: RosTopic): void {
    if (this.#advertised.has(topic.name)) return;
    this.#advertised.add(topic.name);
    this.#output.advertise(topic);
  }

  wants(channel: number): boolean {
    const topics = this.#channels[channel]?.converter.topics ?? [];
    return topics.some((topic) => this.#output.wants?.(topic) ?? true);
  }

  write(channel: number, recordNs: bigint, timeNs: number, data: Uint8Array): void {
    const open = this.#channels[channel];
    if (!open || !this.wants(channel)) return;
    const message = open.decoder.decode(data);
    if (!message) return;
    const atNs = this.#isRecordTime ? recordNs : BigInt(timeNs);
    for (const one of open.converter.convert(message, rosTime(atNs)))
      if (this.#output.wants?.(one.topic) ?? true) this.#output.publish(one, atNs);
  }

  /** Tells the time, not more often than 100 times a second. */
  clock(atNs: bigint): void {
    const last = this.#clockNs;
    // the time of a recording never goes back: a picture may come late
    if (last !== undefined && atNs - last < CLOCK_NS && (atNs >= last || this.#isRecordTime)) return;
    this.#clockNs = atNs;
    if (this.#output.wants?.(CLOCK) ?? true)
      this.#output.publish({ topic: CLOCK, data: { clock: rosTime(atNs) } }, atNs);
  }

  attach(): void {}
  metadata(): void {}
}

/** Types of samples that have other fields have a number at the end. */
function converterOf(topic: string, type: string): MakeConverter | undefined {
  const known = BY_TYPE[type.replace(/^(ubersim\..*)_v\d+$/, "$1")];
  return known ?? (topic.startsWith("/sensors/") && type.startsWith("ubersim.") ? numbers : undefined);
}
