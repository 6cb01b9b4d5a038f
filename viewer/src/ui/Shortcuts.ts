// Keyboard shortcuts, in one table that the help dialog shows too.

import type { Store } from "../Store.js";
import { showDialog } from "./Dialogs.js";
import { isTyping, make } from "./Dom.js";

interface ShortcutActions {
  pause(): void;
  step(): void;
  reset(): void;
  focusConsole(): void;
  showAll(): void;
  cameras(): void;
  back(): void;
  now(): void;
  clear(): void;
  undo(): void;
  measure(): void;
  lookFrom(side: "front" | "right" | "top"): void;
}

interface Key {
  readonly keys: readonly string[];
  readonly shown: string;
  readonly what: string;
  readonly act?: () => void;
}

export class Shortcuts {
  readonly #table: readonly Key[];

  constructor(store: Store, actions: ShortcutActions) {
    this.#table = [
      { keys: [" "], shown: "Space", what: "pause, resume", act: actions.pause },
      { keys: ["."], shown: ".", what: "one step", act: actions.step },
      { keys: ["r"], shown: "R", what: "reset to t = 0 (with confirmation)", act: actions.reset },
      { keys: ["o"], shown: "O", what: "camera: orbit", act: () => store.set({ camera: "orbit" }) },
      { keys: ["f"], shown: "F", what: "camera: follow the selection", act: () => store.set({ camera: "follow" }) },
      {
        keys: ["e"],
        shown: "E",
        what: "camera: view from the selected robot",
        act: () => store.set({ camera: "eye" }),
      },
      { keys: ["Home"], shown: "Home", what: "show everything", act: actions.showAll },
      { keys: ["1"], shown: "1", what: "view from the front", act: () => actions.lookFrom("front") },
      { keys: ["2"], shown: "2", what: "view from the right", act: () => actions.lookFrom("right") },
      { keys: ["3"], shown: "3", what: "view from above", act: () => actions.lookFrom("top") },
      {
        keys: ["p"],
        shown: "P",
        what: "parallel projection, or perspective",
        act: () => store.set({ projection: store.settings.projection === "parallel" ? "perspective" : "parallel" }),
      },
      { keys: ["m"], shown: "M", what: "measure distances", act: actions.measure },
      { keys: ["c"], shown: "C", what: "pictures of all cameras", act: actions.cameras },
      { keys: ["b"], shown: "B", what: "look back 5 s", act: actions.back },
      { keys: ["n"], shown: "N", what: "return to now", act: actions.now },
      { keys: ["/"], shown: "/", what: "console", act: actions.focusConsole },
      { keys: ["?"], shown: "?", what: "this list", act: () => this.show() },
      { keys: ["Escape"], shown: "Esc", what: "close, or clear the selection", act: actions.clear },
      { keys: [], shown: "Ctrl Z", what: "take the last move back" },
      { keys: [], shown: "W A S D, arrows", what: "drive, when Drive is on" },
      { keys: [], shown: "Arrows, + −", what: "rotate and zoom the view, with Shift pan (Tab focuses the 3D view)" },
      { keys: [], shown: "Tab", what: "next control; in the console: complete the word" },
    ];
    addEventListener("keydown", (event) => this.#press(event));
    addEventListener("keydown", (event) => {
      const isUndo = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      // the editor has an undo of its own, and so have fields of text
      if (!isUndo || store.isEditing || event.defaultPrevented || isTyping(event.target)) return;
      event.preventDefault();
      actions.undo();
    });
    // while data-tabs is set (keyboard users), the style sheet frames the focused 3D view
    const { documentElement } = document;
    addEventListener("keydown", ({ key }) => key === "Tab" && documentElement.setAttribute("data-tabs", ""));
    addEventListener("pointerdown", () => documentElement.removeAttribute("data-tabs"));
  }

  readonly show = (): void => {
    const rows = this.#table.flatMap(({ shown, what }) => [
      make("dt", {}, ...shown.split(", ").map((key) => make("kbd", {}, key))),
      make("dd", {}, what),
    ]);
    showDialog("Keyboard", "keys", make("dl", { class: "keys-list" }, ...rows));
  };

  #press(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (isTyping(event.target) || document.querySelector("dialog[open], .menu[data-open]")) return;
    // Space presses a focused button
    if (event.key === " " && (event.target as Element).closest?.("button, summary, input")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const act = this.#table.find(({ keys }) => keys.includes(key))?.act;
    if (!act) return;
    event.preventDefault();
    act();
  }
}
