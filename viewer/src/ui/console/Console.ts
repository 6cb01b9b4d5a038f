// Console: an input line for verbs with history and completion, over the log.

import { printable } from "../../../../src/describe/PrintableText.js";
import type { LogLine } from "../../Store.js";
import { OK } from "../Commands.js";
import { askToConfirm } from "../Dialogs.js";
import { icon, make } from "../Dom.js";
import type { Page } from "../Page.js";
import { recall, remember } from "../Preferences.js";
import { commonStart, completeLine, type KnownVerb, namesOf } from "./Completion.js";

const MAX_HISTORY = 100;
const MAX_DATA = 4000;
/** Verbs that end the simulator for everybody. */
const ENDS_ALL = /^\s*(stop|shutdown)\b/;
const KINDS: Readonly<Record<LogLine["kind"], string>> = {
  log: "",
  typed: "typed",
  reply: "reply",
  problem: "problem",
};

export class Console {
  readonly log = make("div", { class: "log", role: "log", "aria-live": "polite", "aria-label": "Log", tabindex: 0 });
  readonly line: HTMLElement;
  readonly input: HTMLInputElement;
  readonly #page: Page;
  readonly #offers = make("ul", {
    class: "offers",
    role: "listbox",
    id: "offers",
    "aria-label": "Completions",
    hidden: true,
  });
  readonly #usage = make("p", { class: "usage hint" });
  readonly #typed: string[] = recall<string[]>("typed", []).filter((line) => typeof line === "string");
  readonly #shown: LogLine[] = [];
  #verbs: readonly KnownVerb[] = [];
  #words: readonly string[] = [];
  #snapshots: readonly string[] = [];
  #at = this.#typed.length;
  #picked = -1;

  constructor(page: Page) {
    this.#page = page;
    const { store, updates } = page;
    this.input = make("input", {
      type: "text",
      class: "console-input",
      placeholder: "Type a command, for example help",
      "aria-label": "Console",
      role: "combobox",
      "aria-expanded": "false",
      "aria-controls": "offers",
      "aria-autocomplete": "list",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "send",
    });
    this.input.addEventListener("keydown", (event) => this.#key(event));
    this.input.addEventListener("input", () => this.#offer());
    this.input.addEventListener("focus", () => this.#learn());
    this.input.addEventListener("blur", () => this.#hide());
    this.#offers.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      const word = (event.target as Element).closest("li")?.dataset.word;
      if (word) this.#fill(word, true);
    });
    this.line = make("div", { class: "console-line" }, this.#offers, this.#usage, icon("console"), this.input);
    store.on(
      "log",
      updates.throttled(() => this.#write()),
    );
    this.#write();
  }

  // ---- typing

  #key(event: KeyboardEvent): void {
    const act = this.#act(event);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  #act({ key, shiftKey }: KeyboardEvent): (() => void) | undefined {
    const isOffering = !this.#offers.hidden;
    const picked = this.#picked >= 0 ? this.#words[this.#picked] : undefined;
    if (key === "Enter") return picked ? () => this.#fill(picked, true) : () => this.#send();
    if (key === "Tab" && isOffering && !shiftKey)
      return () => this.#fill(picked ?? this.#start(), picked !== undefined);
    if (key === "ArrowUp") return () => (this.#picked >= 0 ? this.#pick(this.#picked - 1) : this.#recall(-1));
    if (key === "ArrowDown")
      return () => (isOffering && this.#at === this.#typed.length ? this.#pick(this.#picked + 1) : this.#recall(1));
    if (key === "Escape")
      return () => (isOffering ? this.#hide() : this.input.value ? this.#put("") : this.input.blur());
    return undefined;
  }

  async #send(): Promise<void> {
    const line = this.input.value.trim();
    if (line === "") return;
    const { store, commands } = this.#page;
    if (this.#typed.at(-1) !== line) this.#typed.push(line);
    this.#typed.splice(0, this.#typed.length - MAX_HISTORY);
    remember("typed", this.#typed);
    this.#put("");
    store.addLog("typed", line);
    if (ENDS_ALL.test(line) && !(await confirmEnd())) {
      store.addLog("reply", "The simulation goes on.");
      return;
    }
    const { result, message, data } = await commands.line(line);
    store.addLog(result === OK ? "reply" : "problem", message);
    if (result === OK && /^(get|list)\b/.test(line) && data !== null) store.addLog("reply", showData(data));
  }

  #recall(by: number): void {
    this.#at = Math.max(0, Math.min(this.#typed.length, this.#at + by));
    this.input.value = this.#typed[this.#at] ?? "";
    this.#hide();
  }

  #put(text: string): void {
    this.input.value = text;
    this.#at = this.#typed.length;
    this.#hide();
  }

  // ---- completion

  /** Loads verbs and snapshot names whenever the input gets the focus, since the simulator may have changed. */
  async #learn(): Promise<void> {
    if (this.#page.store.connection.state !== "open") return;
    const { result, data } = await this.#page.commands.runQuietly("help");
    if (result === OK && Array.isArray(data)) this.#verbs = data as KnownVerb[];
    const snapshots = await this.#page.commands.runQuietly("list", { what: "snapshots" });
    if (snapshots.result === OK && Array.isArray(snapshots.data)) this.#snapshots = snapshots.data as string[];
    if (this.input.value) this.#offer();
  }

  #complete() {
    const names = namesOf(this.#page.store, this.#snapshots);
    return completeLine(this.input.value.slice(0, this.input.selectionStart ?? undefined), this.#verbs, names);
  }

  #start(): string {
    return commonStart(this.#complete().words);
  }

  #offer(): void {
    this.#at = this.#typed.length;
    const { words, usage } = this.#complete();
    this.#usage.textContent = this.input.value.trim() === "" ? "" : usage;
    if (this.input.value.trim() === "" || words.length === 0) {
      this.#offers.hidden = true;
      this.#picked = -1;
      this.input.setAttribute("aria-expanded", "false");
      return;
    }
    this.#words = words;
    this.#offers.replaceChildren(...words.map((word, i) => this.#offerOf(word, i)));
    this.#offers.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    this.#pick(-1);
  }

  /** One completion; verbs show their summary. */
  #offerOf(word: string, i: number): HTMLElement {
    const isVerb = !this.input.value.trimStart().includes(" ");
    const summary = isVerb ? this.#verbs.find(({ name }) => name === word)?.summary : undefined;
    const attributes = { role: "option", id: `offer-${i}`, "data-word": word, "aria-selected": "false" };
    return make("li", attributes, word, ...(summary ? [make("span", { class: "hint" }, summary)] : []));
  }

  #pick(at: number): void {
    const items = [...this.#offers.children];
    this.#picked = Math.min(items.length - 1, at);
    for (const [i, item] of items.entries()) item.setAttribute("aria-selected", String(i === this.#picked));
    if (this.#picked >= 0) this.input.setAttribute("aria-activedescendant", `offer-${this.#picked}`);
    else this.input.removeAttribute("aria-activedescendant");
  }

  #fill(word: string, isWhole: boolean): void {
    const { from, words } = this.#complete();
    const caret = this.input.selectionStart ?? this.input.value.length;
    const end = isWhole || words.length === 1 ? " " : "";
    this.input.value = this.input.value.slice(0, from) + word + end + this.input.value.slice(caret).trimStart();
    this.input.setSelectionRange(from + word.length + end.length, from + word.length + end.length);
    this.#offer();
  }

  #hide(): void {
    this.#offers.hidden = true;
    this.#picked = -1;
    this.#usage.textContent = "";
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
  }

  // ---- log

  /** Adds new lines and removes those that the store dropped. */
  #write(): void {
    const { log } = this.#page.store;
    let isAtEnd = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < 24;
    while (this.#shown.length > 0 && this.#shown[0] !== log[0]) {
      this.#shown.shift();
      this.log.firstElementChild?.remove();
    }
    const added = log.slice(this.#shown.length);
    this.#shown.push(...added);
    this.log.append(...added.map(({ kind, text }) => make("pre", { class: KINDS[kind] }, printable(text))));
    // a typed command scrolls to its reply
    isAtEnd ||= added.some(({ kind }) => kind === "typed");
    if (!isAtEnd) return;
    this.log.scrollTop = this.log.scrollHeight;
    // a long reply is shown from its beginning
    const answer = this.log.querySelector<HTMLElement>("pre.typed:has(~ .reply):nth-last-child(-n + 3)");
    if (answer && this.log.lastElementChild?.matches(".reply")) answer.scrollIntoView({ block: "nearest" });
  }
}

const confirmEnd = (): Promise<boolean> =>
  new Promise((resolve) => {
    const dialog = askToConfirm(
      "End the simulation for everybody?",
      "The simulator closes, all programs lose their connection, and this page ends. To hold the world, use pause.",
      "End the simulation",
      () => resolve(true),
    );
    // resolves nothing more after the other answer
    dialog.addEventListener("close", () => resolve(false));
  });

/** JSON with six digits, cut at MAX_DATA characters. */
function showData(data: unknown): string {
  const round = (_: string, value: unknown) => (typeof value === "number" ? Number(value.toPrecision(6)) : value);
  const text = JSON.stringify(data, round) ?? "";
  return text.length > MAX_DATA ? `${text.slice(0, MAX_DATA)} ...` : text;
}
