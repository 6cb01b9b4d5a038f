// A log of the league: written while a match runs, read back by the format alone, shown and played by the command.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { fromBinary } from "@bufbuild/protobuf";
import { expect, it, onTestFinished } from "vitest";
import { LeagueLogReader, LOG_TYPE } from "../../src/leagues/ssl/log/LeagueLog.js";
import { RefereeSchema } from "../../src/leagues/ssl/wire/SslReferee_pb.js";
import { TrackerWrapperPacketSchema } from "../../src/leagues/ssl/wire/SslTracker_pb.js";
import { SSL_WrapperPacketSchema } from "../../src/leagues/ssl/wire/SslVision_pb.js";
import { readLeagueLog } from "../../src/server/leagues/ssl/log/LeagueLogFile.js";
import { testServer } from "../server/Servers.js";

function newFile(name: string): string {
  const directory = mkdtempSync(join(tmpdir(), "ubersim-log-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, name);
}

async function play(file: string): Promise<void> {
  const soccer = { referee: "built-in", epochSec: 1000, logFile: file } as const;
  const server = await testServer({ world: "soccer-b", httpPort: false, ssl: false, soccer });
  await expect.poll(() => server.simulation.world.timeSec, { timeout: 60_000 }).toBeGreaterThan(3);
  await server.stop();
}

it("[F3] has every packet of vision, tracker and referee, in the league's format", async () => {
  const file = newFile("game.log.gz");
  await play(file);
  const records = new LeagueLogReader(file).push(gunzipSync(readFileSync(file)));
  const of = (type: number) => records.filter((record) => record.type === type);
  const frames = of(LOG_TYPE.tracker).map(({ timeNs, message }) => {
    const { trackedFrame } = fromBinary(TrackerWrapperPacketSchema, message);
    expect(Number(timeNs) / 1e9).toBeCloseTo(trackedFrame?.timestamp ?? 0, 6);
    return trackedFrame?.frameNumber;
  });
  // from the first frame on, none is missing
  expect(frames).toEqual(frames.map((_, i) => i));
  expect(frames.length).toBeGreaterThan(180);
  const vision = of(LOG_TYPE.vision).map(({ message }) => fromBinary(SSL_WrapperPacketSchema, message));
  expect(vision[0].geometry?.field?.fieldLength).toBe(9000);
  expect(vision.filter(({ detection }) => detection)).toHaveLength(4 * frames.length);
  expect(of(LOG_TYPE.referee).map(({ message }) => fromBinary(RefereeSchema, message).command).length).toBeGreaterThan(
    20,
  );
});

it("[F3] is read also if it was cut off, and not if it is something else", async () => {
  const file = newFile("game.log.gz");
  await play(file);
  const bytes = readFileSync(file);
  const count = async (part: Uint8Array) => {
    writeFileSync(file, part);
    let n = 0;
    for await (const _ of readLeagueLog(file)) n++;
    return n;
  };
  const all = await count(bytes);
  const most = await count(bytes.subarray(0, bytes.length - 1000));
  expect(most).toBeGreaterThan(all / 2);
  expect(most).toBeLessThan(all);
  await expect(count(Buffer.from("not a log"))).rejects.toThrow("RECORDING_UNREADABLE");
  await expect(readLeagueLog(`${file}.no`).next()).rejects.toThrow("FILE_MISSING");
});
