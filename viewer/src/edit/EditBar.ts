// The bar of the editor over the 3D view: handles, undo, copy, group, delete, play and stop, open, save and download. Its keys too.

import type { Reply } from "../Connection.js";
import { OK } from "../ui/Commands.js";
import { showDialog } from "../ui/Dialogs.js";
import { button, isTyping, make, setPicture } from "../ui/Dom.js";
import type { Page } from "../ui/Page.js";
import type { EditModel, HandleMode } from "./EditModel.js";

const MODES: readonly (readonly [HandleMode, string, string])[] = [
  ["translate", "Move", "1"],
  ["rotate", "Turn", "2"],
  ["scale", "Scale", "3"],
];

export class EditBar {
  readonly element = make("div", { class: "edit-bar", role: "toolbar", "aria-label": "Editor" });
  readonly #page: Page;
  readonly #model: EditModel;
  readonly #modes: ReadonlyMap<HandleMode, HTMLButtonElement>;
  readonly #snap: HTMLButtonElement;
  readonly #undo: HTMLButtonElement;
  readonly #redo: HTMLButtonElement;
  readonly #play: HTMLButtonElement;
  readonly #groupButton: HTMLButtonElement;
  readonly #ofSelection: readonly HTMLButtonElement[];
  /** The name under which the world was saved last; undefined: its own file. */
  #file: string | undefined;
  readonly #saved = make("span", { class: "hint edit-saved" });

