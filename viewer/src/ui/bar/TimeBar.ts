// The time bar at the bottom of the view (X1): looks back at the last minutes while the world goes on, with marks at goals, robots
// that come and go, problems and resets; plays, steps, repeats the last goal, and returns to the present.

import type { Mark } from "../../tape/Marks.js";
import type { TimeSource } from "../../tape/TimeSource.js";
import { button, make, setPicture, setText } from "../Dom.js";
import type { PageUpdates } from "../PageUpdates.js";
import { showTime } from "../panels/Quantities.js";

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4] as const;
/** How far one press looks back, s. */
const BACK_SEC = 5;
/** A mark is shown from this long before it, s. */
const LEAD_SEC = 3;
/** The bar appears when there is this much to look back at, s. */
const MIN_SEC = 1;
/** Marks are this far apart at least, share of the bar. */
const MARK_GAP = 0.006;

export class TimeBar {
  readonly element: HTMLElement;
  readonly #sourceOf: () => TimeSource;
  readonly #slider: HTMLInputElement;
  readonly #marks = make("div", { class: "time-marks" });
  readonly #when = make("output", { class: "time-when number" });
  readonly #play: HTMLButtonElement;
  readonly #goal: HTMLButtonElement;
  readonly #now: HTMLButtonElement;
  readonly #speed: HTMLSelectElement;
  #shownMarks = "";

  /** `sourceOf`: the recording, or the tape of the live page. */
  constructor(sourceOf: () => TimeSource, updates: PageUpdates) {
    this.#sourceOf = sourceOf;
    this.#slider = make("input", { type: "range", min: 0, max: 1, step: 0.01, "aria-label": "Time shown" });
    this.#slider.addEventListener("input", () => {
      this.#source.pause();
      this.#source.seek(Number(this.#slider.value));
    });
    this.#play = button("Play", "play", () => this.togglePlay(), { kind: "quiet small" });
    this.#goal = button("Show the last goal again", "whistle", () => this.#showMark(this.#lastGoal), {
      kind: "quiet small",
    });
    this.#now = button("Return to now", undefined, () => this.#source.now(), {
      kind: "small time-now",
      text: "Now",
      title: "Return to now (N)",
    });
    this.#speed = make("select", { class: "number", "aria-label": "Speed of playing", title: "Speed of playing" });
    this.#speed.append(...SPEEDS.map((speed) => new Option(`${speed}×`, String(speed), speed === 1, speed === 1)));
    this.#speed.addEventListener("change", () => {
      this.#source.speed = Number(this.#speed.value);
    });
    const back = button("Look back 5 s", "left", () => this.back(), {
      kind: "quiet small",
      title: "Look back 5 s (B)",
    });
    const before = button("Last update", "stepBack", () => this.#source.step(-1), { kind: "quiet small desktop" });
    const after = button("Next update", "step", () => this.#source.step(1), { kind: "quiet small desktop" });
    this.element = make(
      "section",
      { class: "time-bar", "aria-label": "Time bar", "data-covers": "bottom", hidden: true },
      back,
      before,
      this.#play,
      after,
      make("div", { class: "time-track" }, this.#marks, this.#slider),
      this.#when,
      this.#goal,
      this.#speed,
      this.#now,
    );
    this.update = updates.throttled(() => this.#paint());
    setInterval(this.update, 250);
    this.#paint();
  }

  /** Call after the time, the speed or the marks have changed. */
  readonly update: () => void;

  get #source(): TimeSource {
    return this.#sourceOf();
  }

  /** Looks back and plays from there. */
  back(): void {
    this.#source.seek(this.#source.at - BACK_SEC);
    this.#source.play();
  }

  /** Plays or holds what is shown of the past. */
  togglePlay(): void {
    if (this.#source.isPlaying) this.#source.pause();
    else this.#source.play();
  }

  get #lastGoal(): Mark | undefined {
    return this.#source.allMarks.findLast(({ kind }) => kind === "goal");
  }

  #showMark(mark: Mark | undefined): void {
    if (!mark) return;
    this.#source.seek(mark.at - LEAD_SEC);
    this.#source.play();
  }

  #paint(): void {
    const { from, to, at, isPast, isPlaying, isLive, speed } = this.#source;
    this.element.hidden = to - from < MIN_SEC;
    if (this.element.hidden) return;
    this.element.toggleAttribute("data-past", isPast);
    Object.assign(this.#slider, { min: from.toFixed(2), max: to.toFixed(2), value: String(isPast ? at : to) });
    const ago = isPast ? `−${(to - at).toFixed(1)} s` : "now";
    setText(this.#when, isLive ? ago : `${showTime(at)} / ${showTime(to)}`);
    const spoken = isPast ? `${(to - at).toFixed(1)} seconds ago` : "now";
    this.#slider.setAttribute("aria-valuetext", isLive ? spoken : `${at.toFixed(1)} of ${to.toFixed(1)} seconds`);
    if (document.activeElement !== this.#speed) this.#speed.value = String(speed);
    setPicture(this.#play, isPlaying ? "pause" : "play");
    this.#play.setAttribute("aria-label", isPlaying ? "Hold" : "Play");
    this.#play.disabled = !isPast;
    this.#now.disabled = !isPast;
    this.#now.hidden = !isLive;
    this.#goal.hidden = this.#lastGoal === undefined;
    this.#paintMarks(from, to);
  }

  #paintMarks(from: number, to: number): void {
    const shown: Mark[] = [];
    let last = Number.NEGATIVE_INFINITY;
    for (const mark of this.#source.allMarks) {
      const place = (mark.at - from) / (to - from);
      if (place < 0 || (place < last + MARK_GAP && mark.kind !== "goal")) continue;
      shown.push(mark);
      last = place;
    }
    const places = shown.map(({ at }) => (100 * (at - from)) / (to - from));
    const key = shown.map(({ kind, text }, i) => `${kind} ${text} ${places[i].toFixed(1)}`).join("\n");
    if (key === this.#shownMarks) return;
    this.#shownMarks = key;
    this.#marks.replaceChildren(...shown.map((mark, i) => this.#mark(mark, places[i])));
  }

  #mark(mark: Mark, percent: number): HTMLElement {
    const element = make("button", {
      type: "button",
      class: "time-mark",
      "data-kind": mark.kind,
      title: mark.text,
      "aria-label": `Show: ${mark.text}`,
      onclick: () => this.#showMark(mark),
    });
    element.style.left = `${percent}%`;
    return element;
  }
}
