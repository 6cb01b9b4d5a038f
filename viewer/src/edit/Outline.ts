// The left panel in the editor: the palette, and the elements of the document as a list.

import type { ElementView } from "../../../src/describe/edit/DocumentView.js";
import { button, type IconName, icon, make } from "../ui/Dom.js";
import type { Page } from "../ui/Page.js";
import { findElement, labelOf } from "./DocumentPlaces.js";
import type { EditModel } from "./EditModel.js";
import { PALETTE, type PaletteEntry } from "./Palette.js";

const PICTURES: Readonly<Record<string, IconName>> = {
  Static: "body",
  Object: "move",
  Light: "view",
  Camera: "camera",
  Spawn: "home",
  Robot: "drive",
  Trigger: "sensor",
  Event: "play",
  World: "orbit",
};

export class Outline {
  readonly element = make("div", { class: "edit-outline" });
  readonly #page: Page;
  readonly #model: EditModel;
  /** The main element, which has been scrolled into view. */
  #main: string | undefined;
  #dragged: PaletteEntry | undefined;
  readonly #list = make("div", { class: "outline", role: "listbox", "aria-label": "Elements of the world" });

  constructor(page: Page, model: EditModel) {
    this.#page = page;
    this.#model = model;
    const groups = [...new Set(PALETTE.map(({ group }) => group))];
    const palette = groups.map((group) =>
      make(
        "fieldset",
        { class: "palette" },
        make("legend", {}, group),
        ...PALETTE.filter((entry) => entry.group === group).map((entry) => this.#entry(entry)),
      ),
    );
    this.element.append(make("div", { class: "palettes" }, ...palette), this.#list);
    this.#takeDrops();
    model.on(() => this.#paint());
  }

  #entry(entry: PaletteEntry): HTMLButtonElement {
    const one = button(`Add ${entry.label}`, entry.picture, () => this.#add(entry), {
      text: entry.label,
      title: `${entry.what ?? entry.label}: click, or drag into the view`,
      kind: "mini",
    });
    one.draggable = true;
    one.addEventListener("dragstart", () => {
      this.#dragged = entry;
    });
    one.addEventListener("dragend", () => {
      this.#dragged = undefined;
    });
    return one;
  }

  /** Things of the palette are dropped into the 3D view; files that are dropped are not for the editor. */
  #takeDrops(): void {
    const take = (event: DragEvent): PaletteEntry | undefined => {
      if (!this.#dragged) return undefined;
      event.preventDefault();
      event.stopPropagation();
      return this.#dragged;
    };
    document.addEventListener("dragenter", take, true);
    document.addEventListener("dragover", take, true);
    const drop = (event: DragEvent): void => {
      const entry = take(event);
      const at = entry && this.#page.world?.groundAt({ x: event.clientX, y: event.clientY });
      if (entry && at) this.#add(entry, [at[0], at[1]]);
    };
    document.addEventListener("drop", drop, true);
  }

  #add({ label: title, xml }: PaletteEntry, at?: readonly [number, number]): void {
    const label = title.replace(/\s+/g, "-");
    const { view } = this.#model;
    const names = new Set(view?.root.children.map(labelOf));
    let n = 1;
    while (names.has(`${label}-${n}`) || this.#page.store.entities.has(`${label}-${n}`)) n++;
    const middle = { x: innerWidth / 2, y: innerHeight / 2 };
    const { world } = this.#page;
    const here = world?.groundAt(middle) ?? [0, 0, 0];
    const [x, y] = at ?? world?.freePlace([here[0], here[1]]) ?? here;
    const snap = (value: number) => Math.round(value * 10) / 10 + 0;
    const parts = [xml(`${label}-${n}`, [snap(x), snap(y)])].flat();
    const adds = parts.map((part, i) => ({ op: "add", xml: part, as: `part${i}` }));
    const group = { op: "group", ids: adds.map(({ as }) => as), name: `${label}-${n}` };
    this.#model.edit(...adds, ...(parts.length > 1 ? [group] : []));
  }

  #paint(): void {
    const { view, selected } = this.#model;
    if (!view) return;
    const rows: HTMLElement[] = [];
    const show = (one: ElementView, depth: number): void => {
      const isSelected = selected.includes(one.id);
      const row = make(
        "button",
        {
          type: "button",
          class: "outline-row",
          role: "option",
          "aria-selected": String(isSelected),
          "data-id": one.id,
        },
        icon(PICTURES[one.name] ?? "chevron"),
        make("span", {}, labelOf(one)),
        make("small", { class: "hint" }, one.attributes.name === undefined ? "" : one.name),
      );
      row.style.paddingInlineStart = `${12 + 14 * depth}px`;
      row.addEventListener("click", (event) =>
        this.#model.select(one.id, event.ctrlKey || event.metaKey || event.shiftKey),
      );
      rows.push(row);
      const isOpen = selected.length === 1 && findElement(one, selected[0]) !== undefined;
      if (depth === 0 || !isOpen) return;
      for (const child of one.children)
        if (child.attributes.name !== undefined || child.name === "Path") show(child, depth + 1);
    };
    show(view.root, 0);
    const shown = new Set<ElementView>();
    for (const child of view.root.children) {
      if (shown.has(child) || (child.attributes.name === undefined && child.name !== "Robot")) continue;
      const name = child.attributes.name ?? "";
      const group = view.groups.find(({ members }) => members.includes(name));
      const members = view.root.children.filter(({ attributes }) => group?.members.includes(attributes.name ?? ""));
      if (!group || members.length < 2) show(child, 1);
      else {
        rows.push(this.#groupRow(group.name, members));
        for (const member of members) {
          show(member, 2);
          shown.add(member);
        }
      }
    }
    this.#list.replaceChildren(...rows);
    const main = selected.at(-1);
    if (main === this.#main) return;
    this.#main = main;
    rows.find((row) => row.dataset.id === main)?.scrollIntoView({ block: "nearest" });
  }

  #groupRow(name: string, members: readonly ElementView[]): HTMLElement {
    const ids = members.map(({ id }) => id);
    const isSelected = ids.every((id) => this.#model.selected.includes(id));
    const row = make(
      "button",
      { type: "button", class: "outline-row", role: "option", "aria-selected": String(isSelected) },
      icon("joint"),
      make("span", {}, name),
      make("small", { class: "hint" }, "group"),
    );
    row.style.paddingInlineStart = "26px";
    // the first member is the main one
    row.addEventListener("click", () => this.#model.selectAll([...ids.slice(1), ids[0]]));
    return row;
  }
}