  constructor(page: Page, model: EditModel) {
    this.#page = page;
    this.#model = model;
    const one = (name: string, title: string, act: () => void) =>
      button(name, undefined, act, { text: name, title, kind: "mini" });
    this.#modes = new Map(
      MODES.map(([mode, name, key]) => [
        mode,
        one(name, `${name} with handles (${key})`, () => model.change({ mode })),
      ]),
    );
    this.#snap = one("Snap", "Snap to 0.1 m, 15° and the ground", () => model.change({ snaps: !model.snaps }));
    this.#undo = one("Undo", "Undo (Ctrl+Z)", () => model.step("undo"));
    this.#redo = one("Redo", "Redo (Ctrl+Shift+Z)", () => model.step("redo"));
    const copy = one("Duplicate", "Duplicate (Ctrl+D)", () => this.#duplicate());
    this.#groupButton = one("Group", "", () => this.#group());
    const group = this.#groupButton;
    const remove = one("Delete", "Delete (Del)", () => this.#remove());
    this.#ofSelection = [copy, remove];
    this.#play = button("Play", "play", () => this.#togglePlay(), { text: "Play", kind: "mini primary" });
    const parts = [
      [...this.#modes.values(), this.#snap],
      [this.#undo, this.#redo],
      [copy, group, remove],
      [this.#play],
      [
        one("Open", "Open a world file of this computer", () => this.#open()),
        one("Save", "Save to the world's file (Ctrl+S)", () => this.#save()),
        one("Download", "Download the world file", () => this.#download()),
      ],
    ];
    this.element.append(...parts.map((buttons) => make("div", { class: "edit-buttons" }, ...buttons)), this.#saved);
    model.on(() => this.#paint());
    page.store.on("status", () => this.#paint());
    addEventListener("keydown", (event) => this.#press(event));
  }

  #paint(): void {
    const { mode, snaps, depth, selected, view } = this.#model;
    for (const [name, one] of this.#modes) one.setAttribute("aria-pressed", String(name === mode));
    this.#snap.setAttribute("aria-pressed", String(snaps));
    this.#undo.disabled = depth.undo === 0;
    this.#redo.disabled = depth.redo === 0;
    const isRoot = selected.length === 0 || selected.includes(view?.root.id ?? "");
    for (const one of this.#ofSelection) one.disabled = isRoot;
    const isGroup = this.#model.group !== undefined;
    this.#groupButton.querySelector("span")!.textContent = isGroup ? "Ungroup" : "Group";
    this.#groupButton.setAttribute("aria-label", isGroup ? "Ungroup" : "Group");
    this.#groupButton.title = isGroup
      ? "Take the group apart (Ctrl+G)"
      : "Group the selected elements, which then move together (Ctrl+G); Ctrl+click selects several";
    this.#groupButton.disabled = isRoot || selected.length < 2;
    const isPlaying = this.#isPlaying;
    this.#play.querySelector("span")!.textContent = isPlaying ? "Stop" : "Play";
    this.#play.setAttribute("aria-label", isPlaying ? "Stop" : "Play");
    this.#play.title = isPlaying ? "Stop: back to the edited state" : "Play the world from the edited state";
    setPicture(this.#play, isPlaying ? "reset" : "play");
    const text = view ? `${this.#file ?? view.file}${view.isChanged ? " · not saved" : ""}` : "";
    if (this.#saved.textContent !== text) this.#saved.textContent = text;
  }

  /** Any state but the edited one. */
  get #isPlaying(): boolean {
    const { status } = this.#page.store;
    return status !== undefined && (!status.isPaused || status.frame > 0);
  }

  async #togglePlay(): Promise<void> {
    const { commands } = this.#page;
    if (!this.#isPlaying) await commands.run("resume");
    else if ((await commands.run("pause")).result === OK) await commands.run("reset");
  }

  #duplicate(): void {
    const ops = this.#model.selected.flatMap((id, i) => [
      { op: "copy", id, as: `copy${i}` },
      { op: "place", id: `copy${i}`, move: [0.5, 0.5, 0] },
    ]);
    this.#model.edit(...ops);
  }

  #group(): void {
    const { group, selected } = this.#model;
    if (group !== undefined) this.#model.edit({ op: "ungroup", name: group });
    else if (selected.length > 1) this.#model.edit({ op: "group", ids: selected });
  }

  #remove(): void {
    this.#model.edit(...this.#model.selected.map((id) => ({ op: "remove", id })));
  }

  // ---- files

  #open(): void {
    const picker = make("input", { type: "file", accept: ".xml" });
    picker.addEventListener("change", async () => {
      const file = picker.files?.[0];
      if (file && (await this.#model.edit({ op: "open", xml: await file.text() })))
        this.#page.toasts.show(`Opened ${file.name}. Undo brings the world before back.`);
    });
    picker.click();
  }

  /** `file`: another name, which later saves use too. */
  async #save(file = this.#file): Promise<void> {
    const { commands, toasts } = this.#page;
    const reply = await commands.runQuietly("save", file === undefined ? {} : { file });
    if (reply.result === OK) {
      this.#file = file;
      toasts.show(reply.message.replace(/^saved/, "Saved"));
    } else this.#askName(reply);
    await this.#model.load();
  }

  #askName({ message, data }: Reply): void {
    const { found, advice } = (data ?? {}) as { readonly found?: string; readonly advice?: string };
    const why = found === undefined ? message : `Not saved: ${found}. ${advice ?? ""}`;
    const name = make("input", {
      type: "text",
      value: this.#file ?? "my-world.xml",
      "aria-label": "Name of the file",
    });
    const save = (): void => {
      dialog.close();
      this.#save(name.value);
    };
    name.addEventListener("keydown", ({ key }) => key === "Enter" && save());
    const foot = make(
      "div",
      { class: "dialog-foot" },
      button("Download", "save", () => this.#download(), { text: "Download" }),
      button("Save as", undefined, save, { text: "Save", kind: "primary" }),
    );
    const dialog = showDialog("Save the world as", "save", make("p", { class: "hint" }, why), name, foot);
    name.select();
  }

  async #download(): Promise<void> {
    const { result, data } = await this.#page.commands.run("document", { what: "text" });
    if (result !== OK) return;
    const url = URL.createObjectURL(new Blob([(data as { text: string }).text], { type: "application/xml" }));
    make("a", { href: url, download: this.#file ?? this.#model.view?.file ?? "world.xml" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }

  // ---- keys

  #press(event: KeyboardEvent): void {
    if (!this.#model.isOn || isTyping(event.target) || document.querySelector("dialog[open]")) return;
    const isCtrl = event.ctrlKey || event.metaKey;
    const key = `${isCtrl ? "ctrl " : ""}${event.shiftKey ? "shift " : ""}${event.key.toLowerCase()}`;
    const hasSelection = !this.#ofSelection[0].disabled;
    const acts: Readonly<Record<string, () => void>> = {
      "ctrl z": () => this.#model.step("undo"),
      "ctrl shift z": () => this.#model.step("redo"),
      "ctrl y": () => this.#model.step("redo"),
      "ctrl s": () => this.#save(),
      "1": () => this.#model.change({ mode: "translate" }),
      "2": () => this.#model.change({ mode: "rotate" }),
      "3": () => this.#model.change({ mode: "scale" }),
      ...(hasSelection
        ? { "ctrl d": () => this.#duplicate(), "ctrl g": () => this.#group(), delete: () => this.#remove() }
        : {}),
    };
    const act = Object.hasOwn(acts, key) ? acts[key] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  }
}
