// What the channels of a run write through: a sink with the present time, and the filter.

import type { Simulation } from "../../session/Simulation.js";
import type { RecordClock } from "../RecordClock.js";
import type { RecordSink } from "../RecordSink.js";
import { type MessageType, protoSchema } from "./proto/ProtoType.js";
import { encodeMessage, type ProtoData } from "./proto/ProtoWriter.js";
import type { RecordFilter } from "./RecordFilter.js";

export interface ChannelHost {
  readonly simulation: Simulation;
  readonly sink: RecordSink;
  readonly clock: RecordClock;
  readonly filter: RecordFilter;
  /** True: for readers who may miss pictures. */
  readonly isLive?: boolean;
}

/** A channel of protobuf messages. */
export class ProtoChannel {
  readonly #host: ChannelHost;
  readonly #type: MessageType;
  readonly #id: number;

  constructor(host: ChannelHost, topic: string, type: MessageType, metadata?: ReadonlyMap<string, string>) {
    this.#host = host;
    this.#type = type;
    const schema = protoSchema(type);
    this.#id = host.sink.channel({ topic, schema, encoding: "protobuf", ...(metadata ? { metadata } : {}) });
  }

  /** Undefined: the filter does not want it. */
  static open(
    host: ChannelHost,
    topic: string,
    type: MessageType,
    metadata?: ReadonlyMap<string, string>,
  ): ProtoChannel | undefined {
    return host.filter.wants(topic) ? new ProtoChannel(host, topic, type, metadata) : undefined;
  }

  /** False: the sink does not take its messages now. */
  get isWanted(): boolean {
    return this.#host.sink.wants?.(this.#id) ?? true;
  }

  /** `timeNs`: simulated time of what the message says; default: now. */
  write(data: ProtoData, timeNs?: number): void {
    if (this.isWanted) this.writeBytes(encodeMessage(this.#type, data), timeNs);
  }

  /** At an earlier time of the recording. */
  writeAt(recordNs: bigint, data: ProtoData, timeNs: number): void {
    this.#host.sink.write(this.#id, recordNs, timeNs, encodeMessage(this.#type, data));
  }

  writeBytes(bytes: Uint8Array, timeNs = this.#host.clock.timeNs): void {
    const { sink, clock } = this.#host;
    sink.write(this.#id, clock.recordNs, timeNs, bytes);
  }
}
