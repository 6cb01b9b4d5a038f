// The messages of a journal in a recording. All its channels have one schema, which every protobuf reader understands:
//
//   /ubersim/start       once: the world, its seed and options               data: RunStart
//   /ubersim/definition  descriptions that later messages refer to           number: of its first object
//   /ubersim/input       inputs since the frame before                       data: JournalInput[], text: what they are
//   /ubersim/hash        hash of positions and velocities of every frame     hash, data: FrameHash.ts
//                        several times per second that of the whole state    full, parts
//   /ubersim/snapshot    the whole state, every few seconds                  data: Moment
//
// `number` counts the frames of the recording, resets included; `frame` is the frame of the world, which a reset sets to 0.

import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { SimError } from "../../describe/SimError.js";
import type { RecordSchema } from "../RecordSink.js";

export const TOPICS = {
  start: "/ubersim/start",
  definition: "/ubersim/definition",
  input: "/ubersim/input",
  hash: "/ubersim/hash",
  snapshot: "/ubersim/snapshot",
} as const;

export interface JournalMessage {
  readonly number: number;
  readonly frame: number;
  readonly text?: string;
  readonly data?: Uint8Array;
  readonly hash?: bigint | undefined;
  readonly full?: bigint | undefined;
  readonly parts?: Uint8Array | undefined;
}

const TYPE = { uint64: 4, string: 9, bytes: 12, fixed64: 6 } as const;
/** Field numbers, and their types. */
const FIELDS = [
  ["number", 1, TYPE.uint64],
  ["frame", 2, TYPE.uint64],
  ["text", 3, TYPE.string],
  ["data", 4, TYPE.bytes],
  ["hash", 5, TYPE.fixed64],
  ["full", 6, TYPE.fixed64],
  ["parts", 7, TYPE.bytes],
] as const;

export function writeMessage({ number, frame, text, data, hash, full, parts }: JournalMessage): Uint8Array {
  const out = new BinaryWriter();
  out.tag(1, WireType.Varint).uint64(number);
  out.tag(2, WireType.Varint).uint64(frame);
  if (text) out.tag(3, WireType.LengthDelimited).string(text);
  if (data) out.tag(4, WireType.LengthDelimited).bytes(data);
  if (hash !== undefined) out.tag(5, WireType.Bit64).fixed64(hash);
  if (full !== undefined) out.tag(6, WireType.Bit64).fixed64(full);
  if (parts) out.tag(7, WireType.LengthDelimited).bytes(parts);
  return out.finish();
}

export function readMessage(bytes: Uint8Array, where: string): JournalMessage {
  const found: { -readonly [K in keyof JournalMessage]: JournalMessage[K] } = { number: 0, frame: 0 };
  try {
    const reader = new BinaryReader(bytes);
    while (reader.pos < reader.len) {
      const [field, wire] = reader.tag();
      if (field === 1) found.number = Number(reader.uint64());
      else if (field === 2) found.frame = Number(reader.uint64());
      else if (field === 3) found.text = reader.string();
      else if (field === 4) found.data = reader.bytes();
      else if (field === 5) found.hash = BigInt(reader.fixed64());
      else if (field === 6) found.full = BigInt(reader.fixed64());
      else if (field === 7) found.parts = reader.bytes();
      else reader.skip(wire);
    }
  } catch (problem) {
    throw new SimError("RECORD_BROKEN", { where, found: `a message that is no message: ${String(problem)}` });
  }
  return found;
}

/** The schema with the descriptor that protobuf readers need. */
export function journalSchema(): RecordSchema {
  const message = new BinaryWriter();
  message.tag(1, WireType.LengthDelimited).string("Journal");
  for (const [name, number, type] of FIELDS) {
    const field = new BinaryWriter();
    field.tag(1, WireType.LengthDelimited).string(name);
    field.tag(3, WireType.Varint).int32(number);
    // optional
    field.tag(4, WireType.Varint).int32(1);
    field.tag(5, WireType.Varint).int32(type);
    message.tag(2, WireType.LengthDelimited).bytes(field.finish());
  }
  const file = new BinaryWriter();
  file.tag(1, WireType.LengthDelimited).string("ubersim/Journal.proto");
  file.tag(2, WireType.LengthDelimited).string("ubersim");
  file.tag(4, WireType.LengthDelimited).bytes(message.finish());
  file.tag(12, WireType.LengthDelimited).string("proto3");
  const set = new BinaryWriter().tag(1, WireType.LengthDelimited).bytes(file.finish());
  return { name: "ubersim.Journal", encoding: "protobuf", data: set.finish() };
}
