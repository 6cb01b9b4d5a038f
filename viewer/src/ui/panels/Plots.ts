// Plots of quantities over time: one card each, at most six. They can be held and cleared.

import { button, make, setPicture } from "../Dom.js";
import type { Page } from "../Page.js";
import { Plot } from "./Plot.js";
import type { Part, Quantity } from "./Quantities.js";

const MAX_PLOTS = 6;

export class Plots {
  readonly element: HTMLElement;
  /** Called when a plot is added or removed. */
  onchange: () => void = () => {};
  readonly #page: Page;
  readonly #list = make("div", { class: "plot-list" });
  readonly #plots = new Map<string, Plot>();
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

  has(key: string): boolean {
    return this.#plots.has(key);
  }

  toggle(part: Part, quantity: Quantity): void {
    const key = `${part.path}:${quantity.name}`;
    if (this.#plots.has(key)) this.#remove(key);
    else this.#add(key, part, quantity);
  }

  clear(): void {
    for (const key of [...this.#plots.keys()]) this.#remove(key);
  }

  #add(key: string, part: Part, quantity: Quantity): void {
    if (this.#plots.size >= MAX_PLOTS) this.#remove([...this.#plots.keys()][0]);
    const plot = new Plot(part.path, quantity, this.#page, () => this.#remove(key));
    this.#plots.set(key, plot);
    this.#list.append(plot.element);
    this.#changed();
    plot.draw();
    plot.element.scrollIntoView({ block: "nearest" });
  }

  #remove(key: string): void {
    this.#plots.get(key)?.dispose();
    this.#plots.delete(key);
    this.#changed();
  }

  #changed(): void {
    this.element.hidden = this.#plots.size === 0;
    this.#page.watchList.setPaths("plots", [...new Set([...this.#plots.values()].map(({ path }) => path))]);
    this.onchange();
  }

  #toggleHold(): void {
    this.#isHeld = !this.#isHeld;
    setPicture(this.#hold, this.#isHeld ? "play" : "pause");
    this.#hold.setAttribute("aria-pressed", String(this.#isHeld));
    this.#draw();
  }

  #draw(): void {
    if (this.#isHeld || this.element.hidden || this.element.offsetParent === null) return;
    for (const plot of this.#plots.values()) plot.draw();
  }

  #restyle(): void {
    for (const plot of this.#plots.values()) plot.restyle();
  }
}
