// One quantity over time, drawn by uPlot in the colours of the page; beside it, dashed, what a reference has for it.

import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { curveOf, namesOf, referenceOf, rmsOf, sampledAt } from "../../reference/Reference.js";
import type { Store } from "../../Store.js";
import { button, make } from "../Dom.js";
import type { Page } from "../Page.js";
import type { History } from "./History.js";
import { type Quantity, showNumber } from "./Quantities.js";

const HEIGHT = 120;
const LINE_COLORS = ["--plot-1", "--plot-2", "--plot-3", "--plot-4"];

const colorOf = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export class Plot {
  readonly element: HTMLElement;
  readonly path: string;
  readonly #quantity: Quantity;
  readonly #history: History;
  readonly #store: Store;
  readonly #box = make("div", { class: "plot-box" });
  readonly #now = make("span", { class: "plot-now number" });
  readonly #beside = make("span", { class: "plot-now number" });
  #chart: uPlot | undefined;
  /** Columns that the chart has a second curve for. */
  #second: readonly number[] = [];
  #isSeen = true;

  constructor(
    path: string,
    quantity: Quantity,
    { history, store }: Pick<Page, "history" | "store">,
    close: () => void,
  ) {
    this.path = path;
    this.#quantity = quantity;
    this.#history = history;
    this.#store = store;
    const legend =
      quantity.columns.length > 1
        ? quantity.labels.map((label, i) => make("i", { class: `line-${i + 1}` }, label))
        : [];
    const unit = quantity.unit ? ` [${quantity.unit}]` : "";
    this.element = make(
      "figure",
      { class: "plot" },
      make(
        "figcaption",
        {},
        make("span", { class: "plot-name" }, make("b", {}, path), ` ${quantity.name}${unit}`),
        ...legend,
        this.#beside,
        this.#now,
        button(`Close plot of ${path} ${quantity.name}`, "close", close, { kind: "quiet small", title: "Close" }),
      ),
      this.#box,
    );
    new IntersectionObserver(([{ isIntersecting }]) => {
      this.#isSeen = isIntersecting;
    }).observe(this.element);
  }

  draw(): void {
    if (!this.#isSeen) return;
    const data = this.#history.read(this.path, this.#quantity.columns);
    const width = this.#box.clientWidth;
    if (width === 0) return;
    const second = this.#readReference(data);
    const chart = this.#chart ?? this.#make(width);
    if (chart.width !== width) chart.setSize({ width, height: HEIGHT });
    chart.setData([...data, ...second] as unknown as uPlot.AlignedData);
    const last = data[0].length - 1;
    this.#now.textContent = this.#quantity.columns.length === 1 && last >= 0 ? showNumber(data[1][last]) : "";
  }

  /** The reference at the times of the plot, one list for each column that it has. Shows the rms of the differences. */
  #readReference(data: readonly Float64Array[]): readonly (readonly (number | null)[])[] {
    const { columns, labels, name } = this.#quantity;
    const reference = referenceOf(this.#store);
    const curves = columns.map((_, i) => reference && curveOf(reference, namesOf(this.path, name, labels[i])));
    const second = columns.map((_, i) => i).filter((i) => curves[i] !== undefined);
    if (second.join() !== this.#second.join()) {
      this.#chart?.destroy();
      this.#chart = undefined;
      this.#second = second;
    }
    const lists = second.map((i) => sampledAt(curves[i] as NonNullable<(typeof curves)[number]>, data[0]));
    const squares = second.flatMap((i, k) => (rmsOf(data[1 + i], lists[k]) ?? []) as number | []);
    const rms = Math.sqrt(squares.reduce<number>((sum, one) => sum + one * one, 0));
    this.#beside.textContent = squares.length > 0 ? `rms to reference ${showNumber(rms)}` : "";
    return lists;
  }

  /** Rebuilds the chart after a change of theme, since uPlot keeps its colours. */
  restyle(): void {
    this.#chart?.destroy();
    this.#chart = undefined;
    this.draw();
  }

  dispose(): void {
    this.#chart?.destroy();
    this.element.remove();
  }

  #make(width: number): uPlot {
    const font = "11px system-ui, sans-serif";
    const axis = {
      stroke: colorOf("--text-2"),
      font,
      grid: { stroke: colorOf("--line"), width: 1 },
      ticks: { show: false },
    };
    const options: uPlot.Options = {
      width,
      height: HEIGHT,
      padding: [8, 8, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 5 } },
      scales: { x: { time: false }, y: { range: yRange } },
      axes: [
        { ...axis, size: 22, gap: 4, values: (_, ticks) => ticks.map((tick) => `${tick} s`), space: 60 },
        { ...axis, size: 48, gap: 4, space: 28 },
      ],
      series: [
        {},
        ...this.#quantity.columns.map((_, i) => ({
          label: this.#quantity.labels[i],
          stroke: colorOf(LINE_COLORS[i % 4]),
          width: 1.5,
          points: { show: false },
        })),
        ...this.#second.map((i) => ({
          label: `${this.#quantity.labels[i]} of the reference`,
          stroke: colorOf(LINE_COLORS[i % 4]),
          width: 1.5,
          dash: [6, 4],
          points: { show: false },
        })),
      ],
    };
    this.#chart = new uPlot(options, undefined, this.#box);
    return this.#chart;
  }
}

/** Adds a margin above and below; the range is never so small that noise in the last digit fills the plot. */
function yRange(_: uPlot, min: number | null, max: number | null): [number, number] {
  if (min === null || max === null) return [-1, 1];
  const margin = Math.max(0.1 * (max - min), 1e-3 * Math.max(1, Math.abs(min), Math.abs(max)));
  return [min - margin, max + margin];
}
