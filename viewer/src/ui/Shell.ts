// Layout of the page: the 3D view behind, panels around it that fold and can be resized. On a phone the panels are
// sheets that the dock at the bottom opens.

import { button, type IconName, icon, make, setPicture } from "./Dom.js";
import { recall, remember } from "./Preferences.js";

export type Side = "left" | "right" | "bottom";

const USUAL = { left: 280, right: 336, bottom: 168 } as const;
const MIN = { left: 200, right: 240, bottom: 96 } as const;
const KEY_STEP = 16;
const PHONE = "(max-width: 700px)";

interface PanelParts {
  readonly title: string;
  readonly picture: IconName;
  readonly content: readonly HTMLElement[];
}

export class Shell {
  readonly element = make("div", { class: "shell" });
  readonly dock = make("nav", { class: "dock", "aria-label": "Panels", "data-covers": "bottom" });
  readonly #phone = matchMedia(PHONE);
  readonly #panels = new Map<Side, HTMLElement>();
  readonly #folds = new Map<Side, HTMLButtonElement>();
  readonly #tabs = new Map<Side, HTMLButtonElement>();
  readonly #folded = new Set<Side>(recall<Side[]>("folded", []));
  #isChosen = recall<Side[] | null>("folded", null) !== null;
  #sheet: Side | undefined;

  add(side: Side, parts: PanelParts): void {
    const fold = button(`Fold ${parts.title}`, "down", () => this.toggle(side), { kind: "quiet small fold" });
    const id = `panel-${side}`;
    const body = make("div", { class: "panel-body", id: `${id}-body` }, ...parts.content);
    fold.setAttribute("aria-controls", body.id);
    const panel = make(
      side === "bottom" ? "section" : "aside",
      { class: `panel ${side}`, id, "aria-label": parts.title, "data-covers": side },
      make("div", { class: "panel-head" }, make("h2", {}, parts.title), fold),
      body,
      this.#grip(side, parts.title),
    );
    const tab = make(
      "button",
      { type: "button", class: "tab", "aria-controls": id, onclick: () => this.toggle(side) },
      icon(parts.picture),
      make("span", {}, parts.title),
    );
    this.#panels.set(side, panel);
    this.#folds.set(side, fold);
    this.#tabs.set(side, tab);
    this.element.append(panel);
    this.dock.append(tab);
    this.#resize(side, recall<number>(`size.${side}`, USUAL[side]));
    this.#phone.addEventListener("change", () => this.#show(side));
    this.#show(side);
  }

  toggle(side: Side): void {
    if (this.#phone.matches) this.#sheet = this.#sheet === side ? undefined : side;
    else if (!this.#folded.delete(side)) this.#folded.add(side);
    remember("folded", [...this.#folded]);
    this.#isChosen = true;
    for (const one of this.#panels.keys()) this.#show(one);
    this.#markSheet();
  }

  /** Whether the user has folded or opened panels before. */
  get isChosen(): boolean {
    return this.#isChosen;
  }

  get isPhone(): boolean {
    return this.#phone.matches;
  }

  /** Opens a panel that `foldAtFirst` has folded; not stored. */
  unfold(side: Side): void {
    this.#folded.delete(side);
    this.#show(side);
  }

  /** Folds a panel until the user opens it; not stored. */
  foldAtFirst(side: Side): void {
    this.#folded.add(side);
    this.#show(side);
  }

  /** Sets data-sheet, by which the style sheet places the 3D view beside the open sheet. */
  #markSheet(): void {
    const { dataset } = document.documentElement;
    if (this.#sheet === undefined) delete dataset.sheet;
    else dataset.sheet = this.#sheet === "bottom" ? "bottom" : "side";
  }

  /** Opens a panel that is folded; on a phone its sheet replaces the open one. */
  open(side: Side): void {
    if (this.#phone.matches ? this.#sheet !== side : this.#folded.has(side)) this.toggle(side);
  }

  closeSheet(): boolean {
    if (this.#sheet === undefined || !this.#phone.matches) return false;
    this.toggle(this.#sheet);
    return true;
  }

  #show(side: Side): void {
    const isOpen = this.#phone.matches ? this.#sheet === side : !this.#folded.has(side);
    const panel = this.#panels.get(side);
    panel?.toggleAttribute("data-folded", !isOpen);
    const fold = this.#folds.get(side);
    fold?.setAttribute("aria-expanded", String(isOpen));
    if (fold) setPicture(fold, isOpen ? "down" : "chevron");
    this.#tabs.get(side)?.setAttribute("aria-expanded", String(isOpen));
  }

  // ---- sizes

  #grip(side: Side, title: string): HTMLElement {
    const orientation = side === "bottom" ? "horizontal" : "vertical";
    const grip = make("div", {
      class: "grip",
      role: "separator",
      "aria-orientation": orientation,
      "aria-label": `Size of ${title}`,
      "aria-valuemin": MIN[side],
      "aria-valuenow": USUAL[side],
      tabindex: 0,
    });
    grip.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      grip.setPointerCapture(event.pointerId);
    });
    grip.addEventListener("pointermove", (event) => {
      if (!grip.hasPointerCapture(event.pointerId)) return;
      const rect = this.#panels.get(side)?.getBoundingClientRect();
      if (!rect) return;
      this.#resize(
        side,
        side === "left"
          ? event.clientX - rect.left
          : side === "right"
            ? rect.right - event.clientX
            : rect.bottom - event.clientY,
      );
    });
    const grows = { left: "ArrowRight", right: "ArrowLeft", bottom: "ArrowUp" }[side];
    const shrinks = { left: "ArrowLeft", right: "ArrowRight", bottom: "ArrowDown" }[side];
    grip.addEventListener("keydown", (event) => {
      if (event.key !== grows && event.key !== shrinks) return;
      event.preventDefault();
      this.#resize(side, Number(grip.getAttribute("aria-valuenow")) + (event.key === grows ? KEY_STEP : -KEY_STEP));
    });
    return grip;
  }

  #resize(side: Side, wanted: number): void {
    const maxSize = 0.45 * (side === "bottom" ? innerHeight : innerWidth);
    const size = Math.round(Math.max(MIN[side], Math.min(Math.max(maxSize, MIN[side]), Number(wanted) || USUAL[side])));
    document.documentElement.style.setProperty(`--${side}`, `${size}px`);
    this.#panels.get(side)?.querySelector(".grip")?.setAttribute("aria-valuenow", String(size));
    remember(`size.${side}`, size);
  }
}
