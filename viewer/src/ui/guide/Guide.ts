// How to add a robot: place a shipped one, drop a document, or connect a program. Shown on request, and over a world that is empty.

import type { ViewEntity } from "../../../../src/session/view/ViewProtocol.js";
import { listNames } from "../bar/WorldState.js";
import { showDialog } from "../Dialogs.js";
import { button, make } from "../Dom.js";
import type { Page } from "../Page.js";
import { documentLink } from "./DocumentReader.js";
import { Gallery } from "./Gallery.js";

const DEFAULT_ADDRESS = "127.0.0.1:9040";

interface Address {
  readonly host: string;
  readonly port: string;
}

function splitAddress(address: string): Address {
  const colon = address.lastIndexOf(":");
  return { host: address.slice(0, colon), port: address.slice(colon + 1) };
}

/** Command that starts the example client for this simulator. */
function writeCommand(address: string): string {
  const { host, port } = splitAddress(address);
  const usual = splitAddress(DEFAULT_ADDRESS);
  const options = [host === usual.host ? "" : ` --host ${host}`, port === usual.port ? "" : ` --port ${port}`];
  return `python3 clients/python/segway_balance.py${options.join("")}`;
}

/** The control loop of the README, with host and port where they differ from the defaults. */
function writeClient(address: string): string {
  const { host, port } = splitAddress(address);
  const usual = splitAddress(DEFAULT_ADDRESS);
  const place = [host === usual.host ? "" : `, host="${host}"`, port === usual.port ? "" : `, port=${port}`].join("");
  return [
    "import sys",
    "",
    'sys.path.append("clients/python")  # or copy ubersim.py here',
    "from ubersim import Robot",
    "",
    `with Robot("robots/segway.xml"${place}) as robot:`,
    "    speed = 0.0  # m/s",
    "    for frame in robot:",
    '        lean, rate = frame["Incmeter"] + 0.173, -robot.latest("Imu")[3]',
    "        speed += (1.2 * speed + 11 * lean + 4.3 * rate) * robot.step",
    '        for wheel in "LMotor", "RMotor":',
    "            robot.motor(wheel, axis=2, Vel=speed / 0.236, FMax=80)",
  ].join("\n");
}

/** Robots, objects, and statics that are more than a ground. */
const hasThings = ({ role, bodies }: ViewEntity): boolean =>
  role !== "static" || bodies.some(({ shapes }) => shapes.some(({ shape }) => shape.kind !== "Plane"));

export class Guide {
  /** Card over a world without robots. */
  readonly card = make("section", { class: "card guide", "aria-label": "Bring your own robot", hidden: true });
  readonly #page: Page;
  readonly #pickFile: () => void;
  #isDismissed = false;
  #shown = "";

  constructor(page: Page, pickFile: () => void) {
    this.#page = page;
    this.#pickFile = pickFile;
    const show = page.updates.throttled(() => this.#show());
    page.store.on("scene", show);
    page.store.on("connection", show);
    page.store.on("status", show);
  }

  open(): void {
    showDialog("Bring your own robot", "guide", ...this.#content());
  }

  /** Returns whether the card was open. */
  dismiss(): boolean {
    const wasShown = !this.card.hidden;
    if (wasShown) this.#isDismissed = true;
    this.#show();
    return wasShown;
  }

  #show(): void {
    const { entities, connection, world, robotAddress, status } = this.#page.store;
    // a world with things to see is not covered
    const isEmpty = ![...entities.values()].some(hasThings);
    if (!isEmpty) this.#isDismissed = false;
    this.card.hidden = connection.state !== "open" || !isEmpty || this.#isDismissed;
    const awaited = listNames(status?.awaited ?? []);
    const text = awaited
      ? `${world} starts when ${awaited} has joined.`
      : `${world} is running. No robot has joined yet.`;
    if (this.card.hidden || this.#shown === robotAddress + text) return;
    this.#shown = robotAddress + text;
    const close = button("Close", "close", () => this.dismiss(), { kind: "quiet" });
    const head = make("div", { class: "dialog-head" }, make("h2", {}, "No robots yet"), close);
    this.card.replaceChildren(
      head,
      make("div", { class: "dialog-body" }, make("p", { class: "hint" }, text), ...this.#content()),
    );
  }

  #content(): HTMLElement[] {
    const address = this.#page.store.robotAddress || DEFAULT_ADDRESS;
    const pick = button("Choose a file", "file", this.#pickFile, { text: "Choose a file" });
    return [
      make("h3", {}, "Place a robot"),
      new Gallery(this.#page).element,
      make("h3", {}, "Or drop a robot document"),
      make(
        "div",
        { class: "drop-hint" },
        make(
          "p",
          {},
          "Drop an XML file of a robot where it should stand, or that of a world to open it. A robot stays passive until you drive it or a program controls it.",
        ),
        pick,
      ),
      make("h3", {}, "Or connect a program"),
      make(
        "p",
        {},
        "A program connects to ",
        make("code", {}, address),
        " by TCP, sends its robot document, and answers every step. Try the example client from the repository:",
      ),
      this.#code("Command", writeCommand(address)),
      make(
        "p",
        {},
        "Or write your own: save this in the repository as ",
        make("code", {}, "loop.py"),
        " and run ",
        make("code", {}, "python3 loop.py"),
        ":",
      ),
      this.#code("Python client", writeClient(address)),
      make(
        "div",
        { class: "links" },
        documentLink("example", "Example document"),
        documentLink("robots", "Robot documents"),
        documentLink("protocol", "Protocol"),
        documentLink("control", "Commands"),
      ),
    ];
  }

  #code(name: string, text: string): HTMLElement {
    const copy = button(`Copy ${name}`, "copy", () => this.#copy(text), { kind: "quiet small copy", title: "Copy" });
    return make(
      "div",
      { class: "code" },
      make("pre", { tabindex: 0, "aria-label": name }, make("code", {}, text)),
      copy,
    );
  }

  async #copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.#page.toasts.show("Copied.");
    } catch {
      this.#page.toasts.show("The browser does not allow copying. Select the text instead.", "problem");
    }
  }
}
