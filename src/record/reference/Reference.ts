// A measured trajectory beside a run (figures 7 and 8 of the 2003 paper): signals by the names that recordings use, in the time and the world
// of the run. `offsetSec` is added to its times; `place` is where the file's own frame stands in the world.

import { type Pose, transformPoint } from "../../math/Pose.js";
import { multiply, type Quat } from "../../math/Quat.js";
import type { Signal } from "../signals/SignalTable.js";

export interface ReferenceOptions {
  /** s. */
  readonly offsetSec: number;
  /** Undefined: the world's frame. */
  readonly place: Pose | undefined;
}

const AXES = ["x", "y", "z"] as const;
const TURNS = ["x", "y", "z", "w"] as const;

export class Reference {
  /** Name of the file, for people. */
  readonly file: string;
  readonly signals: ReadonlyMap<string, Signal>;

  constructor(file: string, signals: readonly Signal[], { offsetSec, place }: ReferenceOptions) {
    this.file = file;
    const shifted = signals.map((signal) => ({ ...signal, times: signal.times.map((time) => time + offsetSec) }));
    const byName = new Map(shifted.map((signal) => [signal.name, signal]));
    if (place) for (const frame of framesOf(byName.keys())) movePose(byName, frame, place);
    this.signals = byName;
  }

  /** Frames ENTITY/BODY with a position. */
  get frames(): readonly string[] {
    return framesOf(this.signals.keys());
  }

  /** The value at a time, between two samples on the line between them. Undefined: outside of its times, or no such signal. */
  at(name: string, time: number): number | undefined {
    const signal = this.signals.get(name);
    return signal && valueAt(signal, time);
  }
}

const framesOf = (names: Iterable<string>): readonly string[] => [
  ...new Set([...names].flatMap((name) => /^(.*)\/position\.[xyz]$/.exec(name)?.[1] ?? [])),
];

/** Undefined: outside of its times. */
export function valueAt({ times, values }: Pick<Signal, "times" | "values">, time: number): number | undefined {
  const last = times.length - 1;
  if (last < 0 || time < times[0] || time > times[last]) return undefined;
  let [low, high] = [0, last];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  const span = times[high] - times[low];
  return span > 0 ? values[low] + ((time - times[low]) / span) * (values[high] - values[low]) : values[low];
}

/** Columns that are not there stand for 0, and 1 for w. */
function movePose(signals: Map<string, Signal>, frame: string, place: Pose): void {
  const read = (name: string, orElse: number) => {
    const signal = signals.get(`${frame}/${name}`);
    return (time: number): number => (signal && valueAt(signal, time)) ?? orElse;
  };
  const [x, y, z] = AXES.map((axis) => read(`position.${axis}`, 0));
  const turns = TURNS.map((axis) => read(`orientation.${axis}`, axis === "w" ? 1 : 0));
  const first = AXES.map((axis) => signals.get(`${frame}/position.${axis}`)).find((one) => one !== undefined);
  const times = first?.times ?? [];
  const positions = times.map((time) => transformPoint(place, [x(time), y(time), z(time)]));
  const had = (name: string): boolean => signals.has(`${frame}/${name}`);
  const isTurned = TURNS.some((axis) => had(`orientation.${axis}`));
  const orientations = times.map((time) =>
    multiply(place.orientation, turns.map((turn) => turn(time)) as unknown as Quat),
  );
  const put = (name: string, unit: string, values: readonly number[]): void =>
    void signals.set(`${frame}/${name}`, { name: `${frame}/${name}`, unit, times, values });
  const hasHeight = had("position.z");
  AXES.forEach((axis, k) => {
    if (k < 2 || hasHeight)
      put(
        `position.${axis}`,
        "m",
        positions.map((position) => position[k]),
      );
  });
  if (isTurned)
    TURNS.forEach(
      (axis, k) =>
        void put(
          `orientation.${axis}`,
          "",
          orientations.map((turn) => turn[k]),
        ),
    );
}
