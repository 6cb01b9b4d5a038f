// What a recording takes (X2): channels, messages, attachments and metadata. The file of a recording (src/record/mcap) is one
// sink; reading signals (src/record/signals) is another. Pure: times are arguments.

/** How the bytes of a channel's messages are to be read. */
export interface RecordSchema {
  /** For protobuf the full name of the message type: "foxglove.Log". */
  readonly name: string;
  /** "protobuf": `data` is a FileDescriptorSet. "jsonschema": a JSON schema. "": no schema. */
  readonly encoding: "protobuf" | "jsonschema" | "ros2msg" | "";
  readonly data: Uint8Array;
}

export interface RecordChannel {
  readonly topic: string;
  readonly schema: RecordSchema;
  readonly encoding: "protobuf" | "json" | "cdr" | "ubersim";
  readonly metadata?: ReadonlyMap<string, string>;
}

export interface RecordSink {
  /** Returns the channel's number; the same topic with the same schema gives the same number. */
  channel(channel: RecordChannel): number;
  /** `recordNs`: time of the recording, which never goes back. `timeNs`: simulated time, which goes back at a reset. */
  write(channel: number, recordNs: bigint, timeNs: number, data: Uint8Array): void;
  /** False: messages of this channel are not needed now. Default: all are needed. */
  wants?(channel: number): boolean;
  attach(name: string, mediaType: string, data: Uint8Array, recordNs: bigint): void;
  metadata(name: string, values: ReadonlyMap<string, string>): void;
}

/** A part of a recording, such as the channels of a run or its journal. All parts share a sink and a clock. */
export interface RecordPart {
  /** A frame begins: robots have joined or left; the world has not stepped yet. */
  beforeStep?(): void;
  /** A frame is done. */
  afterFrame?(): void;
  /** A line of the log. */
  log?(line: string): void;
  /** The verb `record mark`. */
  mark?(text: string): void;
  /** The recording ends: the last messages. */
  close?(): void;
}
