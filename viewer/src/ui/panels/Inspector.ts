// The selection: what it is, its numbers with units (a click plots them), and what can be done to it.

import type { ViewEntity } from "../../../../src/session/view/ViewProtocol.js";
import { Preview } from "../../cameras/CameraPreview.js";
import { button, make, setText } from "../Dom.js";
import type { Page } from "../Page.js";
import { Actions } from "./Actions.js";
import type { Drive } from "./DriveControl.js";
import type { Plots } from "./Plots.js";
import { findPart, type Part, type Reading, showNumber } from "./Quantities.js";

export class Inspector {
  readonly element = make("div", { class: "inspector" });
  readonly #page: Page;
  readonly #plots: Plots;
  readonly #actions: Actions;
  readonly #body = make("div", {});
  readonly #preview: Preview;
  #part: Part | undefined;
  #shown = "";
  #cells: { readonly cell: HTMLElement; readonly column: number }[] = [];

  constructor(page: Page, plots: Plots, drive: Drive) {
    this.#page = page;
    this.#plots = plots;
    this.#actions = new Actions(page, drive);
    this.#preview = new Preview(page);
    this.element.append(this.#body, this.#preview.element, this.#actions.element, plots.element);
    const { store, painter } = page;
    const build = painter.asking(() => this.#build());
    store.on("selection", build);
    store.on("scene", build);
    store.on(
      "values",
      painter.asking(() => this.#write()),
    );
    plots.onchange = painter.asking(() => this.#markPlotted());
    this.#build();
  }

  #build(): void {
    const { store, watch } = this.#page;
    const { selection } = store;
    const entity = selection && store.entities.get(selection.entity);
    this.#part = entity && findPart(entity, selection.part);
    const shown = JSON.stringify([selection, entity?.isDriven, this.#part]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#cells = [];
    watch.want("inspector", this.#part && this.#part.readings.length > 0 ? [this.#part.path] : []);
    this.#actions.show(entity, selection?.part);
    this.#preview.show(entity, selection?.part);
    if (!entity) {
      this.#body.replaceChildren(...describeHands());
      return;
    }
    this.#body.replaceChildren(
      this.#head(entity),
      ...(this.#part ? [this.#about(this.#part), this.#table(this.#part)] : []),
    );
    this.#write();
    this.#markPlotted();
  }

  #head(entity: ViewEntity): HTMLElement {
    const part = this.#page.store.selection?.part;
    const driver = entity.isDriven ? "with a driver" : "no driver";
    const what = entity.role === "robot" ? `Robot, ${driver}` : entity.role === "object" ? "Object" : "Stands still";
    const clear = button("Clear selection", "close", () => this.#page.store.select(undefined), {
      kind: "quiet small",
      title: "Clear selection (Esc)",
    });
    const title = make(
      "div",
      {},
      make("h3", {}, part ?? entity.name),
      make("p", { class: "hint" }, part ? `${this.#part?.kind ?? ""} of ${entity.name}` : what),
    );
    return make("div", { class: "subject" }, title, clear);
  }

  #about(part: Part): HTMLElement {
    const rows = this.#page.store.selection?.part === undefined ? [] : part.about.filter(([, text]) => text !== "");
    return make(
      "dl",
      { class: "about" },
      ...rows.flatMap(([name, text]) => [make("dt", {}, name), make("dd", {}, text)]),
    );
  }

  #table(part: Part): HTMLElement {
    return make(
      "div",
      { class: "readings", role: "group", "aria-label": `Values of ${part.path}` },
      ...part.readings.map((reading) => this.#row(part, reading)),
    );
  }

  #row(part: Part, reading: Reading): HTMLElement {
    const cells = reading.columns.map((column, i) => {
      const cell = make("span", { class: "cell number", title: reading.labels[i] }, "–");
      this.#cells.push({ cell, column });
      return cell;
    });
    const row = make(
      "button",
      {
        type: "button",
        class: "reading",
        title: `Plot ${reading.name} over time`,
        "aria-pressed": "false",
        onclick: () => this.#plots.toggle(part, reading),
      },
      make("span", { class: "label" }, reading.name, " ", make("span", { class: "unit" }, reading.unit)),
      make("span", { class: "cells" }, ...cells),
    );
    row.dataset.plot = `${part.path}:${reading.name}`;
    row.setAttribute("aria-label", `Plot ${reading.name}${reading.unit ? ` in ${reading.unit}` : ""}`);
    return row;
  }

  #markPlotted(): void {
    for (const row of this.element.querySelectorAll<HTMLElement>("[data-plot]"))
      row.setAttribute("aria-pressed", String(this.#plots.has(row.dataset.plot ?? "")));
  }

  #write(): void {
    const numbers = this.#part && this.#page.store.values.values[this.#part.path];
    if (!numbers || this.element.offsetParent === null) return;
    for (const { cell, column } of this.#cells) setText(cell, showNumber(numbers[column]));
  }
}

/** Nothing is selected: what hands can do here. */
function describeHands(): HTMLElement[] {
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const rows = isTouch
    ? [
        ["Tap a robot", "for its numbers, to push, follow or drive it"],
        ["Then drag it", "to pull it along; let go in mid-swing to throw"],
        ["One finger", "turns the view, two zoom and pan"],
      ]
    : [
        ["Click a robot", "for its numbers, to push, follow or drive it"],
        ["Drag it", "to pull it along; let go in mid-swing to throw. Shift lifts"],
        ["Drag the ground", "to turn the view; wheel zooms, right drag pans"],
      ];
  return [
    make("p", { class: "empty" }, "Nothing is selected."),
    make(
      "dl",
      { class: "about hands" },
      ...rows.flatMap(([hand, what]) => [make("dt", {}, hand), make("dd", {}, what)]),
    ),
  ];
}
