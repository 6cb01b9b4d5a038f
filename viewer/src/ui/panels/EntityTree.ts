// Tree of robots, objects and static entities with their bodies, joints and sensors. Rows in view show their newest
// values; only those are watched. Arrow keys work as in other trees.

import type { ViewEntity } from "../../../../src/session/view/ViewProtocol.js";
import { icon, make, setText } from "../Dom.js";
import type { Page } from "../Page.js";
import { type Part, partsOf, showNumber, showShort } from "./Quantities.js";
import { moveInTree } from "./TreeKeys.js";

const GROUPS: readonly (readonly [ViewEntity["role"], string])[] = [
  ["robot", "Robots"],
  ["object", "Objects"],
  ["static", "Static"],
];
const SORTS = { body: "Body", joint: "Joint", sensor: "Sensor" } as const;
const MAX_NUMBERS = 3;

interface Row {
  readonly part: Part;
  readonly value: HTMLElement;
}

/** Box-2 before Box-10. */
const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
/** Worlds with fewer entities have no search. */
const MIN_SEARCHED = 8;

export class EntityTree {
  readonly element = make("ul", { class: "tree", role: "tree", "aria-label": "World" });
  readonly search = make("input", {
    type: "search",
    class: "tree-search",
    placeholder: "Search",
    "aria-label": "Search the world",
    spellcheck: "false",
    autocomplete: "off",
    hidden: true,
  });
  #wanted = "";
  readonly #page: Page;
  readonly #expanded = new Set<string>(["group:robot", "group:object"]);
  readonly #rows = new Map<Element, Row>();
  readonly #visible = new Set<Element>();
  readonly #visibility: IntersectionObserver;

