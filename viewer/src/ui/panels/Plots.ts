// Plots of quantities over time. Each plot has one or more curves: while "Add curves" is on, a click on a value adds it to that plot.
// All plots can be held, cleared and saved as CSV.

import { saveFile } from "../bar/SaveFile.js";
import { button, make, setPicture } from "../Dom.js";
import type { Page } from "../Page.js";
import { Plot } from "./Plot.js";
import { curvesOf, plotsAsCsv } from "./PlotCurves.js";
import type { Part, Quantity } from "./Quantities.js";

const MAX_PLOTS = 8;
const MAX_CURVES = 12;

export class Plots {
  readonly element: HTMLElement;
  /** Called when a plot is added or removed. */
  onchange: () => void = () => {};
  readonly #page: Page;
  readonly #list = make("div", { class: "plot-list" });
  #plots: readonly Plot[] = [];
  /** The plot that takes the next curves. */
  #open: Plot | undefined;
  readonly #hold: HTMLButtonElement;
  #isHeld = false;

  constructor(page: Page) {
    this.#page = page;
    const { store, updates } = page;
    this.#hold = button("Hold plots", "pause", () => this.#toggleHold(), { kind: "quiet small" });
    this.element = make(
      "section",
      { class: "plots", "aria-label": "Plots", hidden: true },
      make(
        "div",
        { class: "section-head" },
        make("h3", {}, "Plots"),
        this.#hold,
        button("Save plots as CSV", "save", () => this.#saveCsv(), { kind: "quiet small" }),
        button("Clear plots", "close", () => this.clear(), { kind: "quiet small" }),
      ),
      this.#list,
    );
    const draw = updates.throttled(() => this.#draw());
    store.on("values", draw);
    store.on(
      "settings",
      updates.throttled(() => this.#restyle()),
    );
    new ResizeObserver(draw).observe(this.#list);
  }

  /** Whether the quantity is in a plot. `key`: as `keyOf` gives it. */
  has(key: string): boolean {
    return this.#plots.some((plot) => plot.has(key));
  }

  /** Removes the quantity from its plots, or adds it to the open plot, or to a new one. */
  toggle(part: Part, quantity: Quantity): void {
    const curves = curvesOf(part, quantity);
    const { key } = curves[0];
    const shown = this.#plots.filter((plot) => plot.has(key));
    for (const plot of shown) plot.remove(key);
    if (shown.length === 0) this.#add(curves);
    this.#changed();
  }

  clear(): void {
    for (const plot of this.#plots) plot.dispose();
    this.#plots = [];
    this.#open = undefined;
    this.#changed();
  }

  #add(curves: ReturnType<typeof curvesOf>): void {
    const { toasts } = this.#page;
    const open = this.#open;
    if (open) {
      if (open.count + curves.length <= MAX_CURVES) open.add(curves);
      else toasts.show(`A plot shows at most ${MAX_CURVES} curves. Switch off Add curves to begin another plot.`);
      return;
    }
    if (this.#plots.length >= MAX_PLOTS) {
      toasts.show(`There are ${MAX_PLOTS} plots already. Close one, or press Add curves on one of them.`);
      return;
    }
    const plot = new Plot(curves, this.#page, {
      changed: () => this.#changed(),
      open: () => this.#toggleOpen(plot),
    });
    this.#plots = [...this.#plots, plot];
    this.#list.append(plot.element);
    this.element.hidden = false;
    plot.draw();
    plot.element.scrollIntoView({ block: "nearest" });
  }

  #toggleOpen(plot: Plot): void {
    this.#open = this.#open === plot ? undefined : plot;
    for (const one of this.#plots) one.isOpen = one === this.#open;
  }

  /** Empty plots close. */
  #changed(): void {
    for (const plot of this.#plots) if (plot.count === 0) plot.dispose();
    this.#plots = this.#plots.filter(({ count }) => count > 0);
    if (this.#open && !this.#plots.includes(this.#open)) this.#open = undefined;
    this.element.hidden = this.#plots.length === 0;
    this.#page.watchList.setPaths("plots", [...new Set(this.#plots.flatMap(({ paths }) => paths))]);
    this.onchange();
  }

  #toggleHold(): void {
    this.#isHeld = !this.#isHeld;
    setPicture(this.#hold, this.#isHeld ? "play" : "pause");
    this.#hold.setAttribute("aria-pressed", String(this.#isHeld));
    this.#draw();
  }

  #saveCsv(): void {
    const { history, store, toasts } = this.#page;
    const curves = this.#plots.flatMap((plot) => plot.curves);
    const name = `${store.world || "world"}-plots.csv`.replace(/[^\w.-]+/g, "_");
    saveFile(new Blob([plotsAsCsv(curves, history)], { type: "text/csv" }), name);
    toasts.show(`Saved ${name}`);
  }

  #draw(): void {
    if (this.#isHeld || this.element.hidden || this.element.offsetParent === null) return;
    for (const plot of this.#plots) plot.draw();
  }

  #restyle(): void {
    for (const plot of this.#plots) plot.restyle();
  }
}
