// The right panel in the editor: the fields of the selected element with units, and the errors of a refused change at their field.

import type { ElementView } from "../../../src/describe/edit/DocumentView.js";
import { ELEMENT_FIELDS, type ElementField, fieldsOf } from "../../../src/describe/edit/ElementFields.js";
import { SHIPPED_MATERIALS } from "../../../src/describe/entity/Material.js";
import { button, make } from "../ui/Dom.js";
import type { Page } from "../ui/Page.js";
import type { DriveControl } from "../ui/panels/DriveControl.js";
import { elementsOf, fieldText, labelOf, rowOf } from "./DocumentPlaces.js";
import type { EditModel, Problem } from "./EditModel.js";

/** Parts of an element that are shown below it. */
const MAX_PARTS = 6;

export class Properties {
  readonly element = make("div", { class: "edit-properties" });
  readonly #page: Page;
  readonly #model: EditModel;
  readonly #drive: DriveControl;
  #shown = "";
  /** Of the values that are shown. */
  #revision: number | undefined;

  constructor(page: Page, model: EditModel, drive: DriveControl) {
    this.#page = page;
    this.#drive = drive;
    this.#model = model;
    model.on(() => this.#paint());
    this.element.addEventListener("focusout", () => setTimeout(() => this.#paint()));
  }

  /** True: a field has a value that is not sent yet. An edit of somebody else does not replace it. */
  get #isTyping(): boolean {
    const { activeElement: field } = document;
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    return isText && field.type !== "color" && this.element.contains(field) && field.value !== field.defaultValue;
  }

  /** Changes what the user has seen: what somebody else has changed since is a conflict. */
  #edit(...ops: readonly object[]): void {
    const { activeElement: field } = document;
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.defaultValue = field.value;
    this.#model.editFrom(this.#revision, ops);
  }

  #paint(): void {
    const { view, element, problems, selected } = this.#model;
    if (!view) return;
    const shown = JSON.stringify([selected, view.revision, element, problems]);
    if (shown === this.#shown || this.#isTyping) return;
    this.#shown = shown;
    this.#revision = view.revision;
    const main = element ?? view.root;
    const isWorld = main.id === view.root.id;
    const parts = isWorld ? [main] : [main, ...partsOf(main).slice(0, MAX_PARTS)];
    const focused = this.element.contains(document.activeElement)
      ? document.activeElement?.getAttribute("aria-label")
      : undefined;
    const together = selected.length > 1 ? [this.#together(selected.length)] : [];
    this.element.replaceChildren(
      ...together,
      ...parts.map((part, i) => this.#section(part, i === 0 ? undefined : main.name)),
      ...(isWorld ? [this.#events(view.root)] : []),
    );
    // whoever goes from field to field with the keyboard stays there
    if (focused) this.element.querySelector<HTMLElement>(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
  }

  /** Several elements are moved, turned, copied and deleted together; the values are those of the main one. */
  #together(count: number): HTMLElement {
    const { group } = this.#model;
    const what = group === undefined ? `${count} elements` : `Group “${group}” of ${count} elements`;
    return make(
      "p",
      { class: "hint edit-section" },
      `${what}: they move together, also by Position. Below: the values of the main one.`,
    );
  }

  /** `owner`: kind of the selected element; undefined: it is this one. */
  #section(element: ElementView, owner: string | undefined): HTMLElement {
    const isMain = owner === undefined;
    const fields = fieldsOf(element.name, owner);
    return make(
      "section",
      { class: "edit-section", "aria-label": `${element.name} ${labelOf(element)}` },
      make(
        "div",
        { class: "edit-title" },
        make(isMain ? "h3" : "h4", {}, labelOf(element)),
        make("span", { class: "hint" }, element.file ? `${element.name} of ${element.file}` : element.name),
        ...(isMain && isEvent(element) ? [this.#tryButton(element)] : []),
        ...(isMain && element.name === "Robot" ? [this.#driveButton(labelOf(element))] : []),
      ),
      ...fields.map((field) => this.#row(element, field)),
      ...(isMain && fields.length === 0
        ? [make("p", { class: "hint" }, "Select one of its parts to change values.")]
        : []),
    );
  }

  #row(element: ElementView, field: ElementField): HTMLElement {
    const problem = this.#problemOf(element, field);
    const control = this.#control(element, field);
    control.setAttribute("aria-label", `${field.field.replace("@", "")} of ${labelOf(element)}`);
    control.title = hintOf(field);
    if (problem) control.setAttribute("aria-invalid", "true");
    return make(
      "label",
      { class: `edit-field ${field.kind}`, title: hintOf(field) },
      make("span", { class: "edit-name" }, field.field.replace("@", "").split("/").join(" ")),
      control,
      make("span", { class: "unit" }, field.unit ?? ""),
      ...(field.kind === "color" ? [this.#swatch(element, field)] : []),
      ...(problem ? [make("p", { class: "edit-problem", role: "alert" }, shortOf(problem, field))] : []),
    );
  }

  #problemOf({ id, name }: ElementView, { field }: ElementField): Problem | undefined {
    return this.#model.problems.find((one) => one.id === id && rowOf(name, one.field) === field);
  }

  #control(element: ElementView, field: ElementField): HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
    const value = fieldText(element, field.field);
    const set = (next: string): void => {
      if (next.trim() === value) return;
      const way = field.field === "Position" || field.field === "Offset" ? wayTo(value, next) : undefined;
      const { selected } = this.#model;
      if (way && selected.length > 1) {
        this.#edit(...selected.map((id) => ({ op: "place", id, move: way })));
        return;
      }
      this.#edit(...setOps(element, field.field, next.trim()));
    };
    if (field.kind === "lines") return this.#lines(element, field);
    const known = { switch: ["true", "false"], material: this.#materials() } as Partial<Record<string, string[]>>;
    const choices = known[field.kind] ?? field.choices;
    if (choices) {
      const select = make("select", {});
      const own = value === "" || choices.includes(value) ? [] : [value];
      select.append(...["", ...choices, ...own].map((one) => new Option(one === "" ? "(default)" : one, one)));
      select.value = value;
      select.addEventListener("change", () => set(select.value));
      return select;
    }
    const tried = this.#problemOf(element, field);
    const input = make("input", {
      type: "text",
      class: field.kind === "text" ? "" : "number",
      value,
      placeholder: field.range ?? "default",
    });
    if (tried) input.defaultValue = this.#tried ?? value;
    input.addEventListener("change", () => {
      this.#tried = input.value;
      set(input.value);
    });
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      input.defaultValue = input.value = value;
      this.#model.change({ problems: [] });
    });
    return input;
  }

  /** Materials that are shipped, and those of this world. */
  #materials(): string[] {
    const { view } = this.#model;
    const own = [...(view ? elementsOf(view.root) : [])].flatMap(({ name, attributes }) =>
      name === "Material" && attributes.name ? [attributes.name] : [],
    );
    return [...new Set([...SHIPPED_MATERIALS.map(({ name }) => name), ...own])].sort();
  }

  /** Several elements of the same name, one in each line. */
  #lines(element: ElementView, { field }: ElementField): HTMLTextAreaElement {
    const old = element.children.filter(({ name }) => name === field);
    const area = make("textarea", { rows: String(Math.max(2, old.length + 1)), placeholder: "light Lamp on" });
    const isRefused = this.#model.problems.some(({ id }) => id === element.id || old.some((one) => one.id === id));
    const known = old.map(({ text = "" }) => text.trim()).join("\n");
    area.defaultValue = isRefused ? (this.#tried ?? known) : known;
    area.addEventListener("change", () => {
      this.#tried = area.value;
      const lines = area.value.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
      const ops = lines.map((line, i) =>
        old[i]
          ? { op: "set", id: old[i].id, field: "", value: line }
          : { op: "add", parent: element.id, xml: `<${field}>${escaped(line)}</${field}>` },
      );
      this.#edit(...ops, ...old.slice(lines.length).map(({ id }) => ({ op: "remove", id })));
    });
    return area;
  }

  /** A picker of colours beside the field. */
  #swatch(element: ElementView, field: ElementField): HTMLInputElement {
    const picker = make("input", {
      type: "color",
      value: hexOf(fieldText(element, field.field)),
      "aria-label": `Pick ${field.field} of ${labelOf(element)}`,
    });
    picker.addEventListener("change", () => {
      this.#edit({ op: "set", id: element.id, field: field.field, value: picker.value });
    });
    return picker;
  }

  /** The value that was refused last; it stays in its field. */
  #tried: string | undefined;

  #tryButton(one: ElementView): HTMLButtonElement {
    const name = labelOf(one);
    return button(`Try ${name}`, "play", () => this.#page.commands.run("event", { name }), {
      text: "Try",
      kind: "mini",
    });
  }

  /** Drives a robot with the keys; the world plays then. */
  #driveButton(robot: string): HTMLButtonElement {
    const one = this.#drive.button(robot);
    one.addEventListener("click", () => {
      if (this.#drive.isOn && this.#page.store.status?.isPaused) this.#page.commands.run("resume");
    });
    return one;
  }

  #events(root: ElementView): HTMLElement {
    const rows = root.children.filter(isEvent).map((one) =>
      make(
        "li",
        {},
        button(labelOf(one), undefined, () => this.#model.select(one.id), { text: labelOf(one), kind: "quiet mini" }),
        make("span", { class: "hint" }, fieldText(one, "Do")),
        this.#tryButton(one),
      ),
    );
    const empty = make("p", { class: "hint" }, "No events or triggers yet.");
    return make(
      "section",
      { class: "edit-section", "aria-label": "Events" },
      make("h4", {}, "Events and triggers"),
      rows.length > 0 ? make("ul", { class: "edit-events" }, ...rows) : empty,
    );
  }
}

/** Values that only make sense together: what is missing beside one gets its default, and all go when one is emptied. */
const TOGETHER: readonly { readonly parent: string; readonly defaults: Readonly<Record<string, string>> }[] = [
  { parent: "Orientation", defaults: { "Orientation/angle": "0", "Orientation/axis": "0 0 1" } },
  {
    parent: "Texture",
    defaults: {
      "Texture/Checker/Colors": "#e8e8e0 #b8b8b0",
      "Texture/Checker/Squares": "2 2",
      "Texture/TileSize": "1 1",
    },
  },
];

function setOps(element: ElementView, field: string, text: string): readonly object[] {
  const set = (name: string, value: string | null) => ({ op: "set", id: element.id, field: name, value });
  const own = TOGETHER.find(({ defaults }) => Object.hasOwn(defaults, field));
  const isOther =
    own?.parent === "Texture" && fieldText(element, "Texture/Checker/Squares") === "" && hasChild(element, "Texture");
  if (!own || isOther) return [set(field, text === "" ? null : text)];
  if (text === "") return [set(own.parent, null)];
  const missing = Object.entries(own.defaults).filter(([name]) => name !== field && fieldText(element, name) === "");
  return [set(field, text), ...missing.map(([name, value]) => set(name, value))];
}

const hasChild = ({ children }: ElementView, name: string): boolean => children.some((child) => child.name === name);

/** From a place to another, m; undefined: one of them is none. */
function wayTo(from: string, to: string): readonly number[] | undefined {
  const [a, b] = [from, to].map((text) =>
    text
      .trim()
      .split(/[\s,]+/)
      .map(Number),
  );
  const isWay = a.length === 3 && b.length === 3 && [...a, ...b].every(Number.isFinite);
  return isWay ? b.map((x, i) => x - a[i]) : undefined;
}

const isEvent = ({ name }: ElementView): boolean => name === "Event" || name === "Trigger";

const hintOf = ({ what, range }: ElementField): string => (range ? `${what} (${range})` : what);

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/** "#rrggbb" or "r g b" for a colour field of the browser. */
function hexOf(text: string): string {
  if (/^#[0-9a-f]{6}$/i.test(text)) return text;
  const parts = text.split(/[\s,]+/).map(Number);
  const isRgb = text !== "" && parts.length === 3 && parts.every((x) => x >= 0 && x <= 255);
  return `#${(isRgb ? parts : [128, 128, 128]).map((x) => Math.round(x).toString(16).padStart(2, "0")).join("")}`;
}

/** The field shows the place and the value already. */
const shortOf = ({ found, allowed, advice, message }: Problem, { kind }: ElementField): string => {
  if (allowed === undefined) return message;
  // of several lines the wrong one is named
  return [...(kind === "lines" ? [`Found ${found}.`] : []), `Allowed: ${allowed}.`, advice ?? ""].join(" ").trim();
};

/** Parts with fields of their own; a robot's own document is edited in its file. */
function partsOf(element: ElementView): readonly ElementView[] {
  if (element.name === "Robot") return [];
  return [...elementsOf(element)].filter((one) => one !== element && ELEMENT_FIELDS[one.name] !== undefined);
}
