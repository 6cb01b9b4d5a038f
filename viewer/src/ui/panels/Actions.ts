// Actions on the selection: follow, view from, drive, freeze, remove, push, move.

import type { ViewEntity } from "../../../../src/session/view/ViewProtocol.js";
import type { CameraMode } from "../../Store.js";
import { askToConfirm } from "../Dialogs.js";
import { button, type IconName, make } from "../Dom.js";
import type { Page } from "../Page.js";
import type { DriveControl } from "./DriveControl.js";
import { fromAngles, mainBody, massOf, toAngles } from "./Quantities.js";

const DIRECTIONS: readonly (readonly [string, readonly [number, number, number]])[] = [
  ["+x", [1, 0, 0]],
  ["−x", [-1, 0, 0]],
  ["+y", [0, 1, 0]],
  ["−y", [0, -1, 0]],
  ["up", [0, 0, 1]],
];

/** The default push changes the speed of the whole entity by this much, m/s: it slides or rolls a little. */
const PUSH_SPEED = 2;
/** Something with so many servos walks: it stays up. */
const [WALKER_SPEED, WALKER_SERVOS] = [0.3, 8];

export class Actions {
  readonly element = make("section", { class: "actions", "aria-label": "Actions", hidden: true });
  readonly #page: Page;
  readonly #drive: DriveControl;
  #shown = "";
  #body: number | undefined;
  /** x y z, then roll pitch yaw. */
  #place: readonly HTMLInputElement[] = [];
  #angles: readonly HTMLInputElement[] = [];

