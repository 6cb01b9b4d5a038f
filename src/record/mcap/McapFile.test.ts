// Files that are written are read back, by the official reader and by ours, whole or cut off at any byte.

import { McapIndexedReader, McapRecordBuilder } from "@mcap/core";
import { describe, expect, it } from "vitest";
import { readMutations } from "../../../testing/fuzz/MutatedRecordings.js";
import { LOG } from "../channels/FoxgloveTypes.js";
import { protoSchema } from "../channels/proto/ProtoType.js";
import { encodeMessage } from "../channels/proto/ProtoWriter.js";
import { type Compress, McapFile } from "./McapFile.js";
import { type ByteSource, Recording } from "./Recording.js";

const SCHEMA = protoSchema(LOG);
const SECOND = 1_000_000_000n;

class Bytes implements ByteSource {
  #parts: Uint8Array[] = [];
  write(bytes: Uint8Array): void {
    this.#parts.push(bytes);
  }
  get all(): Uint8Array {
    return new Uint8Array(Buffer.concat(this.#parts));
  }
  get size(): number {
    return this.all.length;
  }
  read(offset: number, length: number): Uint8Array {
    return this.all.subarray(offset, offset + length);
  }
}

const sourceOf = (all: Uint8Array): ByteSource => ({
  size: all.length,
  read: (offset, length) => {
    expect(offset + length).toBeLessThanOrEqual(all.length);
    return all.subarray(offset, offset + length);
  },
});

/** `seconds` of ten messages per second on two channels, with an attachment and metadata. */
function sample(seconds: number, end = true, compress?: Compress): Uint8Array {
  const bytes = new Bytes();
  const file = new McapFile(bytes, { library: "test", compress });
  const log = file.channel({ topic: "/log", schema: SCHEMA, encoding: "protobuf" });
  const json = file.channel({
    topic: "/json",
    schema: { name: "", encoding: "", data: new Uint8Array(0) },
    encoding: "json",
  });
  expect(file.channel({ topic: "/log", schema: { ...SCHEMA }, encoding: "protobuf" })).toBe(log);
  file.attach("world.xml", "text/xml", Buffer.from("<World/>"), 0n);
  for (let i = 0; i < 10 * seconds; i++) {
    const recordNs = (BigInt(i) * SECOND) / 10n;
    file.write(log, recordNs, i, encodeMessage(LOG, { message: `line ${i}`, level: 2 }));
    file.write(json, recordNs, i, Buffer.from(`{"value": ${i}}`));
  }
  file.metadata("ubersim", new Map([["seed", "7"]]));
  if (end) file.end();
  return bytes.all;
}

describe("[X2] MCAP files", () => {
  it("keep the time of every message, also after one of an earlier time", () => {
    const bytes = new Bytes();
    const file = new McapFile(bytes, { library: "test" });
    const log = file.channel({ topic: "/log", schema: SCHEMA, encoding: "protobuf" });
    const times = [10n, 10n, 8n, 10n, 10n, 8n, 12n].map((tenths) => (tenths * SECOND) / 10n);
    for (const recordNs of times) file.write(log, recordNs, Number(recordNs), encodeMessage(LOG, { message: "line" }));
    file.end();
    expect([...new Recording(bytes).messages()].map(({ recordNs }) => recordNs)).toEqual(times);
  });

  it("are read by the official reader with times, channels, schema, attachment and metadata", async () => {
    const all = sample(3);
    const readable = {
      size: async () => BigInt(all.length),
      read: async (offset: bigint, size: bigint) => all.slice(Number(offset), Number(offset + size)),
    };
    const reader = await McapIndexedReader.Initialize({ readable });
    const messages = [];
    for await (const message of reader.readMessages()) messages.push(message);
    expect(messages).toHaveLength(60);
    expect(messages.at(-1)).toMatchObject({ logTime: (29n * SECOND) / 10n, publishTime: 29n, sequence: 29 });
    expect([...reader.channelsById.values()].map(({ topic }) => topic)).toEqual(["/log", "/json"]);
    expect([...reader.schemasById.values()]).toMatchObject([{ name: "foxglove.Log", encoding: "protobuf" }]);
    expect(reader.statistics).toMatchObject({
      messageCount: 60n,
      attachmentCount: 1,
      metadataCount: 1,
      channelCount: 2,
    });
    // chunks of half a second
    expect(reader.chunkIndexes.length).toBe(6);
    for await (const { name, data } of reader.readAttachments())
      expect([name, Buffer.from(data).toString()]).toEqual(["world.xml", "<World/>"]);
    for await (const { name, metadata } of reader.readMetadata())
      expect([name, metadata.get("seed")]).toEqual(["ubersim", "7"]);
  });

  it("are read by ours, by topic and time", () => {
    const recording = new Recording(sourceOf(sample(3)));
    expect(recording).toMatchObject({ isComplete: true, library: "test", warnings: [] });
    expect(recording.span).toEqual({ fromNs: 0n, toNs: (29n * SECOND) / 10n });
    expect(recording.metadata.get("ubersim")?.get("seed")).toBe("7");
    expect(recording.attachments.map(({ name, read }) => [name, Buffer.from(read()).toString()])).toEqual([
      ["world.xml", "<World/>"],
    ]);
    const some = [...recording.messages({ topics: (topic) => topic === "/json", fromNs: SECOND, toNs: 2n * SECOND })];
    expect(some.map(({ data }) => JSON.parse(Buffer.from(data).toString()).value)).toEqual([
      10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
    ]);
    expect(some[0].timeNs).toBe(10n);
  });

  it("that are cut off at any byte give every whole chunk, and a warning", () => {
    const all = sample(3);
    const full = [...new Recording(sourceOf(all)).messages()].map(({ recordNs }) => recordNs);
    for (let length = 8; length < all.length - 1; length += 41) {
      const recording = new Recording(sourceOf(all.slice(0, length)));
      const read = [...recording.messages()].map(({ recordNs }) => recordNs);
      expect(read).toEqual(full.slice(0, read.length));
      if (!recording.isComplete) expect(recording.warnings.join()).toContain("the file ends in the middle");
    }
    // without an end nothing but the last half second is missing
    const killed = [...new Recording(sourceOf(sample(3, false))).messages()];
    expect(killed.length).toBeGreaterThanOrEqual(50);
  });

  it("of other kinds are RECORDING_UNREADABLE, and say why", () => {
    const found = (bytes: Uint8Array): unknown => {
      try {
        return new Recording(sourceOf(bytes));
      } catch (problem) {
        return (problem as Error).message;
      }
    };
    expect(found(new Uint8Array(0))).toContain("an empty file");
    expect(found(Buffer.from("hello, this is text"))).toContain("another kind of file");
    expect(found(Buffer.from("\x89MCAP1\r\n.....", "latin1"))).toContain("MCAP of version 1, which is newer");
  });

  it("that are damaged never throw, and cost no more than their size", () => {
    readMutations(sample(2), undefined, 120, 1);
  });

  it("that claim huge lengths allocate nothing by them", () => {
    const all = sample(1);
    // the length of the first record after the header, and the unpacked size of a chunk
    const huge = all.slice();
    new DataView(huge.buffer).setBigUint64(9, 1n << 62n, true);
    expect([...new Recording(sourceOf(huge)).messages()]).toEqual([]);
    // the unpacked size of the first chunk
    const asked: number[] = [];
    const packed = sample(1, true, (bytes) => bytes.slice());
    const unpack = (bytes: Uint8Array, size: number): Uint8Array => {
      asked.push(size);
      return bytes;
    };
    const read = (): number => [...new Recording(sourceOf(packed), unpack).messages()].length;
    expect(read()).toBe(20);
    const [wasAsked] = asked.splice(0);
    const view = new DataView(packed.buffer);
    const at = packed.findIndex(
      (_, i) => i > 8 && i + 8 < packed.length && view.getBigUint64(i, true) === BigInt(wasAsked),
    );
    view.setBigUint64(at, 1n << 40n, true);
    expect(read()).toBe(10);
    expect(Math.max(...asked)).toBeLessThan(1e6);
  });

  it("with very many channels and damaged chunks are read in a time that grows with their size alone", () => {
    const builder = new McapRecordBuilder();
    builder.writeMagic();
    builder.writeHeader({ profile: "", library: "test" });
    const topic = "x".repeat(100);
    const [channels, chunks] = [20_000, 100];
    for (let id = 1; id <= channels; id++)
      builder.writeChannel({ id, schemaId: 0, topic: topic + id, messageEncoding: "json", metadata: new Map() });
    const times = { messageStartTime: 0n, messageEndTime: 0n, uncompressedCrc: 0 };
    for (let i = 0; i < chunks; i++)
      builder.writeChunk({ ...times, uncompressedSize: 9n, compression: "", records: new Uint8Array(9).fill(5) });
    const recording = new Recording(sourceOf(builder.buffer.slice(0, builder.length)));
    expect([...recording.messages()]).toEqual([]);
    expect(recording.channels.length).toBe(channels);
    expect(recording.warnings.join()).toContain("too many damaged places");
  });
});
