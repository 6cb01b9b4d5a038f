// The editor of the page (E5): its button, bar and panels, and the handles in the 3D view.

import { button } from "../ui/Dom.js";
import type { Page } from "../ui/Page.js";
import type { DriveControl } from "../ui/panels/DriveControl.js";
import { labelOf, marksOf, placeOf } from "./DocumentPlaces.js";
import { EditBar } from "./EditBar.js";
import { EditModel } from "./EditModel.js";
import { Outline } from "./Outline.js";
import { Properties } from "./Properties.js";

export class EditMode {
  readonly button: HTMLButtonElement;
  readonly bar: HTMLElement;
  readonly outline: HTMLElement;
  readonly properties: HTMLElement;
  readonly #page: Page;
  readonly #model: EditModel;
  #shown = "";

  constructor(page: Page, drive: DriveControl) {
    this.#page = page;
    const model = new EditModel(page);
    this.#model = model;
    this.button = button("Edit", "joint", () => model.toggle(), {
      text: "Edit",
      title: "Edit the world",
      kind: "quiet",
    });
    this.bar = new EditBar(page, model).element;
    this.outline = new Outline(page, model).element;
    this.properties = new Properties(page, model, drive).element;
    model.on(() => this.#paint());
  }

  #paint(): void {
    const { isOn, element, mode, snaps, view, selected } = this.#model;
    this.button.setAttribute("aria-pressed", String(isOn));
    const marks = isOn && view ? marksOf(view.root, selected) : undefined;
    this.#page.world?.showMarks(marks, (mark) => {
      const one = view?.root.children.find(
        ({ name, attributes }) => name === mark.kind && attributes.name === mark.name,
      );
      if (one) this.#model.selectAll(this.#model.groupOf(one.id));
    });
    const place =
      isOn && element && element.file === undefined && element.id !== view?.root.id ? placeOf(element) : undefined;
    const shown = JSON.stringify([place, mode, snaps, selected, view?.revision]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    if (!place || !element) {
      this.#page.world?.showHandles(undefined);
      return;
    }
    this.#page.world?.showHandles({
      place,
      mode,
      snaps,
      entity: labelOf(element),
      done: async (change) => {
        const ids = [...new Set(this.#model.selected)];
        const isTaken = await this.#model.edit(...ids.map((id) => ({ op: "place", id, about: place, ...change })));
        if (!isTaken) this.#shown = "";
        this.#paint();
      },
    });
  }
}
