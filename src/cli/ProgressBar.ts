// A progress bar on the last line of a terminal. Nothing is shown if the output is no terminal.
//
//   [##########..........]  150 of 300 pictures, 41 a second, 4 s left

import { performance } from "node:perf_hooks";
import { printError } from "./Output.js";

const WIDTH = 24;
/** Interval of updates, ms. */
const REFRESH_MS = 200;

export class ProgressBar {
  readonly #total: number;
  readonly #what: string;
  readonly #startMs = performance.now();
  readonly #isLive = process.stderr.isTTY === true;
  #shownMs = Number.NEGATIVE_INFINITY;
  #text = "";

  /** `what`: the things that are counted, in the plural. */
  constructor(total: number, what: string) {
    this.#total = total;
    this.#what = what;
  }

  show(done: number): void {
    const nowMs = performance.now();
    if (!this.#isLive || nowMs - this.#shownMs < REFRESH_MS) return;
    this.#shownMs = nowMs;
    this.#draw(this.#line(done, (nowMs - this.#startMs) / 1000));
  }

  #line(done: number, seconds: number): string {
    const perSec = done / Math.max(seconds, 0.001);
    const filled = Math.round((WIDTH * done) / this.#total);
    const left = Math.ceil((this.#total - done) / Math.max(perSec, 0.001));
    const bar = "#".repeat(filled) + ".".repeat(WIDTH - filled);
    return `[${bar}] ${done} of ${this.#total} ${this.#what}, ${perSec.toFixed(0)} a second, ${left} s left`;
  }

  /** Prints a line above the bar. */
  say(line: string): void {
    const text = this.#text;
    this.#draw("");
    printError(line);
    this.#draw(text);
  }

  /** Replaces the text of the bar; "": removes it. */
  #draw(text: string): void {
    if (!this.#isLive || (text === "" && this.#text === "")) return;
    const columns = process.stderr.columns ?? 80;
    process.stderr.write(`\r\u001b[K${text.slice(0, columns - 1)}`);
    this.#text = text;
  }

  /** Removes the bar. */
  close(): void {
    this.#draw("");
  }
}
