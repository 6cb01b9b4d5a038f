// The selection: what it is, its values with units (a click plots them), and the actions on it.

import type { ViewEntity } from "../../../../src/session/view/ViewProtocol.js";
import { CameraPreview } from "../../cameras/CameraPreview.js";
import { button, make, setText } from "../Dom.js";
import type { Page } from "../Page.js";
import { Actions } from "./Actions.js";
import type { DriveControl } from "./DriveControl.js";
import { JointPanel } from "./JointPanel.js";
import { KinematicTree } from "./KinematicTree.js";
import { keyOf } from "./PlotCurves.js";
import type { Plots } from "./Plots.js";
import { findPart, type Part, pathOf, type Quantity, readNow, showNumber } from "./Quantities.js";

export class Inspector {
  readonly element = make("div", { class: "inspector" });
  readonly #page: Page;
  readonly #plots: Plots;
  readonly #actions: Actions;
  readonly #body = make("div", {});
  readonly #preview: CameraPreview;
  readonly #joints: JointPanel;
  #part: Part | undefined;
  #shown = "";
  readonly #kinematics: KinematicTree;
  #cells: { readonly cells: readonly HTMLElement[]; readonly path: string; readonly quantity: Quantity }[] = [];

  constructor(page: Page, plots: Plots, drive: DriveControl) {
    this.#page = page;
    this.#plots = plots;
    this.#actions = new Actions(page, drive);
    this.#preview = new CameraPreview(page);
    this.#joints = new JointPanel(page);
    this.#kinematics = new KinematicTree(page);
    const { actions, joints } = { actions: this.#actions.element, joints: this.#joints.element };
    const parts = [this.#body, this.#preview.element, actions, plots.element, joints, this.#kinematics.element];
    this.element.append(...parts);
    const { store, updates } = page;
    const build = updates.throttled(() => this.#build());
    store.on("selection", build);
    store.on("scene", build);
    store.on(
      "values",
      updates.throttled(() => this.#write()),
    );
    plots.onchange = updates.throttled(() => this.#markPlotted());
    this.#build();
  }

  #build(): void {
    const { store, watchList } = this.#page;
    const { selection } = store;
    const entity = selection && store.entities.get(selection.entity);
    this.#part = entity && findPart(entity, selection.part);
    const shown = JSON.stringify([selection, entity?.isDriven, this.#part]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#cells = [];
    const part = this.#part;
    watchList.setPaths("inspector", part ? [...new Set(part.quantities.map((one) => pathOf(part, one)))] : []);
    this.#actions.show(entity, selection?.part);
    this.#preview.show(entity, selection?.part);
    this.#joints.show(entity, selection?.part);
    this.#kinematics.show(entity, selection?.part);
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
    const driver = entity.isDriven ? "with driver" : "no driver";
    const what = entity.role === "robot" ? `Robot, ${driver}` : entity.role === "object" ? "Object" : "Static";
    const clear = button("Clear selection", "close", () => this.#page.store.select(undefined), {
      kind: "quiet small",
      title: "Clear selection (Esc)",
    });
    const isFree = entity.role === "robot" && !entity.isDriven && part === undefined;
    const title = make(
      "div",
      {},
      make("h3", {}, part ?? entity.name),
      make("p", { class: "hint" }, part ? `${this.#part?.kind ?? ""} of ${entity.name}` : what),
      ...(isFree
        ? [
            make(
              "p",
              { class: "hint" },
              "A program drives it with the document ",
              make("code", {}, takeOver(entity.name)),
            ),
          ]
        : []),
    );
    return make("div", { class: "subject" }, title, clear);
  }

  #about(part: Part): HTMLElement {
    const rows = part.about.filter(([, text]) => text !== "");
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
      ...part.quantities.map((quantity) => this.#row(part, quantity)),
    );
  }

  #row(part: Part, quantity: Quantity): HTMLElement {
    const cells = quantity.labels.map((title) => make("span", { class: "cell number", title }, "–"));
    this.#cells.push({ cells, path: pathOf(part, quantity), quantity });
    const row = make(
      "button",
      {
        type: "button",
        class: "reading",
        title: `Plot ${quantity.name} over time`,
        "aria-pressed": "false",
        onclick: () => this.#plots.toggle(part, quantity),
      },
      make("span", { class: "label" }, quantity.name, " ", make("span", { class: "unit" }, quantity.unit)),
      make("span", { class: "cells" }, ...cells),
    );
    row.dataset.plot = keyOf(part, quantity);
    row.setAttribute("aria-label", `Plot ${quantity.name}${quantity.unit ? ` in ${quantity.unit}` : ""}`);
    return row;
  }

  #markPlotted(): void {
    for (const row of this.element.querySelectorAll<HTMLElement>("[data-plot]"))
      row.setAttribute("aria-pressed", String(this.#plots.has(row.dataset.plot ?? "")));
  }

  #write(): void {
    if (this.element.offsetParent === null) return;
    const { values } = this.#page.store.values;
    for (const { cells, path, quantity } of this.#cells) {
      const numbers = values[path];
      if (!numbers) continue;
      const shown = readNow(quantity, numbers);
      for (const [i, cell] of cells.entries()) setText(cell, showNumber(shown[i]));
    }
  }
}

/** The document by which a program takes a robot over (docs/protocol.md). */
const takeOver = (name: string): string =>
  `<TakeOver>${name.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</TakeOver>`;

/** Help shown while nothing is selected. */
function describeHands(): HTMLElement[] {
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const rows = isTouch
    ? [
        ["Tap a robot", "to see its values, push, follow or drive it"],
        ["Then drag it", "to pull it; release while moving to throw it"],
        ["One finger", "rotates the view, two fingers zoom and pan"],
      ]
    : [
        ["Click a robot", "to see its values, push, follow or drive it"],
        ["Drag it", "to pull it; release while moving to throw it; hold Shift to lift"],
        ["Drag the ground", "to rotate the view; wheel to zoom, right drag to pan"],
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
