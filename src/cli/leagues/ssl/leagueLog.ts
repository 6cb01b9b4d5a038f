// What `ubersim league-log` does: a summary of a log, and its packets on the network at the times at which they were received.

import { fromBinary } from "@bufbuild/protobuf";
import { LOG_TYPE, LOG_TYPE_NAMES, type LogRecord } from "../../../leagues/ssl/log/LeagueLog.js";
import { type Referee, Referee_Stage, RefereeSchema } from "../../../leagues/ssl/wire/SslReferee_pb.js";
import { readLeagueLog } from "../../../server/leagues/ssl/log/LeagueLogFile.js";
import { MulticastSender } from "../../../server/leagues/ssl/MulticastSender.js";
import { DEFAULT_SSL_OPTIONS } from "../../../server/leagues/ssl/SslOptions.js";
import { print } from "../../Output.js";

interface LogRange {
  /** s from the first packet. */
  readonly from: number;
  readonly to: number;
}

interface TimedRecord extends LogRecord {
  readonly sec: number;
}

const NS = 1e9;

/** Records of a range, with their time since the first packet of the log. */
async function* recordsIn(file: string, { from, to }: LogRange): AsyncGenerator<TimedRecord> {
  let firstNs: bigint | undefined;
  for await (const record of readLeagueLog(file)) {
    if (LOG_TYPE_NAMES[record.type] === undefined) continue;
    firstNs ??= record.timeNs;
    const sec = Number(record.timeNs - firstNs) / NS;
    if (sec > to) return;
    if (sec >= from) yield { ...record, sec };
  }
}

export async function showLog(file: string, range: LogRange): Promise<number> {
  const counts = new Map<number, number>();
  let [first, last]: (TimedRecord | undefined)[] = [];
  let referee: Uint8Array | undefined;
  for await (const record of recordsIn(file, range)) {
    first ??= record;
    last = record;
    counts.set(record.type, (counts.get(record.type) ?? 0) + 1);
    if (record.type === LOG_TYPE.referee) referee = record.message;
  }
  const length = first && last ? last.sec - first.sec : 0;
  print(`${file}: ${length.toFixed(3)} s from ${first ? unixTime(first.timeNs) : "nothing"}`);
  for (const [type, count] of [...counts].sort(([a], [b]) => a - b))
    print(
      `  ${(LOG_TYPE_NAMES[type] ?? "").padEnd(14)} ${count} packets${length > 0 ? `, ${(count / length).toFixed(1)} a second` : ""}`,
    );
  if (referee) print(`  ${scoreOf(fromBinary(RefereeSchema, referee))}`);
  return 0;
}

const unixTime = (ns: bigint): string => `${(Number(ns) / NS).toFixed(3)} s unix time`;

function scoreOf({ blue, yellow, stage }: Referee): string {
  const name = (given: string | undefined, color: string): string => given || color;
  return `${name(blue?.name, "Blue")} ${blue?.score ?? 0} : ${yellow?.score ?? 0} ${name(yellow?.name, "Yellow")}, ${Referee_Stage[stage] ?? stage}`;
}

export interface PlayOptions extends LogRange {
  readonly rate: number;
  readonly host: string;
  readonly interface: string | undefined;
  readonly visionAddress: string;
  readonly visionPort: number;
}

/** Packets that are sent before others get a turn, at full speed. */
const BURST = 50;

export async function playLog(file: string, options: PlayOptions): Promise<number> {
  const { rate, host, visionAddress, visionPort } = options;
  const { refereeAddress, refereePort, trackerPort } = DEFAULT_SSL_OPTIONS;
  const sender = await MulticastSender.open({
    host,
    interface: options.interface,
    groups: [visionAddress, refereeAddress],
    log: print,
  });
  print(
    `${file}: vision to ${visionAddress}:${visionPort}, tracker to ${visionAddress}:${trackerPort}, referee to ${refereeAddress}:${refereePort}`,
  );
  let startMs: number | undefined;
  let sent = 0;
  let firstSec = 0;
  try {
    for await (const { type, message, sec } of recordsIn(file, options)) {
      if (startMs === undefined) [startMs, firstSec] = [performance.now(), sec];
      const waitMs = startMs + ((sec - firstSec) * 1000) / rate - performance.now();
      if (waitMs > 1 || sent % BURST === 0) await sleep(Math.max(0, waitMs));
      if (type === LOG_TYPE.referee) sender.send(message, refereePort, refereeAddress);
      else sender.send(message, type === LOG_TYPE.tracker ? trackerPort : visionPort, visionAddress);
      sent++;
    }
    // the last datagrams leave
    await sleep(20);
  } finally {
    await sender.close();
  }
  print(`${sent} packets sent`);
  return 0;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
