// What can be done to the selection: look after it, drive it, push it, put it elsewhere, hold it fast, take it out.

import type { ViewEntity } from "../../../src/session/ViewProtocol.js";
import type { CameraMode } from "../Store.js";
import { OK } from "./Commands.js";
import { askFirst } from "./Dialogs.js";
import { button, type IconName, make } from "./Dom.js";
import type { Drive } from "./Drive.js";
import type { Page } from "./Page.js";
import { mainBody } from "./Readings.js";

const DIRECTIONS: readonly (readonly [string, readonly [number, number, number]])[] = [
  ["+x", [1, 0, 0]],
  ["−x", [-1, 0, 0]],
  ["+y", [0, 1, 0]],
  ["−y", [0, -1, 0]],
  ["up", [0, 0, 1]],
];

export class Actions {
  readonly element = make("section", { class: "actions", "aria-label": "Actions", hidden: true });
  readonly #page: Page;
  readonly #drive: Drive;
  readonly #frozen = new Set<string>();
  #shown = "";
  #time = 0;

  constructor(page: Page, drive: Drive) {
    this.#page = page;
    this.#drive = drive;
    page.store.on("settings", () => this.#showCamera());
    page.store.on("status", () => this.#letGo());
  }

  show(entity: ViewEntity | undefined, part: string | undefined): void {
    const body = entity?.bodies.find(({ name }) => name === part) ?? (entity && mainBody(entity));
    const shown = JSON.stringify([entity?.name, entity?.role, body?.name]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.element.hidden = !entity || entity.isStatic || !body;
    if (!entity || entity.isStatic || !body) return;
    const path = `${entity.name}/${body.name}`;
    this.element.replaceChildren(
      this.#looks(entity, path),
      this.#push(path),
      this.#move(path, body.id),
      ...(entity.role === "robot" ? [this.#drive.pad] : []),
    );
  }

  #looks(entity: ViewEntity, path: string): HTMLElement {
    const { commands } = this.#page;
    const row = make("div", { class: "action-row", role: "toolbar", "aria-label": "Actions" });
    row.append(this.#camera("follow", "Follow", "follow", "Follow (F)"));
    if (entity.role === "robot") {
      row.append(this.#camera("eye", "Eye view", "view", "See what it sees (E)"), this.#drive.button(entity.name));
    }
    const freeze = button("Freeze", "freeze", () => this.#freeze(path, freeze), {
      text: "Freeze",
      title: `Hold ${path} fast where it is`,
    });
    freeze.dataset.freeze = "";
    freeze.setAttribute("aria-pressed", String(this.#frozen.has(path)));
    const remove = () =>
      askFirst(
        `Remove ${entity.name}?`,
        entity.isDriven ? "Its client is told and has to connect again." : "It is taken out of the world.",
        "Remove",
        () => commands.run("remove", { name: entity.name }),
      );
    row.append(
      freeze,
      button("Remove", "remove", remove, { text: "Remove", kind: "danger", title: `Remove ${entity.name}` }),
    );
    return row;
  }

  /** Switches to it, and back to orbit. */
  #camera(mode: CameraMode, name: string, picture: IconName, title: string): HTMLButtonElement {
    const { store } = this.#page;
    const toggle = () => store.set({ camera: store.settings.camera === mode ? "orbit" : mode });
    const element = button(name, picture, toggle, { text: name.split(" ")[0], title });
    element.dataset.camera = mode;
    element.setAttribute("aria-pressed", String(store.settings.camera === mode));
    return element;
  }

  #showCamera(): void {
    const { camera } = this.#page.store.settings;
    for (const one of this.element.querySelectorAll<HTMLElement>("[data-camera]"))
      one.setAttribute("aria-pressed", String(one.dataset.camera === camera));
  }

  async #freeze(path: string, freeze: HTMLButtonElement): Promise<void> {
    const on = !this.#frozen.has(path);
    const { result } = await this.#page.commands.run("freeze", { name: path, on });
    if (result !== OK) return;
    if (on) this.#frozen.add(path);
    else this.#frozen.delete(path);
    freeze.setAttribute("aria-pressed", String(on));
  }

  /** Time went back (reset, restore): nothing is held any more. */
  #letGo(): void {
    const time = this.#page.store.status?.time ?? 0;
    if (time < this.#time) {
      this.#frozen.clear();
      this.element.querySelector("[data-freeze]")?.setAttribute("aria-pressed", "false");
    }
    this.#time = time;
  }

  #push(path: string): HTMLElement {
    const size = numberField("Impulse", 20);
    const push = (direction: readonly number[]) =>
      this.#page.commands.run("push", { name: path, impulse: direction.map((x) => x * size.valueAsNumber) });
    const buttons = DIRECTIONS.map(([name, direction]) =>
      button(`Push ${name}`, undefined, () => push(direction), {
        text: name,
        title: `Push along ${name}`,
        kind: "mini",
      }),
    );
    return make(
      "fieldset",
      { class: "field-row" },
      make("legend", {}, "Push"),
      size,
      make("span", { class: "unit" }, "N·s"),
      ...buttons,
    );
  }

  #move(path: string, id: number): HTMLElement {
    const at = this.#page.store.poses.get(id);
    const fields = ["x", "y", "z"].map((axis, i) => numberField(axis, at ? Math.round(100 * at[i]) / 100 : 0));
    const move = () =>
      this.#page.commands.run("move", { name: path, position: fields.map((field) => field.valueAsNumber || 0) });
    return make(
      "fieldset",
      { class: "field-row" },
      make("legend", {}, "Move"),
      ...fields,
      make("span", { class: "unit" }, "m"),
      button("Move there", undefined, move, { text: "Go", kind: "mini" }),
    );
  }
}

const numberField = (name: string, value: number): HTMLInputElement =>
  make("input", { type: "number", class: "number", step: "any", value, "aria-label": name, title: name });
