// Signals as columns over the time of the recording: as they were taken, or at a fixed rate, each with its last value at that time.

import { SimError, unknownName } from "../../describe/SimError.js";
import type { ReadChannel, Recording } from "../mcap/Recording.js";
import { openSignals, type ReadSignals, unitOf } from "./MessageSignals.js";
import { SignalPatterns } from "./SignalPattern.js";

export interface Signal {
  readonly name: string;
  /** "" where it is unknown. */
  readonly unit: string;
  /** s, of the recording; never goes back. */
  readonly times: readonly number[];
  readonly values: readonly number[];
}

export interface SignalRange {
  /** Of the recording, s. */
  readonly fromSec?: number | undefined;
  readonly toSec?: number | undefined;
}

/** Rows with the same time in all columns; NaN: the signal has no value then. */
export interface SignalRows {
  readonly names: readonly string[];
  readonly units: readonly string[];
  readonly times: readonly number[];
  readonly columns: readonly (readonly number[])[];
}

interface Growing {
  readonly name: string;
  readonly unit: string;
  readonly times: number[];
  readonly values: number[];
}

/** The chosen signals of a recording. Throws SIGNAL_UNKNOWN for a pattern that nothing matches. */
export function readSignals(
  recording: Recording,
  patterns: readonly string[],
  range: SignalRange = {},
): readonly Signal[] {
  const wanted = new SignalPatterns(patterns);
  const found = collectSignals(recording, (name) => wanted.wants(name), range);
  const { names, unmatched } = wanted.choose([...found.keys()].sort());
  if (unmatched.length > 0) throw unknownSignal(unmatched[0], recording);
  return names.map((name) => found.get(name) as Signal);
}

/** The signals whose names are wanted. */
export function collectSignals(
  recording: Recording,
  wants: (name: string) => boolean,
  range: SignalRange = {},
): ReadonlyMap<string, Signal> {
  const found = new Map<string, Growing>();
  const readers = new Map<ReadChannel, ReadSignals | undefined>();
  const [fromNs, toNs] = [range.fromSec, range.toSec].map((sec) =>
    sec === undefined ? undefined : BigInt(Math.round(sec * 1e9)),
  );
  for (const { channel, recordNs, data } of recording.messages({ fromNs, toNs })) {
    if (!readers.has(channel)) readers.set(channel, openSignals(channel, wants));
    const time = Number(recordNs) / 1e9;
    readers.get(channel)?.(data, (name, value) => {
      let signal = found.get(name);
      if (!signal) {
        if (!wants(name)) return;
        signal = { name, unit: unitOf(channel, name), times: [], values: [] };
        found.set(name, signal);
      }
      add(signal, time, value);
    });
  }
  return found;
}

/** The last value of an instant counts. */
function add({ times, values }: Growing, time: number, value: number): void {
  const last = times.length - 1;
  if (last >= 0 && times[last] === time) values[last] = value;
  else {
    times.push(time);
    values.push(value);
  }
}

function unknownSignal(pattern: string, recording: Recording): SimError {
  const names = listSignals(recording).map(({ name }) => name);
  if (names.length > MAX_NAMES) {
    const { advice } = unknownName("SIGNAL_UNKNOWN", "signals", pattern, names);
    return new SimError("SIGNAL_UNKNOWN", { where: "signals", found: `"${pattern}"`, advice });
  }
  return unknownName("SIGNAL_UNKNOWN", "signals", pattern, names);
}

/** An error names at most so many signals. */
const MAX_NAMES = 30;
/** Messages of each channel that are looked at for names. */
const MAX_LOOKED = 50;

/** All signals: those in the first messages of each channel. */
export function listSignals(recording: Recording): readonly { readonly name: string; readonly unit: string }[] {
  const found = new Map<string, string>();
  const readers = new Map<ReadChannel, { read: ReadSignals | undefined; count: number }>();
  for (const { channel, data } of recording.messages()) {
    const reader = readers.get(channel) ?? { read: openSignals(channel, () => true), count: 0 };
    readers.set(channel, reader);
    if (reader.count++ > MAX_LOOKED) continue;
    reader.read?.(data, (name) => void (found.has(name) || found.set(name, unitOf(channel, name))));
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, unit]) => ({ name, unit }));
}

/** One row for each instant at which a signal has a new value. */
export function rowsOf(signals: readonly Signal[]): SignalRows {
  const times = [...new Set(signals.flatMap((signal) => signal.times))].sort((a, b) => a - b);
  const row = new Map(times.map((time, i) => [time, i]));
  const columns = signals.map((signal) => {
    const column = new Array<number>(times.length).fill(Number.NaN);
    signal.times.forEach((time, i) => {
      column[row.get(time) as number] = signal.values[i];
    });
    return column;
  });
  return { names: signals.map(({ name }) => name), units: signals.map(({ unit }) => unit), times, columns };
}

/** Rows at a fixed rate from the first to the last value, each value held until the next one. */
export function rowsAtRate(
  signals: readonly Signal[],
  rateHz: number,
  { fromSec, toSec }: SignalRange = {},
): SignalRows {
  const starts = signals.flatMap(({ times }) => times.slice(0, 1));
  const ends = signals.flatMap(({ times }) => times.slice(-1));
  const start = fromSec ?? Math.min(...starts);
  const end = Math.min(toSec ?? Number.POSITIVE_INFINITY, Math.max(...ends));
  const count = starts.length === 0 ? 0 : Math.max(0, Math.floor((end - start) * rateHz + GRAIN) + 1);
  if (count > MAX_ROWS) throw tooManyRows(count);
  const times = Array.from({ length: count }, (_, i) => start + i / rateHz);
  const columns = signals.map((signal) => hold(signal, times));
  return { names: signals.map(({ name }) => name), units: signals.map(({ unit }) => unit), times, columns };
}

const MAX_ROWS = 50_000_000;
/** Share of a period by which times may be off because of rounding. */
const GRAIN = 1e-6;

const tooManyRows = (count: number): SimError =>
  new SimError("VALUE_OUT_OF_RANGE", { where: "--rate", found: `${count} rows`, allowed: `at most ${MAX_ROWS} rows` });

function hold({ times, values }: Signal, at: readonly number[]): number[] {
  let next = 0;
  return at.map((time) => {
    while (next < times.length && times[next] <= time + GRAIN * 1e-3) next++;
    return next === 0 ? Number.NaN : values[next - 1];
  });
}
