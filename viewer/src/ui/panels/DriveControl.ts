// Drives the selected robot with arrow keys, WASD or the on-screen pad: sends `drive` while a key is held, and zero on
// release.

import type { Store } from "../../Store.js";
import type { Commands } from "../Commands.js";
import { button, type IconName, icon, isTyping, make } from "../Dom.js";

const PERIOD_MS = 66;
/** Maximum number of unanswered commands: a slow connection gets fewer commands, not a queue. */
const MAX_UNANSWERED = 3;

const KEYS: Readonly<Record<string, Direction>> = {
  ArrowUp: "forward",
  KeyW: "forward",
  ArrowDown: "back",
  KeyS: "back",
  ArrowLeft: "left",
  KeyA: "left",
  ArrowRight: "right",
  KeyD: "right",
};
const PAD: readonly (readonly [Direction, string, IconName])[] = [
  ["forward", "Forward", "up"],
  ["left", "Turn left", "left"],
  ["back", "Back", "down"],
  ["right", "Turn right", "chevron"],
];

/** Elements that use these keys themselves. */
const OWN_KEYS = "[role=tree], [role=separator], .menu, dialog";

type Direction = "forward" | "back" | "left" | "right";

export class DriveControl {
  /** Over the 3D view. */
  readonly pad: HTMLElement;
  /** Called when driving begins or ends. */
  onchange: () => void = () => {};
  readonly #store: Store;
  readonly #commands: Commands;
  readonly #held = new Set<Direction>();
  #robot: string | undefined;
  /** Of the inspector and of the editor. */
  #buttons: readonly HTMLButtonElement[] = [];
  #timer: ReturnType<typeof setInterval> | undefined;
  #unanswered = 0;

  constructor(store: Store, commands: Commands) {
    this.#store = store;
    this.#commands = commands;
    this.pad = make(
      "div",
      { class: "pad", hidden: true, role: "group", "aria-label": "Drive" },
      ...PAD.map((key) => this.#padKey(...key)),
      make("p", { class: "hint" }, "Hold the arrow keys or W A S D."),
    );
    // runs before the canvas, which rotates the view with the same keys
    addEventListener("keydown", (event) => this.#key(event, true), { capture: true });
    addEventListener("keyup", (event) => this.#key(event, false));
    addEventListener("blur", () => this.#release());
    store.on("selection", () => {
      if (store.selection?.entity !== this.#robot) this.set(undefined);
    });
  }

  /** A button that switches driving on and off for a robot. */
  button(robot: string): HTMLButtonElement {
    const one = button("Drive", "drive", () => this.set(this.#robot === robot ? undefined : robot), {
      text: "Drive",
      title: "Drive with the keyboard",
    });
    this.#buttons = [...this.#buttons.filter(({ isConnected }) => isConnected), one];
    this.#show();
    return one;
  }

  get isOn(): boolean {
    return this.#robot !== undefined;
  }

  set(robot: string | undefined): void {
    if (robot === this.#robot) return;
    this.#release();
    this.#robot = robot;
    this.#show();
    this.onchange();
    if (robot !== undefined) document.querySelector<HTMLElement>("canvas.world")?.focus({ preventScroll: true });
  }

  #show(): void {
    for (const one of this.#buttons) one.setAttribute("aria-pressed", String(this.isOn));
    this.pad.hidden = !this.isOn;
  }

  #padKey(direction: Direction, name: string, picture: IconName): HTMLElement {
    const key = make("button", { type: "button", class: `button pad-${direction}`, "aria-label": name }, icon(picture));
    const hold = (isHeld: boolean) => (event: Event) => {
      event.preventDefault();
      this.#hold(direction, isHeld);
    };
    key.addEventListener("pointerdown", hold(true));
    for (const end of ["pointerup", "pointercancel", "pointerleave", "contextmenu"])
      key.addEventListener(end, hold(false));
    return key;
  }

  #key(event: KeyboardEvent, isDown: boolean): void {
    const direction = KEYS[event.code];
    if (!this.isOn || !direction || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isDown && (isTyping(event.target) || (event.target as Element).closest?.(OWN_KEYS))) return;
    if (isDown) {
      event.preventDefault();
      event.stopPropagation();
    }
    this.#hold(direction, isDown);
  }

  #hold(direction: Direction, isHeld: boolean): void {
    const before = this.#held.size;
    if (isHeld) this.#held.add(direction);
    else this.#held.delete(direction);
    if (this.#held.size > 0 && this.#timer === undefined) {
      this.#timer = setInterval(() => this.#send(), PERIOD_MS);
      this.#send();
    }
    if (this.#held.size === 0 && before > 0) this.#release();
  }

  #release(): void {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#held.clear();
    this.#unanswered = 0;
    this.#send();
  }

  async #send(): Promise<void> {
    const name = this.#robot;
    if (name === undefined || this.#unanswered >= MAX_UNANSWERED) return;
    if (!this.#store.entities.has(name)) {
      this.set(undefined);
      return;
    }
    const is = (direction: Direction) => Number(this.#held.has(direction));
    this.#unanswered++;
    const { result } = await this.#commands.run("drive", {
      name,
      forward: is("forward") - is("back"),
      turn: is("left") - is("right"),
    });
    this.#unanswered = Math.max(0, this.#unanswered - 1);
    if (result !== 1) this.set(undefined);
  }
}
