// A file dropped anywhere or picked: sent as it is, for the simulator reads robot documents; what it finds wrong is shown
// beside the lines it means.

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
    make("p", {}, "Drop the robot's XML where it shall stand"),
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

  /** `at`: where they were dropped; several are put beside each other by the simulator. */
  async #take(files: FileList | null, at?: readonly number[]): Promise<void> {
    const some = [...(files ?? [])].slice(0, 10);
    for (const file of some) await this.#spawn(file, some.length === 1 ? at : undefined);
  }

  async #spawn(file: File, at: readonly number[] | undefined): Promise<void> {
    const { toasts, commands, store } = this.#page;
    if (file.size > MAX_BYTES) {
      toasts.show(
        `${file.name} has ${Math.round(file.size / 1e6)} MB: a robot document is a short XML file.`,
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
    toasts.show(`${name} is here. Nobody drives it yet: connect a program, or select it and press Drive.`);
    store.select({ entity: name });
  }
}

/** What, where, what was found and allowed, as the simulator says it, and the lines it speaks of. */
function showProblem(name: string, text: string, message: string, data: unknown): void {
  const detail = (data ?? {}) as Readonly<Record<string, unknown>>;
  const rows = ["found", "allowed", "advice", "where", "code"].filter((key) => typeof detail[key] === "string");
  const place = findPosition(message);
  const lines = place ? excerptOf(text, place) : [];
  const spans = lines.map(({ text: line, isMarked }) => make("span", { class: isMarked ? "here" : "" }, `${line}\n`));
  showDialog(
    `${name} is not a robot document that can be used`,
    "problem",
    make("p", { role: "alert" }, rows.length > 0 ? summarize(message, place) : message),
    ...(/<|=/.test(text) ? [] : [make("p", {}, "This is no robot: a robot document is XML and begins with <Client>.")]),
    ...(lines.length > 0 ? [make("pre", { class: "excerpt", tabindex: 0, "aria-label": "Excerpt" }, ...spans)] : []),
    make(
      "dl",
      { class: "about" },
      ...rows.flatMap((key) => [make("dt", {}, key), make("dd", {}, String(detail[key]))]),
    ),
    make(
      "div",
      { class: "links" },
      documentLink("robots", "How robot documents are written"),
      documentLink("example", "An example"),
    ),
  );
}

/** "ELEMENT_UNKNOWN: this element is not allowed here at line 2, column 3, ..." without what stands below it anyway. */
function summarize(message: string, place: TextPosition | undefined): string {
  const what = message.replace(/^[A-Z_]+: /, "").replace(/ at line .*$|: found .*$/s, "");
  const sentence = what.charAt(0).toUpperCase() + what.slice(1);
  return place ? `Line ${place.line}, column ${place.column}: ${what}.` : `${sentence}.`;
}
