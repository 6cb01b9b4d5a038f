// Curves over time, drawn by uPlot in the colours of the page; beside them, dashed, what a reference has for them. Dragging across the plot
// zooms in, a double click or the button zooms out.

import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { curveOf, namesOf, referenceOf, rmsOf, sampledAt } from "../../reference/Reference.js";
import type { Store } from "../../Store.js";
import { button, make, setText } from "../Dom.js";
import type { Page } from "../Page.js";
import type { History } from "./History.js";
import { type Curve, readCurves } from "./PlotCurves.js";
import { showNumber } from "./Quantities.js";

const HEIGHT = 128;
const COLORS = 8;

const colorOf = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

interface PlotActions {
  /** A curve was removed. */
  changed(): void;
  /** The button Add curves. */
  open(): void;
}

export class Plot {
  readonly element: HTMLElement;
  readonly #history: History;
  readonly #store: Store;
  readonly #actions: PlotActions;
  readonly #box = make("div", { class: "plot-box" });
  readonly #name = make("span", { class: "plot-name" });
  readonly #legend = make("div", { class: "plot-legend" });
  readonly #open: HTMLButtonElement;
  readonly #zoomOut: HTMLButtonElement;
  readonly #seen: IntersectionObserver;
  #curves: readonly Curve[];
  #values: readonly HTMLElement[] = [];
  readonly #rms = make("span", { class: "number" });
  #chart: uPlot | undefined;
  /** Indices of the curves that have a second one. */
  #second: readonly number[] = [];
  #isSeen = true;

