// 10,000 damaged copies of a recording of a Segway with all its channels, compressed (the short version: src/record/mcap).

import zstd from "@foxglove/wasm-zstd";
import { expect, test } from "vitest";
import { RecordFilter } from "../../src/record/channels/RecordFilter.js";
import { RunChannels } from "../../src/record/channels/RunChannels.js";
import { McapFile } from "../../src/record/mcap/McapFile.js";
import { RecordClock } from "../../src/record/RecordClock.js";
import { segwayRun } from "../../testing/builders/RecordedRun.js";
import { readMutations } from "../../testing/fuzz/MutatedRecordings.js";

async function record(compress: ((bytes: Uint8Array) => Uint8Array) | undefined): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const simulation = await segwayRun();
  const sink = new McapFile({ write: (bytes) => void parts.push(bytes) }, { library: "test", compress });
  sink.attach("world.xml", "text/xml", Buffer.from("<World/>"), 0n);
  const run = new RunChannels({
    simulation,
    sink,
    clock: new RecordClock(simulation),
    filter: new RecordFilter(["!camera"]),
  });
  for (let i = 0; i < 30; i++) {
    simulation.run(0);
    run.afterFrame();
  }
  run.close();
  sink.end();
  return new Uint8Array(Buffer.concat(parts));
}

test("[X2] 10,000 damaged recordings are read as far as they go, or refused by a code", async () => {
  await zstd.isLoaded;
  const unpack = (packed: Uint8Array, bytes: number): Uint8Array => new Uint8Array(zstd.decompress(packed, bytes));
  const packed = await record((bytes) => new Uint8Array(zstd.compress(bytes, -1)));
  const plain = await record(undefined);
  expect(plain.length).toBeGreaterThan(packed.length);
  readMutations(packed, unpack, 5000, 1);
  readMutations(plain, unpack, 5000, 2);
});