  constructor(page: Page) {
    this.#page = page;
    const { store, updates } = page;
    this.#visibility = new IntersectionObserver((changes) => this.#updateVisible(changes));
    this.element.addEventListener("click", (event) => this.#click(event));
    this.element.addEventListener("keydown", (event) =>
      moveInTree(this.element, event, (item) => this.#activate(item)),
    );
    const build = updates.throttled(() => this.#build());
    store.on("scene", build);
    this.search.addEventListener("input", () => {
      this.#wanted = this.search.value.trim().toLowerCase();
      this.#build();
    });
    this.search.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") this.element.querySelector<HTMLElement>("[role=treeitem]")?.focus();
      else if (event.key === "Escape" && this.search.value !== "") {
        this.search.value = this.#wanted = "";
        this.#build();
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
    store.on(
      "values",
      updates.throttled(() => this.#write()),
    );
    store.on(
      "selection",
      updates.throttled(() => this.#reveal()),
    );
    this.#build();
  }

  // ---- rows

  #build(): void {
    const focused = (document.activeElement as HTMLElement | null)?.closest<HTMLElement>(".tree [role=treeitem]");
    const key = focused?.dataset.key;
    this.#visibility.disconnect();
    this.#rows.clear();
    this.#visible.clear();
    const all = [...this.#page.store.entities.values()].sort((a, b) => byName.compare(a.name, b.name));
    this.search.hidden = all.length < MIN_SEARCHED && this.#wanted === "";
    const entities = all.filter((entity) => this.#fits(entity.name) || this.#partsOf(entity).length > 0);
    const groups = GROUPS.map(([role, title]) => this.#group(role, title, entities));
    const isEmpty = this.#wanted !== "" && entities.length === 0;
    this.element.replaceChildren(...(isEmpty ? [] : groups));
    this.element.toggleAttribute("data-empty", isEmpty);
    this.#mark();
    if (key) this.element.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();
    this.#watchVisible();
  }

  /** Whether the search finds this name. */
  #fits(name: string): boolean {
    return name.toLowerCase().includes(this.#wanted);
  }

  /** The parts to show: those that the search finds, or all of an entity that it finds itself. */
  #partsOf(entity: ViewEntity): readonly Part[] {
    const parts = partsOf(entity);
    return this.#wanted === "" || this.#fits(entity.name) ? parts : parts.filter(({ name }) => this.#fits(name));
  }

  /** Entities whose parts are found are open. */
  #isOpen(key: string): boolean {
    if (this.#wanted === "") return this.#expanded.has(key);
    return key.startsWith("group:") || this.#expanded.has(key) || !this.#fits(key);
  }

  #group(role: ViewEntity["role"], title: string, entities: readonly ViewEntity[]): HTMLElement {
    const members = entities.filter((entity) => entity.role === role);
    const item = this.#item(`group:${role}`, title, 1, members.length > 0);
    item.classList.add("group");
    item.firstElementChild?.append(make("span", { class: "count number" }, String(members.length)));
    if (this.#isOpen(`group:${role}`) && members.length > 0)
      item.append(make("ul", { role: "group" }, ...members.map((entity) => this.#entity(entity))));
    return item;
  }

  #entity(entity: ViewEntity): HTMLElement {
    const parts = this.#partsOf(entity);
    const item = this.#item(entity.name, entity.name, 2, parts.length > 0);
    item.dataset.entity = entity.name;
    if (entity.role === "robot" && !entity.isDriven)
      item.firstElementChild?.append(make("span", { class: "hint" }, "no driver"));
    if (this.#isOpen(entity.name))
      item.append(make("ul", { role: "group" }, ...parts.map((part) => this.#part(entity, part))));
    return item;
  }

  #part(entity: ViewEntity, part: Part): HTMLElement {
    const item = this.#item(part.path, part.name, 3, false);
    item.dataset.entity = entity.name;
    item.dataset.part = part.name;
    const value = make("span", { class: "live number" });
    item.querySelector(".row")?.prepend(icon(part.sort));
    const kind = part.sort === "body" ? [] : [make("span", { class: "hint" }, part.kind)];
    item.firstElementChild?.append(...kind, value);
    item.setAttribute(
      "aria-label",
      `${part.name}, ${SORTS[part.sort]} ${part.sort === "body" ? "" : part.kind}`.trim(),
    );
    if (part.quantities.length > 0) {
      this.#rows.set(item, { part, value });
      this.#visibility.observe(item);
    }
    return item;
  }

  #item(key: string, text: string, level: number, canExpand: boolean): HTMLElement {
    const isOpen = this.#isOpen(key);
    const row = make("div", { class: "row" });
    if (canExpand) row.append(make("span", { class: "twist" }, icon("chevron")));
    row.append(make("span", { class: "name" }, text));
    return make(
      "li",
      {
        role: "treeitem",
        "data-key": key,
        "aria-level": level,
        "aria-expanded": canExpand ? String(isOpen) : undefined,
        tabindex: -1,
      },
      row,
    );
  }

  // ---- picking and opening

  #click(event: Event): void {
    const target = event.target as Element;
    const item = target.closest<HTMLElement>("[role=treeitem]");
    if (!item) return;
    const isTwist = target.closest(".twist") !== null;
    item.focus({ preventScroll: true });
    if (isTwist || item.dataset.entity === undefined) this.toggle(item);
    else this.#activate(item);
  }

  #activate(item: HTMLElement | { toggle: HTMLElement }): void {
    if ("toggle" in item) {
      this.toggle(item.toggle);
      return;
    }
    const { entity, part } = item.dataset;
    if (entity === undefined) {
      this.toggle(item);
      return;
    }
    this.#page.store.select(part === undefined ? { entity } : { entity, part });
  }

  toggle(item: HTMLElement): void {
    const { key } = item.dataset;
    if (key === undefined || !item.hasAttribute("aria-expanded")) return;
    if (!this.#expanded.delete(key)) this.#expanded.add(key);
    this.#build();
    this.element.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  }

  /** Expands and scrolls to the selection. */
  #reveal(): void {
    const { selection, entities } = this.#page.store;
    if (selection) {
      const group = `group:${entities.get(selection.entity)?.role}`;
      const needed = selection.part === undefined ? [group] : [group, selection.entity];
      if (needed.some((key) => !this.#expanded.has(key))) {
        for (const key of needed) this.#expanded.add(key);
        this.#build();
      }
    }
    this.#mark()?.scrollIntoView({ block: "nearest" });
  }

  #mark(): HTMLElement | undefined {
    const { selection } = this.#page.store;
    const key = selection && (selection.part ? `${selection.entity}/${selection.part}` : selection.entity);
    let marked: HTMLElement | undefined;
    const items = this.element.querySelectorAll<HTMLElement>("[role=treeitem]");
    for (const item of items) {
      const isMarked = item.dataset.key === key;
      if (item.dataset.entity !== undefined) item.setAttribute("aria-selected", String(isMarked));
      item.tabIndex = -1;
      if (isMarked) marked = item;
    }
    const stop = marked ?? items[0];
    if (stop) stop.tabIndex = 0;
    return marked;
  }

  // ---- numbers

  #updateVisible(changes: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of changes)
      if (isIntersecting) this.#visible.add(target);
      else this.#visible.delete(target);
    this.#watchVisible();
  }

  #watchVisible(): void {
    const rows = [...this.#visible].map((item) => this.#rows.get(item)?.part.path);
    this.#page.watchList.setPaths(
      "tree",
      rows.filter((path) => path !== undefined),
    );
  }

  #write(): void {
    const { values } = this.#page.store.values;
    for (const item of this.#visible) {
      const row = this.#rows.get(item);
      const numbers = row && values[row.part.path];
      if (!row || !numbers) continue;
      const [{ columns, unit }] = row.part.quantities;
      const text = columns.slice(0, MAX_NUMBERS).map((i) => (columns.length > 1 ? showShort : showNumber)(numbers[i]));
      setText(row.value, columns.length > 1 ? text.join("  ") : `${text[0]} ${unit}`);
    }
  }
}
