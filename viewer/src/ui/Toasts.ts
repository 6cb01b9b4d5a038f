// Short messages over the 3D view: announced to screen readers, removed after a while, at most three, no duplicates.

import { button, make } from "./Dom.js";

const MAX = 3;
const SHOWN_MS = 8000;

export class Toasts {
  readonly element = make("div", { class: "toasts", role: "status", "aria-live": "polite", "aria-label": "Messages" });

  show(text: string, kind: "note" | "problem" = "note"): void {
    for (const old of this.element.children) if ((old as HTMLElement).dataset.text === text) old.remove();
    while (this.element.children.length >= MAX) this.element.firstElementChild?.remove();
    const toast = make("div", { class: `toast ${kind}`, "data-text": text }, make("p", {}, text));
    toast.append(button("Dismiss", "close", () => toast.remove(), { kind: "quiet small" }));
    this.element.append(toast);
    let timer = setTimeout(() => toast.remove(), SHOWN_MS);
    // stays while the pointer is over it
    toast.addEventListener("pointerenter", () => clearTimeout(timer));
    toast.addEventListener("pointerleave", () => {
      timer = setTimeout(() => toast.remove(), SHOWN_MS / 2);
    });
  }
}