  constructor(curves: readonly Curve[], { history, store }: Pick<Page, "history" | "store">, actions: PlotActions) {
    this.#curves = curves;
    this.#history = history;
    this.#store = store;
    this.#actions = actions;
    this.#open = button("Add curves", "plus", actions.open, {
      kind: "quiet small",
      title: "Add curves: the values that you click next go into this plot",
    });
    this.#open.setAttribute("aria-pressed", "false");
    this.#zoomOut = button("Zoom out", "home", () => this.#showAll(), { kind: "quiet small" });
    this.#zoomOut.hidden = true;
    const close = button("Close plot", "close", () => this.#close(), { kind: "quiet small" });
    this.element = make(
      "figure",
      { class: "plot" },
      make("figcaption", {}, this.#name, this.#zoomOut, this.#open, close),
      this.#legend,
      this.#box,
    );
    this.#box.addEventListener("dblclick", () => this.#showAll());
    this.#seen = new IntersectionObserver(([{ isIntersecting }]) => {
      this.#isSeen = isIntersecting;
    });
    this.#seen.observe(this.element);
    this.#describe();
  }

  get curves(): readonly Curve[] {
    return this.#curves;
  }
  get count(): number {
    return this.#curves.length;
  }
  get paths(): readonly string[] {
    return this.#curves.map(({ path }) => path);
  }

  set isOpen(isOpen: boolean) {
    this.#open.setAttribute("aria-pressed", String(isOpen));
    this.element.toggleAttribute("data-open", isOpen);
  }

  has(key: string): boolean {
    return this.#curves.some((curve) => curve.key === key);
  }

  add(curves: readonly Curve[]): void {
    this.#curves = [...this.#curves, ...curves];
    this.#rebuild();
  }

  /** Removes all curves of a quantity. */
  remove(key: string): void {
    this.#curves = this.#curves.filter((curve) => curve.key !== key);
    if (this.#curves.length > 0) this.#rebuild();
  }

  draw(): void {
    if (!this.#isSeen || this.#curves.length === 0) return;
    const data = readCurves(this.#curves, this.#history);
    const width = this.#box.clientWidth;
    if (width === 0) return;
    const second = this.#readReference(data);
    const chart = this.#chart ?? this.#make(width);
    if (chart.width !== width) chart.setSize({ width, height: HEIGHT });
    chart.setData([...data, ...second] as unknown as uPlot.AlignedData, !this.#isZoomed);
    if (this.#isZoomed) chart.redraw();
    this.#showValues(chart);
  }

  /** The reference at the times of the plot, a list for each curve that it has. Shows the rms of the differences. */
  #readReference([times, ...columns]: readonly ArrayLike<number | null>[]): readonly (readonly (number | null)[])[] {
    const reference = referenceOf(this.#store);
    const found = this.#curves.map(({ key, quantity, index }) => {
      const path = key.slice(0, key.lastIndexOf(":"));
      return reference && curveOf(reference, namesOf(path, quantity.name, quantity.labels[index]));
    });
    const second = found.map((_, i) => i).filter((i) => found[i] !== undefined);
    if (second.join() !== this.#second.join()) {
      this.#chart?.destroy();
      this.#chart = undefined;
      this.#second = second;
    }
    const lists = second.map((i) =>
      sampledAt(found[i] as NonNullable<(typeof found)[number]>, times as ArrayLike<number>),
    );
    const rms = second.flatMap((i, k) => rmsOf(columns[i], lists[k]) ?? []);
    const sum = Math.sqrt(rms.reduce((all, one) => all + one * one, 0));
    setText(this.#rms, rms.length > 0 ? `rms to reference ${showNumber(sum)}` : "");
    return lists;
  }

  /** Rebuilds the chart after a change of theme, since uPlot keeps its colours. */
  restyle(): void {
    this.#chart?.destroy();
    this.#chart = undefined;
    this.#zoomOut.hidden = true;
    this.draw();
  }

  dispose(): void {
    this.#seen.disconnect();
    this.#chart?.destroy();
    this.element.remove();
  }

  get #isZoomed(): boolean {
    return !this.#zoomOut.hidden;
  }

  #close(): void {
    this.#curves = [];
    this.#actions.changed();
  }

  #rebuild(): void {
    this.#describe();
    this.restyle();
  }

  #showAll(): void {
    this.#zoomOut.hidden = true;
    this.draw();
  }

  /** The caption: one quantity by its name, several by the names of their curves. */
  #describe(): void {
    const keys = new Set(this.#curves.map(({ key }) => key));
    const [first] = this.#curves;
    if (!first) return;
    const one = keys.size === 1;
    const unit = first.unit ? ` [${first.unit}]` : "";
    const [path, name] = [first.key.slice(0, first.key.lastIndexOf(":")), first.quantity.name];
    this.#name.replaceChildren(
      ...(one ? [make("b", {}, path), ` ${name}${unit}`] : [make("b", {}, `${keys.size} quantities`)]),
    );
    const cells = this.#curves.map((curve, i) => {
      const value = make("span", { class: "number" });
      const label = make("i", { class: `line-${(i % COLORS) + 1}` }, one ? curve.label : curve.title);
      const drop = button(`Remove ${curve.title}`, "close", () => this.#drop(curve.key), { kind: "quiet tiny" });
      return { value, cell: make("span", { class: "plot-key" }, label, " ", value, ...(one ? [] : [drop])) };
    });
    this.#legend.replaceChildren(...cells.map(({ cell }) => cell), this.#rms);
    this.#values = cells.map(({ value }) => value);
  }

  #drop(key: string): void {
    this.remove(key);
    this.#actions.changed();
  }

  /** The values under the pointer, else the newest. */
  #showValues(chart: uPlot): void {
    const at = chart.cursor.idx ?? (chart.data[0]?.length ?? 0) - 1;
    for (const [i, cell] of this.#values.entries()) {
      const value = chart.data[i + 1]?.[at];
      setText(cell, showNumber(value ?? undefined));
    }
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
      cursor: { y: false, drag: { x: true, y: false }, points: { size: 5 } },
      scales: { x: { time: false }, y: { range: yRange } },
      axes: [
        { ...axis, size: 22, gap: 4, values: (_, ticks) => ticks.map((tick) => `${tick} s`), space: 60 },
        { ...axis, size: 48, gap: 4, space: 28 },
      ],
      series: [
        {},
        ...this.#curves.map(({ title }, i) => ({
          label: title,
          stroke: colorOf(`--plot-${(i % COLORS) + 1}`),
          width: 1.5,
          spanGaps: true,
          points: { show: false },
        })),
        ...this.#second.map((i) => ({
          label: `${this.#curves[i].title} of the reference`,
          stroke: colorOf(`--plot-${(i % COLORS) + 1}`),
          width: 1.5,
          dash: [6, 4],
          spanGaps: true,
          points: { show: false },
        })),
      ],
      hooks: {
        setCursor: [(chart) => this.#showValues(chart)],
        setSelect: [
          ({ select }) => {
            if (select.width > 0) this.#zoomOut.hidden = false;
          },
        ],
      },
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
