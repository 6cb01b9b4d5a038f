// How far a run is from its reference: root mean square, largest difference with its time, and delay. A body's position is compared as a
// distance, its orientation as an angle, any other signal as its difference.
//   rms = sqrt(mean |s(t) - r(t)|²)      delay d: the shift with the least spread of s(t) - r(t - d); positive: the run is late
// A constant difference, as between two origins, does not count for the delay. The reference is read at the times of the run, on the line between its samples.

import { acos, PI } from "../../math/Trigonometry.js";
import type { Signal } from "../signals/SignalTable.js";
import { type Reference, valueAt } from "./Reference.js";

export interface Compared {
  readonly name: string;
  readonly unit: string;
  readonly rms: number;
  readonly max: number;
  /** Time of the largest difference, s. */
  readonly maxAt: number;
  /** s; undefined: too short, or the reference does not change. */
  readonly delay: number | undefined;
  /** Root mean square if the run were earlier by the delay. */
  readonly rmsShifted: number | undefined;
  /** Times that both have, s. */
  readonly from: number;
  readonly to: number;
}

interface Pair {
  readonly name: string;
  readonly unit: string;
  readonly run: readonly Signal[];
  readonly reference: readonly Signal[];
  readonly distance: (a: readonly number[], b: readonly number[]) => number;
}

/** Longest delay that is looked for, s, and as a share of the common time. */
const [MAX_DELAY_SEC, MAX_DELAY_SHARE] = [2, 0.25];
/** Instants at which a shift is judged, and shifts in the first search. */
const [INSTANTS, SHIFTS] = [1000, 100];
/** A shift counts if it makes the rms this much smaller. */
const GAIN = 0.999;

const euclid = (a: readonly number[], b: readonly number[]): number =>
  Math.sqrt(a.reduce((sum, value, i) => sum + (value - b[i]) * (value - b[i]), 0));

/** Between two orientations, rad. */
function angle(a: readonly number[], b: readonly number[]): number {
  const size = Math.sqrt(a.reduce((sum, x) => sum + x * x, 0) * b.reduce((sum, x) => sum + x * x, 0));
  const dot = a.reduce((sum, value, i) => sum + value * b[i], 0);
  return size > 0 ? 2 * acos(Math.min(1, Math.abs(dot) / size)) : PI;
}

/** Signals that both have. */
export function compare(run: readonly Signal[], reference: Reference): readonly Compared[] {
  return pairsOf(run, reference).flatMap((pair) => compareOne(pair) ?? []);
}

function pairsOf(run: readonly Signal[], { signals }: Reference): readonly Pair[] {
  const byName = new Map(run.map((signal) => [signal.name, signal]));
  const both = run.filter(({ name }) => signals.has(name));
  const groups = new Map<string, Signal[]>();
  for (const signal of both) {
    const group = /^(.*\/(?:position|orientation))\.[xyzw]$/.exec(signal.name)?.[1] ?? signal.name;
    groups.set(group, [...(groups.get(group) ?? []), byName.get(signal.name) as Signal]);
  }
  return [...groups].map(([name, own]) => {
    const isTurn = /\/orientation$/.test(name) && own.length === 4;
    const unit = isTurn ? "rad" : own[0].unit;
    const other = own.map((signal) => signals.get(signal.name) as Signal);
    return {
      name: own.length > 1 ? name : own[0].name,
      unit,
      run: own,
      reference: other,
      distance: isTurn ? angle : euclid,
    };
  });
}

const valuesAt = (signals: readonly Signal[], time: number): readonly number[] | undefined => {
  const values = signals.map((signal) => valueAt(signal, time));
  return values.every((value) => value !== undefined) ? (values as number[]) : undefined;
};

function compareOne(pair: Pair): Compared | undefined {
  const { name, unit, run, reference, distance } = pair;
  const all = [...run, ...reference];
  const from = Math.max(...all.map(({ times }) => times[0] ?? Number.POSITIVE_INFINITY));
  const to = Math.min(...all.map(({ times }) => times.at(-1) ?? Number.NEGATIVE_INFINITY));
  const times = run[0].times.filter((time) => time >= from && time <= to);
  let [sum, count, max, maxAt] = [0, 0, 0, from];
  for (const time of times) {
    const [own, other] = [valuesAt(run, time), valuesAt(reference, time)];
    if (!own || !other) continue;
    const far = distance(own, other);
    sum += far * far;
    count++;
    if (far > max) [max, maxAt] = [far, time];
  }
  if (count === 0) return undefined;
  const rms = Math.sqrt(sum / count);
  return { name, unit, rms, max, maxAt, from, to, ...delayOf(pair, from, to, rms) };
}

/** First in coarse steps, then finer around the best. */
function delayOf(pair: Pair, from: number, to: number, rms: number): Pick<Compared, "delay" | "rmsShifted"> {
  const none = { delay: undefined, rmsShifted: undefined };
  const limit = Math.min(MAX_DELAY_SEC, MAX_DELAY_SHARE * (to - from));
  if (!(limit > 0) || isConstant(pair, from, to)) return none;
  const spreadOf = (delay: number): number => shifted(pair, from, to, delay).spread;
  const start = spreadOf(0);
  let [best, least, step] = [0, start, (2 * limit) / SHIFTS];
  for (let i = 0; i <= SHIFTS; i++) {
    const delay = -limit + i * step;
    const found = spreadOf(delay);
    if (found < least) [best, least] = [delay, found];
  }
  // it still falls where the search ends
  if (limit - Math.abs(best) < step) return none;
  for (; step > 1e-5; step /= 2)
    for (const delay of [best - step / 2, best + step / 2]) {
      const found = spreadOf(delay);
      if (found < least) [best, least] = [delay, found];
    }
  return least < GAIN * start
    ? { delay: best, rmsShifted: shifted(pair, from, to, best).rms }
    : { delay: 0, rmsShifted: rms };
}

/** Of the run against the reference that is late by `delay`. `spread`: without the mean difference; of angles all of it. */
function shifted({ run, reference, distance }: Pair, from: number, to: number, delay: number) {
  const sums = run.map(() => 0);
  let [squares, count] = [0, 0];
  for (let i = 0; i < INSTANTS; i++) {
    const time = from + ((i + 0.5) / INSTANTS) * (to - from);
    const [own, other] = [valuesAt(run, time), valuesAt(reference, time - delay)];
    if (!own || !other) continue;
    const far = distance(own, other);
    squares += far * far;
    own.forEach((value, k) => {
      sums[k] += value - other[k];
    });
    count++;
  }
  if (count < INSTANTS / 2) return { rms: Number.POSITIVE_INFINITY, spread: Number.POSITIVE_INFINITY };
  const rms = Math.sqrt(squares / count);
  if (distance === angle) return { rms, spread: rms };
  const mean = sums.reduce((sum, one) => sum + (one / count) * (one / count), 0);
  return { rms, spread: Math.sqrt(Math.max(0, squares / count - mean)) };
}

const isConstant = ({ reference }: Pair, from: number, to: number): boolean =>
  reference.every(({ times, values }) => {
    const inside = values.filter((_, i) => times[i] >= from && times[i] <= to);
    return inside.every((value) => value === inside[0]);
  });
