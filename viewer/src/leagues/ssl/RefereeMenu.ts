// The menu of the built-in referee: one button for each command of the verb `referee`.

import { TEAMS, type TeamColor } from "../../../../src/leagues/ssl/Team.js";
import { button, make } from "../../ui/Dom.js";
import type { Page } from "../../ui/Page.js";
import { TEAM_NAMES } from "./RefereeWords.js";

const FOR_BOTH: readonly (readonly [string, string])[] = [
  ["start", "Start"],
  ["stop", "Stop"],
  ["halt", "Halt"],
];
const FOR_ONE: readonly (readonly [string, string])[] = [
  ["kickoff", "Kick-off"],
  ["free", "Free kick"],
  ["goal", "Goal"],
];
const FOR_ALL: readonly (readonly [string, string])[] = [
  ["end", "End this half"],
  ["new", "New game"],
];

export class RefereeMenu {
  readonly button: HTMLButtonElement;
  readonly element: HTMLElement;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.button = button("Referee commands", "whistle", () => {}, { kind: "small whistle" });
    this.button.setAttribute("popovertarget", "referee-menu");
    this.element = make(
      "div",
      { id: "referee-menu", class: "menu referee-menu", popover: "auto", role: "dialog", "aria-label": "Referee" },
      make("div", { class: "referee-row" }, ...FOR_BOTH.map(([word, text]) => this.#say(word, text))),
      ...FOR_ONE.map(([word, text]) =>
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
    return TEAMS.map((team) => this.#say(word, TEAM_NAMES[team], { team, name: `${text} for ${TEAM_NAMES[team]}` }));
  }

  #say(word: string, text: string, { team, name = text }: { team?: TeamColor; name?: string } = {}): HTMLButtonElement {
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
