// The menu of a league's built-in referee: one button for each command of the verb `referee`.

import { button, make } from "../../ui/Dom.js";
import type { Page } from "../../ui/Page.js";

type Word = readonly [word: string, text: string];

export interface RefereeMenuOptions {
  /** Of the element; unique on the page. */
  readonly id: string;
  /** Left and right. */
  readonly teams: readonly (readonly [team: string, name: string])[];
  /** Words for both teams, and for one of them. */
  readonly both: readonly Word[];
  readonly one: readonly Word[];
}

const FOR_ALL: readonly Word[] = [
  ["end", "End this half"],
  ["new", "New game"],
];

export class RefereeMenu {
  readonly button: HTMLButtonElement;
  readonly element: HTMLElement;
  readonly #page: Page;
  readonly #teams: RefereeMenuOptions["teams"];

  constructor(page: Page, { id, teams, both, one }: RefereeMenuOptions) {
    this.#teams = teams;
    this.#page = page;
    this.button = button("Referee commands", "whistle", () => {}, { kind: "small whistle" });
    this.button.setAttribute("popovertarget", id);
    this.element = make(
      "div",
      { id, class: "menu referee-menu", popover: "auto", role: "dialog", "aria-label": "Referee" },
      make("div", { class: "referee-row" }, ...both.map(([word, text]) => this.#say(word, text))),
      ...one.map(([word, text]) =>
        make(
          "fieldset",
          {},
          make("legend", {}, text),
          make("div", { class: "referee-row" }, ...this.#sayBoth(word, text)),
        ),
      ),
      make("div", { class: "referee-row" }, ...FOR_ALL.map(([word, text]) => this.#say(word, text))),
    );
    this.element.addEventListener("beforetoggle", (event) => {
      const isOpen = (event as ToggleEvent).newState === "open";
      this.element.toggleAttribute("data-open", isOpen);
      if (isOpen) this.#place();
    });
  }

  #sayBoth(word: string, text: string): HTMLButtonElement[] {
    return this.#teams.map(([team, name]) => this.#say(word, name, { team, name: `${text} for ${name}` }));
  }

  #say(word: string, text: string, { team, name = text }: { team?: string; name?: string } = {}): HTMLButtonElement {
    const say = () => {
      this.element.hidePopover();
      this.#page.commands.run("referee", { word, ...(team ? { team } : {}) });
    };
    const made = button(name, undefined, say, { text });
    if (team) made.dataset.team = team;
    return made;
  }

  /** Placed below its button. */
  #place(): void {
    const { bottom, left, width } = this.button.getBoundingClientRect();
    this.element.style.top = `${bottom + 6}px`;
    this.element.style.left = `${Math.max(8, left + width / 2 - 120)}px`;
  }
}
