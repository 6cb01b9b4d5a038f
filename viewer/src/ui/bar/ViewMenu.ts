// The View menu: camera, overlays, what a drag does, theme.

import type { Settings, Store } from "../../Store.js";
import { button, make } from "../Dom.js";

type Choice<K extends keyof Settings> = readonly [Settings[K], string, string?];

const CAMERAS: readonly Choice<"camera">[] = [
  ["orbit", "Orbit", "O"],
  ["follow", "Follow", "F"],
  ["eye", "Eye", "E"],
];
const DRAGS: readonly Choice<"drag">[] = [
  ["force", "Pull"],
  ["move", "Move"],
];
const THEMES: readonly Choice<"theme">[] = [
  ["auto", "Auto"],
  ["light", "Light"],
  ["dark", "Dark"],
];
const OVERLAYS: readonly (readonly [
  (
    | "showContacts"
    | "showFrames"
    | "showTrails"
    | "showLabels"
    | "showCollision"
    | "showSensors"
    | "showJoints"
    | "showBalance"
    | "showTriggers"
    | "showMap"
  ),
  string,
])[] = [
  ["showLabels", "Names"],
  ["showContacts", "Contacts and forces"],
  ["showFrames", "Body frames"],
  ["showSensors", "Sensors and cameras"],
  ["showJoints", "Joint axes"],
  ["showBalance", "Centre of mass and support"],
  ["showTriggers", "Trigger volumes"],
  ["showTrails", "Robot trails"],
  ["showCollision", "Collision shapes"],
  ["showMap", "Field map"],
];

export class ViewMenu {
  readonly button: HTMLButtonElement;
  readonly element: HTMLElement;
  readonly #store: Store;

  constructor(store: Store, showAll: () => void, copy: HTMLButtonElement) {
    this.#store = store;
    this.button = button("View", "view", () => {}, { text: "View", kind: "quiet" });
    this.button.setAttribute("popovertarget", "view-menu");
    this.element = make(
      "div",
      { id: "view-menu", class: "menu", popover: "auto", role: "dialog", "aria-label": "View" },
      this.#choose("Camera", "camera", CAMERAS),
      button("Show everything", "home", showAll, {
        text: "Show everything",
        kind: "wide",
        title: "Show everything (Home)",
      }),
      copy,
      this.#choose("Dragging", "drag", DRAGS),
      make("fieldset", {}, make("legend", {}, "Show"), ...OVERLAYS.map(([name, text]) => this.#check(name, text))),
      this.#choose("Theme", "theme", THEMES),
    );
    this.element.addEventListener("beforetoggle", (event) => {
      const isOpen = (event as ToggleEvent).newState === "open";
      this.element.toggleAttribute("data-open", isOpen);
      if (isOpen) this.#place();
    });
  }

  /** Places the menu under its button, inside the window. */
  #place(): void {
    const { bottom, right } = this.button.getBoundingClientRect();
    this.element.style.top = `${bottom + 8}px`;
    this.element.style.right = `${Math.max(8, innerWidth - Math.max(right, 264))}px`;
  }

  #choose<K extends "camera" | "drag" | "theme">(legend: string, name: K, choices: readonly Choice<K>[]): HTMLElement {
    const inputs = choices.map(([value]) => {
      const onchange = () => this.#store.set({ [name]: value } as Partial<Settings>);
      return make("input", { type: "radio", name: `view-${name}`, value: String(value), onchange });
    });
    const show = () => {
      for (const input of inputs) input.checked = input.value === this.#store.settings[name];
    };
    this.#store.on("settings", show);
    show();
    const labels = choices.map(([, text, key], i) =>
      make("label", { title: key ? `${text} (${key})` : text }, inputs[i], make("span", {}, text)),
    );
    return make("fieldset", {}, make("legend", {}, legend), make("div", { class: "segments" }, ...labels));
  }

  #check(name: (typeof OVERLAYS)[number][0], text: string): HTMLElement {
    const input = make("input", { type: "checkbox", onchange: () => this.#store.set({ [name]: input.checked }) });
    const show = () => {
      input.checked = this.#store.settings[name];
    };
    this.#store.on("settings", show);
    show();
    return make("label", { class: "check" }, input, make("span", {}, text));
  }
}
