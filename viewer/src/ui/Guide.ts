// How to bring a robot of one's own: connect a program, or drop a document. Shown on request and where no robot is.

import { showDialog } from "./Dialogs.js";
import { button, make } from "./Dom.js";
import type { Page } from "./Page.js";
import { showPaper } from "./Paper.js";
import { listNames } from "./WorldState.js";

const DEFAULT_ADDRESS = "127.0.0.1:9040";

/** As in the README, with the place where it is not the usual one. */
export function writeClient(address: string): string {
  const colon = address.lastIndexOf(":");
  const [host, port] = [address.slice(0, colon), address.slice(colon + 1)];
  const [usualHost, usualPort] = DEFAULT_ADDRESS.split(":");
  const place = [host === usualHost ? "" : `, host="${host}"`, port === usualPort ? "" : `, port=${port}`].join("");
  return [
    "from ubersim import Robot",
    'document = open("robots/segway.xml").read()',
    `with Robot(document${place}) as robot:`,
    "    for frame in robot:",
    '        speed = 10 * (frame["Incmeter"] + 0.17)',
    '        robot.motor("LMotor", axis=2, Vel=speed, FMax=80)',
    '        robot.motor("RMotor", axis=2, Vel=speed, FMax=80)',
  ].join("\n");
}

export class Guide {
  /** In the middle of a world without robots. */
  readonly card = make("section", { class: "card guide", "aria-label": "Bring your own robot", hidden: true });
  readonly #page: Page;
  readonly #pickFile: () => void;
  #isDismissed = false;
  #shown = "";

  constructor(page: Page, pickFile: () => void) {
    this.#page = page;
    this.#pickFile = pickFile;
    const show = page.painter.asking(() => this.#show());
    page.store.on("scene", show);
    page.store.on("connection", show);
    page.store.on("status", show);
  }

  open(): void {
    showDialog("Bring your own robot", "guide", ...this.#content());
  }

  /** True if there was something to close. */
  dismiss(): boolean {
    const wasShown = !this.card.hidden;
    if (wasShown) this.#isDismissed = true;
    this.#show();
    return wasShown;
  }

  #show(): void {
    const { entities, connection, world, robotAddress, status } = this.#page.store;
    const isEmpty = ![...entities.values()].some(({ role }) => role === "robot");
    if (!isEmpty) this.#isDismissed = false;
    this.card.hidden = connection.state !== "open" || !isEmpty || this.#isDismissed;
    const awaited = listNames(status?.awaited ?? []);
    const text = awaited
      ? `${world} begins when ${awaited} has joined.`
      : `${world} runs and waits for its first robot.`;
    if (this.card.hidden || this.#shown === robotAddress + text) return;
    this.#shown = robotAddress + text;
    const close = button("Close", "close", () => this.dismiss(), { kind: "quiet" });
    const head = make("div", { class: "dialog-head" }, make("h2", {}, "No robot is here yet"), close);
    this.card.replaceChildren(
      head,
      make("div", { class: "dialog-body" }, make("p", { class: "hint" }, text), ...this.#content()),
    );
  }

  #content(): HTMLElement[] {
    const address = this.#page.store.robotAddress || DEFAULT_ADDRESS;
    const client = writeClient(address);
    const pick = button("Choose a file", "file", this.#pickFile, { text: "Choose a file" });
    const paper = (name: string, text: string) =>
      make("button", { type: "button", class: "link", onclick: () => showPaper(name) }, text);
    return [
      make("h3", {}, "Drop its document"),
      make(
        "div",
        { class: "drop-hint" },
        make("p", {}, "Drop an XML file anywhere on this page: the robot appears, without a driver."),
        pick,
      ),
      make("h3", {}, "Or connect a program"),
      make(
        "p",
        {},
        "Robots connect at ",
        make("code", {}, address),
        " by TCP and send the document that is their body.",
      ),
      this.#code(client),
      make(
        "div",
        { class: "links" },
        paper("robots", "Robot documents"),
        paper("protocol", "Protocol"),
        paper("control", "Commands"),
      ),
    ];
  }

  #code(text: string): HTMLElement {
    const copy = button("Copy", "copy", () => this.#copy(text), { text: "Copy", kind: "mini" });
    return make(
      "div",
      { class: "code" },
      make(
        "div",
        { class: "code-head" },
        make("p", {}, "In Python, from a checkout, with ", make("code", {}, "clients/python"), " on the path:"),
        copy,
      ),
      make("pre", { tabindex: 0, "aria-label": "Python client" }, make("code", {}, text)),
    );
  }

  async #copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.#page.toasts.show("Copied.");
    } catch {
      this.#page.toasts.show("The browser does not let this page copy: select the text instead.", "problem");
    }
  }
}
