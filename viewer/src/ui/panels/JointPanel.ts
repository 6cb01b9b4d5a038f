// Joints of the selected robot: a slider per axis for its target, within its stops, with a mark at the measured value and the torque
// beside it. A servo takes an angle, any other motor a speed, by the verb `set`.

import type { ViewEntity, ViewJoint } from "../../../../src/session/view/ViewProtocol.js";
import { make, setText } from "../Dom.js";
import type { Page } from "../Page.js";
import { recall, remember } from "../Preferences.js";
import { showNumber } from "./Quantities.js";

const PERIOD_MS = 50;
/** Maximum number of unanswered commands: a slow connection gets fewer commands, not a queue. */
const MAX_UNANSWERED = 2;
/** Largest speeds of a motor's slider: rad/s, m/s. */
const [TURN_SPEED, SLIDE_SPEED] = [20, 2];
/** Force of a motor that has none: it would not move. */
const DEFAULT_FORCE = 10;
const DEGREES = 180 / Math.PI;
/** A motor with this share of its largest torque is overloaded. */
const OVERLOAD = 0.99;

interface Row {
  readonly joint: ViewJoint;
  /** From 0. */
  readonly axis: number;
  readonly isServo: boolean;
  readonly isSlide: boolean;
  readonly element: HTMLElement;
  readonly slider: HTMLInputElement;
  readonly mark: HTMLElement;
  readonly told: HTMLElement;
  readonly measured: HTMLElement;
  readonly effort: HTMLElement;
}

