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
  ["arrows", "Arrows"],
  ["rings", "Rings"],
];
const SURFACES: readonly Choice<"surface">[] = [
  ["solid", "Solid"],
  ["clear", "Clear"],
  ["wire", "Wire"],
];
const PROJECTIONS: readonly Choice<"projection">[] = [
  ["perspective", "Perspective", "P"],
  ["parallel", "Parallel", "P"],
];
/** Directions to look from: about z from +x, and above the horizon, rad. Robots look along +y. */
export const SIDES = {
  front: { yaw: Math.PI / 2, pitch: 0.02 },
  right: { yaw: 0, pitch: 0.02 },
  top: { yaw: -Math.PI / 2, pitch: Math.PI / 2 },
} as const;
const SIDE_NAMES = [
  ["front", "Front", "1"],
  ["right", "Right", "2"],
  ["top", "Top", "3"],
] as const;
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
    | "showInertia"
    | "showJoints"
    | "showBalance"
    | "showTriggers"
    | "showMap"
  ),
  string,
])[] = [
  ["showLabels", "Names"],
  ["showContacts", "Contacts and forces"],
  ["showFrames", "Frames with names"],
  ["showInertia", "Masses and inertia"],
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

  constructor(
    store: Store,
    showAll: () => void,
    lookFrom: (side: keyof typeof SIDES) => void,
    copy: HTMLButtonElement,
  ) {
    this.#store = store;
    this.button = button("View", "view", () => {}, { text: "View", kind: "quiet" });
    this.button.setAttribute("popovertarget", "view-menu");
    this.element = make(
      "div",
      { id: "view-menu", class: "menu", popover: "auto", role: "dialog", "aria-label": "View" },
      this.#choose("Camera", "camera", CAMERAS),
      make(
        "div",
        { class: "sides" },
        ...SIDE_NAMES.map(([side, text, key]) =>
          button(`View from: ${text}`, undefined, () => lookFrom(side), {
            text,
            kind: "mini",
            title: `${text} (${key})`,
          }),
        ),
      ),
      this.#choose("Projection", "projection", PROJECTIONS),
      button("Show everything", "home", showAll, {
        text: "Show everything",
        kind: "wide",
        title: "Show everything (Home)",
      }),
      copy,
      this.#choose("Dragging", "drag", DRAGS),
      this.#choose("Bodies", "surface", SURFACES),
      this.#measure(),
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

  #measure(): HTMLElement {
    const store = this.#store;
    const element = button("Measure distances", "ruler", () => store.setMeasuring(store.measured === undefined), {
      text: "Measure distances",
      kind: "wide",
      title: "Measure the distance of two points that you click (M)",
    });
    const show = () => element.setAttribute("aria-pressed", String(store.measured !== undefined));
    store.on("measure", show);
    show();
    return element;
  }

  #choose<K extends "camera" | "drag" | "theme" | "surface" | "projection">(
    legend: string,
    name: K,
    choices: readonly Choice<K>[],
  ): HTMLElement {
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
