// The shipped robots as pictures: a click places one where there is room in the view.

import { OK } from "../Commands.js";
import { make } from "../Dom.js";
import type { Page } from "../Page.js";
import { ROBOT_PICTURES } from "./RobotPictures.js";

interface ShippedRobot {
  /** As the verb `spawn` takes it. */
  readonly file: string;
  readonly title: string;
  readonly what: string;
}

export const SHIPPED: readonly ShippedRobot[] = [
  { file: "segway", title: "Segway RMP", what: "two wheels; balances when a program controls it" },
  { file: "segway-follower", title: "Segway with camera", what: "the Segway of the ball follower" },
  { file: "aibo", title: "AIBO ERS-7", what: "four legs, 20 servos, nose camera" },
  { file: "qrio", title: "QRIO", what: "humanoid with 38 servos" },
  { file: "omni-2003", title: "Omni robot 2003", what: "soccer robot on three omni wheels" },
  { file: "diff-2003", title: "Diff robot 2003", what: "soccer robot on two wheels; drives with the arrow keys" },
  { file: "ssl.robot", title: "SSL robot", what: "Small Size League, four omni wheels, kicker" },
  { file: "tigers.robot", title: "TIGERs robot", what: "a measured robot of the Small Size League" },
];

export class Gallery {
  readonly element = make("ul", { class: "gallery", "aria-label": "Shipped robots" });
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.element.append(...SHIPPED.map((robot) => this.#card(robot)));
  }

  #card(robot: ShippedRobot): HTMLElement {
    const { file, title, what } = robot;
    const picture = make("img", { src: ROBOT_PICTURES[file], alt: "", width: 120, height: 90, loading: "lazy" });
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