export class JointPanel {
  readonly element = make("details", { class: "joints", hidden: true });
  readonly #page: Page;
  readonly #count = make("span", { class: "hint" });
  readonly #hint = make("p", { class: "hint" }, "Its driver moves these joints too.");
  readonly #list = make("div", { class: "joint-list", role: "group", "aria-label": "Joints" });
  #entity: string | undefined;
  #shown = "";
  #rows: readonly Row[] = [];
  /** The row whose slider is held, and the value not yet sent. */
  #held: Row | undefined;
  #wanted: number | undefined;
  #unanswered = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(page: Page) {
    this.#page = page;
    this.element.append(make("summary", {}, "Joints ", this.#count), this.#hint, this.#list);
    this.element.open = recall<boolean>("joints", true);
    this.element.addEventListener("toggle", () => {
      remember("joints", this.element.open);
      this.#watch();
    });
    page.store.on(
      "values",
      page.updates.throttled(() => this.#write()),
    );
  }

  /** Shows all joints of an entity, or the one that is selected. */
  show(entity: ViewEntity | undefined, part: string | undefined): void {
    const joints = entity?.isStatic ? [] : (entity?.joints ?? []).filter(({ axes, axles }) => axes > 0 && axles);
    const chosen = joints.filter(({ name }) => name === part);
    const isBody = part === undefined || entity?.bodies.some(({ name }) => name === part);
    const listed = chosen.length > 0 ? chosen : isBody ? joints : [];
    const shown = JSON.stringify([entity?.name, listed]);
    this.#hint.hidden = !entity?.isDriven;
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#entity = entity?.name;
    this.#held = undefined;
    this.#rows = listed.flatMap((joint) => Array.from({ length: joint.axes }, (_, axis) => this.#row(joint, axis)));
    this.#list.replaceChildren(...this.#rows.map(({ element }) => element));
    setText(this.#count, String(this.#rows.length));
    this.element.hidden = this.#rows.length === 0;
    this.#watch();
    this.#write();
  }

  #watch(): void {
    const joints = this.element.open && !this.element.hidden ? new Set(this.#rows.map(({ joint }) => joint.name)) : [];
    const paths = [...joints].flatMap((name) => [`${this.#entity}/${name}`, `${this.#entity}/${name}/target`]);
    this.#page.watchList.setPaths("joints", paths);
  }

  #row(joint: ViewJoint, axis: number): Row {
    const isServo = joint.kind === "Servo";
    const isSlide = joint.kind === "Slider";
    const name = joint.axes > 1 ? `${joint.name} ${axis + 1}` : joint.name;
    const speed = isSlide ? SLIDE_SPEED : TURN_SPEED;
    const [min, max] = isServo ? (joint.stops[axis] ?? [-Math.PI, Math.PI]) : [-speed, speed];
    const what = isServo ? "angle" : "speed";
    const slider = make("input", {
      type: "range",
      min,
      max,
      step: (max - min) / 1000,
      "aria-label": `${name}, target ${what}`,
    });
    const [told, measured, effort] = ["Target", "Measured", isSlide ? "Force" : "Torque"].map((title) =>
      make("span", { class: "number", title }, "–"),
    );
    effort.classList.add("effort");
    const mark = make("i", { class: "joint-mark", "aria-hidden": "true" });
    const end = (value: number) => make("span", { class: "joint-end" }, isServo ? degrees(value) : showNumber(value));
    const element = make(
      "div",
      { class: "joint" },
      make("span", { class: "joint-name", title: `${joint.kind} ${name}` }, name),
      told,
      measured,
      effort,
      make("div", { class: "joint-track" }, end(min), make("div", {}, slider, mark), end(max)),
    );
    const row: Row = { joint, axis, isServo, isSlide, element, slider, mark, told, measured, effort };
    slider.addEventListener("input", () => {
      this.#held = row;
      this.#wanted = slider.valueAsNumber;
      this.#send();
    });
    const release = () => {
      if (this.#held === row && this.#wanted === undefined) this.#held = undefined;
    };
    for (const event of ["change", "pointerup", "blur"]) slider.addEventListener(event, release);
    return row;
  }

  /** Sends the newest value, at most every PERIOD_MS. */
  async #send(): Promise<void> {
    const [row, value] = [this.#held, this.#wanted];
    if (!row || value === undefined || this.#timer !== undefined || this.#unanswered >= MAX_UNANSWERED) return;
    this.#wanted = undefined;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#send();
    }, PERIOD_MS);
    this.#unanswered++;
    const path = `${this.#entity}/${row.joint.name}`;
    const axis = row.axis > 0 ? `/${row.axis + 1}` : "";
    const force = this.#page.store.values.values[`${path}/target`]?.[3 * row.axis + 2];
    const { commands } = this.#page;
    if (force === 0) await commands.runQuietly("set", { what: `${path}/FMax${axis}`, to: DEFAULT_FORCE });
    await commands.run("set", { what: `${path}/${row.isServo ? "Angle" : "Vel"}${axis}`, to: value });
    this.#unanswered = Math.max(0, this.#unanswered - 1);
    if (this.#wanted !== undefined) this.#send();
    else if (!row.slider.matches(":active")) this.#held = undefined;
  }

  #write(): void {
    if (this.element.hidden || !this.element.open || this.element.offsetParent === null) return;
    const { values } = this.#page.store.values;
    for (const row of this.#rows) {
      const path = `${this.#entity}/${row.joint.name}`;
      const now = values[path]?.slice(3 * row.axis);
      const [target, mode, force] = values[`${path}/target`]?.slice(3 * row.axis) ?? [];
      if (now) this.#writeMeasured(row, now, force);
      if (target === undefined) continue;
      const isTold = !row.isServo || mode === 0;
      setText(row.told, isTold ? angleOr(row, target) : `${showNumber(target)} ${mode === 1 ? "rad/s" : "N·m"}`);
      if (isTold && this.#held !== row) row.slider.value = String(target);
    }
  }

  #writeMeasured(row: Row, [position, velocity, effort]: readonly number[], force: number | undefined): void {
    const value = row.isServo ? position : velocity;
    const [min, max] = [Number(row.slider.min), Number(row.slider.max)];
    const share = Math.min(1, Math.max(0, (value - min) / (max - min)));
    row.mark.style.setProperty("--at", share.toFixed(4));
    setText(row.measured, angleOr(row, value));
    setText(row.effort, `${showShortForce(effort)} ${row.isSlide ? "N" : "N·m"}`);
    const load = force ? Math.min(1, Math.abs(effort) / force) : 0;
    row.effort.style.setProperty("--load", load.toFixed(3));
    row.effort.toggleAttribute("data-full", load > OVERLOAD);
  }
}

const signed = (text: string): string => (Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−"));

const degrees = (angle: number): string => `${signed((angle * DEGREES).toFixed(1))}°`;

const angleOr = ({ isServo, isSlide }: Row, value: number): string =>
  isServo ? degrees(value) : `${showNumber(value)} ${isSlide ? "m/s" : "rad/s"}`;

const showShortForce = (value: number): string => signed(value.toFixed(Math.abs(value) < 10 ? 2 : 0));
