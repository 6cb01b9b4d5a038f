// The shipped robots as pictures: a click places one where there is room in the view.

import { OK } from "../Commands.js";
import { make } from "../Dom.js";
import type { Page } from "../Page.js";
import { SHIPPED, type ShippedRobot } from "./ShippedRobots.js";

export class Gallery {
  readonly element = make("ul", { class: "gallery", "aria-label": "Shipped robots" });
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.element.append(...SHIPPED.map((robot) => this.#card(robot)));
  }

  #card(robot: ShippedRobot): HTMLElement {
    const { title, what } = robot;
    const picture = make("img", { src: robot.picture, alt: "", width: 120, height: 90, loading: "lazy" });
    const place = make(
      "button",
      { type: "button", class: "gallery-card", title: `Place ${title}: ${what}`, onclick: () => this.#place(robot) },
      picture,
      make("b", {}, title),
      make("span", { class: "hint" }, what),
    );
    return make("li", {}, place);
  }

  async #place({ file, title }: ShippedRobot): Promise<void> {
    const { world, commands, toasts, store } = this.#page;
    const [x, y] = world?.look.target ?? [0, 0];
    const free = world?.freePlace([x, y]);
    const { result, data } = await commands.run("spawn", {
      file,
      ...(free ? { position: [free[0], free[1], 0] } : {}),
    });
    if (result !== OK) return;
    for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog.guide")) dialog.close();
    const name = (data as { name?: string } | null)?.name;
    if (name === undefined) return;
    toasts.show(`${title} is there as ${name}. Press Drive, move its joints, or connect a program.`);
    store.select({ entity: name });
  }
}
