// The curves of a quantity, their numbers in the history, and several curves as one table over time.

import type { History } from "./History.js";
import { type Part, pathOf, type Quantity } from "./Quantities.js";

export interface Curve {
  /** Of its quantity. */
  readonly key: string;
  readonly path: string;
  /** "x"; the quantity's name if it has one number. */
  readonly label: string;
  /** For tables: "Segway/Trunk velocity x [m/s]". */
  readonly title: string;
  readonly unit: string;
  readonly quantity: Quantity;
  /** Index into the shown numbers of the quantity. */
  readonly index: number;
}

const ownerOf = (part: Part, quantity: Quantity): string => quantity.owner ?? part.path;

export const keyOf = (part: Part, quantity: Quantity): string => `${ownerOf(part, quantity)}:${quantity.name}`;

export function curvesOf(part: Part, quantity: Quantity): readonly Curve[] {
  const { name, unit, labels } = quantity;
  const isOne = labels.length === 1;
  return labels.map((label, index) => ({
    key: keyOf(part, quantity),
    path: pathOf(part, quantity),
    label: isOne ? name : label,
    title: `${ownerOf(part, quantity)} ${name}${isOne ? "" : ` ${label}`}${unit ? ` [${unit}]` : ""}`,
    unit,
    quantity,
    index,
  }));
}

/** Times and values, oldest first. */
function readCurve({ path, quantity, index }: Curve, history: History): readonly [Float64Array, Float64Array] {
  if (!quantity.derive) {
    const [times, values] = history.read(path, [quantity.columns[index]]);
    return [times, values];
  }
  const { derive } = quantity;
  const [times, ...columns] = history.read(path, quantity.columns);
  return [times, times.map((_, i) => derive(columns.map((column) => column[i]))[index])];
}

/** All times of the curves, then a column for each, with null where a curve has no value. */
export function readCurves(curves: readonly Curve[], history: History): ArrayLike<number | null>[] {
  const read = curves.map((curve) => readCurve(curve, history));
  const [first] = read;
  const isSame = (times: Float64Array): boolean =>
    times.length === first[0].length && times.every((time, i) => time === first[0][i]);
  if (read.every(([times]) => isSame(times))) return [first?.[0] ?? [], ...read.map(([, values]) => values)];
  const times = [...new Set(read.flatMap(([one]) => [...one]))].sort((a, b) => a - b);
  const columns = read.map(([own, values]) => {
    let next = 0;
    return times.map((time) => (own[next] === time ? values[next++] : null));
  });
  return [times, ...columns];
}

export function plotsAsCsv(curves: readonly Curve[], history: History): string {
  const [times, ...columns] = readCurves(curves, history);
  const head = ["time [s]", ...curves.map(({ title }) => title)].map(quoted).join(",");
  const rows = Array.from(times, (time, i) => [time, ...columns.map((column) => column[i] ?? "")].join(","));
  return `${[head, ...rows].join("\n")}\n`;
}

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
