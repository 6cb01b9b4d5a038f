// Age and rate of a live picture, as text that changes a few times a second.

import { make, setText } from "../ui/Dom.js";
import type { Page } from "../ui/Page.js";
import type { LiveCanvas } from "./LiveCanvas.js";

export class PictureStats {
  readonly age = make("span", { class: "number", title: "Age of the picture in simulated time" }, "–");
  readonly rate = make("span", { class: "number", title: "Pictures received per second" }, "–");
  readonly #live: LiveCanvas;
  readonly #ends: (() => void)[];

  constructor({ store, updates }: Page, live: LiveCanvas) {
    this.#live = live;
    const write = updates.throttled(() => this.#write());
    live.onpaint = write;
    this.#ends = [store.on("status", write)];
  }

  dispose(): void {
    for (const end of this.#ends) end();
  }

  #write(): void {
    const { ageMs, ratePerSec } = this.#live;
    if (ageMs === undefined || this.age.offsetParent === null) return;
    setText(this.age, showAge(ageMs));
    setText(this.rate, `${ratePerSec.toFixed(ratePerSec < 9.95 ? 1 : 0)}/s`);
  }
}

/** 8 ms, 240 ms, 3.2 s */
const showAge = (ms: number): string => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);
