// What the page wants to know: each part of it says which paths it shows, the sum goes to the simulator when it changes.

import type { Connection } from "../Connection.js";
import type { Store } from "../Store.js";

/** More would not be read by anybody. */
const MAX_PATHS = 200;

export class Watch {
  readonly #store: Store;
  readonly #connection: Connection;
  readonly #wishes = new Map<string, readonly string[]>();
  #cameras: readonly string[] = [];
  #said = "";
  #isDue = false;

  constructor(store: Store, connection: Connection) {
    this.#store = store;
    this.#connection = connection;
    store.on("connection", () => {
      this.#said = "";
      this.#schedule();
    });
    store.on("settings", () => this.#schedule());
  }

  /** Instead of what this part of the page wanted before; the first ones to wish are served first. */
  want(who: string, paths: readonly string[]): void {
    this.#wishes.set(who, paths);
    this.#schedule();
  }

  /** Instead of the cameras whose pictures were wanted before. */
  wantPictures(cameras: readonly string[]): void {
    this.#cameras = cameras;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#say();
    });
  }

  #say(): void {
    if (this.#store.connection.state !== "open") return;
    const values = [...new Set([...this.#wishes.values()].flat())].slice(0, MAX_PATHS);
    const cameras = this.#cameras.slice(0, MAX_PATHS);
    const request = { type: "watch", values, contacts: this.#store.settings.showContacts, cameras } as const;
    const text = JSON.stringify(request);
    if (text !== this.#said && this.#connection.send(request)) this.#said = text;
  }
}
