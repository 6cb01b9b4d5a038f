// State of the editor (E5): the document as the server has it, the selection, and the errors of the last refused change. Every
// change is a verb; the page shows what the server has accepted.

import type { DocumentView, ElementView } from "../../../src/describe/edit/DocumentView.js";
import type { EditProblem } from "../../../src/describe/edit/EditRefused.js";
import type { EditOutcome } from "../../../src/session/edit/WorldEditing.js";
import type { Reply } from "../Connection.js";
import { OK } from "../ui/Commands.js";
import type { Page } from "../ui/Page.js";
import { findElement, labelOf, rowOf } from "./DocumentPlaces.js";

export type HandleMode = "translate" | "rotate" | "scale";
export type Problem = Partial<EditProblem> & { readonly message: string };

export class EditModel {
  /** Tells this page's edits from those of others. */
  readonly editor = `page-${crypto.getRandomValues(new Uint32Array(1))[0].toString(36)}`;
  isOn = false;
  view: DocumentView | undefined;
  /** Ids, the main one last. */
  selected: readonly string[] = [];
  problems: readonly Problem[] = [];
  depth = { undo: 0, redo: 0 };
  mode: HandleMode = "translate";
  snaps = true;
  readonly #page: Page;
  readonly #listeners = new Set<() => void>();
  #seen = 0;

  constructor(page: Page) {
    this.#page = page;
    page.store.on("document", () => this.#followOthers());
    page.store.on("selection", () => this.#followSelection());
  }

  on(listener: () => void): void {
    this.#listeners.add(listener);
  }

  change(change: Partial<Pick<EditModel, "mode" | "snaps" | "selected" | "problems">>): void {
    Object.assign(this, change);
    for (const listener of this.#listeners) listener();
  }

  get element(): ElementView | undefined {
    return this.view && findElement(this.view.root, this.selected.at(-1));
  }

  async toggle(): Promise<void> {
    this.isOn = !this.isOn;
    this.#page.store.isEditing = this.isOn;
    if (this.isOn && !(await this.load())) this.isOn = this.#page.store.isEditing = false;
    document.documentElement.toggleAttribute("data-edit", this.isOn);
    this.#followSelection();
    this.change({});
  }

  async load(): Promise<boolean> {
    const { result, data } = await this.#page.commands.run("document");
    if (result !== OK) return false;
    this.view = data as DocumentView;
    this.#seen = this.view.revision;
    const { root } = this.view;
    this.change({ selected: this.selected.filter((id) => findElement(root, id)) });
    return true;
  }

  /** Elements of the group of an element of the world, that one last. Alone it is a group of its own. */
  groupOf(id: string): readonly string[] {
    const { root, groups } = this.view ?? { root: undefined, groups: [] };
    const children = root?.children ?? [];
    const name = children.find((child) => child.id === id)?.attributes.name;
    const members = groups.find((group) => name !== undefined && group.members.includes(name))?.members ?? [];
    const others = children.filter((one) => one.id !== id && members.includes(one.attributes.name ?? ""));
    return [...others.map((one) => one.id), id];
  }

  /** The group that is selected, if it is one. */
  get group(): string | undefined {
    const names = this.selected.map((id) => this.view && findElement(this.view.root, id)?.attributes.name);
    return this.view?.groups.find(
      ({ members }) => members.length === names.length && members.every((member) => names.includes(member)),
    )?.name;
  }

  selectAll(ids: readonly string[]): void {
    this.select(ids.at(-1));
    this.change({ selected: ids });
  }

  select(id: string | undefined, adds = false): void {
    const others = adds ? this.selected.filter((one) => one !== id) : [];
    this.change({ selected: id === undefined ? [] : [...others, id], problems: [] });
    const top = id && this.view?.root.children.find((child) => findElement(child, id));
    const { store } = this.#page;
    const name = top ? labelOf(top) : undefined;
    if (name !== undefined && store.entities.has(name)) store.select({ entity: name });
  }

  /** True: the world has taken the change over. Otherwise `problems` says why not. */
  edit(...ops: readonly object[]): Promise<boolean> {
    return this.editFrom(this.view?.revision, ops);
  }

  /** `base`: the revision that the user saw. */
  async editFrom(base: number | undefined, ops: readonly object[]): Promise<boolean> {
    return this.#take(await this.#run("edit", { ops, base, as: this.editor }));
  }

  async step(way: "undo" | "redo"): Promise<void> {
    await this.#take(await this.#run(way, { as: this.editor }));
  }

  #run(verb: string, args: Record<string, unknown>): Promise<Reply> {
    return this.#page.commands.runQuietly(verb, args);
  }

  async #take({ result, message, data }: Reply): Promise<boolean> {
    const { toasts, store } = this.#page;
    if (result !== OK) {
      const { problems = [] } = (data ?? {}) as { problems?: readonly Problem[] };
      store.addLog("problem", message);
      const { element } = this;
      const isShown = problems.every(({ id, field }) => {
        const one = element && findElement(element, id);
        return one && rowOf(one.name, field) !== undefined;
      });
      if (problems.length === 0 || !isShown) toasts.show(message, "problem");
      if (problems.length === 0) await this.load();
      this.change({ problems });
      return false;
    }
    const { undo, redo, ids, atReset, atStart, revision } = data as EditOutcome;
    this.#seen = Math.max(this.#seen, revision);
    this.depth = { undo, redo };
    this.problems = [];
    for (const [list, when] of [
      [atReset, "the next reset"],
      [atStart, "the next start"],
    ] as const)
      if (list.length > 0) toasts.show(`Acts at ${when}: ${list.join(", ")}`);
    await this.load();
    // what belongs together is moved together; the first element is the main one
    const added = this.view?.root.children.filter(({ id }) => ids.includes(id)).map(({ id }) => id) ?? [];
    if (added.length > 0) {
      const inOrder = [...added].sort((one, other) => ids.indexOf(other) - ids.indexOf(one));
      this.selectAll(inOrder);
    }
    return true;
  }

  /** Somebody else has edited the world. */
  #followOthers(): void {
    const { document: other } = this.#page.store;
    if (!this.isOn || !other) return;
    if (other.revision > this.#seen && other.editor !== this.editor) {
      this.#page.toasts.show(`${other.editor} has changed the world (revision ${other.revision}).`);
      this.#seen = other.revision;
      this.load();
    } else if (this.view && this.view.isChanged !== other.isChanged) this.load();
  }

  /** What is clicked in the 3D view is selected in the document. */
  #followSelection(): void {
    const name = this.#page.store.selection?.entity;
    if (!this.isOn || !this.view || name === undefined) return;
    const { root } = this.view;
    const top = root.children.find((child) => child.attributes.name === name);
    if (top && !this.selected.some((id) => findElement(top, id)))
      this.change({ selected: this.groupOf(top.id), problems: [] });
  }
}