  constructor(page: Page, drive: DriveControl) {
    this.#page = page;
    this.#drive = drive;
    page.store.on("settings", () => this.#showCamera());
    page.store.on(
      "scene",
      page.updates.throttled(() => this.#showFrozen()),
    );
    page.store.on(
      "poses",
      page.updates.throttled(() => this.#showPlace()),
    );
  }

  show(entity: ViewEntity | undefined, part: string | undefined): void {
    const body = entity?.bodies.find(({ name }) => name === part) ?? (entity && mainBody(entity));
    const shown = JSON.stringify([entity?.name, entity?.role, body?.name, body?.id]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.element.hidden = !entity || entity.isStatic || !body;
    this.#body = body?.id;
    this.#place = this.#angles = [];
    if (!entity || entity.isStatic || !body) return;
    const path = `${entity.name}/${body.name}`;
    this.element.replaceChildren(
      this.#looks(entity, path),
      this.#push(path, usualPush(entity)),
      this.#move(path, body.id),
    );
    this.#showFrozen();
    this.#showPlace();
  }

  #looks(entity: ViewEntity, path: string): HTMLElement {
    const { commands } = this.#page;
    const row = make("div", { class: "action-row", role: "toolbar", "aria-label": "Actions" });
    row.append(this.#camera("follow", "Follow", "follow", "Follow (F)"));
    if (entity.role === "robot") {
      row.append(this.#camera("eye", "Eye view", "view", "View from the robot (E)"), this.#drive.button(entity.name));
    }
    const freeze = button("Freeze", "freeze", () => this.#freeze(path), {
      text: "Freeze",
      title: `Keep ${path} where it is`,
    });
    freeze.dataset.freeze = "";
    const remove = () =>
      askToConfirm(
        `Remove ${entity.name}?`,
        entity.isDriven ? "Its client is notified and has to connect again." : "It is removed from the world.",
        "Remove",
        () => commands.run("remove", { name: entity.name }),
      );
    row.append(
      freeze,
      button("Stand up", "up", () => this.#standUp(entity), {
        text: "Stand up",
        title: `Put ${entity.name} upright on the ground, with its heading`,
      }),
      button("Remove", "remove", remove, { text: "Remove", kind: "danger", title: `Remove ${entity.name}` }),
    );
    return row;
  }

  /** A button that switches to the mode and back to orbit. */
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

  get #isFrozen(): boolean {
    return this.#body !== undefined && this.#page.store.frozen.has(this.#body);
  }

  /** Freezes or releases the body. The button shows the state that the simulator reports. */
  #freeze(path: string): void {
    this.#page.commands.run("freeze", { name: path, on: !this.#isFrozen });
  }

  #showFrozen(): void {
    this.element.querySelector("[data-freeze]")?.setAttribute("aria-pressed", String(this.#isFrozen));
  }

  #push(path: string, usual: number): HTMLElement {
    const size = numberField("Impulse", usual);
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

  #standUp({ name }: ViewEntity): void {
    const { world, store, moves, toasts } = this.#page;
    const entity = store.entities.get(name);
    const body = entity && mainBody(entity);
    const pose = world?.uprightPose(name);
    if (body && pose) moves.move(`${name}/${body.name}`, body.id, pose);
    else toasts.show("The 3D view is not there yet.");
  }

  #move(path: string, id: number): HTMLElement {
    this.#place = ["x", "y", "z"].map((axis) => numberField(axis, 0));
    this.#angles = ["roll", "pitch", "yaw"].map((angle) => numberField(angle, 0));
    const row = make("fieldset", { class: "field-row move-row" });
    const move = () => {
      const position = this.#place.map((field) => field.valueAsNumber || 0);
      const orientation = fromAngles(this.#angles.map((field) => field.valueAsNumber || 0));
      // angles that nobody has typed keep the exact orientation
      const isTurned = row.getAttribute("data-edited") === "angles";
      this.#page.moves.move(path, id, { position, ...(isTurned ? { orientation } : {}) });
      row.removeAttribute("data-edited");
    };
    // typed values stay until they are sent or cancelled
    row.addEventListener("input", ({ target }) => {
      const isAngle = this.#angles.includes(target as HTMLInputElement);
      if (isAngle || !row.hasAttribute("data-edited")) row.setAttribute("data-edited", isAngle ? "angles" : "place");
    });
    row.addEventListener("keydown", ({ key }) => {
      if (key === "Enter") move();
      if (key === "Escape") row.removeAttribute("data-edited");
    });
    row.append(
      make("legend", {}, "Move"),
      ...this.#place,
      make("span", { class: "unit" }, "m"),
      button("Move there", undefined, move, { text: "Go", kind: "mini" }),
      make("span", { class: "row-name" }, "Turn"),
      ...this.#angles,
      make("span", { class: "unit" }, "°"),
      button("Take the last move back", "undo", () => this.#page.moves.undo(), {
        kind: "mini",
        title: "Take the last move back (Ctrl+Z)",
      }),
    );
    return row;
  }

  /** Shows the current position unless the user is editing it. */
  #showPlace(): void {
    const [first] = this.#place;
    const pose = this.#body === undefined ? undefined : this.#page.store.poses.get(this.#body);
    const row = first?.closest("fieldset");
    if (!pose || !row || row.hasAttribute("data-edited") || row.contains(document.activeElement)) return;
    const angles = toAngles([...pose.slice(3)]);
    for (const [i, field] of this.#place.entries()) write(field, pose[i].toFixed(2));
    for (const [i, field] of this.#angles.entries()) write(field, angles[i].toFixed(1));
  }
}

function write(field: HTMLInputElement, text: string): void {
  const value = Number(text) === 0 ? text.replace("-", "") : text;
  if (field.value !== value) field.value = value;
}

const numberField = (name: string, value: number): HTMLInputElement =>
  make("input", { type: "number", class: "number", step: "any", value, "aria-label": name, title: name });

/** N·s, with two digits. */
function usualPush(entity: ViewEntity): number {
  const walks = entity.joints.filter(({ kind }) => kind === "Servo").length >= WALKER_SERVOS;
  const speed = walks ? WALKER_SPEED : PUSH_SPEED;
  return Number((speed * massOf(entity)).toPrecision(2)) || speed;
}
