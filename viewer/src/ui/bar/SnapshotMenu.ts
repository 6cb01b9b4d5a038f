// Snapshots of the world as buttons: take one, and go back to one.

import { OK } from "../Commands.js";
import { button, make } from "../Dom.js";
import type { Page } from "../Page.js";

export class SnapshotMenu {
  readonly button: HTMLButtonElement;
  readonly element: HTMLElement;
  readonly #page: Page;
  readonly #list = make("ul", { class: "snapshot-list", "aria-label": "Snapshots" });

  constructor(page: Page) {
    this.#page = page;
    this.button = button("Snapshots", "snapshot", () => {}, {
      text: "Snapshots",
      kind: "quiet",
      title: "Keep the state of the world, and return to it",
    });
    this.button.setAttribute("popovertarget", "snapshot-menu");
    const take = button("Take a snapshot", "snapshot", () => this.#take(), { text: "Take a snapshot", kind: "wide" });
    this.element = make(
      "div",
      { id: "snapshot-menu", class: "menu", popover: "auto", role: "dialog", "aria-label": "Snapshots" },
      take,
      this.#list,
    );
    this.element.addEventListener("beforetoggle", (event) => {
      const isOpen = (event as ToggleEvent).newState === "open";
      this.element.toggleAttribute("data-open", isOpen);
      if (!isOpen) return;
      const { bottom, right } = this.button.getBoundingClientRect();
      this.element.style.top = `${bottom + 8}px`;
      this.element.style.right = `${Math.max(8, innerWidth - Math.max(right, 264))}px`;
      this.#show();
    });
  }

  async #show(): Promise<void> {
    const { result, data } = await this.#page.commands.runQuietly("list", { what: "snapshots" });
    const names = result === OK && Array.isArray(data) ? (data as string[]) : [];
    const rows = names.map((name) =>
      make(
        "li",
        {},
        make("span", {}, name),
        button(`Restore ${name}`, "reset", () => this.#restore(name), { text: "Restore", kind: "mini" }),
      ),
    );
    const empty = make("li", { class: "hint" }, "No snapshots yet. They last as long as the simulator runs.");
    this.#list.replaceChildren(...(rows.length > 0 ? rows : [empty]));
  }

  async #take(): Promise<void> {
    const { commands, toasts, store } = this.#page;
    const { result, data } = await commands.run("snapshot");
    if (result !== OK) return;
    const name = typeof data === "string" ? data : (data as { name?: string } | null)?.name;
    toasts.show(`Kept the world as it is at ${store.time.toFixed(2)} s${name ? ` as ${name}` : ""}.`);
    this.#show();
  }

  async #restore(name: string): Promise<void> {
    const { commands, toasts } = this.#page;
    const { result } = await commands.run("restore", { name });
    if (result !== OK) return;
    toasts.show(`Back at ${name}.`);
    this.element.hidePopover();
  }
}
