// The bar at the top: name, state and time of the world; pause, step, speed and reset.

import { button, make, setPicture, setText } from "../Dom.js";
import type { Page } from "../Page.js";
import { showTime } from "../panels/Quantities.js";
import { describeState, StallTimer } from "./WorldState.js";

const RATES = [0.1, 0.25, 0.5, 1, 2, 5, 10] as const;
const CHECK_MS = 500;

/** The product's mark, as in the icon of the page, and its name. */
function brand(): HTMLElement {
  const mark = make("span", { class: "brand-mark", "aria-hidden": "true" });
  return make("span", { class: "brand" }, mark, make("span", { class: "brand-name" }, "ÜberSim"));
}

interface TopBarActions {
  reset(): void;
  guide(): void;
  keys(): void;
}

export class TopBar {
  readonly element: HTMLElement;
  readonly #page: Page;
  readonly #clock = new StallTimer();
  readonly #world = make("h1", { class: "world-name" }, "ÜberSim");
  readonly #state = make("span", { class: "state", role: "status" });
  readonly #time = make("span", { class: "time number", "aria-label": "Simulated time", title: "Simulated time" });
  readonly #factor = make("output", { class: "factor number", title: "Achieved speed: simulated seconds per second" });
  readonly #pause: HTMLButtonElement;
  readonly #guide: HTMLButtonElement;
  readonly #rate: HTMLSelectElement;
  readonly #controls: readonly (HTMLButtonElement | HTMLSelectElement)[];

  constructor(page: Page, actions: TopBarActions, ...more: readonly HTMLButtonElement[]) {
    this.#page = page;
    const { commands, store, updates } = page;
    this.#pause = button("Pause", "pause", () => commands.togglePause(), { kind: "primary" });
    this.#pause.dataset.id = "pause";
    const step = button("Step", "step", () => commands.step(), { title: "One step (.)" });
    const reset = button("Reset", "reset", actions.reset, { title: "Reset to t = 0 (R)" });
    this.#rate = make("select", { class: "rate number", "aria-label": "Speed", title: "Speed (1× is real time)" });
    this.#rate.append(...RATES.map((rate) => new Option(`${rate}×`, String(rate))), new Option("max", "max"));
    this.#rate.value = "1";
    this.#rate.addEventListener("change", () => {
      const { value } = this.#rate;
      commands.run("rate", { rate: value === "max" ? value : Number(value) });
    });
    this.#guide = button("Bring a robot of your own", "plus", actions.guide, { text: "Bring a robot", kind: "quiet" });
    this.#controls = [this.#pause, step, reset, this.#rate];
    this.element = make(
      "header",
      { class: "topbar", "data-covers": "top" },
      make("div", { class: "topbar-name" }, brand(), this.#world, this.#state),
      make(
        "div",
        { class: "topbar-controls", role: "toolbar", "aria-label": "Simulation" },
        this.#pause,
        step,
        reset,
        this.#time,
        make("label", { class: "speed" }, this.#rate, this.#factor),
      ),
      make(
        "div",
        { class: "topbar-more", role: "toolbar", "aria-label": "Page" },
        ...more,
        button("Keys", "keys", actions.keys, { title: "Keyboard (?)", kind: "quiet desktop" }),
        this.#guide,
      ),
    );
    // the style sheet hides their texts where there is no room
    for (const one of this.element.querySelectorAll<HTMLElement>(".topbar-more .button"))
      if (!one.hasAttribute("aria-label")) one.setAttribute("aria-label", one.textContent ?? "");
    const paint = updates.throttled(() => this.#paint());
    for (const topic of ["connection", "status", "poses", "scene"] as const) store.on(topic, paint);
    setInterval(paint, CHECK_MS);
    this.#paint();
  }

  #paint(): void {
    const { store } = this.#page;
    const { status, connection } = store;
    const state = describeState(store, this.#clock.read(status?.frame ?? 0, performance.now()));
    setText(this.#world, store.world || "ÜberSim");
    setText(this.#state, state.text);
    if (this.#state.dataset.kind !== state.kind) this.#state.dataset.kind = state.kind;
    const title = store.world ? `${store.world} (${state.text}) – ÜberSim` : "ÜberSim";
    if (document.title !== title) document.title = title;
    // a world without robots asks for one
    const hasRobot = [...store.entities.values()].some(({ role }) => role === "robot");
    this.#guide.toggleAttribute("data-wanted", connection.state === "open" && !hasRobot);
    const isOff = connection.state !== "open";
    for (const control of this.#controls) if (control.disabled !== isOff) control.disabled = isOff;
    const isPresent = store.behindSec === undefined;
    setText(this.#time, showTime(isPresent && status?.isPaused ? status.time : Math.max(store.time, 0)));
    if (!status) return;
    const name = status.isPaused ? "Resume" : "Pause";
    setPicture(this.#pause, status.isPaused ? "play" : "pause");
    if (this.#pause.getAttribute("aria-label") !== name) {
      this.#pause.setAttribute("aria-label", name);
      this.#pause.title = `${name} (Space)`;
    }
    const { factor } = status;
    const isBehind = !status.isPaused && factor !== null && status.rate !== null && factor < 0.9 * status.rate;
    this.#factor.toggleAttribute("data-behind", isBehind);
    setText(this.#factor, status.isPaused || factor === null ? "–" : `${factor.toFixed(factor < 10 ? 2 : 0)}×`);
    if (document.activeElement !== this.#rate) this.#showRate(status.rate);
  }

  /** A rate that is not in the list (set by a verb) is added to it. */
  #showRate(rate: number | null): void {
    const value = rate === null ? "max" : String(rate);
    if (this.#rate.value === value) return;
    this.#rate.querySelector("[data-typed]")?.remove();
    if (![...this.#rate.options].some((option) => option.value === value)) {
      const option = new Option(`${value}×`, value);
      option.dataset.typed = "";
      this.#rate.prepend(option);
    }
    this.#rate.value = value;
  }
}
