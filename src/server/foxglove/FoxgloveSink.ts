// The channels of a run, sent live to Foxglove and Lichtblick (X2): each channel is advertised, and a message is made only if
// its channel has a subscriber. Times are simulated times.

import type { FoxgloveServer } from "@foxglove/ws-protocol";
import type { RecordChannel, RecordSink } from "../../record/RecordSink.js";

export class FoxgloveSink implements RecordSink {
  readonly #server: FoxgloveServer;
  /** Numbers of channels, by topic and schema. */
  readonly #channels = new Map<string, number>();
  readonly #wanted = new Set<number>();

  constructor(server: FoxgloveServer) {
    this.#server = server;
    server.on("subscribe", (channel) => void this.#wanted.add(channel));
    server.on("unsubscribe", (channel) => void this.#wanted.delete(channel));
  }

  channel({ topic, schema, encoding }: RecordChannel): number {
    const key = `${topic}\n${schema.name}`;
    const known = this.#channels.get(key);
    if (known !== undefined) return known;
    const isText = schema.encoding !== "protobuf";
    const number = this.#server.addChannel({
      topic,
      encoding,
      schemaName: schema.name,
      schemaEncoding: schema.encoding,
      schema: Buffer.from(schema.data).toString(isText ? "utf8" : "base64"),
    });
    this.#channels.set(key, number);
    return number;
  }

  wants(channel: number): boolean {
    return this.#wanted.has(channel);
  }

  write(channel: number, _recordNs: bigint, timeNs: number, data: Uint8Array): void {
    if (this.#wanted.has(channel)) this.#server.sendMessage(channel, BigInt(timeNs), data as Uint8Array<ArrayBuffer>);
  }

  attach(): void {}
  metadata(): void {}
}
