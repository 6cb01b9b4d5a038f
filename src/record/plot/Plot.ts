// Draws signals over time (X2): a panel for each unit, one below the other, with the same time axis; the names at the right of their
// panel. A curve has at most a lowest and a highest value for each pixel, so that long recordings stay small. A gap in the values of a
// signal is drawn as a straight line.

import { hypot } from "../../math/Trigonometry.js";
import type { Signal } from "../signals/SignalTable.js";
import { type Canvas, TEXT_SIZE } from "./Canvas.js";

const COLORS = [
  "#1f77b4",
  "#d62728",
  "#2ca02c",
  "#9467bd",
  "#ff7f0e",
  "#17becf",
  "#8c564b",
  "#e377c2",
  "#7f7f7f",
  "#bcbd22",
];
const AXIS = "#888888";
const GRID = "#e4e4e4";
/** Pixels. */
const [LEFT, TOP, BOTTOM, GAP] = [70, 14, 34, 18];
/** Width of a character, as a share of its height. */
const CHARACTER = 0.62;
const MAX_LABEL = 60;
/** Pixels between the lines of a grid, at least. */
const [TICK_X, TICK_Y] = [70, 28];

interface Range {
  readonly from: number;
  readonly to: number;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface PlotOptions extends Partial<Range> {
  /** Second curves, dashed, by the names of the first ones. */
  readonly reference?: readonly Signal[];
  /** Where they come from. */
  readonly referenceName?: string;
}

export function drawPlot(canvas: Canvas, signals: readonly Signal[], given: PlotOptions = {}): void {
  const second = new Map(given.reference?.map((signal) => [signal.name, signal]));
  const units = [...new Set(signals.map(({ unit }) => unit))];
  const label = Math.min(MAX_LABEL, Math.max(...signals.map(({ name }) => name.length)));
  const right = canvas.width - Math.min(canvas.width / 2 - LEFT, CHARACTER * TEXT_SIZE * label + 2 * GAP);
  const all = [...signals, ...second.values()];
  const span = rangeOf(all.flatMap(({ times }) => [times[0], times[times.length - 1]]));
  const time: Range = { from: given.from ?? span.from, to: given.to ?? span.to };
  const height = (canvas.height - TOP - BOTTOM - GAP * (units.length - 1)) / units.length;
  let color = 0;
  units.forEach((unit, i) => {
    const top = TOP + i * (height + GAP);
    const box: Box = { left: LEFT, right, top, bottom: top + height };
    const shown = signals.filter((signal) => signal.unit === unit);
    const values = widen(extremes([...shown, ...shown.flatMap(({ name }) => second.get(name) ?? [])]));
    drawGrid(canvas, box, time, values, i === units.length - 1);
    canvas.text(box.left - 8, box.top - 3, unit, "end");
    shown.forEach((signal, k) => {
      const own = COLORS[color++ % COLORS.length];
      const other = second.get(signal.name);
      if (other) for (const dash of dashes(curveOf(other, box, time, values))) canvas.line(dash, own, 1.2);
      canvas.line(curveOf(signal, box, time, values), own, 1.5);
      drawLabel(canvas, box, k, signal.name, own);
    });
  });
  canvas.text((LEFT + right) / 2, canvas.height - 4, "time, s", "middle");
  if (second.size > 0)
    canvas.text(canvas.width - 6, canvas.height - 4, `dashed: ${given.referenceName ?? "reference"}`, "end");
}

/** Dash and gap, pixels. */
const DASH = [6, 4] as const;

/** A line in pieces. */
function dashes(points: readonly number[]): readonly (readonly number[])[] {
  const pieces: number[][] = [];
  let [left, isOn, piece] = [DASH[0] as number, true, points.slice(0, 2)];
  for (let i = 2; i + 1 < points.length; i += 2) {
    let [x, y] = [points[i - 2], points[i - 1]];
    const [toX, toY] = [points[i], points[i + 1]];
    for (let way = hypot(toX - x, toY - y); way >= left; way = hypot(toX - x, toY - y)) {
      x += ((toX - x) * left) / way;
      y += ((toY - y) * left) / way;
      if (isOn) pieces.push([...piece, x, y]);
      isOn = !isOn;
      [left, piece] = [DASH[isOn ? 0 : 1], [x, y]];
    }
    left -= hypot(toX - x, toY - y);
    if (isOn) piece.push(toX, toY);
  }
  if (isOn && piece.length >= 4) pieces.push(piece);
  return pieces;
}

function drawLabel(canvas: Canvas, box: Box, row: number, name: string, color: string): void {
  const y = box.top + (row + 1) * (TEXT_SIZE + 4);
  if (y > box.bottom) return;
  canvas.line([box.right + 6, y - 4, box.right + 22, y - 4], color, 3);
  canvas.text(box.right + 27, y, name.length > MAX_LABEL ? `${name.slice(0, MAX_LABEL - 1)}...` : name, "start");
}

function drawGrid(canvas: Canvas, box: Box, time: Range, values: Range, hasTimes: boolean): void {
  for (const t of ticksOf(time, (box.right - box.left) / TICK_X)) {
    const x = scale(t, time, box.left, box.right);
    canvas.line([x, box.top, x, box.bottom], GRID, 1);
    if (hasTimes) canvas.text(x, box.bottom + TEXT_SIZE + 3, numberText(t), "middle");
  }
  for (const value of ticksOf(values, (box.bottom - box.top) / TICK_Y)) {
    const y = scale(value, values, box.bottom, box.top);
    canvas.line([box.left, y, box.right, y], GRID, 1);
    canvas.text(box.left - 6, y + 4, numberText(value), "end");
  }
  const { left, right, top, bottom } = box;
  canvas.line([left, top, right, top, right, bottom, left, bottom, left, top], AXIS, 1);
}

/** Of each column of pixels: first, lowest, highest and last value, in the order of their times. */
function curveOf({ times, values }: Signal, box: Box, time: Range, range: Range): readonly number[] {
  const points: number[] = [];
  const add = (i: number): void => {
    points.push(scale(times[i], time, box.left, box.right), scale(values[i], range, box.bottom, box.top));
  };
  for (let i = 0; i < times.length; ) {
    const column = Math.floor(scale(times[i], time, box.left, box.right));
    let [low, high, last] = [i, i, i];
    for (let k = i; k < times.length && Math.floor(scale(times[k], time, box.left, box.right)) === column; k++) {
      if (values[k] < values[low]) low = k;
      if (values[k] > values[high]) high = k;
      last = k;
    }
    for (const k of [...new Set([i, low, high, last])].sort((a, b) => a - b)) if (Number.isFinite(values[k])) add(k);
    i = last + 1;
  }
  return points;
}

const scale = (value: number, { from, to }: Range, start: number, end: number): number =>
  to === from ? (start + end) / 2 : start + ((value - from) / (to - from)) * (end - start);

function rangeOf(values: readonly number[]): Range {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < from) from = value;
    if (value > to) to = value;
  }
  return from <= to ? { from, to } : { from: 0, to: 1 };
}

function extremes(signals: readonly Signal[]): Range {
  const ranges = signals.map(({ values }) => rangeOf(values));
  return rangeOf(ranges.flatMap(({ from, to }) => [from, to]));
}

/** A little space above and below; a constant gets a range around it. */
function widen({ from, to }: Range): Range {
  const margin = to > from ? 0.05 * (to - from) : Math.max(1e-6, 0.1 * Math.abs(from));
  return { from: from - margin, to: to + margin };
}

/** Round numbers within a range: multiples of 1, 2 or 5 times a power of ten, at most `count`. */
function ticksOf({ from, to }: Range, count: number): readonly number[] {
  if (!(to > from)) return [from];
  const least = (to - from) / Math.max(1, count);
  let [unit, k] = [1, 0];
  while (unit > least) unit /= 10;
  while (10 * unit <= least) unit *= 10;
  const steps = [1, 2, 5, 10];
  while (k < steps.length - 1 && steps[k] * unit < least) k++;
  const step = steps[k] * unit;
  const ticks: number[] = [];
  for (let i = Math.ceil(from / step - 1e-9); i * step <= to + 1e-9 * step; i++) ticks.push(i * step);
  return ticks;
}

const numberText = (value: number): string => String(Number(value.toPrecision(6)));
