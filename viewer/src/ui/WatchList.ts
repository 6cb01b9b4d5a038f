// What the page wants to know: each part of it says which paths it shows, the sum goes to the simulator when it changes.

import type { Connection } from "../Connection.js";
import type { Store } from "../Store.js";

/** More would not be read by anybody. */
const MAX_PATHS = 200;

export class WatchList {
  readonly #store: Store;
  readonly #connection: Connection;
  readonly #paths = new Map<string, readonly string[]>();
  #cameras: readonly string[] = [];
  #sent = "";
  #isDue = false;

  constructor(store: Store, connection: Connection) {
    this.#store = store;
    this.#connection = connection;
    store.on("connection", () => {
      this.#sent = "";
      this.#schedule();
    });
    store.on("settings", () => this.#schedule());
  }

  /** Instead of what this part of the page wanted before; the first ones to wish are served first. */
  setPaths(who: string, paths: readonly string[]): void {
    this.#paths.set(who, paths);
    this.#schedule();
  }

  /** Instead of the cameras whose pictures were wanted before. */
  setCameras(cameras: readonly string[]): void {
    this.#cameras = cameras;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#send();
    });
  }

  #send(): void {
    if (this.#store.connection.state !== "open") return;
    const values = [...new Set([...this.#paths.values()].flat())].slice(0, MAX_PATHS);
    const cameras = this.#cameras.slice(0, MAX_PATHS);
    const request = { type: "watch", values, contacts: this.#store.settings.showContacts, cameras } as const;
    const text = JSON.stringify(request);
    if (text !== this.#sent && this.#connection.send(request)) this.#sent = text;
  }
}
