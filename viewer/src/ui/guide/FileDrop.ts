// Accepts documents that are dropped on the page or chosen: a robot is placed, a world is opened. The simulator reads them; its
// errors are shown beside the lines they refer to. Files of other kinds are named for what they are (DroppedFile.ts).

import { OK } from "../Commands.js";
import { showDialog } from "../Dialogs.js";
import { make } from "../Dom.js";
import type { Page } from "../Page.js";
import { documentLink } from "./DocumentReader.js";
import { kindOf } from "./DroppedFile.js";
import { excerptOf, findPosition, type TextPosition } from "./Excerpt.js";

const MAX_BYTES = 4_000_000;
/** After this time the entities of an opened world are there, ms. */
const SETTLED_MS = 600;

export class FileDrop {
  readonly element = make(
    "div",
    { class: "dropping", hidden: true },
    make("p", {}, "Drop a robot where it should stand, or a world to open it"),
  );
  readonly #page: Page;
  readonly #input: HTMLInputElement;

  constructor(page: Page) {
    this.#page = page;
    this.#input = make("input", {
      type: "file",
      accept: ".xml,.robot,.txt,.cfg,.urdf,text/xml,application/xml",
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

  /** Replaces the world's file: the editor's undo takes it back. */
  async #openWorld(name: string, text: string): Promise<void> {
    const { toasts, commands, store, world } = this.#page;
    // the document is read before an edit names it
    await commands.runQuietly("document");
    const { result, message, data } = await commands.runQuietly("edit", {
      ops: [{ op: "open", xml: text }],
      as: "viewer",
    });
    if (result !== OK) {
      store.addLog("problem", `${name}: ${message}`);
      showProblem(name, text, message, data, "a world");
      return;
    }
    for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog.guide, dialog.problem")) dialog.close();
    toasts.show(`Opened ${name} in place of the world. To go back, enter undo as=viewer in the console.`);
    setTimeout(() => world?.resetCamera(), SETTLED_MS);
  }

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
    const bytes = new Uint8Array(await file.arrayBuffer());
    const kind = kindOf(file.name, bytes);
    if (kind.problem !== undefined) {
      store.addLog("problem", kind.problem);
      showDialog(`${file.name} cannot be used`, "problem", make("p", { role: "alert" }, kind.problem));
      return;
    }
    const text = new TextDecoder().decode(bytes);
    if (kind.isWorld) {
      await this.#openWorld(file.name, text);
      return;
    }
    const { result, message, data } = await commands.runQuietly("spawn", {
      document: text,
      ...(at ? { position: at } : {}),
    });
    if (result !== OK) {
      const code = /^([A-Z_]+): /.exec(message)?.[1];
      if (code !== undefined && PLACE_CODES.has(code)) {
        store.addLog("problem", `${file.name}: ${message}`);
        toasts.show(describeOccupied(file.name, data, at !== undefined), "problem");
        return;
      }
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

/** Errors of the place, not of the document. */
const PLACE_CODES: ReadonlySet<string> = new Set(["SPAWN_BLOCKED"]);

function describeOccupied(name: string, data: unknown, isDropped: boolean): string {
  const { found } = (data ?? {}) as { found?: string };
  const by = typeof found === "string" ? ` (${found})` : "";
  return isDropped
    ? `There is no room for ${name} at this place${by}. Drop it where nothing stands.`
    : `The place of ${name} is occupied${by}. Drop the file where nothing stands.`;
}

/** Shows the simulator's error (what, where, found, allowed) with the lines it refers to. */
function showProblem(name: string, text: string, message: string, data: unknown, what = "a robot"): void {
  const detail = (data ?? {}) as Readonly<Record<string, unknown>>;
  const rows = ["found", "allowed", "advice", "where", "code"].filter((key) => typeof detail[key] === "string");
  const place = findPosition(message);
  const lines = place ? excerptOf(text, place) : [];
  const spans = lines.map(({ text: line, isMarked }) => make("span", { class: isMarked ? "here" : "" }, `${line}\n`));
  showDialog(
    `${name} cannot be used as ${what}`,
    "problem",
    make("p", { role: "alert" }, rows.length > 0 ? summarize(message, place) : message),
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
