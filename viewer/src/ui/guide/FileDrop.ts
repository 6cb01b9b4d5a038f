// Accepts a robot document that is dropped on the page or chosen. The simulator reads it; its errors are shown beside the
// lines they refer to.

import { OK } from "../Commands.js";
import { showDialog } from "../Dialogs.js";
import { make } from "../Dom.js";
import type { Page } from "../Page.js";
import { documentLink } from "./DocumentReader.js";
import { excerptOf, findPosition, type TextPosition } from "./Excerpt.js";

const MAX_BYTES = 4_000_000;

export class FileDrop {
  readonly element = make(
    "div",
    { class: "dropping", hidden: true },
    make("p", {}, "Drop the XML file where the robot should stand"),
  );
  readonly #page: Page;
  readonly #input: HTMLInputElement;

  constructor(page: Page) {
    this.#page = page;
    this.#input = make("input", {
      type: "file",
      accept: ".xml,text/xml,application/xml",
      hidden: true,
      "aria-label": "Robot document",
      tabindex: -1,
    });
    this.#input.addEventListener("change", () => {
      this.#take(this.#input.files);
      this.#input.value = "";
    });
    this.element.after(this.#input);
    document.body.append(this.#input);
    addEventListener("dragover", (event) => this.#over(event));
    addEventListener("dragleave", (event) => {
      if (event.relatedTarget === null) this.element.hidden = true;
    });
    addEventListener("drop", (event) => {
      event.preventDefault();
      this.element.hidden = true;
      this.#take(event.dataTransfer?.files ?? null, page.world?.groundAt({ x: event.clientX, y: event.clientY }));
    });
  }

  readonly pick = (): void => this.#input.click();

  #over(event: DragEvent): void {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    this.element.hidden = false;
  }

  /** `at`: drop position. The simulator places several robots beside each other. */
  async #take(files: FileList | null, at?: readonly number[]): Promise<void> {
    const some = [...(files ?? [])].slice(0, 10);
    for (const file of some) await this.#spawn(file, some.length === 1 ? at : undefined);
  }

  async #spawn(file: File, at: readonly number[] | undefined): Promise<void> {
    const { toasts, commands, store } = this.#page;
    if (file.size > MAX_BYTES) {
      toasts.show(
        `${file.name} has ${Math.round(file.size / 1e6)} MB. A robot document may have at most ${MAX_BYTES / 1e6} MB.`,
        "problem",
      );
      return;
    }
    const text = await file.text();
    const { result, message, data } = await commands.runQuietly("spawn", {
      document: text,
      ...(at ? { position: at } : {}),
    });
    if (result !== OK) {
      store.addLog("problem", `${file.name}: ${message}`);
      showProblem(file.name, text, message, data);
      return;
    }
    for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog.guide, dialog.problem")) dialog.close();
    const name = typeof data === "string" ? data : (data as { name?: string } | null)?.name;
    if (name === undefined) return;
    toasts.show(`${name} joined. No program controls it yet: connect one, or select the robot and press Drive.`);
    store.select({ entity: name });
  }
}

/** Shows the simulator's error (what, where, found, allowed) with the lines it refers to. */
function showProblem(name: string, text: string, message: string, data: unknown): void {
  const detail = (data ?? {}) as Readonly<Record<string, unknown>>;
  const rows = ["found", "allowed", "advice", "where", "code"].filter((key) => typeof detail[key] === "string");
  const place = findPosition(message);
  const lines = place ? excerptOf(text, place) : [];
  const spans = lines.map(({ text: line, isMarked }) => make("span", { class: isMarked ? "here" : "" }, `${line}\n`));
  showDialog(
    `${name} cannot be used as a robot`,
    "problem",
    make("p", { role: "alert" }, rows.length > 0 ? summarize(message, place) : message),
    ...(/<|=/.test(text)
      ? []
      : [make("p", {}, "This file is not XML. A robot document is XML and starts with <Client>.")]),
    ...(lines.length > 0 ? [make("pre", { class: "excerpt", tabindex: 0, "aria-label": "Excerpt" }, ...spans)] : []),
    make(
      "dl",
      { class: "about" },
      ...rows.flatMap((key) => [make("dt", {}, key), make("dd", {}, String(detail[key]))]),
    ),
    make("div", { class: "links" }, documentLink("robots", "Robot documents"), documentLink("example", "Example")),
  );
}

/** "ELEMENT_UNKNOWN: this element is not allowed here at line 2, column 3, ..." without the details listed below it. */
function summarize(message: string, place: TextPosition | undefined): string {
  const what = message.replace(/^[A-Z_]+: /, "").replace(/ at line .*$|: found .*$/s, "");
  const sentence = what.charAt(0).toUpperCase() + what.slice(1);
  return place ? `Line ${place.line}, column ${place.column}: ${what}.` : `${sentence}.`;
}
