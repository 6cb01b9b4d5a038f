// Shows the state of the connection while it is not open: connecting, lost and retrying, refused, no WebGL.

import { button, make, setText } from "../Dom.js";
import type { Page } from "../Page.js";

const TICK_MS = 200;
/** The spinner appears only after this time, ms. */
const SPINNER_DELAY_MS = 400;

export class ConnectionView {
  readonly banner: HTMLElement;
  readonly card = make("div", { class: "card", hidden: true });
  readonly #page: Page;
  readonly #why = make("span", { role: "status" });
  readonly #when = make("span", { class: "number", "aria-hidden": "true" });
  readonly #beganMs = performance.now();
  #wasOpen = false;
  #state = "";
  #hasTried = /[?#&]token=/.test(location.href);
  #shown = "";

  constructor(page: Page) {
    this.#page = page;
    this.banner = make(
      "div",
      { class: "banner", hidden: true },
      this.#why,
      this.#when,
      button("Try now", undefined, () => page.connection.retry(), { text: "Try now", kind: "mini" }),
    );
    page.store.on("connection", () => this.#show());
    setInterval(() => this.#tick(), TICK_MS);
    this.#show();
  }

  #show(): void {
    const { state, why } = this.#page.store.connection;
    document.documentElement.dataset.connection = state;
    if (state !== this.#state && this.#wasOpen && (state === "lost" || state === "open"))
      this.#page.store.addLog("log", state === "lost" ? "connection lost" : "connected again");
    if (state !== "connecting") this.#state = state;
    if (state === "open") this.#wasOpen = true;
    this.banner.hidden = state !== "lost" && !(state === "connecting" && this.#wasOpen);
    setText(this.#why, this.#wasOpen ? "Connection lost." : why);
    this.#tick();
    this.#showCard();
  }

  #tick(): void {
    const { state, retryAt } = this.#page.store.connection;
    if (!this.banner.hidden) {
      const seconds = Math.ceil(((retryAt ?? 0) - performance.now()) / 1000);
      setText(this.#when, state === "lost" && seconds > 0 ? `Trying again in ${seconds} s` : "Trying again");
    }
    if (state === "connecting" && !this.#wasOpen) this.#showCard();
  }

  #showCard(): void {
    const { state, why } = this.#page.store.connection;
    const isLate = performance.now() - this.#beganMs > SPINNER_DELAY_MS;
    const kind =
      state === "refused" ? `refused ${why}` : state === "connecting" && !this.#wasOpen && isLate ? "connecting" : "";
    if (kind === this.#shown) return;
    this.#shown = kind;
    this.card.hidden = kind === "";
    this.card.replaceChildren(...(kind === "" ? [] : state === "refused" ? this.#refused(why) : connecting()));
    this.card.querySelector("input")?.focus();
  }

  #refused(why: string): HTMLElement[] {
    const { connection } = this.#page;
    if (connection.refusal !== "TOKEN_WRONG")
      return [
        make("h2", {}, "The simulator refused this page"),
        make("p", {}, why),
        button("Reload", undefined, () => location.reload(), { text: "Reload", kind: "primary" }),
      ];
    const token = make("input", {
      type: "password",
      "aria-label": "Token",
      placeholder: "Token",
      autocomplete: "current-password",
      required: true,
    });
    const form = make("form", { class: "token" }, token, make("button", { class: "button primary" }, "Connect"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#hasTried = true;
      connection.retry(token.value.trim());
    });
    return [
      make("h2", {}, "This simulator requires a token"),
      make("p", {}, "The simulator prints it in its terminal when it starts."),
      form,
      ...(this.#hasTried ? [make("p", { class: "wrong", role: "alert" }, "This token is wrong.")] : []),
    ];
  }
}

function connecting(): HTMLElement[] {
  return [
    make("div", { class: "spinner", "aria-hidden": "true" }),
    make("p", { role: "status" }, `Connecting to the simulator at ${location.host}`),
  ];
}

/** Shown instead of the 3D view. */
export function describeNoWebGl(problem: unknown): HTMLElement {
  const why = problem instanceof Error ? problem.message : String(problem);
  return make(
    "div",
    { class: "card no-webgl" },
    make("h2", {}, "3D view not available"),
    make(
      "p",
      {},
      "This browser has no WebGL. Turn on hardware acceleration or use another browser. Values, plots and the console still work.",
    ),
    make("p", { class: "hint" }, why),
  );
}
